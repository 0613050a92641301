import { SIGN_ON_AGAIN, WRONG_PASSWORD } from '#contract/identity/security-messages.ts'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import type { Ctx } from '../context.ts'
import { verifyPassword } from '../secrets/password-hash.ts'
import type { Http } from './cookies.ts'
import { AppError, invalidField, type Sentence } from './errors.ts'
import { presentSession } from './login-session.ts'
import { forgetFailures, takeTurn } from './login-throttle.ts'
import { secondFactorNeed, takeCode, wrongCode } from './second-factor.ts'

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

async function presentOf(ctx: Ctx, { request }: Http) {
  const hash = presentSession(ctx, request)
  if (!hash) return undefined
  return ctx.db.selectFrom('login_sessions').select(['method', 'created_at']).where('token_hash', '=', hash).executeTakeFirst()
}

const missing = (field: string): AppError => invalidField(field, FIELD_SENTENCES.required)

const wrong = (field: string, sentence: Sentence): AppError =>
  new AppError('wrong_credentials', { sentence, fields: { [field]: sentence } })

/** What somebody has to prove themselves by. */
interface Needs {
  readonly password: boolean
  readonly code: boolean
}

async function needsOf(ctx: Ctx, http: Http): Promise<Needs> {
  return { password: await asksPassword(ctx, http), code: (await secondFactorNeed(ctx, ctx.actor.userId)) === 'code' }
}

/** Once more who one is, before how one logs in is changed: the password, and with a second factor its code too. */
export async function requireProof(ctx: Ctx, proof: Proof, http: Http): Promise<void> {
  await judge(ctx, await needsOf(ctx, http), proof, http)
}

/** One of them is enough to take something away: the password, or a code of those who have none. */
export async function requireOneProof(ctx: Ctx, proof: Proof, http: Http): Promise<void> {
  const { password, code } = await needsOf(ctx, http)
  await judge(ctx, { password, code: code && !password }, proof, http)
}

/** Guesses count as those of logging in do. */
async function judge(ctx: Ctx, needs: Needs, { password = '', code = '' }: Proof, http: Http): Promise<void> {
  const { userId, email } = ctx.actor
  if (needs.password && !password) throw missing('password')
  if (needs.code && !code) throw missing('code')
  if (!needs.password && !needs.code) return requireFreshSession(ctx, http)
  const turn = await takeTurn(ctx, email)
  if (needs.password && !(await isPassword(ctx, password))) {
    await turn.wrong()
    throw wrong('password', WRONG_PASSWORD)
  }
  if (needs.code && !(await takeCode(ctx, userId, code))) {
    await turn.wrong()
    throw wrongCode()
  }
  await turn.right()
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
