import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { sql } from 'kysely'
import { API_KEY_SENTENCES } from '#contract/api-keys/api-key-messages.ts'
import { type Call, isForPeople } from '#contract/call.ts'
import { apiKeyActor } from '#domain/api-keys.ts'
import type { CamaraScope } from '#domain/camara-scopes.ts'
import { plainAddress } from '#domain/ip-address.ts'
import type { Permit } from '#domain/permits.ts'
import { AppError } from '../app-error.ts'
import type { Actor, RequestContext } from '../context.ts'
import { cachedFor } from '../records/cached-for.ts'
import { loadActor } from './actor.ts'
import { hashAgentToken } from './agent-token.ts'
import type { InnerCaller } from './inner-calls.ts'

/** `last_used_at` is written at most this often. */
const LAST_USED_WRITE_INTERVAL_MS = 60_000
/** The maker's rights are cached for this long, as with a login session; the key itself is checked each time. */
const MAKER_CACHE_MS = 2_000

export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** The caller's address as PostgreSQL parses it: an IPv4-mapped IPv6 address becomes IPv4, a zone is removed. */
function normalizeAddress(address: string): string | null {
  const plain = plainAddress(address)
  return isIP(plain) ? plain : null
}

/** Keys that are good for something, with their maker. */
const validKeys = ({ db, now, address }: RequestContext) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', (join) => join.onRef('u.user_id', '=', 'k.user_id').onRef('u.company_id', '=', 'k.company_id'))
    .select(['k.api_key_id', 'k.user_id', 'k.name', 'k.permits', 'k.can_hibernate', 'k.last_used_at', 'k.expires_at'])
    .select(
      sql<boolean>`k.addresses = '{}' OR coalesce(${normalizeAddress(address)}::inet <<= ANY (k.addresses::inet[]), false)`.as(
        'is_allowed_address',
      ),
    )
    .where('k.revoked_at', 'is', null)
    .where((where) => where.or([where('k.expires_at', 'is', null), where('k.expires_at', '>', now)]))
    .where('u.deactivated_at', 'is', null)

type KeyRow = Awaited<ReturnType<ReturnType<typeof validKeys>['execute']>>[number]

async function recordKeyUse({ db, now, address }: RequestContext, { api_key_id, last_used_at }: KeyRow): Promise<void> {
  const before = new Date(now.getTime() - LAST_USED_WRITE_INTERVAL_MS)
  if (last_used_at && last_used_at > before) return
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now, last_address: normalizeAddress(address) ?? '' })
    .where('api_key_id', '=', api_key_id)
    // of many concurrent requests one writes
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', before)]))
    .execute()
}

/**
 * The actor of a company's API key: the permits that the key has and its maker still has; never calls for administrators.
 * @throws AppError api_key_ended when it is unknown, revoked or expired, or its maker is gone
 */
export async function actorOfApiKey(ctx: RequestContext, key: string): Promise<Actor> {
  const row = await validKeys(ctx).where('k.key_hash', '=', hashApiKey(key)).executeTakeFirst()
  if (!row) throw new AppError('api_key_ended')
  return actorOfKey(ctx, row)
}

async function actorOfKey(ctx: RequestContext, row: KeyRow): Promise<Actor> {
  const userId = row.user_id
  if (userId === null) throw new AppError('api_key_ended')
  if (!row.is_allowed_address) throw new AppError('address_not_allowed')
  await recordKeyUse(ctx, row)
  const maker = await cachedFor(ctx, { key: `maker ${userId}`, maxAgeMs: MAKER_CACHE_MS }, () => loadActor(ctx, userId))
  return {
    ...maker,
    email: apiKeyActor(row.name),
    name: row.name,
    lastName: '',
    permits: (row.permits as Permit[]).filter((permit) => maker.permits.includes(permit)),
    canHibernate: row.can_hibernate && maker.canHibernate,
    isAdmin: false,
    apiKeyId: row.api_key_id,
  }
}

/** @throws AppError for a call that requires a login */
export function requireOpenToKeys(call: Call): void {
  if (isForPeople(call)) throw new AppError('not_allowed', { sentence: API_KEY_SENTENCES.peopleOnly })
}

/** An API key that comes with a token of its own, within the scopes of that. */
export interface KeyCaller extends InnerCaller {
  readonly apiKeyId: number
  /** null: never */
  readonly expiresAt: Date | null
  readonly scopes: readonly CamaraScope[]
}

/**
 * The API key of an access token, with its rights as they are now.
 * @returns undefined when the token is unknown or has expired, or when its key has ended
 * @throws AppError address_not_allowed
 */
export async function keyOfToken(ctx: RequestContext, token: string): Promise<KeyCaller | undefined> {
  const row = await validKeys(ctx)
    .innerJoin('agent_tokens as t', 't.api_key_id', 'k.api_key_id')
    .select('t.scopes')
    .where('t.token_hash', '=', hashAgentToken(token))
    .where('t.expires_at', '>', ctx.now)
    .executeTakeFirst()
  if (!row) return undefined
  const actor = await actorOfKey(ctx, row)
  const { api_key_id: apiKeyId, expires_at: expiresAt } = row
  return { actor, apiKeyId, expiresAt, scopes: (row.scopes ?? []) as CamaraScope[], requireMayAsk: requireOpenToKeys }
}
