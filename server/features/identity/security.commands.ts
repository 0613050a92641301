import type { SecondFactorData } from '#contract/identity/security.calls.ts'
import {
  FACTOR_REQUIRED,
  NO_SECOND_FACTOR,
  OWN_FACTOR,
  SECURITY_DONE,
  sessionsEnded,
  THIS_SESSION,
} from '#contract/identity/security-messages.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import type { Http } from '#server/http/cookies.ts'
import { endSessions } from '#server/http/list-login-sessions.ts'
import { currentSessionHash } from '#server/http/login-session.ts'
import {
  type Reauthentication,
  requireAnyFactor,
  requireReauthentication,
  requiresPassword,
} from '#server/http/reauthentication.ts'
import { countUnusedRecoveryCodes, generateRecoveryCodes, replaceRecoveryCodes } from '#server/http/recovery-codes.ts'
import { endAgents } from '#server/records/agents.ts'
import { audit } from '#server/records/audit.ts'
import { lockUsers, requireTarget } from '#server/records/users.ts'
import { auditAndNotify, notifySecondFactorChange } from './notify-second-factor.ts'

async function factorOf(ctx: Ctx) {
  return ctx.db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.company_id', 'u.company_id')
    .leftJoin('second_factors as f', 'f.user_id', 'u.user_id')
    .select(['f.confirmed_at', 'c.second_factor_required'])
    .where('u.user_id', '=', ctx.actor.userId)
    .executeTakeFirstOrThrow()
}

export async function readSecondFactor(ctx: Ctx, http: Http): Promise<SecondFactorData> {
  const row = await factorOf(ctx)
  return {
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    recoveryCodesLeft: await countUnusedRecoveryCodes(ctx, ctx.actor.userId),
    isRequired: row.second_factor_required,
    asksPassword: await requiresPassword(ctx, http),
  }
}

/** Ten new codes, shown once. */
export async function renewRecoveryCodes(ctx: Ctx, proof: Reauthentication, http: Http): Promise<{ recoveryCodes: string[] }> {
  if (!(await factorOf(ctx)).confirmed_at) throw new AppError('conflict', { sentence: NO_SECOND_FACTOR })
  await requireReauthentication(ctx, proof, http)
  const codes = await generateRecoveryCodes()
  const { userId } = ctx.actor
  await notifySecondFactorChange(ctx, ctx.actor, 'recovery_codes_renewed', async (trx) => {
    const kept = await trx
      .updateTable('second_factors')
      .set({ recovery_salt: codes.salt })
      .where('user_id', '=', userId)
      .returning('user_id')
      .executeTakeFirst()
    if (!kept) throw new AppError('conflict', { sentence: NO_SECOND_FACTOR })
    await replaceRecoveryCodes(trx, userId, codes)
  })
  return { recoveryCodes: [...codes.shown] }
}

export async function removeFactor(ctx: Ctx, proof: Reauthentication, http: Http): Promise<WithMessage<null>> {
  const { confirmed_at, second_factor_required } = await factorOf(ctx)
  if (!confirmed_at) throw new AppError('conflict', { sentence: NO_SECOND_FACTOR })
  if (second_factor_required) throw new AppError('conflict', { sentence: FACTOR_REQUIRED })
  await requireReauthentication(ctx, proof, http)
  await notifySecondFactorChange(ctx, ctx.actor, 'removed', (trx) => deleteFactor(trx, ctx.actor.userId))
  return new WithMessage(null, SECURITY_DONE.factorOff)
}

async function deleteFactor(trx: DatabaseTransaction, userId: number): Promise<void> {
  await trx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await trx.deleteFrom('second_factor_drafts').where('user_id', '=', userId).execute()
}

/**
 * For a user who has lost their phone: removes the second factor, the link to an account of their company's provider, and all open
 * sessions. Their password stays, so the resetting user gains no access. Users with more rights than the actor are out of reach:
 * with a stolen password this would be the way into their account.
 */
export async function resetFactor(ctx: Ctx, userId: number): Promise<WithMessage<null>> {
  if (userId === ctx.actor.userId) throw new AppError('conflict', { sentence: OWN_FACTOR })
  await inTransaction(ctx, async (trx) => {
    const target = requireTarget(await lockUsers(trx, ctx, userId))
    await deleteFactor(trx, userId)
    await trx.deleteFrom('pending_logins').where('user_id', '=', userId).execute()
    await trx.deleteFrom('sign_on_identities').where('user_id', '=', userId).execute()
    await endSessions(ctx, trx, { userId, which: 'all', now: ctx.now })
    await endAgents(trx, ctx, { userId }, 'security')
    await auditAndNotify(trx, ctx, target, 'reset')
  })
  return new WithMessage(null, SECURITY_DONE.factorReset)
}

/** Ends one of the user's own sessions; the present one is ended by logging out. */
export async function endOneSession(
  ctx: Ctx,
  sessionId: number,
  proof: Reauthentication,
  http: Http,
): Promise<WithMessage<null>> {
  await requireAnyFactor(ctx, proof, http)
  const { userId } = ctx.actor
  const present = currentSessionHash(ctx, http.request)
  await inTransaction(ctx, async (trx) => {
    const named = await trx
      .selectFrom('login_sessions')
      .select('token_hash')
      .where('user_id', '=', userId)
      .where('login_session_id', '=', sessionId)
      .executeTakeFirst()
    if (!named) throw new AppError('not_found')
    if (present && named.token_hash.equals(present)) throw new AppError('conflict', { sentence: THIS_SESSION })
    const ended = await endSessions(ctx, trx, { userId, which: { sessionId }, now: ctx.now })
    if (ended === 0) return
    await audit(trx, ctx, { action: 'login_session.ended', entity: 'user', entityId: String(userId), after: { sessionId } })
  })
  return new WithMessage(null, SECURITY_DONE.sessionEnded)
}

export async function endOtherSessions(ctx: Ctx, proof: Reauthentication, http: Http): Promise<WithMessage<{ ended: number }>> {
  await requireAnyFactor(ctx, proof, http)
  const { userId } = ctx.actor
  return inTransaction(ctx, async (trx) => {
    const except = currentSessionHash(ctx, http.request)
    const ended = await endSessions(ctx, trx, { userId, which: { except }, now: ctx.now })
    const entry = { action: 'login_session.others_ended', entity: 'user', entityId: String(userId), after: { ended } }
    if (ended > 0) await audit(trx, ctx, entry)
    return new WithMessage({ ended }, sessionsEnded(ended))
  })
}
