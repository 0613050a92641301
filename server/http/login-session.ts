import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Permit } from '#domain/permits.ts'
import { mayOpenPortalViewOf } from '#domain/user-rights.ts'
import type { Actor, RequestContext, Services } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { clearCookie, type Http, readCookie, setCookie } from './cookies.ts'
import { AppError } from './errors.ts'

const SESSION_COOKIE = 'enlace_session'

/** A login session ends after this long without a request … */
export const IDLE_MS = 30 * 60_000
/** … and after this long whatever happens. */
export const LIFETIME_MS = 12 * 3_600_000
/** `last_seen_at` is written at most this often: one write a minute for each person at work, not one a request. */
const SEEN_EVERY_MS = 60_000
/** For this long a checked session is believed without asking: a right taken away works everywhere within it. */
const CACHE_MS = 2_000
const CACHE_SIZE = 10_000

interface Checked {
  readonly actor: Actor
  readonly checkedAt: number
}

/** Per process; keyed by the pool so that two servers in one test process don't share sessions. */
const caches = new WeakMap<object, Map<string, Checked>>()

function cacheOf(services: Services): Map<string, Checked> {
  const known = caches.get(services.pool) ?? new Map<string, Checked>()
  caches.set(services.pool, known)
  return known
}

/** What tables keep of a token that a cookie carries. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The first factor by which a person proved who they are. */
type LoginMethod = 'password' | 'sign_on'

/** How a login began. */
export interface LoginOrigin {
  readonly method: LoginMethod
  /** the session at the provider from which it came; being logged out there ends it */
  readonly providerSession?: string | undefined
}

/** Opens a login session and sets its cookie; the token itself is stored nowhere. One that the browser had ends. */
export async function openLoginSession(ctx: RequestContext, userId: number, origin: LoginOrigin, http: Http): Promise<void> {
  const { request } = http
  await endPresentSession(ctx, request)
  const token = randomBytes(32).toString('base64url')
  await ctx.db
    .insertInto('login_sessions')
    .values({
      token_hash: hashOfToken(token),
      user_id: userId,
      created_at: ctx.now,
      last_seen_at: ctx.now,
      address: ctx.address,
      user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      method: origin.method,
      provider_session: origin.providerSession ?? null,
    })
    .execute()
  setCookie(ctx, http, { name: SESSION_COOKIE, value: token, maxAgeS: LIFETIME_MS / 1000 })
}

/** Ends the request's login session and takes the cookie away. @returns whose it was; undefined when there was none that was open */
export async function closeLoginSession(services: Services, http: Http): Promise<number | undefined> {
  const userId = await endPresentSession(services, http.request)
  clearCookie(services, http, SESSION_COOKIE)
  return userId
}

async function endPresentSession(services: Services, request: FastifyRequest): Promise<number | undefined> {
  const hash = presentSession(services, request)
  if (!hash) return undefined
  forgetSessions(services, [hash])
  const ended = await services.db
    .updateTable('login_sessions')
    .set({ ended_at: services.clock() })
    .where('token_hash', '=', hash)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return ended?.user_id
}

/** The hash of the session that the request's cookie names; undefined without one. */
export function presentSession(services: Pick<Services, 'config'>, request: FastifyRequest): Buffer | undefined {
  const token = readCookie(services, request, SESSION_COOKIE)
  return token ? hashOfToken(token) : undefined
}

/** Sessions that have ended are no longer believed here; other processes believe them for two seconds at most. */
export function forgetSessions(services: Services, hashes: readonly Buffer[]): void {
  for (const hash of hashes) cacheOf(services).delete(hash.toString('base64'))
}

/** Rights have changed: here they hold at once, in other processes within two seconds. */
export function forgetActors(services: Pick<Services, 'pool'>): void {
  caches.get(services.pool)?.clear()
}

/**
 * Puts another session in place of the request's: the same person since the same login, who looks at the portal as a user or as
 * themselves again. Its token is a new one, for processes believe what they know of the old one for two seconds.
 * @returns sets the cookie; to be called when the transaction is done
 */
export async function replaceLoginSession(
  trx: DatabaseTransaction,
  ctx: RequestContext,
  seenAsUserId: number | null,
  http: Http,
): Promise<() => void> {
  const before = presentSession(ctx, http.request)
  if (!before) throw new AppError('not_logged_in')
  const token = randomBytes(32).toString('base64url')
  const { rows } = await sql<{ created_at: Date }>`
    WITH old AS (UPDATE login_sessions SET ended_at = ${ctx.now} WHERE token_hash = ${before} AND ended_at IS NULL RETURNING *)
    INSERT INTO login_sessions
      (token_hash, user_id, created_at, last_seen_at, address, user_agent, method, provider_session, seen_as_user_id)
    SELECT ${hashOfToken(token)}, user_id, created_at, ${ctx.now}, ${ctx.address}, user_agent, method, provider_session,
      ${seenAsUserId}::int FROM old
    RETURNING created_at`.execute(trx)
  const [session] = rows
  if (!session) throw new AppError('session_expired')
  const left = LIFETIME_MS - (ctx.now.getTime() - session.created_at.getTime())
  return () => {
    forgetSessions(ctx, [before])
    setCookie(ctx, http, { name: SESSION_COOKIE, value: token, maxAgeS: Math.ceil(left / 1000) })
  }
}

interface CheckOptions {
  /** nobody is at work because of it: the session does not last longer for it */
  readonly isPassive?: boolean
}

/** Who sent the request. Throws not_logged_in without a cookie, session_expired when its session has ended. */
export async function actorOfRequest(ctx: RequestContext, request: FastifyRequest, options: CheckOptions = {}): Promise<Actor> {
  const hash = presentSession(ctx, request)
  if (!hash) throw new AppError('not_logged_in')
  const key = hash.toString('base64')
  const cache = cacheOf(ctx)
  const cached = cache.get(key)
  if (cached && ctx.now.getTime() - cached.checkedAt < CACHE_MS) return cached.actor
  cache.delete(key)
  const actor = await checkSession(ctx, hash, options)
  if (cache.size >= CACHE_SIZE) cache.clear()
  cache.set(key, { actor, checkedAt: ctx.now.getTime() })
  return actor
}

async function checkSession(ctx: RequestContext, hash: Buffer, { isPassive = false }: CheckOptions): Promise<Actor> {
  const row = await ctx.db
    .selectFrom('login_sessions as l')
    .innerJoin('users as u', 'u.user_id', 'l.user_id')
    .select(['l.created_at', 'l.last_seen_at', 'l.seen_as_user_id', 'u.user_id'])
    .where('l.token_hash', '=', hash)
    .where('l.ended_at', 'is', null)
    .where('u.deactivated_at', 'is', null)
    .executeTakeFirst()
  const now = ctx.now.getTime()
  if (!row || now - row.last_seen_at.getTime() > IDLE_MS || now - row.created_at.getTime() > LIFETIME_MS) {
    throw new AppError('session_expired')
  }
  if (!isPassive && now - row.last_seen_at.getTime() > SEEN_EVERY_MS) {
    await ctx.db.updateTable('login_sessions').set({ last_seen_at: ctx.now }).where('token_hash', '=', hash).execute()
  }
  const actor = await loadActor(ctx, row.user_id)
  return row.seen_as_user_id === null ? actor : seenAs(ctx, actor, row.seen_as_user_id)
}

/** The user as whom an administrator looks at the portal, for as long as the administrator holds all that this user does. */
async function seenAs(ctx: RequestContext, viewer: Actor, userId: number): Promise<Actor> {
  const user = await loadActor(ctx, userId)
  if (user.isDeactivated || !mayOpenPortalViewOf(viewer, user)) throw new AppError('session_expired')
  const { companyId, email, name, lastName } = viewer
  return { ...user, viewer: { userId: viewer.userId, companyId, email, name: `${name} ${lastName}`.trim() } }
}

/** The user with their rights and the companies that they see. */
export async function loadActor(services: Pick<Services, 'db'>, userId: number): Promise<Actor> {
  const row = await services.db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.company_id', 'u.company_id')
    .select(['u.user_id', 'u.email', 'u.name', 'u.last_name', 'u.company_id', 'u.permits', 'u.can_hibernate', 'u.is_admin'])
    .select(['u.deactivated_at', 'c.business_name', 'c.time_zone', 'c.currency', 'c.cycle_anchor_day', 'c.parent_id'])
    .select(
      sql<number[]>`CASE WHEN c.parent_id IS NULL THEN NULL ELSE
        (SELECT array_agg(b.company_id ORDER BY b.company_id) FROM companies b WHERE b.lineage @> ARRAY[c.company_id]) END`.as(
        'below',
      ),
    )
    .select(
      sql<boolean>`EXISTS (SELECT FROM companies a WHERE a.company_id = ANY(c.lineage) AND a.blocked_at IS NOT NULL)`.as(
        'is_blocked',
      ),
    )
    .where('u.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    userId: row.user_id,
    email: row.email,
    name: row.name,
    lastName: row.last_name,
    companyId: row.company_id,
    companyName: row.business_name,
    timeZone: row.time_zone,
    currency: row.currency,
    cycleAnchorDay: row.cycle_anchor_day,
    permits: row.permits as Permit[],
    canHibernate: row.can_hibernate,
    isAdmin: row.is_admin && row.parent_id === null,
    companyIds: row.parent_id === null ? 'all' : row.below,
    isBlocked: row.is_blocked,
    isDeactivated: row.deactivated_at !== null,
  }
}
