import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatMinute } from '#web/lib/format.ts'
import { FactLine } from '#web/ui/fact-line.tsx'
import { apiKeysQuery } from './api-keys.api.ts'

/** How many keys of a company work, and when the last one was used. */
export function CompanyKeys({ company }: { company: number }) {
  const { t } = useTranslation()
  const { data, error } = useQuery(apiKeysQuery(company))
  const active = data?.keys.filter(({ state }) => state === 'active')
  const lastUsedAt = data?.keys
    .flatMap((key) => key.lastUsedAt ?? [])
    .sort()
    .at(-1)
  if (error && !data) return <FactLine Icon={IconKey} first={error.message} />
  return (
    <FactLine
      Icon={IconKey}
      first={
        active && (
          <Link to="/integrations" search={{ company }}>
            {t('apiKeys.activeCount', { count: active.length })}
          </Link>
        )
      }
      second={
        lastUsedAt ? t('apiKeys.usedAt', { moment: formatMinute(lastUsedAt) }) : active?.length ? t('apiKeys.neverUsed') : null
      }
    />
  )
}
