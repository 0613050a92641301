import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { MINUTE_MS } from '#domain/time.ts'
import { AppError } from '#server/app-error.ts'
import type { RequestContext } from '#server/context.ts'
import { clearCookie, type Http, readCookie, setCookie } from '#server/http/cookies.ts'
import { hashOfToken, type LoginOrigin } from '#server/http/login-session.ts'

const COOKIE = 'enlace_login'
/** Time for the second step: finding the phone, or installing an app. */
const LIFETIME_MS = 10 * MINUTE_MS

export interface PendingLogin {
  readonly userId: number
  readonly email: string
  readonly origin: LoginOrigin
}

/** Stores in a cookie that the browser has passed the first factor. It is not a login session and allows only the second step. */
export async function createPendingLogin(ctx: RequestContext, userId: number, origin: LoginOrigin, http: Http): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  await ctx.db.deleteFrom('pending_logins').where('created_at', '<', oldest(ctx)).execute()
  await ctx.db
    .insertInto('pending_logins')
    .values({
      token_hash: hashOfToken(token),
      user_id: userId,
      method: origin.method,
      provider_session: origin.providerSession ?? null,
      created_at: ctx.now,
    })
    .execute()
  setCookie(ctx, http, { name: COOKIE, value: token, maxAgeS: LIFETIME_MS / 1000 })
}

const oldest = ({ now }: RequestContext): Date => new Date(now.getTime() - LIFETIME_MS)

/**
 * The pending login of a request.
 * @throws AppError login_step_expired without one, or when it is too old
 */
export async function requirePendingLogin(ctx: RequestContext, request: FastifyRequest): Promise<PendingLogin> {
  const token = readCookie(ctx, request, COOKIE)
  const row = token
    ? await ctx.db
        .selectFrom('pending_logins as p')
        .innerJoin('users as u', 'u.user_id', 'p.user_id')
        .select(['u.user_id', 'u.email', 'p.method', 'p.provider_session'])
        .where('p.token_hash', '=', hashOfToken(token))
        .where('p.created_at', '>=', oldest(ctx))
        .where('u.deactivated_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!row) throw new AppError('login_step_expired')
  const method = row.method === 'sign_on' ? 'sign_on' : 'password'
  const providerSession = row.provider_session ?? undefined
  return { userId: row.user_id, email: row.email, origin: { method, providerSession } }
}

/** Ends all pending logins of a user after the second step. */
export async function closePendingLogins(ctx: RequestContext, userId: number, http: Http): Promise<void> {
  if (!readCookie(ctx, http.request, COOKIE)) return
  await ctx.db.deleteFrom('pending_logins').where('user_id', '=', userId).execute()
  clearCookie(ctx, http, COOKIE)
}
