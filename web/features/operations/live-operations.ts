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

/** Lines that are on the page, and how fast they move, are asked for anew at most this often while they move, ms. */
const LINES_MS = 1500

/** What an operation says of itself with an event put in. */
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

/** All that shows the fleet is asked for anew. */
function freshenSims(client: QueryClient): void {
  const shows = ['sims', 'dashboard', 'search']
  void client.invalidateQueries({ predicate: ({ queryKey }) => shows.includes(String(queryKey[0])) })
}

/** Puts events where the screens find them; asks for what events do not say once an operation is new or over. */
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
      // the query's own interval begins anew with each event and never comes to its end
      void client.invalidateQueries({ queryKey: operationKey(operationId) }, { cancelRefetch: false })
      void client.invalidateQueries({ queryKey: ['operations', 'items', operationId] }, { cancelRefetch: false })
    }
  }
}

/** Keeps what the screens show of operations in step with what happens to them: of one, or of all of the company's. */
export function useLiveOperations(operationId?: number): void {
  const client = useQueryClient()
  useEffect(() => {
    const end = new AbortController()
    const open = (signal: AbortSignal) => callEvents(streamOperations, { query: { operationId } }, { signal })
    void followEvents(open, listener(client), end.signal)
    return () => end.abort()
  }, [operationId, client])
}
