import { EventEmitter, on } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { OperationProgress } from '#contract/operations/operations.calls.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import { mergeSorted } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import type { Notifications } from '#server/db/notifications.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { findParts, wholeOf } from './operation-parts.ts'
import type { OperationRow } from './operation-row.ts'
import { progressOf } from './operations.queries.ts'

/** Changes of one operation are sent at most this often. */
const MIN_INTERVAL_MS = 250

/** Progress of operations for subscribed readers, whichever process works on them. */
export class OperationFeed {
  readonly #notifications: Notifications
  readonly #closing = new AbortController()

  constructor(notifications: Notifications) {
    this.#notifications = notifications
  }

  /** The present state of the reader's operations, and then each change, until the time is over or the reader disconnects. */
  async *follow(
    ctx: Ctx,
    { operationId, seconds }: { operationId?: number | undefined; seconds: number },
  ): AsyncGenerator<OperationProgress> {
    const end = new AbortController()
    const timer = setTimeout(() => end.abort(), seconds * 1000)
    this.#closing.signal.addEventListener('abort', () => end.abort(), { once: true, signal: end.signal })
    const changes = new EventEmitter()
    const moves = on(changes, 'changed', { signal: end.signal })
    let stop: (() => void) | undefined
    try {
      if (seconds > 0)
        stop = await this.#notifications.listen('operationChanged', (payload) => changes.emit('changed', payload))
      for (const operation of await openOperations(ctx, operationId)) yield progressOf(operation)
      if (seconds > 0) yield* this.#changes(ctx, moves, operationId)
    } catch (error) {
      if (!end.signal.aborted) throw error
    } finally {
      stop?.()
      clearTimeout(timer)
      end.abort()
      await moves.return?.()
    }
  }

  async *#changes(ctx: Ctx, moves: AsyncIterable<unknown[]>, only: number | undefined): AsyncGenerator<OperationProgress> {
    const sent = new Map<number, { at: number; text: string }>()
    for await (const [payload] of moves) {
      const [companyId, id] = String(payload).split(':').map(Number)
      if (id === undefined || companyId === undefined || (only !== undefined && id !== only)) continue
      const { companyIds } = ctx.actor
      if (companyIds !== 'all' && !companyIds.includes(companyId)) continue
      const last = sent.get(id)
      const wait = last ? last.at + MIN_INTERVAL_MS - performance.now() : 0
      if (wait > 0) await sleep(wait)
      const parts = await findParts(ctx, id)
      const operation = parts && wholeOf(parts)
      if (!operation || operation.state === 'draft') continue
      const progress = progressOf(operation)
      const text = JSON.stringify(progress)
      // one read covers all notifications that arrived meanwhile
      if (last?.text === text) continue
      sent.set(id, { at: performance.now(), text })
      yield progress
    }
  }

  /** Ends every stream: a closing server waits for them. */
  endStreams(): void {
    this.#closing.abort()
  }
}

const MAX_OPEN = 100

async function openOperations(ctx: Ctx, operationId: number | undefined): Promise<OperationRow[]> {
  const scope = scopeOf(ctx.actor)
  const opened = sql<{ operationId: number }>`
    SELECT o.operation_id AS "operationId" FROM operations o WHERE ${inScope(scope, sql`o.company_id`)}
      AND ${operationId === undefined ? sql`o.state IN ('scheduled', 'running', 'paused')` : sql`o.operation_id = ${operationId}`}
    ORDER BY o.operation_id DESC LIMIT ${MAX_OPEN}`
  const answers = await fromEachCell(ctx, async ({ db }) => (await opened.execute(db)).rows.map((row) => row.operationId))
  const ids = [...new Set(mergeSorted(answers, (a, b) => b - a))].slice(0, MAX_OPEN)
  const found = await Promise.all(ids.map((id) => findParts(ctx, id)))
  return found.flatMap((parts) => (parts ? [wholeOf(parts)] : []))
}
