import { queryOptions } from '@tanstack/react-query'
import type { CallData } from '#contract/call.ts'
import { getSearchParameters } from '#contract/sims/sims.calls.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'

export type SearchParameters = CallData<typeof getSearchParameters>

export const searchParametersQuery = queryOptions({
  queryKey: ['sims', 'parameters'],
  queryFn: ({ signal }) => call(getSearchParameters, {}, { signal }),
  staleTime: 5 * MINUTE_MS,
})
