import type { FastifyRequest } from 'fastify'
import type { changePassword as changeCall, LinkData, restorePassword as restoreCall } from '#contract/account/account.calls.ts'
import { ACCOUNT_SENTENCES } from '#contract/account/account-messages.ts'
import type { CallInput } from '#contract/call.ts'
import { WEAK_PASSWORD_SENTENCES } from '#contract/messages.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction, type RequestContext } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { endSessions } from '#server/http/list-login-sessions.ts'
import { currentSessionHash } from '#server/http/login-session.ts'
import { clearAccountFailures } from '#server/http/login-throttle.ts'
import { notifySecurityChange } from '#server/mail/notify-security-change.ts'
import { endAgents } from '#server/records/agents.ts'
import { audit } from '#server/records/audit.ts'
import { findOneTimeLink, redeemOneTimeLink, revokeOneTimeLinks } from '#server/records/one-time-links.ts'
import { hashPassword } from '#server/secrets/password-hash.ts'
import { loadPasswordCheck } from '#server/secrets/weak-passwords.ts'
import { requireCurrentPassword } from './require-password.ts'

/** Changes a password; the current one is required. The user's other login sessions end. */
export async function changePassword(
  ctx: Ctx,
  { newPassword, ...proof }: CallInput<typeof changeCall>['body'],
  request: FastifyRequest,
): Promise<WithMessage<null>> {
  const { actor, now } = ctx
  const { userId, companyId } = actor
  // first, so that a rejected new password does not consume a code
  await requireStrongPassword(ctx, userId, newPassword)
  await requireCurrentPassword(ctx, proof)
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(ctx, async (trx) => {
    await writePassword(trx, userId, passwordHash)
    await revokeOneTimeLinks(trx, userId, now)
    await endSessions(ctx, trx, { userId, which: { except: currentSessionHash(ctx, request) }, now })
    await endAgents(trx, ctx, { userId }, 'security')
    await audit(trx, ctx, { action: 'password.changed', entity: 'user', entityId: String(userId) })
    await notifySecurityChange(trx, ctx, { event: 'password_changed', addresses: [actor.email], companyId })
  })
  return new WithMessage(null, ACCOUNT_SENTENCES.passwordChanged)
}

const badLink = (): AppError => new AppError('not_found', { sentence: ACCOUNT_SENTENCES.badLink })

/** The user of a usable link. */
export async function checkLink({ db, now }: RequestContext, token: string): Promise<LinkData> {
  const owner = await findOneTimeLink(db, token, now)
  if (!owner) throw badLink()
  return { userEmail: owner.email, purpose: owner.purpose }
}

/** Sets a password by a link from a mail, once. Every login session of its owner ends, and so does a lock by wrong passwords. */
export async function restorePassword(
  ctx: RequestContext,
  { token, newPassword }: CallInput<typeof restoreCall>['body'],
): Promise<WithMessage<null>> {
  const { db, now } = ctx
  // before hashing: made-up tokens cost nothing
  const found = await findOneTimeLink(db, token, now)
  if (!found) throw badLink()
  await requireStrongPassword(ctx, found.userId, newPassword)
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(ctx, async (trx) => {
    const owner = await redeemOneTimeLink(trx, token, now)
    if (!owner) throw badLink()
    const { userId, companyId, email, purpose } = owner
    await writePassword(trx, userId, passwordHash)
    await endSessions(ctx, trx, { userId, which: 'all', now })
    await endAgents(trx, { ...ctx, actor: { userId, companyId, email } }, { userId }, 'security')
    await clearAccountFailures({ ...ctx, db: trx }, email)
    const action = purpose === 'invitation' ? 'password.set' : 'password.restored'
    await audit(trx, { ...ctx, actor: { userId, companyId, email } }, { action, entity: 'user', entityId: String(userId) })
    if (purpose === 'restore')
      await notifySecurityChange(trx, ctx, { event: 'password_changed', addresses: [email], companyId })
  })
  return new WithMessage(null, ACCOUNT_SENTENCES.passwordSet)
}

/** Pending logins with the previous password start again. */
async function writePassword(trx: DatabaseTransaction, userId: number, passwordHash: string): Promise<void> {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('user_id', '=', userId).execute()
  await trx.deleteFrom('pending_logins').where('user_id', '=', userId).execute()
}

/**
 * Rejects a password that is easily guessed for this user.
 * @throws AppError at the field newPassword
 */
async function requireStrongPassword({ db }: RequestContext, userId: number, password: string): Promise<void> {
  const judge = await loadPasswordCheck()
  const { email, name, last_name, business_name, fantasy_name } = await db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.company_id', 'u.company_id')
    .select(['u.email', 'u.name', 'u.last_name', 'c.business_name', 'c.fantasy_name'])
    .where('u.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const weakness = judge(password, [email, name, last_name, business_name, fantasy_name])
  if (weakness) throw invalidField('newPassword', WEAK_PASSWORD_SENTENCES[weakness])
}
