import { useTranslation } from 'react-i18next'
import { toastThen } from '#web/lib/toast-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type CompanyRow, useDeleteCompany } from './companies.api.ts'

interface DeleteProps {
  readonly company: Pick<CompanyRow, 'companyId' | 'businessName' | 'above'>
  onDeleted?(): void
  onClose(): void
}

/** Confirms the deletion of a company that was created by mistake. */
export function DeleteDialog({ company, onDeleted, onClose }: DeleteProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('companies.delete.title')}
      button={t('companies.delete.button')}
      mutation={useDeleteCompany()}
      variables={company.companyId}
      onSuccess={toastThen(() => onDeleted?.())}
      onClose={onClose}
    >
      <p className="medium">{company.businessName}</p>
      {company.above ? <p className="text-secondary">{company.above}</p> : null}
      <p className="text-secondary">{t('companies.delete.what')}</p>
    </ConfirmDialog>
  )
}
