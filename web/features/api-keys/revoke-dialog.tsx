import { useTranslation } from 'react-i18next'
import type { ApiKeyData } from '#contract/api-keys/api-keys.calls.ts'
import { formatMinute } from '#web/lib/format.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { useRevokeApiKey } from './api-keys.api.ts'

/** Asks before a key is worth nothing any more. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKeyData; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useRevokeApiKey()
  const { apiKeyId, name, hint, lastUsedAt } = apiKey
  const revoke = () => {
    if (isPending) return
    mutate(apiKeyId, {
      onSuccess: ({ message }) => {
        toasts.success(message)
        onClose()
      },
    })
  }
  return (
    <Dialog opened onClose={onClose} title={t('apiKeys.revokeOf', { name })} width="confirm">
      <p>{t('apiKeys.revokeWhat')}</p>
      <p className="key-facts text-secondary">
        <code>{hint}…</code>
        {` · ${t('apiKeys.lastUsed')}: ${lastUsedAt ? formatMinute(lastUsedAt) : t('apiKeys.never')}`}
      </p>
      <Failure error={error} />
      <div className="dialog-actions">
        <Button onClick={onClose} data-autofocus>
          {t('common.cancel')}
        </Button>
        <Button variant="danger" blocked={isPending} aria-busy={isPending} onClick={revoke}>
          {t('apiKeys.revoke')}
        </Button>
      </div>
    </Dialog>
  )
}
