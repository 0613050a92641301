import { randomInt } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { API_KEY_SENTENCES } from '#contract/api-keys/api-key-messages.ts'
import type { ApiKeyData } from '#contract/api-keys/api-keys.calls.ts'
import type {
  getDeviceLogin as getCall,
  getOwnDeviceLogin as getOwnCall,
  startDeviceLogin as startCall,
} from '#contract/api-keys/device-logins.calls.ts'
import type { CallData } from '#contract/call.ts'
import { apiKeyHint, isApiKey } from '#domain/api-keys.ts'
import { DEVICE_LOGIN_MS, DEVICE_POLL_S, makeUserCode, readUserCode } from '#domain/device-logins.ts'
import { addressBlock } from '#domain/ip-address.ts'
import { HOUR_MS } from '#domain/time.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction, type RequestContext } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { hashApiKey } from '#server/http/api-key.ts'
import { audit } from '#server/records/audit.ts'
import { type ApiKeyBody, keepApiKey } from './api-keys.commands.ts'

/** Logins that are begun from one address, or IPv6 network, within an hour. */
const LOGINS_OF_BLOCK = 30
/** From all of them, which bounds the table: 334 addresses are needed to reach it. */
const LOGINS = 10_000

/** The key of a caller, not valid yet. */
function newKeyOf({ headers }: FastifyRequest): string {
  const key = headers['x-api-key']
  if (typeof key !== 'string' || !isApiKey(key)) throw new AppError('invalid_api_key')
  return key
}

/** Begins the login of a terminal. The key itself is not kept, and a second question with the same key gets the same code. */
export async function startDeviceLogin(
  ctx: RequestContext,
  machine: string,
  http: FastifyRequest,
): Promise<CallData<typeof startCall>> {
  const { now, address } = ctx
  const key = newKeyOf(http)
  await deleteOldLogins(ctx)
  await requireUnknown(ctx, key)
  const values = {
    key_hash: hashApiKey(key),
    hint: apiKeyHint(key),
    user_code: makeUserCode(randomInt),
    machine,
    address,
    address_block: addressBlock(address),
    created_at: now,
    expires_at: new Date(now.getTime() + DEVICE_LOGIN_MS),
  }
  const { user_code, expires_at } = await inTransaction(ctx, async (trx) => {
    await requireFewLogins(trx, values.address_block)
    return trx
      .insertInto('device_logins')
      .values(values)
      .onConflict((conflict) => conflict.column('key_hash').doUpdateSet({ machine }))
      .returning(['user_code', 'expires_at'])
      .executeTakeFirstOrThrow()
  })
  return { userCode: user_code, expiresAt: expires_at.toISOString(), interval: DEVICE_POLL_S }
}

/** A key that exists needs no approval. */
async function requireUnknown({ db }: RequestContext, key: string): Promise<void> {
  const known = await db.selectFrom('api_keys').select('api_key_id').where('key_hash', '=', hashApiKey(key)).executeTakeFirst()
  if (known) throw new AppError('invalid_api_key')
}

/** Deletes those that can't be confirmed any more and no longer count. */
async function deleteOldLogins({ db, now }: RequestContext): Promise<void> {
  await db
    .deleteFrom('device_logins')
    .where('created_at', '<=', new Date(now.getTime() - HOUR_MS))
    .execute()
}

/**
 * Serializes logins per block; otherwise concurrent ones would pass its limit.
 * @throws AppError too_many_requests
 */
async function requireFewLogins(trx: DatabaseTransaction, block: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('enlace:device-logins'), hashtext(${block}))`.execute(trx)
  const { own, all } = await trx
    .selectFrom('device_logins')
    .select([
      sql<number>`count(*) FILTER (WHERE address_block = ${block})::int`.as('own'),
      sql<number>`count(*)::int`.as('all'),
    ])
    .executeTakeFirstOrThrow()
  if (own >= LOGINS_OF_BLOCK || all >= LOGINS) throw new AppError('too_many_requests', { retryAfterS: HOUR_MS / 1000 })
}

/** Whether a person approved the caller's key. */
export async function readOwnDeviceLogin(
  { db, now }: RequestContext,
  http: FastifyRequest,
): Promise<CallData<typeof getOwnCall>> {
  const login = await db
    .selectFrom('device_logins')
    .select(['is_approved', 'expires_at'])
    .where('key_hash', '=', hashApiKey(newKeyOf(http)))
    .executeTakeFirst()
  if (login?.is_approved === null && login.expires_at > now) return { state: 'pending' }
  if (!login || login.is_approved === null) return { state: 'expired' }
  return { state: login.is_approved ? 'approved' : 'refused' }
}

/**
 * The login that waits with a code; locked when the caller decides it. Codes are not counted: of 20^8 at most 10 000 wait, and who guesses
 * one lets a stranger into the own company.
 */
async function requireWaiting(ctx: Ctx, db: Database, typed: string, isLocked = false) {
  const code = readUserCode(typed) ?? ''
  const waiting = db
    .selectFrom('device_logins')
    .selectAll()
    .where('user_code', '=', code)
    .where('is_approved', 'is', null)
    .where('expires_at', '>', ctx.now)
  const login = await (isLocked ? waiting.forNoKeyUpdate() : waiting).executeTakeFirst()
  if (!login) throw new AppError('not_found', { sentence: API_KEY_SENTENCES.unknownCode })
  return login
}

/** The terminal that waits with a code. */
export async function readDeviceLogin(ctx: Ctx, typed: string): Promise<CallData<typeof getCall>> {
  const { user_code, machine, address, created_at, expires_at } = await requireWaiting(ctx, ctx.db, typed)
  return {
    ...{ userCode: user_code, machine, address },
    ...{ startedAt: created_at.toISOString(), expiresAt: expires_at.toISOString() },
  }
}

/** Makes the key of a terminal one of the actor's company. */
export async function approveDeviceLogin(ctx: Ctx, typed: string, body: ApiKeyBody): Promise<ApiKeyData> {
  return inTransaction(ctx, async (trx) => {
    const { key_hash, hint } = await requireWaiting(ctx, trx, typed, true)
    await trx.updateTable('device_logins').set({ is_approved: true }).where('key_hash', '=', key_hash).execute()
    return keepApiKey(trx, ctx, body, { hash: key_hash, hint })
  })
}

export async function refuseDeviceLogin(ctx: Ctx, typed: string): Promise<WithMessage<null>> {
  return inTransaction(ctx, async (trx) => {
    const { key_hash, hint, machine, address } = await requireWaiting(ctx, trx, typed, true)
    await trx.updateTable('device_logins').set({ is_approved: false }).where('key_hash', '=', key_hash).execute()
    await audit(trx, ctx, {
      action: 'api_key.refused',
      entity: 'api_key',
      entityId: hint,
      before: { name: machine, addresses: [address] },
    })
    return new WithMessage(null, API_KEY_SENTENCES.refused)
  })
}
