import { useTranslation } from 'react-i18next'
import type { ApiKeyData } from '#contract/api-keys/api-keys.calls.ts'
import { formatMinute } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useRevokeApiKey } from './api-keys.api.ts'
import styles from './api-keys.module.css'

/** Confirms the revocation of an API key. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKeyData; onClose: () => void }) {
  const { t } = useTranslation()
  const { apiKeyId, name, hint, lastUsedAt } = apiKey
  return (
    <ConfirmDialog
      title={t('apiKeys.revokeOf', { name })}
      button={t('apiKeys.revoke')}
      mutation={useRevokeApiKey()}
      variables={apiKeyId}
      onClose={onClose}
    >
      <p>{t('apiKeys.revokeWhat')}</p>
      <p className={`${styles.facts} text-secondary`}>
        <code>{hint}…</code>
        {` · ${t('apiKeys.lastUsed')}: ${lastUsedAt ? formatMinute(lastUsedAt) : t('apiKeys.never')}`}
      </p>
    </ConfirmDialog>
  )
}
