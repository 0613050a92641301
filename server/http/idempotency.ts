import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { ERROR_STATUS } from '#contract/envelope.ts'
import type { Actor, RequestContext } from '../context.ts'
import { AppError, invalidField } from './errors.ts'

/** How long a second request waits for the first one of the same key. */
const PATIENCE_MS = 15_000
const LOOK_EVERY_MS = 100
/** A first request that gave no sign for so long has died with its process; the next one of that key takes over. */
const ABANDONED_MS = 60_000

/** The key that a caller gave to a call that changes something; undefined when there is none. */
export function idempotencyKeyOf(call: Call, request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  const isKept = call.method !== 'GET' && call.access !== 'public' && call.data && !call.upload
  if (!isKept || call.secret || typeof key !== 'string') return undefined
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw invalidField('idempotency-key', {
      es: 'La cabecera Idempotency-Key no es válida',
      en: 'The Idempotency-Key header is not valid',
    })
  }
  return key
}

/** Whose an Idempotency-Key is: a person and each of a company's API keys has its own. */
export const nameOf = ({ companyId, userId, apiKeyId = 0 }: Pick<Actor, 'companyId' | 'userId' | 'apiKeyId'>) => ({
  company_id: companyId,
  user_id: userId,
  api_key_id: apiKeyId,
})

export interface KeptAnswer {
  readonly status: number
  readonly text: string
}

interface Named {
  readonly actor: Pick<Actor, 'companyId' | 'userId' | 'apiKeyId'>
  readonly key: string
  readonly hash: Buffer
}

type Db = Pick<RequestContext, 'db' | 'now'>

/**
 * Does the work once for each key: a repeated request gets the answer of the first one, also while that is still at work. The same
 * key with another request is refused. Faults of ours are not kept, so that the same key may try again.
 */
export async function answerOnce(
  ctx: RequestContext & { actor: Actor },
  request: FastifyRequest,
  work: () => Promise<string>,
  failureText: (error: AppError) => string,
): Promise<KeptAnswer> {
  const hash = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest()
  const named: Named = { actor: ctx.actor, key: ctx.idempotencyKey ?? '', hash }
  const kept = await takeKey(ctx, named)
  if (kept) return kept
  try {
    const answer = { status: 200, text: await work() }
    await keep(ctx, named, answer)
    return answer
  } catch (error) {
    if (!(error instanceof AppError) || ERROR_STATUS[error.code] >= 500 || ERROR_STATUS[error.code] === 429)
      await forget(ctx, named)
    else await keep(ctx, named, { status: ERROR_STATUS[error.code], text: failureText(error) })
    throw error
  }
}

/** Undefined when the key is now ours to work under; the kept answer otherwise. */
async function takeKey({ db, now }: Db, { actor, key, hash }: Named): Promise<KeptAnswer | undefined> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const mine = await db
      .insertInto('idempotency_keys')
      .values({ ...nameOf(actor), key, request_hash: hash, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (mine) return undefined
    const row = await rowOf({ db, now }, { actor, key, hash }).select(['request_hash', 'status', 'answer']).executeTakeFirst()
    if (!row) continue
    if (!row.request_hash.equals(hash)) {
      const sentence = {
        es: 'Esa Idempotency-Key ya se usó para otra petición',
        en: 'That Idempotency-Key was used for another request already',
      }
      throw new AppError('conflict', { sentence })
    }
    if (row.status !== null && row.answer !== null) return { status: row.status, text: row.answer }
    if (await takeOver({ db, now }, { actor, key, hash })) return undefined
    if (performance.now() > until) throw new AppError('conflict', { retryAfterS: 5 })
    await sleep(LOOK_EVERY_MS)
  }
}

const rowOf = ({ db }: Db, { actor, key }: Named) =>
  db
    .selectFrom('idempotency_keys')
    .where((where) => where.and(nameOf(actor)))
    .where('key', '=', key)

async function takeOver({ db, now }: Db, { actor, key }: Named): Promise<boolean> {
  const taken = await db
    .updateTable('idempotency_keys')
    .set({ created_at: now })
    .where((where) => where.and(nameOf(actor)))
    .where('key', '=', key)
    .where('status', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - ABANDONED_MS))
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}

async function keep({ db }: Db, { actor, key }: Named, { status, text }: KeptAnswer): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status, answer: text })
    .where((where) => where.and(nameOf(actor)))
    .where('key', '=', key)
    .execute()
}

async function forget({ db }: Db, { actor, key }: Named): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where((where) => where.and(nameOf(actor)))
    .where('key', '=', key)
    // an operation that was started stays started: the next request of this key finds it
    .where('operation_id', 'is', null)
    .execute()
}
