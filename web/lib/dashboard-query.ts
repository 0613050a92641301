import { queryOptions } from '@tanstack/react-query'
import { getDashboard, getFleetUsage } from '#contract/dashboard/dashboard.calls.ts'
import { call } from './call.ts'

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(getDashboard, {}, { signal }),
})

/** The curves of the dashboard, of the whole fleet or of one company; a server answers with what it had half a minute ago. */
export const fleetUsageQuery = (company?: number) =>
  queryOptions({
    queryKey: ['dashboard', 'usage', company],
    queryFn: ({ signal }) => call(getFleetUsage, { query: { company } }, { signal }),
    refetchInterval: 60_000,
  })
