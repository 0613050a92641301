import { queryOptions } from '@tanstack/react-query'
import { getDashboard, getFleetUsage } from '#contract/dashboard/dashboard.calls.ts'
import { call } from './call.ts'

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(getDashboard, {}, { signal }),
})

/** The curves of the dashboard; a server answers with what it had half a minute ago. */
export const fleetUsageQuery = queryOptions({
  queryKey: ['dashboard', 'usage'],
  queryFn: ({ signal }) => call(getFleetUsage, {}, { signal }),
  refetchInterval: 60_000,
})
