import { createHash, randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Permit } from '#domain/permits.ts'
import type { Actor, RequestContext, Services } from '../context.ts'
import { AppError } from './errors.ts'

export const SESSION_COOKIE = 'enlace_session'

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

export interface Http {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** How the person proved who they are. */
export type LoginMethod = 'password' | 'second_factor' | 'recovery_code' | 'sign_on'

/** For cookies that scripts and other sites can't use. */
export function cookieOptions({ config }: Pick<Services, 'config'>, request: FastifyRequest): CookieSerializeOptions {
  const secure = request.protocol === 'https' || config.PUBLIC_URL?.startsWith('https:') === true
  return { httpOnly: true, sameSite: 'lax', secure, path: '/' }
}

/** Opens a login session and sets its cookie; the token itself is stored nowhere. One that the browser had ends. */
export async function openLoginSession(
  ctx: RequestContext,
  userId: number,
  method: LoginMethod,
  { request, reply }: Http,
): Promise<void> {
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
      method,
    })
    .execute()
  reply.setCookie(SESSION_COOKIE, token, { ...cookieOptions(ctx, request), maxAge: LIFETIME_MS / 1000 })
}

/** Ends the request's login session, if it has one, and takes the cookie away. */
export async function closeLoginSession(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await endPresentSession(services, request)
  reply.clearCookie(SESSION_COOKIE, { path: '/' })
}

async function endPresentSession(services: Services, request: FastifyRequest): Promise<void> {
  const hash = presentSession(request)
  if (!hash) return
  forgetSessions(services, [hash])
  await services.db
    .updateTable('login_sessions')
    .set({ ended_at: services.clock() })
    .where('token_hash', '=', hash)
    .where('ended_at', 'is', null)
    .execute()
}

/** The hash of the session that the request's cookie names; undefined without one. */
export function presentSession(request: FastifyRequest): Buffer | undefined {
  const token = request.cookies[SESSION_COOKIE]
  return token ? hashOfToken(token) : undefined
}

/** Sessions that have ended are no longer believed here; other processes believe them for two seconds at most. */
export function forgetSessions(services: Services, hashes: readonly Buffer[]): void {
  for (const hash of hashes) cacheOf(services).delete(hash.toString('base64'))
}

/** Who sent the request. Throws not_logged_in without a cookie, session_expired when its session has ended. */
export async function actorOfRequest(ctx: RequestContext, request: FastifyRequest): Promise<Actor> {
  const hash = presentSession(request)
  if (!hash) throw new AppError('not_logged_in')
  const key = hash.toString('base64')
  const cache = cacheOf(ctx)
  const cached = cache.get(key)
  if (cached && ctx.now.getTime() - cached.checkedAt < CACHE_MS) return cached.actor
  cache.delete(key)
  const actor = await checkSession(ctx, hash)
  if (cache.size >= CACHE_SIZE) cache.clear()
  cache.set(key, { actor, checkedAt: ctx.now.getTime() })
  return actor
}

async function checkSession(ctx: RequestContext, hash: Buffer): Promise<Actor> {
  const row = await ctx.db
    .selectFrom('login_sessions as l')
    .innerJoin('users as u', 'u.user_id', 'l.user_id')
    .select(['l.created_at', 'l.last_seen_at', 'u.user_id'])
    .where('l.token_hash', '=', hash)
    .where('l.ended_at', 'is', null)
    .where('u.deactivated_at', 'is', null)
    .executeTakeFirst()
  const now = ctx.now.getTime()
  if (!row || now - row.last_seen_at.getTime() > IDLE_MS || now - row.created_at.getTime() > LIFETIME_MS) {
    throw new AppError('session_expired')
  }
  if (now - row.last_seen_at.getTime() > SEEN_EVERY_MS) {
    await ctx.db.updateTable('login_sessions').set({ last_seen_at: ctx.now }).where('token_hash', '=', hash).execute()
  }
  return loadActor(ctx, row.user_id)
}

/** The user with their rights and the companies that they see. */
export async function loadActor(services: Pick<Services, 'db'>, userId: number): Promise<Actor> {
  const row = await services.db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.company_id', 'u.company_id')
    .select(['u.user_id', 'u.email', 'u.name', 'u.last_name', 'u.company_id', 'u.permits', 'u.can_hibernate', 'u.is_admin'])
    .select(['c.business_name', 'c.time_zone', 'c.currency', 'c.cycle_anchor_day', 'c.parent_id'])
    .select(
      sql<number[]>`CASE WHEN c.parent_id IS NULL THEN NULL ELSE
        (SELECT array_agg(b.company_id ORDER BY b.company_id) FROM companies b WHERE b.lineage @> ARRAY[c.company_id]) END`.as(
        'below',
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
  }
}
