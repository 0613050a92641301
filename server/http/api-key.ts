import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { sql } from 'kysely'
import { apiKeyActor } from '#domain/api-keys.ts'
import type { Permit } from '#domain/permits.ts'
import type { Actor, RequestContext } from '../context.ts'
import { recently } from '../records/cached-for.ts'
import { AppError } from './errors.ts'
import { loadActor } from './login-session.ts'

/** `last_used_at` is written at most this often. */
const USED_EVERY_MS = 60_000
/** What the maker may do is believed for so long, as with a login session; the key itself is asked about each time. */
const MAKER_MS = 2_000

export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** The caller's address as PostgreSQL reads it: an IPv4 address in IPv6's clothes is itself again, a zone is left out. */
function plainAddress(address: string): string | null {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')
  return isIP(plain) ? plain : null
}

async function findKey({ db, now, address }: RequestContext, key: string) {
  return db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', (join) => join.onRef('u.user_id', '=', 'k.user_id').onRef('u.company_id', '=', 'k.company_id'))
    .select(['k.api_key_id', 'k.user_id', 'k.name', 'k.permits', 'k.can_hibernate', 'k.last_used_at'])
    .select(
      sql<boolean>`k.addresses = '{}' OR coalesce(${plainAddress(address)}::inet <<= ANY (k.addresses::inet[]), false)`.as(
        'is_near',
      ),
    )
    .where('k.key_hash', '=', hashOfKey(key))
    .where('k.revoked_at', 'is', null)
    .where((where) => where.or([where('k.expires_at', 'is', null), where('k.expires_at', '>', now)]))
    .where('u.deactivated_at', 'is', null)
    .executeTakeFirst()
}

type KeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>

async function noteUse({ db, now, address }: RequestContext, { api_key_id, last_used_at }: KeyRow): Promise<void> {
  const before = new Date(now.getTime() - USED_EVERY_MS)
  if (last_used_at && last_used_at > before) return
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now, last_address: plainAddress(address) ?? '' })
    .where('api_key_id', '=', api_key_id)
    // of many requests at once, one writes
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', before)]))
    .execute()
}

/**
 * What a company's own key may do: what it was made for, and of that only what its maker still may; never an administrator's calls.
 * Throws api_key_ended for one that is unknown, revoked or expired, or whose maker is gone.
 */
export async function actorOfApiKey(ctx: RequestContext, key: string): Promise<Actor> {
  const row = await findKey(ctx, key)
  if (!row || row.user_id === null) throw new AppError('api_key_ended')
  if (!row.is_near) throw new AppError('address_not_allowed')
  await noteUse(ctx, row)
  const userId = row.user_id
  const maker = await recently(ctx, { key: `maker ${userId}`, maxAgeMs: MAKER_MS }, () => loadActor(ctx, userId))
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
