import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { type Call, takesIdempotencyKey } from '#contract/call.ts'
import { ERROR_STATUS } from '#contract/envelope.ts'
import { AppError, invalidField } from '../app-error.ts'
import type { Actor, RequestContext } from '../context.ts'
import { deadWorkers, workerIdentityOf } from '../db/worker-identity.ts'

/** How long a repeated request waits for the first one with the same key. */
const WAIT_TIMEOUT_MS = 15_000
const POLL_INTERVAL_MS = 100

/** The idempotency key of a call that changes something; undefined without one. */
export function idempotencyKeyOf(call: Call, request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (!takesIdempotencyKey(call) || typeof key !== 'string') return undefined
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw invalidField('idempotency-key', {
      es: 'La cabecera Idempotency-Key no es válida',
      en: 'The Idempotency-Key header is invalid',
    })
  }
  return key
}

/** The owner of an Idempotency-Key: each user and each API key of a company has its own keys. */
export const keyOwnerOf = ({ companyId, userId, apiKeyId = 0 }: Pick<Actor, 'companyId' | 'userId' | 'apiKeyId'>) => ({
  company_id: companyId,
  user_id: userId,
  api_key_id: apiKeyId,
})

export interface StoredAnswer {
  readonly status: number
  readonly text: string
}

interface KeyedRequest {
  readonly actor: Pick<Actor, 'companyId' | 'userId' | 'apiKeyId'>
  readonly key: string
  readonly hash: Buffer
}

type Db = Pick<RequestContext, 'db' | 'pool' | 'now'>

/**
 * Does the work once per key: a repeated request gets the answer of the first one, also while that is still running. The same key
 * with another request is rejected. Internal errors are not stored, so that the same key may be retried.
 */
export async function answerOnce(
  ctx: RequestContext & { actor: Actor },
  request: FastifyRequest,
  work: () => Promise<string>,
  failureText: (error: AppError) => string,
): Promise<StoredAnswer> {
  const hash = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest()
  const keyed: KeyedRequest = { actor: ctx.actor, key: ctx.idempotencyKey ?? '', hash }
  const stored = await claimKey(ctx, keyed)
  if (stored) return stored
  try {
    const answer = { status: 200, text: await work() }
    await storeAnswer(ctx, keyed, answer)
    return answer
  } catch (error) {
    if (!(error instanceof AppError) || ERROR_STATUS[error.code] >= 500 || ERROR_STATUS[error.code] === 429)
      await releaseKey(ctx, keyed)
    else await storeAnswer(ctx, keyed, { status: ERROR_STATUS[error.code], text: failureText(error) })
    throw error
  }
}

/** Undefined when this request has claimed the key; the stored answer otherwise. */
async function claimKey({ db, pool, now }: Db, { actor, key, hash }: KeyedRequest): Promise<StoredAnswer | undefined> {
  const { workerId } = await workerIdentityOf(pool)
  const until = performance.now() + WAIT_TIMEOUT_MS
  for (;;) {
    const inserted = await db
      .insertInto('idempotency_keys')
      .values({ ...keyOwnerOf(actor), key, request_hash: hash, created_at: now, worker_id: workerId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (inserted) return undefined
    const row = await keyRow({ db }, { actor, key })
      .select(['request_hash', 'status', 'answer', 'worker_id'])
      .executeTakeFirst()
    if (!row) continue
    if (!row.request_hash.equals(hash)) {
      const sentence = {
        es: 'Esa Idempotency-Key ya se usó para otra petición',
        en: 'That Idempotency-Key was already used for another request',
      }
      throw new AppError('conflict', { sentence })
    }
    if (row.status !== null && row.answer !== null) return { status: row.status, text: row.answer }
    if (await takeOver({ db, pool }, { actor, key }, { from: row.worker_id, to: workerId })) return undefined
    if (performance.now() > until) throw new AppError('conflict', { retryAfterS: 5 })
    await sleep(POLL_INTERVAL_MS)
  }
}

const keyRow = ({ db }: Pick<Db, 'db'>, { actor, key }: Pick<KeyedRequest, 'actor' | 'key'>) =>
  db
    .selectFrom('idempotency_keys')
    .where((where) => where.and(keyOwnerOf(actor)))
    .where('key', '=', key)

/** Takes over a request whose process died. An older version named none. */
async function takeOver(
  { db, pool }: Pick<Db, 'db' | 'pool'>,
  { actor, key }: Pick<KeyedRequest, 'actor' | 'key'>,
  { from, to }: { from: number | null; to: number },
): Promise<boolean> {
  if (from !== null && (await deadWorkers(pool, [from])).length === 0) return false
  const taken = await db
    .updateTable('idempotency_keys')
    .set({ worker_id: to })
    .where((where) => where.and(keyOwnerOf(actor)))
    .where('key', '=', key)
    .where('status', 'is', null)
    .where('worker_id', 'is not distinct from', from)
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}

async function storeAnswer({ db }: Db, { actor, key }: KeyedRequest, { status, text }: StoredAnswer): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status, answer: text })
    .where((where) => where.and(keyOwnerOf(actor)))
    .where('key', '=', key)
    .execute()
}

async function releaseKey({ db }: Db, { actor, key }: KeyedRequest): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where((where) => where.and(keyOwnerOf(actor)))
    .where('key', '=', key)
    // an operation that was started stays linked to its key: the next request with this key finds it
    .where('operation_id', 'is', null)
    .execute()
}
