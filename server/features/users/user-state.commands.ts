import { USER_SENTENCES } from '#contract/users/user-messages.ts'
import type { UserState } from '#domain/user-states.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { endSessions } from '#server/http/list-login-sessions.ts'
import { clearActorCache } from '#server/http/login-session.ts'
import { notifySecurityChange } from '#server/mail/notify-security-change.ts'
import type { SecurityEvent } from '#server/mail/security-mail.ts'
import { endAgents } from '#server/records/agents.ts'
import { audit } from '#server/records/audit.ts'
import { revokeOneTimeLinks } from '#server/records/one-time-links.ts'
import { lockUsers, requireAdministrator, requireTarget, type UserRecord, userStateOf } from '#server/records/users.ts'
import { turnOffUnauthorisedEndpoints } from '#server/webhook-delivery/endpoint-authorisation.ts'
import { sendInvitation } from './invite.ts'

type State = { state: UserState }

/** Locks a user whose account the actor may end: not themselves, and not the last administrator. */
async function lockEndableUser(
  trx: DatabaseTransaction,
  ctx: Ctx,
  userId: number,
  after?: Partial<UserRecord>,
): Promise<UserRecord> {
  const people = await lockUsers(trx, ctx, userId)
  const target = requireTarget(people)
  if (target.userId === people.actor.userId) throw new AppError('not_allowed', { sentence: USER_SENTENCES.self })
  requireAdministrator(people, target, after && { ...target, ...after })
  return target
}

const entryOf = (verb: string, { userId, companyId }: UserRecord) => ({
  ...{ action: `user.${verb}`, entity: 'user', entityId: String(userId) },
  companyId,
})

/** Notifies a user who could log in that the account was closed or reopened. */
async function notifyUser(
  trx: DatabaseTransaction,
  ctx: Ctx,
  event: SecurityEvent,
  { email, companyId, hasLogin }: UserRecord,
): Promise<void> {
  if (hasLogin) await notifySecurityChange(trx, ctx, { event, addresses: [email], companyId, actor: ctx.actor.email })
}

/** Ends the user's sessions and links; their history stays. */
export async function deactivateUser(ctx: Ctx, userId: number): Promise<WithMessage<State>> {
  await inTransaction(ctx, async (trx) => {
    const target = await lockEndableUser(trx, ctx, userId, { canLogIn: false })
    if (target.isDeactivated) return
    await trx.updateTable('users').set({ deactivated_at: ctx.now, updated_at: ctx.now }).where('user_id', '=', userId).execute()
    await endSessions(ctx, trx, { userId, which: 'all', now: ctx.now })
    await endAgents(trx, ctx, { userId }, 'security')
    await revokeOneTimeLinks(trx, userId, ctx.now)
    await audit(trx, ctx, entryOf('deactivated', target))
    await notifyUser(trx, ctx, 'deactivated', target)
    await turnOffUnauthorisedEndpoints(trx, ctx, userId)
  })
  clearActorCache(ctx)
  return new WithMessage({ state: 'deactivated' }, USER_SENTENCES.deactivated)
}

export async function reactivateUser(ctx: Ctx, userId: number): Promise<WithMessage<State>> {
  const target = await inTransaction(ctx, async (trx) => {
    const locked = requireTarget(await lockUsers(trx, ctx, userId))
    if (!locked.isDeactivated) return locked
    await trx.updateTable('users').set({ deactivated_at: null, updated_at: ctx.now }).where('user_id', '=', userId).execute()
    await audit(trx, ctx, entryOf('reactivated', locked))
    await notifyUser(trx, ctx, 'reactivated', locked)
    return { ...locked, isDeactivated: false }
  })
  return new WithMessage({ state: userStateOf(target) }, USER_SENTENCES.reactivated)
}

/** Deletes the row with sessions, links, second factor and saved views. Histories keep the name they recorded. */
export async function deleteUser(ctx: Ctx, userId: number): Promise<WithMessage<null>> {
  await inTransaction(ctx, async (trx) => {
    const target = await lockEndableUser(trx, ctx, userId)
    await endSessions(ctx, trx, { userId, which: 'all', now: ctx.now })
    await trx.deleteFrom('users').where('user_id', '=', userId).execute()
    await turnOffUnauthorisedEndpoints(trx, ctx, userId)
    const { email: userEmail, name: userName, lastName: userLastname, companyId } = target
    await audit(trx, ctx, { ...entryOf('deleted', target), before: { userEmail, userName, userLastname, companyId } })
    await notifyUser(trx, ctx, 'deleted', target)
  })
  clearActorCache(ctx)
  return new WithMessage(null, USER_SENTENCES.deleted)
}

/** Sends the invitation again to a user without a password. */
export async function inviteUser(ctx: Ctx, userId: number): Promise<WithMessage<State>> {
  await inTransaction(ctx, async (trx) => {
    const target = requireTarget(await lockUsers(trx, ctx, userId))
    if (target.isDeactivated) throw new AppError('conflict', { sentence: USER_SENTENCES.isDeactivated })
    if (target.hasLogin) throw new AppError('conflict', { sentence: USER_SENTENCES.hasPassword })
    await sendInvitation(trx, ctx, target, ctx.language)
    await audit(trx, ctx, entryOf('invited', target))
  })
  return new WithMessage({ state: 'invited' }, USER_SENTENCES.invited)
}
