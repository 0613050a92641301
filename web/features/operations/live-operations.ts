import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type OperationData, type OperationProgress, streamOperations } from '#contract/operations/operations.calls.ts'
import { openActions, openLines } from '#domain/operations.ts'
import type { ListPage } from '#web/lib/call.ts'
import { callEvents } from '#web/lib/call-events.ts'
import { followEvents } from '#web/lib/follow-events.ts'
import { invalidateFeatures } from '#web/lib/invalidate-features.ts'
import { refetchFresh } from '#web/lib/refetch-fresh.ts'
import { operationKey } from '#web/shared/operations/operation.api.ts'
import { isOperationsQuery, type OperationListRow } from './operations.api.ts'

/** Minimum interval of refetching lines and rate while they change, ms. */
const LINES_MS = 1500

/** An operation with an event applied. */
export function withProgress(data: OperationData, progress: OperationProgress): OperationData {
  const { kind, state, counts } = progress
  return { ...data, ...progress, actions: openActions(kind, state, counts) }
}

function rowWithProgress(row: OperationListRow, { operationId, state, counts }: OperationProgress): OperationListRow {
  return row.operationId === operationId ? { ...row, state, ...counts } : row
}

type Pages = InfiniteData<ListPage<OperationListRow>>

function applyToRows(client: QueryClient, progress: OperationProgress): void {
  client.setQueriesData<Pages>({ queryKey: ['operations', 'list'] }, (data) =>
    data
      ? {
          ...data,
          pages: data.pages.map((page) => ({ ...page, rows: page.rows.map((row) => rowWithProgress(row, progress)) })),
        }
      : data,
  )
}

const isFinal = ({ state, counts }: OperationProgress): boolean =>
  state === 'finished' || (state === 'cancelled' && openLines(counts) === 0)

/** Invalidates all that shows the fleet. */
const invalidateSims = (client: QueryClient): void => void invalidateFeatures(client, ['sims', 'dashboard', 'search'])

/** Reads again what an operation shows and changes: one that ended while no stream was open is among no events. */
function refetchAll(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => isOperationsQuery(queryKey) })
  invalidateSims(client)
}

/** Applies events to the cache; refetches what events do not contain when an operation is new or over. */
function eventHandler(client: QueryClient) {
  const before = new Map<number, string>()
  let linesAskedAt = 0
  return (progress: OperationProgress): void => {
    const { operationId } = progress
    client.setQueryData<OperationData>(operationKey(operationId), (data) => data && withProgress(data, progress))
    applyToRows(client, progress)
    const isTurned = before.get(operationId) !== progress.state
    const isFirst = !before.has(operationId)
    before.set(operationId, progress.state)
    if (isTurned) {
      void client.invalidateQueries({ predicate: ({ queryKey }) => isOperationsQuery(queryKey) })
      if (isFinal(progress) && !isFirst) invalidateSims(client)
    }
    if (isTurned || performance.now() - linesAskedAt > LINES_MS) {
      linesAskedAt = performance.now()
      // the query's own interval restarts with each event and never elapses
      void client.invalidateQueries({ queryKey: operationKey(operationId) }, { cancelRefetch: false })
      const lines = { queryKey: ['operations', 'items', operationId] }
      // no event follows the last one, so its lines must not be those of a response in flight
      void (isTurned ? refetchFresh(client, lines) : client.invalidateQueries(lines, { cancelRefetch: false }))
    }
  }
}

/** Updates operations on the page from the event stream: one, or all of the company's. */
export function useLiveOperations(operationId?: number): void {
  const client = useQueryClient()
  useEffect(() => {
    const end = new AbortController()
    const open = (signal: AbortSignal, isReopened: boolean) => {
      if (isReopened) refetchAll(client)
      return callEvents(streamOperations, { query: { operationId } }, { signal })
    }
    void followEvents(open, eventHandler(client), end.signal)
    return () => end.abort()
  }, [operationId, client])
}
