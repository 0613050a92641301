import { queryOptions } from '@tanstack/react-query'
import { getDashboard, getFleetUsage } from '#contract/dashboard/dashboard.calls.ts'
import { call } from './call.ts'
import type { OfCompany } from './of-company.ts'

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(getDashboard, {}, { signal }),
})

/** The curves of the dashboard, of the whole fleet, or of one company or its tree; a server answers with what it had half a minute ago. */
export const fleetUsageQuery = (whose?: OfCompany) =>
  queryOptions({
    queryKey: ['dashboard', 'usage', whose],
    queryFn: ({ signal }) => call(getFleetUsage, { query: { ...whose } }, { signal }),
    refetchInterval: 60_000,
  })
