import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type OperationProgress, streamOperations } from '#contract/operations.calls.ts'
import { openActions, openLines } from '#domain/operations.ts'
import { CallError, type ListPage } from '#web/lib/call.ts'
import { callEvents } from '#web/lib/call-events.ts'
import { countsOperations, type OperationData, type OperationRow, operationKey } from './operations.api.ts'

/** Before a stream that was cut off is opened again, ms. */
const AGAIN_MS = 2000
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

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, AGAIN_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Whether another try can help: not when nobody is logged in or the operation is not for this person. */
const isWorthAnother = (error: unknown): boolean =>
  !(error instanceof CallError) || error.code === 'unreachable' || error.status >= 500 || error.status === 429

/** Streams of pages that nobody looks at would use up the browser's connections to the server, of which there are six. */
const untilSeen = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
    look()
  })

/** A signal that ends with another, or when the page is hidden. */
function whileSeen(signal: AbortSignal): AbortSignal {
  const hidden = new AbortController()
  const look = () => {
    if (document.hidden) hidden.abort()
  }
  document.addEventListener('visibilitychange', look, { signal: AbortSignal.any([signal, hidden.signal]) })
  return AbortSignal.any([signal, hidden.signal])
}

async function follow(operationId: number | undefined, signal: AbortSignal, tell: (progress: OperationProgress) => void) {
  while (!signal.aborted) {
    await untilSeen(signal)
    const seen = whileSeen(signal)
    try {
      for await (const progress of callEvents(streamOperations, { query: { operationId } }, { signal: seen })) tell(progress)
    } catch (error) {
      if (signal.aborted || (!seen.aborted && !isWorthAnother(error))) return
      if (!seen.aborted) console.info('live operations', error)
    }
    if (!seen.aborted) await pause(signal)
  }
}

/** Keeps what the screens show of operations in step with what happens to them: of one, or of all of the company's. */
export function useLiveOperations(operationId?: number): void {
  const client = useQueryClient()
  useEffect(() => {
    const end = new AbortController()
    void follow(operationId, end.signal, listener(client))
    return () => end.abort()
  }, [operationId, client])
}
