import { FIELD_SENTENCES } from '#contract/messages.ts'
import { SIGN_ON_AGAIN, WRONG_PASSWORD } from '#contract/security-messages.ts'
import type { Ctx } from '../../context.ts'
import { AppError, type Sentence } from '../../http/errors.ts'
import { type Http, presentSession } from '../../http/login-session.ts'
import { awaitCountedTurn, countFailure, forgetFailures } from '../../http/login-throttle.ts'
import { verifyPassword } from '../../secrets/password-hash.ts'
import { wrongCode } from './login-steps.ts'
import { secondFactorNeed, takeCode } from './second-factor.ts'

export interface Proof {
  readonly password?: string | undefined
  readonly code?: string | undefined
}

/** Where nothing can be asked, a login session this young stands for it. */
const FRESH_MS = 15 * 60_000

/** Whether changes ask for the password. Those who signed on at their company's provider may have none that they know. */
export async function asksPassword(ctx: Ctx, http: Http): Promise<boolean> {
  return (await presentOf(ctx, http))?.method !== 'sign_on'
}

async function presentOf({ db }: Ctx, { request }: Http) {
  const hash = presentSession(request)
  if (!hash) return undefined
  return db.selectFrom('login_sessions').select(['method', 'created_at']).where('token_hash', '=', hash).executeTakeFirst()
}

const missing = (field: string): AppError =>
  new AppError('invalid_request', { sentence: FIELD_SENTENCES.required, fields: { [field]: FIELD_SENTENCES.required } })

const wrong = (field: string, sentence: Sentence): AppError =>
  new AppError('wrong_credentials', { sentence, fields: { [field]: sentence } })

/**
 * Once more who one is, before how one logs in is changed: the password, and with a second factor its code too. Guesses count as those
 * of logging in do.
 */
export async function requireProof(ctx: Ctx, { password, code }: Proof, http: Http): Promise<void> {
  const { userId, email } = ctx.actor
  const needsPassword = await asksPassword(ctx, http)
  const needsCode = (await secondFactorNeed(ctx, userId)) === 'code'
  if (needsPassword && !password) throw missing('password')
  if (needsCode && !code) throw missing('code')
  if (!needsPassword && !needsCode) return requireFreshSession(ctx, http)
  await awaitCountedTurn(ctx, email)
  if (needsPassword && !(await isPassword(ctx, password ?? ''))) {
    await countFailure(ctx, 'address', email)
    throw wrong('password', WRONG_PASSWORD)
  }
  if (needsCode && !(await takeCode(ctx, userId, code ?? ''))) {
    await countFailure(ctx, 'address', email)
    throw wrongCode()
  }
  await forgetFailures(ctx, email)
}

async function requireFreshSession(ctx: Ctx, http: Http): Promise<void> {
  const session = await presentOf(ctx, http)
  const age = session ? ctx.now.getTime() - session.created_at.getTime() : Number.POSITIVE_INFINITY
  if (age > FRESH_MS) throw new AppError('conflict', { sentence: SIGN_ON_AGAIN })
}

async function isPassword({ db, actor }: Ctx, password: string): Promise<boolean> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('user_id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  return verifyPassword(password_hash, password)
}
