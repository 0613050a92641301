import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { useUnassign } from './requests.api.ts'

interface DialogProps {
  readonly requestId: number
  readonly icc: string
  onClose(): void
}

/** Asks before a SIM that was assigned goes back into stock. */
export function UnassignDialog({ requestId, icc, onClose }: DialogProps) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useUnassign(requestId)
  const takeBack = () =>
    mutate(icc, {
      onSuccess: ({ message }) => {
        toasts.success(message)
        onClose()
      },
    })
  return (
    <Dialog opened onClose={onClose} title={t('requests.unassign.title')} width="confirm">
      <p>
        <Icc value={icc} />
      </p>
      <p className="text-secondary">{t('requests.unassign.text')}</p>
      <Failure error={error} />
      <div className="dialog-actions">
        <Button onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button variant="danger" blocked={isPending} aria-busy={isPending} onClick={takeBack}>
          {t(isPending ? 'requests.unassign.busy' : 'requests.unassign.button')}
        </Button>
      </div>
    </Dialog>
  )
}
