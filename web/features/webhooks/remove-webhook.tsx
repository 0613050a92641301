import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { endpointName } from './webhook-cells.tsx'
import { useRemoveWebhook, type WebhookEndpoint } from './webhooks.api.ts'
import styles from './webhooks.module.css'

/** Confirms the deletion of an endpoint. */
export function RemoveWebhook({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { t } = useTranslation()
  const { waiting } = endpoint
  return (
    <ConfirmDialog
      title={t('webhooks.remove.title')}
      button={t('webhooks.remove.button')}
      mutation={useRemoveWebhook()}
      variables={endpoint.endpointId}
      onClose={onClose}
    >
      <p className={`medium ${styles.any}`}>{endpointName(endpoint)}</p>
      <p className={styles.para}>
        {t('webhooks.remove.what')} {waiting > 0 ? t('webhooks.remove.waiting', { count: waiting }) : null}
      </p>
    </ConfirmDialog>
  )
}
