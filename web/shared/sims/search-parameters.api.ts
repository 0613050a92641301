import type { CallData } from '#contract/call.ts'
import { getSearchParameters } from '#contract/sims/sims.calls.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { callQuery } from '#web/lib/call-query.ts'

export type SearchParameters = CallData<typeof getSearchParameters>

export const searchParametersQuery = callQuery(getSearchParameters, ['sims', 'parameters'], {}, { staleTime: 5 * MINUTE_MS })
