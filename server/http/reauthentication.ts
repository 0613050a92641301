import { SIGN_ON_AGAIN, WRONG_PASSWORD } from '#contract/identity/security-messages.ts'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { AppError, invalidField, type Sentence } from '../app-error.ts'
import type { Ctx } from '../context.ts'
import { verifyPassword } from '../secrets/password-hash.ts'
import type { Http } from './cookies.ts'
import { currentSessionHash } from './login-session.ts'
import { clearAccountFailures, startLoginAttempt } from './login-throttle.ts'
import { redeemCode, secondFactorNeed, wrongCode } from './second-factor.ts'

export interface Reauthentication {
  readonly password?: string | undefined
  readonly code?: string | undefined
}

/** A login session this young stands in where neither password nor code can be asked for. */
const FRESH_SESSION_MS = 15 * MINUTE_MS

/** Whether changes require the password. Users who signed on at their company's provider may have none. */
export async function requiresPassword(ctx: Ctx, http: Http): Promise<boolean> {
  return (await currentSession(ctx, http))?.method !== 'sign_on'
}

async function currentSession(ctx: Ctx, { request }: Http) {
  const hash = currentSessionHash(ctx, request)
  if (!hash) return undefined
  return ctx.db.selectFrom('login_sessions').select(['method', 'created_at']).where('token_hash', '=', hash).executeTakeFirst()
}

const missing = (field: string): AppError => invalidField(field, FIELD_SENTENCES.required)

const wrong = (field: string, sentence: Sentence): AppError =>
  new AppError('wrong_credentials', { sentence, fields: { [field]: sentence } })

/** The factors that a user has to give. */
interface RequiredFactors {
  readonly password: boolean
  readonly code: boolean
}

async function requiredFactors(ctx: Ctx, http: Http): Promise<RequiredFactors> {
  return { password: await requiresPassword(ctx, http), code: (await secondFactorNeed(ctx, ctx.actor.userId)) === 'code' }
}

/** Reauthenticates before a change to how the user logs in: the password, and the code of a second factor. */
export async function requireReauthentication(ctx: Ctx, proof: Reauthentication, http: Http): Promise<void> {
  await verifyFactors(ctx, await requiredFactors(ctx, http), proof, http)
}

/** Reauthenticates before something is removed: the password, or the code of users without a password. */
export async function requireAnyFactor(ctx: Ctx, proof: Reauthentication, http: Http): Promise<void> {
  const { password, code } = await requiredFactors(ctx, http)
  await verifyFactors(ctx, { password, code: code && !password }, proof, http)
}

/** Failures count as those of logging in do. */
async function verifyFactors(
  ctx: Ctx,
  required: RequiredFactors,
  { password = '', code = '' }: Reauthentication,
  http: Http,
): Promise<void> {
  const { userId, email } = ctx.actor
  if (required.password && !password) throw missing('password')
  if (required.code && !code) throw missing('code')
  if (!required.password && !required.code) return requireFreshSession(ctx, http)
  const attempt = await startLoginAttempt(ctx, email)
  if (required.password && !(await isPassword(ctx, password))) {
    await attempt.fail()
    throw wrong('password', WRONG_PASSWORD)
  }
  if (required.code && !(await redeemCode(ctx, userId, code))) {
    await attempt.fail()
    throw wrongCode()
  }
  await attempt.succeed()
  await clearAccountFailures(ctx, email)
}

async function requireFreshSession(ctx: Ctx, http: Http): Promise<void> {
  const session = await currentSession(ctx, http)
  const age = session ? ctx.now.getTime() - session.created_at.getTime() : Number.POSITIVE_INFINITY
  if (age > FRESH_SESSION_MS) throw new AppError('conflict', { sentence: SIGN_ON_AGAIN })
}

async function isPassword({ db, actor }: Ctx, password: string): Promise<boolean> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('user_id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  return verifyPassword(password_hash, password)
}
