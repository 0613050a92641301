import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/lib/session.ts'
import { mayWorkIn, useWorkIn } from '#web/shared/companies/work-in.ts'
import { Button } from '#web/ui/button.tsx'
import type { CompanyData } from './companies.api.ts'
import { CompanyActions } from './company-actions.tsx'
import { CompanyForm, type FormTarget } from './company-form.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

/** The settings of a company's own sign-on. */
export type SignOnDialogOf = ComponentType<{ companyId: number; companyName: string; onClose(): void }>

/** The dialog that is open over the page. */
type Open = { readonly what: 'form'; readonly target: FormTarget } | { readonly what: 'signOn' } | { readonly what: 'delete' }

interface ButtonsProps {
  readonly company: CompanyData
  /** small in a panel */
  readonly size?: 'sm' | 'md'
  readonly SignOnDialog: SignOnDialogOf
  onDeleted(): void
}

/** What can be done with a company, on its page and in its panel. */
export function CompanyButtons({ company, size = 'md', SignOnDialog, onDeleted }: ButtonsProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const work = useWorkIn({ toastsError: true })
  const { companyId, businessName } = company
  const edit = () => setOpen({ what: 'form', target: { companyId } })
  return (
    <div className="row">
      {mayWorkIn(useSession(), companyId) ? (
        <Button size={size} blocked={work.isPending} onClick={() => work.mutate({ id: companyId, name: businessName })}>
          {t('companies.workIn')}
        </Button>
      ) : null}
      <Button size={size} aria-haspopup="dialog" onClick={edit}>
        {t('companies.edit')}
      </Button>
      <CompanyActions
        company={company}
        isActive
        framed={size}
        onEdit={edit}
        onBelow={() => setOpen({ what: 'form', target: { parentId: companyId } })}
        onSignOn={() => setOpen({ what: 'signOn' })}
        onDelete={() => setOpen({ what: 'delete' })}
      />
      {open?.what === 'form' ? <CompanyForm target={open.target} onClose={close} /> : null}
      {open?.what === 'delete' ? <DeleteDialog company={company} onDeleted={onDeleted} onClose={close} /> : null}
      {open?.what === 'signOn' ? <SignOnDialog companyId={companyId} companyName={businessName} onClose={close} /> : null}
    </div>
  )
}
