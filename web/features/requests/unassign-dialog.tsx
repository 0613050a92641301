import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { useUnassign } from './requests.api.ts'

/** Confirms that an assigned SIM returns to stock. */
export function UnassignDialog({ requestId, icc, onClose }: { requestId: number; icc: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('requests.unassign.title')}
      button={t('requests.unassign.button')}
      busy={t('requests.unassign.busy')}
      mutation={useUnassign(requestId)}
      variables={icc}
      onClose={onClose}
    >
      <p>
        <Icc value={icc} />
      </p>
      <p className="text-secondary">{t('requests.unassign.text')}</p>
    </ConfirmDialog>
  )
}
