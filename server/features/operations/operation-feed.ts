import { EventEmitter, on } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client, type Pool } from 'pg'
import type { OperationProgress } from '#contract/operations/operations.calls.ts'
import type { Ctx } from '../../context.ts'
import { inScope, scopeOf } from '../../db/scope.ts'
import { findOperation, OPERATIONS_CHANNEL, type OperationRow } from './operation-row.ts'
import { progressOf } from './operations.queries.ts'

/** Changes of one operation are told at most this often. */
const TELL_EVERY_MS = 250
const RECONNECT_MS = 1_000

/**
 * Hears on one connection for the whole process which operations move, whichever process moves them (LISTEN/NOTIFY), and tells
 * those who follow them. It listens while somebody follows.
 */
export class OperationFeed {
  readonly #pool: Pool
  readonly #moves = new EventEmitter().setMaxListeners(0)
  #client: Promise<Client> | undefined
  #followers = 0
  readonly #closing = new AbortController()
  #isClosed = false

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** How the reader's operations stand, and then each change, until the time is over or the reader goes away. */
  async *follow(
    ctx: Ctx,
    { operationId, seconds }: { operationId?: number | undefined; seconds: number },
  ): AsyncGenerator<OperationProgress> {
    const end = new AbortController()
    const timer = setTimeout(() => end.abort(), seconds * 1000)
    this.#closing.signal.addEventListener('abort', () => end.abort(), { once: true, signal: end.signal })
    const moves = on(this.#moves, 'moved', { signal: end.signal })
    this.#followers += 1
    try {
      if (seconds > 0) await this.#listen()
      for (const operation of await openOperations(ctx, operationId)) yield progressOf(operation)
      if (seconds > 0) yield* this.#changes(ctx, moves, operationId)
    } catch (error) {
      if (!end.signal.aborted) throw error
    } finally {
      clearTimeout(timer)
      end.abort()
      await moves.return?.()
      this.#followers -= 1
      if (this.#followers === 0) await this.#hangUp()
    }
  }

  async *#changes(ctx: Ctx, moves: AsyncIterable<unknown[]>, only: number | undefined): AsyncGenerator<OperationProgress> {
    const told = new Map<number, { at: number; text: string }>()
    for await (const [payload] of moves) {
      const [companyId, id] = String(payload).split(':').map(Number)
      if (id === undefined || companyId === undefined || (only !== undefined && id !== only)) continue
      const { companyIds } = ctx.actor
      if (companyIds !== 'all' && !companyIds.includes(companyId)) continue
      const last = told.get(id)
      const wait = last ? last.at + TELL_EVERY_MS - performance.now() : 0
      if (wait > 0) await sleep(wait)
      const operation = await findOperation(ctx.db, scopeOf(ctx.actor), id)
      if (!operation || operation.state === 'draft') continue
      const progress = progressOf(operation)
      const text = JSON.stringify(progress)
      // many moves were heard while waiting; the first look tells them all
      if (last?.text === text) continue
      told.set(id, { at: performance.now(), text })
      yield progress
    }
  }

  #listen(): Promise<Client> {
    this.#client ??= this.#connect()
    return this.#client
  }

  async #connect(): Promise<Client> {
    const client = new Client({ connectionString: this.#pool.options.connectionString, application_name: 'enlace-feed' })
    client.on('notification', ({ payload }) => this.#moves.emit('moved', payload))
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    try {
      await client.connect()
      await client.query(`LISTEN ${OPERATIONS_CHANNEL}`)
    } catch (error) {
      this.#client = undefined
      throw error
    }
    return client
  }

  #lost(client: Client): void {
    void client
    this.#client = undefined
    if (this.#isClosed || this.#followers === 0) return
    setTimeout(() => {
      if (!this.#isClosed && this.#followers > 0) this.#listen().catch(() => this.#lost(client))
    }, RECONNECT_MS).unref()
  }

  async #hangUp(): Promise<void> {
    const client = await this.#client?.catch(() => undefined)
    if (this.#followers > 0 && !this.#isClosed) return
    this.#client = undefined
    await client?.end()
  }

  /** Ends every reader's stream: a server that is closing waits for those. */
  endStreams(): void {
    this.#closing.abort()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#hangUp()
  }
}

async function openOperations(ctx: Ctx, operationId: number | undefined): Promise<OperationRow[]> {
  const scope = scopeOf(ctx.actor)
  const { rows } = await sql<{ operationId: number }>`
    SELECT o.operation_id AS "operationId" FROM operations o WHERE ${inScope(scope, sql`o.company_id`)}
      AND ${operationId === undefined ? sql`o.state IN ('scheduled', 'running', 'paused')` : sql`o.operation_id = ${operationId}`}
    ORDER BY o.operation_id DESC LIMIT 100`.execute(ctx.db)
  const found = await Promise.all(rows.map((row) => findOperation(ctx.db, scope, row.operationId)))
  return found.filter((operation) => operation !== undefined)
}
