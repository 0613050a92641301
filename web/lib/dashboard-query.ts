import { queryOptions } from '@tanstack/react-query'
import { getDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { call } from './call.ts'

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(getDashboard, {}, { signal }),
})
