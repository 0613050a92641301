import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { formatMinute } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form } from '#web/ui/form.tsx'
import { RotateDialog } from './secret-dialog.tsx'
import { WebhookFields } from './webhook-fields.tsx'
import { type WebhookProblems, webhookProblemsOf, webhookSettingsOf, webhookValuesOf } from './webhook-values.ts'
import { useChangeWebhook, useCreateWebhook, type WebhookEndpoint } from './webhooks.api.ts'
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
  const [isRotating, setRotating] = useState(false)
  const form = useForm({ endpoint, onSecret, onClose })
  const { values, problems, error, isPending } = form
  const serverErrors: WebhookProblems = error instanceof CallError ? error.fields : {}
  if (isRotating && endpoint)
    return <RotateDialog endpointId={endpoint.endpointId} onSecret={onSecret} onClose={() => setRotating(false)} />
  const word = endpoint ? 'webhooks.form.save' : 'webhooks.form.create'
  return (
    <Dialog opened onClose={onClose} title={t(endpoint ? 'webhooks.form.changeTitle' : 'webhooks.form.newTitle')} fullOnPhone>
      <Form className={styles.form} isPending={isPending} onAttempt={form.submit}>
        <WebhookFields
          values={values}
          problems={{ ...serverErrors, ...problems }}
          isNew={!endpoint}
          onValues={form.setValues}
        />
        {endpoint ? <SecretLine endpoint={endpoint} onRotate={() => setRotating(true)} /> : null}
        <Failure error={Object.keys(serverErrors).length > 0 ? null : error} />
        <div className={dialogStyles.actions}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" blocked={isPending} aria-busy={isPending}>
            {t(isPending ? 'webhooks.form.saving' : word)}
          </Button>
        </div>
      </Form>
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

function useForm({ endpoint, onSecret, onClose }: FormProps) {
  const { clientId } = useSession()
  const [values, setValues] = useState(() => webhookValuesOf(endpoint, clientId))
  const [isSubmitted, setSubmitted] = useState(false)
  const create = useCreateWebhook()
  const change = useChangeWebhook()
  const isPending = create.isPending || change.isPending
  const submit = () => {
    setSubmitted(true)
    if (isPending || Object.keys(webhookProblemsOf(values)).length > 0) return
    const settings = webhookSettingsOf(values, endpoint?.active ?? true)
    if (!endpoint)
      return create.mutate({ companyId: values.company, ...settings }, { onSuccess: ({ secret }) => onSecret(secret) })
    change.mutate(
      { endpointId: endpoint.endpointId, ...settings },
      {
        onSuccess: ({ message }) => {
          toasts.success(message)
          onClose()
        },
      },
    )
  }
  const problems = isSubmitted ? webhookProblemsOf(values) : {}
  return { values, setValues, problems, submit, isPending, error: create.error ?? change.error }
}
