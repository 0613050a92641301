import { getOperation } from '#contract/operations/operations.calls.ts'
import { callQuery } from '#web/lib/call-query.ts'

export const operationKey = (operationId: number) => ['operations', 'one', operationId] as const

export const operationQuery = (operationId: number) =>
  callQuery(
    getOperation,
    operationKey(operationId),
    { params: { operationId } },
    // the stream has the progress; this has the rate, and is the fallback when the stream is cut off
    { refetchInterval: ({ state }) => (state.data?.state === 'running' ? 5000 : 30_000) },
  )
