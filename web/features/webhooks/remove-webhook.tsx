import { useTranslation } from 'react-i18next'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { useRemoveWebhook, type WebhookEndpoint } from './webhooks.api.ts'
import { nameOf } from './webhooks-table.tsx'

/** Asks before an endpoint is deleted. */
export function RemoveWebhook({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useRemoveWebhook()
  const remove = () => {
    if (isPending) return
    mutate(endpoint.endpointId, {
      onSuccess: ({ message }) => {
        toasts.success(message)
        onClose()
      },
    })
  }
  const { waiting } = endpoint
  return (
    <Dialog opened onClose={onClose} title={t('webhooks.remove.title')} width="confirm">
      <p className="medium wh-any">{nameOf(endpoint)}</p>
      <p className="wh-para">
        {t('webhooks.remove.what')} {waiting > 0 ? t('webhooks.remove.waiting', { count: waiting }) : null}
      </p>
      <Failure error={error} />
      <div className="dialog-actions">
        <Button onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button variant="danger" blocked={isPending} aria-busy={isPending} onClick={remove}>
          {t('webhooks.remove.button')}
        </Button>
      </div>
    </Dialog>
  )
}
