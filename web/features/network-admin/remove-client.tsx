import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { type Accounting, useRemoveClient } from './networks.api.ts'

interface RemoveProps {
  readonly client: Accounting['clients'][number]
  onClose(): void
}

/** Asks before an access server is no longer heard. */
export function RemoveClient({ client, onClose }: RemoveProps) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useRemoveClient()
  const remove = () => {
    if (isPending) return
    mutate(client.clientId, {
      onSuccess: ({ message }) => {
        toasts.success(message)
        onClose()
      },
    })
  }
  return (
    <Dialog opened onClose={onClose} title={t('networks.accounting.removeOf', { name: client.name })} width="confirm">
      <p>{t('networks.accounting.removeWhat', { count: client.openSessions })}</p>
      <Failure error={error} />
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="danger" blocked={isPending} aria-busy={isPending} onClick={remove}>
          {t('networks.accounting.remove')}
        </Button>
      </div>
    </Dialog>
  )
}
