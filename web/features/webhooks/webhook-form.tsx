import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMinute } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EditForm, useEditForm } from '#web/ui/edit-form.tsx'
import { RotateDialog } from './secret-dialog.tsx'
import { WebhookFields } from './webhook-fields.tsx'
import { webhookProblemsOf, webhookSettingsOf, webhookValuesOf } from './webhook-values.ts'
import { useSaveWebhook, type WebhookEndpoint } from './webhooks.api.ts'
import styles from './webhooks.module.css'

interface FormProps {
  /** undefined for a new one */
  readonly endpoint: WebhookEndpoint | undefined
  onSecret(secret: string): void
  onClose(): void
}

/** Creates or edits an endpoint. */
export function WebhookForm({ endpoint, onSecret, onClose }: FormProps) {
  const { t } = useTranslation()
  const { clientId } = useSession()
  const [isRotating, setRotating] = useState(false)
  const form = useEditForm({
    initial: () => webhookValuesOf(endpoint, clientId),
    problemsOf: webhookProblemsOf,
    bodyOf: (values) => ({ ...webhookSettingsOf(values, endpoint?.active ?? true), companyId: values.company }),
    save: useSaveWebhook(endpoint?.endpointId),
    onSaved: ({ message, secret }) => {
      if (secret !== undefined) return onSecret(secret)
      toasts.success(message)
      onClose()
    },
    onClose,
  })
  if (isRotating && endpoint)
    return <RotateDialog endpointId={endpoint.endpointId} onSecret={onSecret} onClose={() => setRotating(false)} />
  return (
    <Dialog opened onClose={onClose} title={t(endpoint ? 'webhooks.form.changeTitle' : 'webhooks.form.newTitle')} fullOnPhone>
      <EditForm form={form} className={styles.form} verb={t(endpoint ? 'common.save' : 'webhooks.form.create')}>
        <WebhookFields {...form} isNew={!endpoint} />
        {endpoint ? <SecretLine endpoint={endpoint} onRotate={() => setRotating(true)} /> : null}
      </EditForm>
    </Dialog>
  )
}

function SecretLine({ endpoint: { previousSecretUntil }, onRotate }: { endpoint: WebhookEndpoint; onRotate: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.secretLine}>
      <span>
        <span className="medium">{t('webhooks.form.secret')}</span>
        <span className="text-tertiary text-small">
          {previousSecretUntil
            ? t('webhooks.form.secretBoth', { moment: formatMinute(previousSecretUntil) })
            : t('webhooks.form.secretHint')}
        </span>
      </span>
      <Button size="sm" aria-haspopup="dialog" onClick={onRotate}>
        {t('webhooks.form.rotate')}
      </Button>
    </div>
  )
}
