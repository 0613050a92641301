import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OperationData } from '#contract/operations/operations.calls.ts'
import { type OperationProgress, streamOperations } from '#contract/operations/operations.calls.ts'
import { openActions, openLines } from '#domain/operations.ts'
import type { ListPage } from '#web/lib/call.ts'
import { callEvents } from '#web/lib/call-events.ts'
import { followEvents } from '#web/lib/follow-events.ts'
import { operationKey } from '#web/shared/operations/operation.api.ts'
import { countsOperations, type OperationRow } from './operations.api.ts'

/** Minimum interval of refetching lines and rate while they change, ms. */
const LINES_MS = 1500

/** An operation with an event applied. */
export function moved(data: OperationData, progress: OperationProgress): OperationData {
  const { kind, state, counts } = progress
  return { ...data, ...progress, actions: openActions(kind, state, counts) }
}

function movedRow(row: OperationRow, { operationId, state, counts }: OperationProgress): OperationRow {
  return row.operationId === operationId ? { ...row, state, ...counts } : row
}

type Pages = InfiniteData<ListPage<OperationRow>>

function moveRows(client: QueryClient, progress: OperationProgress): void {
  client.setQueriesData<Pages>({ queryKey: ['operations', 'list'] }, (data) =>
    data
      ? { ...data, pages: data.pages.map((page) => ({ ...page, rows: page.rows.map((row) => movedRow(row, progress)) })) }
      : data,
  )
}

const isFinal = ({ state, counts }: OperationProgress): boolean =>
  state === 'finished' || (state === 'cancelled' && openLines(counts) === 0)

/** Invalidates all that shows the fleet. */
function freshenSims(client: QueryClient): void {
  const shows = ['sims', 'dashboard', 'search']
  void client.invalidateQueries({ predicate: ({ queryKey }) => shows.includes(String(queryKey[0])) })
}

/** Applies events to the cache; refetches what events do not contain when an operation is new or over. */
function listener(client: QueryClient) {
  const before = new Map<number, string>()
  let linesAskedAt = 0
  return (progress: OperationProgress): void => {
    const { operationId } = progress
    client.setQueryData<OperationData>(operationKey(operationId), (data) => data && moved(data, progress))
    moveRows(client, progress)
    const isTurned = before.get(operationId) !== progress.state
    const isFirst = !before.has(operationId)
    before.set(operationId, progress.state)
    if (isTurned) {
      void client.invalidateQueries({ predicate: ({ queryKey }) => countsOperations(queryKey) })
      if (isFinal(progress) && !isFirst) freshenSims(client)
    }
    if (isTurned || performance.now() - linesAskedAt > LINES_MS) {
      linesAskedAt = performance.now()
      // the query's own interval restarts with each event and never elapses
      void client.invalidateQueries({ queryKey: operationKey(operationId) }, { cancelRefetch: false })
      void client.invalidateQueries({ queryKey: ['operations', 'items', operationId] }, { cancelRefetch: false })
    }
  }
}

/** Updates operations on the page from the event stream: one, or all of the company's. */
export function useLiveOperations(operationId?: number): void {
  const client = useQueryClient()
  useEffect(() => {
    const end = new AbortController()
    const open = (signal: AbortSignal) => callEvents(streamOperations, { query: { operationId } }, { signal })
    void followEvents(open, listener(client), end.signal)
    return () => end.abort()
  }, [operationId, client])
}
