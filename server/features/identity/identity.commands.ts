import type { Actor, RequestContext } from '../../context.ts'
import { signOnOnlyDomain } from '../../db/way-in.ts'
import type { Http } from '../../http/cookies.ts'
import { AppError } from '../../http/errors.ts'
import { awaitTurn, recordFailure } from '../../http/login-throttle.ts'
import { verifyPassword } from '../../secrets/password-hash.ts'
import { passFirstFactor } from './login-steps.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

/**
 * The first step of logging in, and the only one without a second factor. Whatever is wrong with the credentials, the answer is the same
 * and takes as long. Where a company has given passwords up, that is told by the domain alone: no account is looked at.
 */
export async function logInWithPassword(ctx: RequestContext, credentials: Credentials, http: Http): Promise<Actor> {
  const email = credentials.email.toLowerCase()
  await awaitTurn(ctx, email)
  if (await signOnOnlyDomain(ctx.db, email)) throw new AppError('sign_on_required')
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
  return passFirstFactor(ctx, user.user_id, { method: 'password' }, http)
}
