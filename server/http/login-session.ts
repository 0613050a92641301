import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { UNKNOWN_SENTENCES } from '#contract/messages.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { mayOpenPortalViewOf } from '#domain/user-rights.ts'
import { AppError, invalidField } from '../app-error.ts'
import type { Actor, Ctx, RequestContext, Services } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { actorIn, loadActor } from './actor.ts'
import { clearCookie, type Http, readCookie, setCookie } from './cookies.ts'
import { mapPerServer } from './map-per-server.ts'
import { clearWorkingCompany, workingCompanyOf, writeWorkingCompany } from './working-company.ts'

const SESSION_COOKIE = 'enlace_session'

/** A login session ends after this long without a request … */
export const IDLE_MS = 30 * MINUTE_MS
/** … and after this long in any case. */
export const LIFETIME_MS = 12 * HOUR_MS
/** `last_seen_at` is written at most this often: one write a minute per active user instead of one per request. */
const LAST_SEEN_WRITE_INTERVAL_MS = 60_000
/** For this long a checked session is cached: a revoked right is gone in every process within it. */
const CACHE_MS = 2_000
const CACHE_SIZE = 10_000

interface CachedActor {
  readonly actor: Actor
  /** the company that the request's cookie named */
  readonly workingCompany: number | undefined
  readonly checkedAt: number
}

const actorCacheOf = mapPerServer<CachedActor>()

/** The hash of a cookie's token, as tables store it. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The first factor of a login. */
type LoginMethod = 'password' | 'sign_on'

/** How a login began. */
export interface LoginOrigin {
  readonly method: LoginMethod
  /** the session at the identity provider; being logged out there ends it */
  readonly providerSession?: string | undefined
}

/** Opens a login session and sets its cookie; the token itself is not stored. An earlier session of the browser ends. */
export async function openLoginSession(ctx: RequestContext, userId: number, origin: LoginOrigin, http: Http): Promise<void> {
  const { request } = http
  await endCurrentSession(ctx, request)
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

/**
 * Ends the request's login session and clears the cookie.
 * @returns the user of the session; undefined when none was open
 */
export async function closeLoginSession(services: Services, http: Http): Promise<number | undefined> {
  const userId = await endCurrentSession(services, http.request)
  clearCookie(services, http, SESSION_COOKIE)
  clearWorkingCompany(services, http)
  return userId
}

async function endCurrentSession(services: Services, request: FastifyRequest): Promise<number | undefined> {
  const hash = currentSessionHash(services, request)
  if (!hash) return undefined
  evictSessions(services, [hash])
  const ended = await services.db
    .updateTable('login_sessions')
    .set({ ended_at: services.clock() })
    .where('token_hash', '=', hash)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return ended?.user_id
}

const tokenOf = (services: Pick<Services, 'config'>, request: FastifyRequest): string | undefined =>
  readCookie(services, request, SESSION_COOKIE) || undefined

/** The hash of the session that the request's cookie names; undefined without one. */
export function currentSessionHash(services: Pick<Services, 'config'>, request: FastifyRequest): Buffer | undefined {
  const token = tokenOf(services, request)
  return token ? hashOfToken(token) : undefined
}

/** Removes ended sessions from this process's cache; other processes may use them for two seconds at most. */
export function evictSessions(services: Services, hashes: readonly Buffer[]): void {
  for (const hash of hashes) actorCacheOf(services).delete(hash.toString('base64'))
}

/** Called when rights have changed: they hold here at once, in other processes within two seconds. */
export function clearActorCache(services: Pick<Services, 'cells'>): void {
  actorCacheOf(services).clear()
}

/**
 * Replaces the request's session: the same user since the same login, who enters or leaves the portal view. The token is new,
 * because processes cache the previous one for two seconds.
 * @returns sets the cookie; call it after the transaction has committed
 */
export async function replaceLoginSession(
  trx: DatabaseTransaction,
  ctx: RequestContext,
  seenAsUserId: number | null,
  http: Http,
): Promise<() => void> {
  const before = currentSessionHash(ctx, http.request)
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
    evictSessions(ctx, [before])
    setCookie(ctx, http, { name: SESSION_COOKIE, value: token, maxAgeS: Math.ceil(left / 1000) })
  }
}

interface CheckOptions {
  /** not an action of the user: the session is not prolonged */
  readonly isPassive?: boolean
}

/**
 * The actor of a request.
 * @throws AppError not_logged_in without a cookie, session_expired when its session has ended
 */
export async function actorOfRequest(ctx: RequestContext, request: FastifyRequest, options: CheckOptions = {}): Promise<Actor> {
  const hash = currentSessionHash(ctx, request)
  if (!hash) throw new AppError('not_logged_in')
  const key = hash.toString('base64')
  const cache = actorCacheOf(ctx)
  const cached = cache.get(key)
  const workingCompany = workingCompanyOf(ctx, request, tokenOf(ctx, request))
  const isFresh = cached && ctx.now.getTime() - cached.checkedAt < CACHE_MS
  if (isFresh && cached.workingCompany === workingCompany) return cached.actor
  cache.delete(key)
  const actor = await checkSession(ctx, hash, { ...options, workingCompany })
  if (cache.size >= CACHE_SIZE) cache.clear()
  cache.set(key, { actor, workingCompany, checkedAt: ctx.now.getTime() })
  return actor
}

interface SessionCheck extends CheckOptions {
  readonly workingCompany: number | undefined
}

async function checkSession(
  ctx: RequestContext,
  hash: Buffer,
  { isPassive = false, workingCompany }: SessionCheck,
): Promise<Actor> {
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
  if (!isPassive && now - row.last_seen_at.getTime() > LAST_SEEN_WRITE_INTERVAL_MS) {
    await ctx.db.updateTable('login_sessions').set({ last_seen_at: ctx.now }).where('token_hash', '=', hash).execute()
  }
  const actor = await loadActor(ctx, row.user_id)
  if (row.seen_as_user_id !== null) return viewedActor(ctx, actor, row.seen_as_user_id)
  return workingCompany === undefined ? actor : ((await actorIn(ctx, actor, workingCompany)) ?? actor)
}

/**
 * Lets the person work in a company, in all tabs, from the next request on; null: in all of theirs again.
 * @throws AppError at the field for a company that is not below their own
 */
export async function keepWorkingCompany(ctx: Ctx, companyId: number | null, http: Http): Promise<void> {
  const token = tokenOf(ctx, http.request)
  if (!token) throw new AppError('not_logged_in')
  if (companyId === null) return clearWorkingCompany(ctx, http)
  const there = await actorIn(ctx, ctx.actor, companyId)
  if (!there) throw invalidField('companyId', UNKNOWN_SENTENCES.company)
  writeWorkingCompany(ctx, http, { token, companyId, maxAgeS: LIFETIME_MS / 1000 })
}

/** The user whose portal view an administrator has open, as long as the administrator has all rights of this user. */
async function viewedActor(ctx: RequestContext, viewer: Actor, userId: number): Promise<Actor> {
  const user = await loadActor(ctx, userId)
  if (user.isDeactivated || !mayOpenPortalViewOf(viewer, user)) throw new AppError('session_expired')
  const { companyId, email, name, lastName } = viewer
  return { ...user, viewer: { userId: viewer.userId, companyId, email, name: `${name} ${lastName}`.trim() } }
}
