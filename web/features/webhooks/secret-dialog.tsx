import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { useRotateSecret } from './webhooks.api.ts'
import styles from './webhooks.module.css'

/** Shows a secret, once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened onClose={onClose} title={t('webhooks.secret.title')}>
      <p>{t('webhooks.secret.lead')}</p>
      <Field
        label={t('webhooks.secret.label')}
        className={styles.secret}
        value={secret}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        aside={<CopyButton text={secret} what={t('webhooks.secret.label')} />}
      />
      <p className={`${styles.para} text-secondary text-small`}>{t('webhooks.secret.how')}</p>
      <div className={dialogStyles.actions}>
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

/** Confirms the rotation of an endpoint's secret. */
export function RotateDialog({ endpointId, onSecret, onClose }: RotateProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('webhooks.secret.rotateTitle')}
      button={t('webhooks.secret.rotate')}
      variant="primary"
      mutation={useRotateSecret()}
      variables={endpointId}
      onSuccess={({ data }) => onSecret(data.secret)}
      onClose={onClose}
    >
      <p>{t('webhooks.secret.rotateWhat')}</p>
    </ConfirmDialog>
  )
}
