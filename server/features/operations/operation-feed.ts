import { EventEmitter, on } from 'node:events'
import { sql } from 'kysely'
import type { OperationProgress } from '#contract/operations/operations.calls.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import { mergeSorted } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import type { Notifications } from '#server/db/notifications.ts'
import { inScope, keyOf, scopeOf } from '#server/db/scope.ts'
import { SharedReads } from '#server/live/shared-reads.ts'
import { findParts, type OperationParts, wholeOf } from './operation-parts.ts'
import type { OperationRow } from './operation-row.ts'
import { progressOf } from './operations.queries.ts'

/** Changes of one operation are read and sent at most this often. */
const MIN_INTERVAL_MS = 250

interface Followed {
  readonly operationId?: number | undefined
  readonly seconds: number
}

/** Progress of operations for subscribed readers, whichever process works on them. */
export class OperationFeed {
  readonly #notifications: Notifications
  readonly #reads = new SharedReads<OperationParts | undefined>(MIN_INTERVAL_MS)
  readonly #closing = new AbortController()

  constructor(notifications: Notifications) {
    this.#notifications = notifications
  }

  /** The present state of the reader's operations, and then each change, until the time is over or the reader disconnects. */
  async *follow(ctx: Ctx, { operationId, seconds }: Followed): AsyncGenerator<OperationProgress> {
    const end = new AbortController()
    const timer = setTimeout(() => end.abort(), seconds * 1000)
    this.#closing.signal.addEventListener('abort', () => end.abort(), { once: true, signal: end.signal })
    const changes = new EventEmitter()
    const moves = on(changes, 'changed', { signal: end.signal })
    /** notified of, and not read since: one read covers all notifications that arrive before it */
    const unread = new Set<number>()
    const onPayload = (payload: string): void => {
      const id = followedIn(ctx, payload, operationId)
      if (id === undefined || unread.has(id)) return
      unread.add(id)
      changes.emit('changed', id)
    }
    let stop: (() => void) | undefined
    try {
      if (seconds > 0) stop = await this.#notifications.listen('operationChanged', onPayload)
      for (const operation of await this.#openOperations(ctx, operationId)) yield progressOf(operation)
      if (seconds > 0) yield* this.#changes(ctx, moves, unread)
    } catch (error) {
      if (!end.signal.aborted) throw error
    } finally {
      stop?.()
      clearTimeout(timer)
      end.abort()
      await moves.return?.()
    }
  }

  async *#changes(ctx: Ctx, moves: AsyncIterable<unknown[]>, unread: Set<number>): AsyncGenerator<OperationProgress> {
    const sent = new Map<number, string>()
    for await (const [moved] of moves) {
      const id = Number(moved)
      unread.delete(id)
      const operation = await this.#read(ctx, id)
      if (!operation || operation.state === 'draft') continue
      const progress = progressOf(operation)
      const text = JSON.stringify(progress)
      if (sent.get(id) === text) continue
      sent.set(id, text)
      yield progress
    }
  }

  /** Shared by readers of the same companies in the same cells. */
  async #read(ctx: Ctx, id: number): Promise<OperationRow | undefined> {
    const cells = ctx.readableCells.map(({ cellId }) => cellId)
    const parts = await this.#reads.read(`${id} ${cells} ${keyOf(scopeOf(ctx.actor))}`, () => findParts(ctx, id))
    return parts && wholeOf(parts)
  }

  async #openOperations(ctx: Ctx, operationId: number | undefined): Promise<OperationRow[]> {
    const scope = scopeOf(ctx.actor)
    const opened = sql<{ operationId: number }>`
      SELECT o.operation_id AS "operationId" FROM operations o WHERE ${inScope(scope, sql`o.company_id`)}
        AND ${operationId === undefined ? sql`o.state IN ('scheduled', 'running', 'paused')` : sql`o.operation_id = ${operationId}`}
      ORDER BY o.operation_id DESC LIMIT ${MAX_OPEN}`
    const answers = await fromEachCell(ctx, async ({ db }) => (await opened.execute(db)).rows.map((row) => row.operationId))
    const ids = [...new Set(mergeSorted(answers, (a, b) => b - a))].slice(0, MAX_OPEN)
    const found = await Promise.all(ids.map((id) => this.#read(ctx, id)))
    return found.filter((operation) => operation !== undefined)
  }

  /** Ends every stream: a closing server waits for them. */
  endStreams(): void {
    this.#closing.abort()
  }
}

const MAX_OPEN = 100

/** The operation that a notification names, if the reader follows it. */
function followedIn({ actor: { companyIds } }: Ctx, payload: string, only: number | undefined): number | undefined {
  const [companyId, id] = payload.split(':').map(Number)
  if (id === undefined || companyId === undefined || (only !== undefined && id !== only)) return undefined
  return companyIds === 'all' || companyIds.includes(companyId) ? id : undefined
}
