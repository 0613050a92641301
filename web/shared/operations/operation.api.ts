import { queryOptions } from '@tanstack/react-query'
import { getOperation } from '#contract/operations/operations.calls.ts'
import { call } from '#web/lib/call.ts'

export const operationKey = (operationId: number) => ['operations', 'one', operationId] as const

export const operationQuery = (operationId: number) =>
  queryOptions({
    queryKey: operationKey(operationId),
    queryFn: ({ signal }) => call(getOperation, { params: { operationId } }, { signal }),
    // the stream has the progress; this has the rate, and is the fallback when the stream is cut off
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? 5000 : 30_000),
  })
