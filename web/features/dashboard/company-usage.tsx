import { useQuery } from '@tanstack/react-query'
import { fleetUsageQuery } from '#web/lib/dashboard-query.ts'
import type { OfCompany } from '#web/lib/of-company.ts'
import { DaysCard, UsageFailed } from './fleet-usage-cards.tsx'

/** The data of one company or its tree by day: apart from the dashboard's cards, so that the first screen does not load it. */
export function CompanyUsage(whose: OfCompany) {
  const { data, error, refetch } = useQuery(fleetUsageQuery(whose))
  if (error && !data) return <UsageFailed error={error} onRetry={() => void refetch()} />
  return <DaysCard data={data} whose={whose} />
}
