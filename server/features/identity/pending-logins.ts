import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { RequestContext } from '../../context.ts'
import { AppError } from '../../http/errors.ts'
import { cookieOptions, type Http, hashOfToken, type LoginMethod } from '../../http/login-session.ts'

const COOKIE = 'enlace_login'
const PATH = '/api/users/session'
/** Time for the second step: to find the phone, or to install an app. */
const LIFETIME_MS = 10 * 60_000

export interface PendingLogin {
  readonly userId: number
  readonly email: string
  readonly method: LoginMethod
}

/** Remembers in a cookie that the browser has proved the first factor. It is no login session and opens nothing but the second step. */
export async function openPendingLogin(
  ctx: RequestContext,
  userId: number,
  method: LoginMethod,
  { request, reply }: Http,
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  await ctx.db.deleteFrom('pending_logins').where('created_at', '<', oldest(ctx)).execute()
  await ctx.db
    .insertInto('pending_logins')
    .values({ token_hash: hashOfToken(token), user_id: userId, method, created_at: ctx.now })
    .execute()
  reply.setCookie(COOKIE, token, { ...cookieOptions(ctx, request), path: PATH, maxAge: LIFETIME_MS / 1000 })
}

const oldest = ({ now }: RequestContext): Date => new Date(now.getTime() - LIFETIME_MS)

/** Whose second step the request is. Throws login_step_expired when there was no first one, or too long ago. */
export async function requirePendingLogin(ctx: RequestContext, request: FastifyRequest): Promise<PendingLogin> {
  const token = request.cookies[COOKIE]
  const row = token
    ? await ctx.db
        .selectFrom('pending_logins as p')
        .innerJoin('users as u', 'u.user_id', 'p.user_id')
        .select(['u.user_id', 'u.email', 'p.method'])
        .where('p.token_hash', '=', hashOfToken(token))
        .where('p.created_at', '>=', oldest(ctx))
        .where('u.deactivated_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!row) throw new AppError('login_step_expired')
  return { userId: row.user_id, email: row.email, method: row.method === 'sign_on' ? 'sign_on' : 'password' }
}

/** The second step is done: every first one of the person is worth nothing any more. */
export async function closePendingLogins(ctx: RequestContext, userId: number, { request, reply }: Http): Promise<void> {
  if (!request.cookies[COOKIE]) return
  await ctx.db.deleteFrom('pending_logins').where('user_id', '=', userId).execute()
  reply.clearCookie(COOKIE, { path: PATH })
}
