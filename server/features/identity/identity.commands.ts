import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, RequestContext } from '../../context.ts'
import { audit } from '../../db/audit.ts'
import { AppError } from '../../http/errors.ts'
import { loadActor, openLoginSession } from '../../http/login-session.ts'
import { awaitTurn, forgetFailures, recordFailure } from './login-throttle.ts'
import { verifyPassword } from './password-hash.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

/** Opens a login session. Whatever is wrong with the credentials, the answer is the same and takes as long. */
export async function logInWithPassword(
  ctx: RequestContext,
  credentials: Credentials,
  http: { request: FastifyRequest; reply: FastifyReply },
): Promise<Actor> {
  const email = credentials.email.toLowerCase()
  await awaitTurn(ctx, email)
  const user = await ctx.db
    .selectFrom('users')
    .select(['user_id', 'password_hash'])
    .where('email', '=', email)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!(await verifyPassword(user?.password_hash, credentials.password)) || !user) {
    await recordFailure(ctx, email)
    throw new AppError('wrong_credentials')
  }
  const actor = await loadActor(ctx, user.user_id)
  await forgetFailures(ctx, email)
  await openLoginSession(ctx, actor.userId, http)
  await audit(ctx.db, { ...ctx, actor }, { action: 'login_session.opened', entity: 'user', entityId: String(actor.userId) })
  return actor
}
