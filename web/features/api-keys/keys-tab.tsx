import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiKeyData } from '#contract/api-keys/api-keys.calls.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import type { IntegrationTabProps } from '#web/shared/integration-tab.ts'
import { Button } from '#web/ui/button.tsx'
import { List } from '#web/ui/list/list.tsx'
import { apiKeysQuery } from './api-keys.api.ts'
import styles from './api-keys.module.css'
import { FirstKey, KeyExamples } from './first-key.tsx'
import { useKeyColumns } from './key-columns.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

/** The company's API keys. */
export function KeysTab({ company, onCompany }: IntegrationTabProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(apiKeysQuery(company))
  const [isMaking, setMaking] = useState(false)
  const [leaving, setLeaving] = useState<ApiKeyData>()
  const columns = useKeyColumns(setLeaving)
  const filter = useCompanyFilter(company)
  const isEmpty = data?.keys.length === 0 && !(filter && company !== undefined)
  const about = data && t('apiKeys.about', { count: data.requestsPerMinute })
  const create = (
    <Button variant="primary" size={isEmpty ? 'md' : 'sm'} aria-haspopup="dialog" onClick={() => setMaking(true)}>
      <IconPlus className="icon icon-14" aria-hidden="true" />
      {t('apiKeys.create')}
    </Button>
  )
  return (
    <>
      {isEmpty ? (
        <FirstKey about={about ?? ''} action={create} />
      ) : (
        <List
          id="api-keys"
          label={t('apiKeys.list')}
          hasTitle
          about={about}
          // it appears with the keys: without keys it is elsewhere, and must not move under a click
          tools={data && data.keys.length > 0 ? create : undefined}
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
      {isMaking ? <KeyDialog onClose={() => setMaking(false)} /> : null}
      {leaving ? <RevokeDialog apiKey={leaving} onClose={() => setLeaving(undefined)} /> : null}
    </>
  )
}
