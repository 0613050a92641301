import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import { useRotateSecret } from './webhooks.api.ts'

/** The one time that a secret is shown. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened onClose={onClose} title={t('webhooks.secret.title')}>
      <p>{t('webhooks.secret.lead')}</p>
      <Field
        label={t('webhooks.secret.label')}
        className="wh-secret"
        value={secret}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        aside={<CopyButton text={secret} what={t('webhooks.secret.label')} />}
      />
      <p className="wh-para text-secondary text-small">{t('webhooks.secret.how')}</p>
      <div className="dialog-actions">
        <Button variant="primary" onClick={onClose}>
          {t('webhooks.secret.done')}
        </Button>
      </div>
    </Dialog>
  )
}

interface RotateProps {
  readonly endpointId: number
  onSecret(secret: string): void
  onClose(): void
}

/** Asks before an endpoint gets a new secret. */
export function RotateDialog({ endpointId, onSecret, onClose }: RotateProps) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useRotateSecret()
  const rotate = () => {
    if (!isPending) mutate(endpointId, { onSuccess: ({ secret }) => onSecret(secret) })
  }
  return (
    <Dialog opened onClose={onClose} title={t('webhooks.secret.rotateTitle')} width="confirm">
      <p>{t('webhooks.secret.rotateWhat')}</p>
      <Failure error={error} />
      <div className="dialog-actions">
        <Button onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button variant="primary" blocked={isPending} aria-busy={isPending} onClick={rotate}>
          {t('webhooks.secret.rotate')}
        </Button>
      </div>
    </Dialog>
  )
}
