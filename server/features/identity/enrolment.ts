import type { AppSecret } from '#contract/identity/security.calls.ts'
import { NO_DRAFT } from '#contract/identity/security-messages.ts'
import { typedCode } from '#domain/second-factor.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { AppError } from '#server/app-error.ts'
import { contextOf } from '#server/cells/cell-context.ts'
import type { Actor, Ctx, RequestContext } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { loadActor } from '#server/http/actor.ts'
import type { Http } from '#server/http/cookies.ts'
import { type GeneratedCodes, generateRecoveryCodes, replaceRecoveryCodes } from '#server/http/recovery-codes.ts'
import { secondFactorContext, secondFactorNeed, wrongCode } from '#server/http/second-factor.ts'
import { appAddress, newAppSecret, stepOfCode } from '#server/http/totp.ts'
import { completeLogin } from './login-steps.ts'
import { notifySecondFactorChange } from './notify-second-factor.ts'
import { requirePendingLogin } from './pending-logins.ts'

/** A displayed secret waits this long for its first code. */
const DRAFT_LIFETIME_MS = 30 * MINUTE_MS

/** Creates a secret for an app. Nothing changes before a code of it arrives. */
export async function beginEnrolment(
  ctx: RequestContext,
  { userId, email }: Pick<Actor, 'userId' | 'email'>,
): Promise<AppSecret> {
  const secret = newAppSecret()
  const values = { sealed_secret: ctx.secrets.seal(secret, secondFactorContext(userId)), created_at: ctx.now }
  await ctx.db
    .insertInto('second_factor_drafts')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
  return { secret, address: appAddress(secret, email) }
}

/**
 * Activates the app, in place of any other.
 * @returns recovery codes, to be shown once
 */
export async function confirmEnrolment(ctx: Ctx, text: string): Promise<string[]> {
  const { userId } = ctx.actor
  const draft = await ctx.db
    .selectFrom('second_factor_drafts')
    .select('sealed_secret')
    .where('user_id', '=', userId)
    .where('created_at', '>=', new Date(ctx.now.getTime() - DRAFT_LIFETIME_MS))
    .executeTakeFirst()
  if (!draft) throw new AppError('conflict', { sentence: NO_DRAFT })
  const typed = typedCode(text)
  const secret = ctx.secrets.open(draft.sealed_secret, secondFactorContext(userId))
  const step = typed?.kind === 'app' ? stepOfCode(secret, typed.code, ctx.now) : undefined
  if (step === undefined) throw wrongCode()
  const codes = await generateRecoveryCodes()
  await notifySecondFactorChange(ctx, ctx.actor, 'enrolled', async (trx) => {
    // of two concurrent requests one finds the draft
    const mine = await trx
      .deleteFrom('second_factor_drafts')
      .where('user_id', '=', userId)
      .where('sealed_secret', '=', draft.sealed_secret)
      .returning('user_id')
      .executeTakeFirst()
    if (!mine) throw new AppError('conflict', { sentence: NO_DRAFT })
    await writeFactor(trx, ctx, { sealedSecret: draft.sealed_secret, step, codes })
  })
  return [...codes.shown]
}

async function writeFactor(
  trx: DatabaseTransaction,
  { actor: { userId }, now }: Ctx,
  { sealedSecret, step, codes }: { sealedSecret: string; step: number; codes: GeneratedCodes },
): Promise<void> {
  const values = { sealed_secret: sealedSecret, recovery_salt: codes.salt, confirmed_at: now, last_step: step }
  await trx
    .insertInto('second_factors')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
  await replaceRecoveryCodes(trx, userId, codes)
}

/** The same during login, for a user whose company requires a second factor. */
export async function beginLoginEnrolment(ctx: RequestContext, { request }: Http): Promise<AppSecret> {
  const pending = await requirePendingLogin(ctx, request)
  await requireNoFactor(ctx, pending.userId)
  return beginEnrolment(ctx, pending)
}

/** A first factor alone must not replace an existing second one. */
async function requireNoFactor(ctx: RequestContext, userId: number): Promise<void> {
  if ((await secondFactorNeed(ctx, userId)) === 'code') throw new AppError('second_factor_required')
}

export async function finishLoginEnrolment(
  ctx: RequestContext,
  code: string,
  http: Http,
): Promise<{ actor: Actor; recoveryCodes: string[] }> {
  const { userId, origin } = await requirePendingLogin(ctx, http.request)
  await requireNoFactor(ctx, userId)
  const recoveryCodes = await confirmEnrolment(await contextOf(ctx, await loadActor(ctx, userId)), code)
  return { actor: await completeLogin(ctx, { userId, origin, secondFactor: 'app' }, http), recoveryCodes }
}
