import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { type CompanyRow, useDeleteCompany } from './companies.api.ts'

/** Asks before a company that was made by mistake is removed. */
export function DeleteDialog({ company, onClose }: { company: CompanyRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useDeleteCompany()
  const run = () => {
    if (isPending) return
    mutate(company.companyId, {
      onSuccess: ({ message }) => {
        toasts.success(message)
        onClose()
      },
    })
  }
  return (
    <Dialog opened onClose={onClose} title={t('companies.delete.title')} width="confirm">
      <p className="medium">{company.businessName}</p>
      {company.above ? <p className="text-secondary">{company.above}</p> : null}
      <p className="text-secondary">{t('companies.delete.what')}</p>
      <Failure error={error} />
      <div className="dialog-actions">
        <Button onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button variant="danger" blocked={isPending} aria-busy={isPending} onClick={run}>
          {t('companies.delete.button')}
        </Button>
      </div>
    </Dialog>
  )
}
