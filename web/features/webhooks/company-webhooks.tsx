import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FactLine } from '#web/ui/fact-line.tsx'
import { Delivery } from './webhook-cells.tsx'
import { webhooksQuery } from './webhooks.api.ts'

/** How many webhooks of a company are on, and the delivery of the one that matters most: one that fails, else the last one. */
export function CompanyWebhooks({ company }: { company: number }) {
  const { t } = useTranslation()
  const { data, error } = useQuery(webhooksQuery(company))
  const active = data?.endpoints.filter((endpoint) => endpoint.active)
  const shown = active
    ?.toSorted((a, b) => (b.lastDeliveredAt ?? '').localeCompare(a.lastDeliveredAt ?? ''))
    .toSorted((a, b) => Number(b.failingSince !== null) - Number(a.failingSince !== null))[0]
  if (error && !data) return <FactLine Icon={IconWebhook} first={error.message} />
  return (
    <FactLine
      Icon={IconWebhook}
      first={
        active && (
          <Link to="/integrations" search={{ tab: 'webhooks', company }}>
            {t('webhooks.activeCount', { count: active.length })}
          </Link>
        )
      }
      second={shown ? <Delivery endpoint={shown} /> : null}
    />
  )
}
