import { queryOptions } from '@tanstack/react-query'
import { getSecondFactor } from '#contract/identity/security.calls.ts'
import { call } from '#web/lib/call.ts'

export const secondFactorQuery = queryOptions({
  queryKey: ['security', 'second-factor'],
  queryFn: ({ signal }) => call(getSecondFactor, {}, { signal }),
})
