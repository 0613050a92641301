import type { FastifyRequest } from 'fastify'
import type { changePassword as changeCall, LinkData, restorePassword as restoreCall } from '#contract/account/account.calls.ts'
import { ACCOUNT_SENTENCES } from '#contract/account/account-messages.ts'
import type { CallInput } from '#contract/call.ts'
import { endSessions } from '#server/http/list-login-sessions.ts'
import { notifySecurityChange } from '#server/mail/notify-security-change.ts'
import { AppError } from '../../app-error.ts'
import { type Ctx, inTransaction, type RequestContext } from '../../context.ts'
import type { DatabaseTransaction } from '../../db/database.ts'
import { WithMessage } from '../../http/answers.ts'
import { currentSessionHash } from '../../http/login-session.ts'
import { clearAccountFailures } from '../../http/login-throttle.ts'
import { audit } from '../../records/audit.ts'
import { findOneTimeLink, redeemOneTimeLink, revokeOneTimeLinks } from '../../records/one-time-links.ts'
import { hashPassword } from '../../secrets/password-hash.ts'
import { provePassword } from './prove-password.ts'
import { requireStrong } from './require-strong.ts'

/** Another password for somebody who knows the present one. Whoever else is logged in as them is so no more. */
export async function changePassword(
  ctx: Ctx,
  { newPassword, ...proof }: CallInput<typeof changeCall>['body'],
  request: FastifyRequest,
): Promise<WithMessage<null>> {
  const { actor, now } = ctx
  const { userId, companyId } = actor
  // first: whoever has to choose another one has not used a code up for it
  await requireStrong(ctx, userId, newPassword)
  await provePassword(ctx, proof)
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(ctx, async (trx) => {
    await writePassword(trx, userId, passwordHash)
    await revokeOneTimeLinks(trx, userId, now)
    await endSessions(ctx, trx, { userId, which: { except: currentSessionHash(ctx, request) }, now })
    await audit(trx, ctx, { action: 'password.changed', entity: 'user', entityId: String(userId) })
    await notifySecurityChange(trx, ctx, { event: 'password_changed', addresses: [actor.email], companyId })
  })
  return new WithMessage(null, ACCOUNT_SENTENCES.passwordChanged)
}

const badLink = (): AppError => new AppError('not_found', { sentence: ACCOUNT_SENTENCES.badLink })

/** Whom a link is for, as long as it can be used. */
export async function checkLink({ db, now }: RequestContext, token: string): Promise<LinkData> {
  const owner = await findOneTimeLink(db, token, now)
  if (!owner) throw badLink()
  return { userEmail: owner.email, purpose: owner.purpose }
}

/** A password by a link from a mail, once. Every login session of its owner ends, and so does a lock by wrong passwords. */
export async function restorePassword(
  ctx: RequestContext,
  { token, newPassword }: CallInput<typeof restoreCall>['body'],
): Promise<WithMessage<null>> {
  const { db, now } = ctx
  // before the work of hashing: whoever makes tokens up gets nothing done here
  const found = await findOneTimeLink(db, token, now)
  if (!found) throw badLink()
  await requireStrong(ctx, found.userId, newPassword)
  const passwordHash = await hashPassword(newPassword)
  await inTransaction(ctx, async (trx) => {
    const owner = await redeemOneTimeLink(trx, token, now)
    if (!owner) throw badLink()
    const { userId, companyId, email, purpose } = owner
    await writePassword(trx, userId, passwordHash)
    await endSessions(ctx, trx, { userId, which: 'all', now })
    await clearAccountFailures({ ...ctx, db: trx }, email)
    const action = purpose === 'invitation' ? 'password.set' : 'password.restored'
    await audit(trx, { ...ctx, actor: { userId, companyId, email } }, { action, entity: 'user', entityId: String(userId) })
    if (purpose === 'restore')
      await notifySecurityChange(trx, ctx, { event: 'password_changed', addresses: [email], companyId })
  })
  return new WithMessage(null, ACCOUNT_SENTENCES.passwordSet)
}

/** Who has proved the password before, and nothing more yet, begins again. */
async function writePassword(trx: DatabaseTransaction, userId: number, passwordHash: string): Promise<void> {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('user_id', '=', userId).execute()
  await trx.deleteFrom('pending_logins').where('user_id', '=', userId).execute()
}
