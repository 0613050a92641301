import { USER_SENTENCES } from '#contract/users/user-messages.ts'
import { editUserProblem, mayOpenPortalViewOf } from '#domain/user-rights.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import type { Http } from '#server/http/cookies.ts'
import { replaceLoginSession } from '#server/http/login-session.ts'
import { audit } from '#server/records/audit.ts'
import { lockUsers } from '#server/records/users.ts'

/** An administrator sees the portal as a user does, from the next request on. */
export async function beginView(ctx: Ctx, userId: number, http: Http): Promise<null> {
  const setCookie = await inTransaction(ctx, async (trx) => {
    const { actor, target } = await lockUsers(trx, ctx, userId)
    if (!target || editUserProblem(actor, target) === 'outside')
      throw new AppError('not_found', { sentence: USER_SENTENCES.unknown })
    if (target.isDeactivated || !mayOpenPortalViewOf(actor, target)) {
      throw new AppError('conflict', { sentence: USER_SENTENCES.viewedAdministrator })
    }
    const set = await replaceLoginSession(trx, ctx, userId, http)
    const entry = { action: 'portal_view.began', entity: 'user', entityId: String(userId), after: { userEmail: target.email } }
    // it concerns the administrator, wherever they work
    await audit(trx, { ...ctx, actor: ctx.actor.home ?? ctx.actor }, entry)
    return set
  })
  setCookie()
  return null
}

/** Ends the portal view; without one nothing changes. */
export async function endView(ctx: Ctx, http: Http): Promise<WithMessage<null>> {
  const { actor } = ctx
  const { viewer } = actor
  if (!viewer) return new WithMessage(null, USER_SENTENCES.viewEnded)
  const setCookie = await inTransaction(ctx, async (trx) => {
    const set = await replaceLoginSession(trx, ctx, null, http)
    const entry = {
      action: 'portal_view.ended',
      entity: 'user',
      entityId: String(actor.userId),
      after: { userEmail: actor.email },
    }
    await audit(trx, { ...ctx, actor: viewer }, entry)
    return set
  })
  setCookie()
  return new WithMessage(null, USER_SENTENCES.viewEnded)
}
