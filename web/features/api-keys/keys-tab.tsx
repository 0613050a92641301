import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiKeyData } from '#contract/api-keys/api-keys.calls.ts'
import type { IntegrationTabProps } from '#web/shared/integration-tab.ts'
import { List } from '#web/ui/list/list.tsx'
import styles from './api-keys.module.css'
import { FirstKey, KeyExamples } from './first-key.tsx'
import { useKeyColumns } from './key-columns.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { NewKey, useKeys } from './new-key.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

/** The company's API keys. */
export function KeysTab({ company, onCompany, isCreating, onCreating }: IntegrationTabProps) {
  const { t } = useTranslation()
  const { query, filter, isEmpty } = useKeys(company)
  const { data, error, refetch } = query
  const [leaving, setLeaving] = useState<ApiKeyData>()
  const columns = useKeyColumns(setLeaving)
  const about = data && t('apiKeys.about', { count: data.requestsPerMinute })
  return (
    <>
      {isEmpty ? (
        <FirstKey about={about ?? ''} action={<NewKey onCreate={() => onCreating(true)} />} />
      ) : (
        <List
          id="api-keys"
          label={t('apiKeys.list')}
          hasTitle
          about={about}
          className={styles.list}
          search={{ company }}
          onSearch={(search: { company?: number | undefined }) => onCompany(search.company)}
          filters={[filter]}
          waiting={3}
          minWidth={960}
          data={{ rows: data?.keys, error, retry: () => void refetch() }}
          rowKey={({ apiKeyId }) => apiKeyId}
          rowClass={({ state }) => (state === 'active' ? undefined : styles.over)}
          columns={columns}
        />
      )}
      {data && data.total > data.keys.length ? (
        <p className={`${styles.more} text-tertiary text-small`}>
          {t('apiKeys.shown', { shown: data.keys.length, total: data.total })}
        </p>
      ) : null}
      {data && !isEmpty ? <KeyExamples /> : null}
      {isCreating ? <KeyDialog onClose={() => onCreating(false)} /> : null}
      {leaving ? <RevokeDialog apiKey={leaving} onClose={() => setLeaving(undefined)} /> : null}
    </>
  )
}
