import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiKeyData } from '#contract/api-keys/api-keys.calls.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { apiKeysQuery } from './api-keys.api.ts'
import styles from './api-keys.module.css'
import { KeyDialog } from './key-dialog.tsx'
import { KeysTable } from './keys-table.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

/** The company's API keys. */
export function KeysTab() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(apiKeysQuery)
  const [isMaking, setMaking] = useState(false)
  const [leaving, setLeaving] = useState<ApiKeyData>()
  const create = (
    <Button variant="primary" size="sm" aria-haspopup="dialog" onClick={() => setMaking(true)}>
      <IconPlus className="icon icon-14" aria-hidden="true" />
      {t('apiKeys.create')}
    </Button>
  )
  const isEmpty = data?.keys.length === 0
  return (
    <Card
      title={t('apiKeys.title')}
      about={data && t('apiKeys.about', { count: data.requestsPerMinute })}
      line
      className={styles.card}
      // it appears with the keys: without keys it is below, and must not move under a click
      actions={data && !isEmpty ? create : undefined}
    >
      {error && !data ? (
        <ErrorState title={t('apiKeys.failed')} error={error} onRetry={() => void refetch()} />
      ) : isEmpty ? (
        <EmptyState Icon={IconKey} title={t('apiKeys.none')} actions={create}>
          {t('apiKeys.noneHint')}
        </EmptyState>
      ) : (
        <KeysTable rows={data?.keys} onRevoke={setLeaving} />
      )}
      {data && data.total > data.keys.length ? (
        <p className={`${styles.more} text-tertiary text-small`}>
          {t('apiKeys.shown', { shown: data.keys.length, total: data.total })}
        </p>
      ) : null}
      {isMaking ? <KeyDialog onClose={() => setMaking(false)} /> : null}
      {leaving ? <RevokeDialog apiKey={leaving} onClose={() => setLeaving(undefined)} /> : null}
    </Card>
  )
}
