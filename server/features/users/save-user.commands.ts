import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { GRANT_SENTENCES, USER_PROBLEMS, USER_SENTENCES } from '#contract/users/user-messages.ts'
import type { changeUser as changeCall, createUser as createCall } from '#contract/users/users.calls.ts'
import { grantProblem, type TargetUser, type UserRights } from '#domain/user-rights.ts'
import { normaliseUser, type UserText, userProblems } from '#domain/users.ts'
import { AppError, assertValid, invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { inTreeOf } from '#server/db/scope.ts'
import { WithMessage } from '#server/http/answers.ts'
import { clearActorCache } from '#server/http/login-session.ts'
import { refuseTaken } from '#server/http/refuse-taken.ts'
import { notifySecurityChange } from '#server/mail/notify-security-change.ts'
import { audit, auditedChange, hasChanged } from '#server/records/audit.ts'
import { revokeOneTimeLinks } from '#server/records/one-time-links.ts'
import { lockUsers, requireTarget, requireUnchanged, type UserRecord, userStateOf } from '#server/records/users.ts'
import { sendInvitation } from './invite.ts'

type Saved = { userId: number }

/**
 * The normalized values of a user.
 * @throws AppError with a sentence for each wrong field
 */
function validUser<T extends UserText>(user: T): T {
  const problems = Object.entries(userProblems(user)).map(([field, problem]) => [field, USER_PROBLEMS[problem]] as const)
  assertValid(Object.fromEntries(problems))
  return normaliseUser(user)
}

const columnsOf = ({ userEmail, userName, userLastname, userPhone, userTin }: UserText, { now }: Ctx) => ({
  email: userEmail,
  name: userName,
  last_name: userLastname,
  phone: userPhone,
  tin: userTin,
  updated_at: now,
})

/** Two accounts with one e-mail: the unique index decides between concurrent changes. */
const refuseTakenEmail = refuseTaken('userEmail', USER_SENTENCES.emailTaken)

/** Rights on the wire, as the rules have them. */
export const rightsOf = ({
  permits,
  canHibernate,
  admin,
}: Pick<CallInput<typeof createCall>['body'], 'permits' | 'canHibernate' | 'admin'>): UserRights => ({
  permits: [...new Set(permits)],
  canHibernate: canHibernate === '1',
  isAdmin: admin === '1',
})

interface UserCompany {
  readonly companyId: number
  readonly companyName: string
  readonly lineage: readonly number[]
}

/** It is not deleted until the transaction ends. */
async function requireUserCompany(trx: DatabaseTransaction, { actor }: Ctx, companyId: number): Promise<UserCompany> {
  const { rows } = await sql<UserCompany>`
    SELECT c.company_id AS "companyId", c.business_name AS "companyName", c.lineage FROM companies c
    WHERE c.company_id = ${companyId} AND ${inTreeOf(actor, sql`c.lineage`)} FOR KEY SHARE`.execute(trx)
  const [home] = rows
  if (!home) throw new AppError('not_found', { sentence: USER_SENTENCES.unknownCompany })
  return home
}

/** Creates a user and invites them by mail, both or neither. */
export async function createUser(ctx: Ctx, body: CallInput<typeof createCall>['body']): Promise<WithMessage<Saved>> {
  const kept = validUser(body)
  const rights = rightsOf(body)
  const work = inTransaction(ctx, async (trx) => {
    const home = await requireUserCompany(trx, ctx, body.companyId)
    const { actor } = await lockUsers(trx, ctx, 0)
    const newUser: TargetUser = { userId: -1, ...home, permits: [], canHibernate: false, isAdmin: false }
    const problem = grantProblem(actor, newUser, rights)
    if (problem) throw new AppError('not_allowed', { sentence: GRANT_SENTENCES[problem] })
    const { user_id: userId } = await insertUser(trx, ctx, { kept, rights, home })
    await sendInvitation(
      trx,
      ctx,
      { ...home, userId, email: kept.userEmail, name: kept.userName },
      body.language ?? ctx.language,
    )
    return { userId }
  })
  return new WithMessage(await work.catch(refuseTakenEmail), USER_SENTENCES.created)
}

interface NewUser {
  readonly kept: UserText
  readonly rights: UserRights
  readonly home: UserCompany
}

async function insertUser(trx: DatabaseTransaction, ctx: Ctx, { kept, rights, home }: NewUser): Promise<{ user_id: number }> {
  const user = await trx
    .insertInto('users')
    .values({
      ...columnsOf(kept, ctx),
      company_id: home.companyId,
      permits: [...rights.permits],
      can_hibernate: rights.canHibernate,
      is_admin: rights.isAdmin,
      created_at: ctx.now,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  const { userEmail, userName, userLastname, userPhone, userTin } = kept
  const after = { userEmail, userName, userLastname, userPhone, userTin, companyId: home.companyId, ...rights }
  await audit(trx, ctx, {
    action: 'user.created',
    entity: 'user',
    entityId: String(user.user_id),
    companyId: home.companyId,
    after,
  })
  return user
}

const textOf = ({ email, name, lastName, phone, tin }: UserRecord): UserText => ({
  userEmail: email,
  userName: name,
  userLastname: lastName,
  userPhone: phone,
  userTin: tin,
})

/**
 * Changes a user's data. With another e-mail, links in mails to the previous one are revoked: who is still invited gets an
 * invitation at the new one, others a notice at the previous one that it no longer logs in, and of who changed it.
 */
export async function changeUser(ctx: Ctx, body: CallInput<typeof changeCall>['body']): Promise<WithMessage<Saved>> {
  const { userId, updatedAt, ...text } = validUser(body)
  const work = inTransaction(ctx, async (trx) => {
    const target = requireTarget(await lockUsers(trx, ctx, userId))
    requireUnchanged(target, updatedAt)
    await writeText(trx, ctx, target, text)
    if (text.userEmail === target.email) return
    // the account dialog asks for the password
    if (userId === ctx.actor.userId) throw invalidField('userEmail', USER_SENTENCES.ownEmail)
    await revokeOneTimeLinks(trx, userId, ctx.now)
    if (userStateOf(target) === 'invited')
      return sendInvitation(trx, ctx, { ...target, email: text.userEmail, name: text.userName }, ctx.language)
    const { email, companyId } = target
    await notifySecurityChange(trx, ctx, { event: 'email_changed', addresses: [email], companyId, actor: ctx.actor.email })
  })
  await work.catch(refuseTakenEmail)
  clearActorCache(ctx)
  return new WithMessage({ userId }, USER_SENTENCES.changed)
}

async function writeText(trx: DatabaseTransaction, ctx: Ctx, target: UserRecord, text: UserText): Promise<void> {
  const { userId } = target
  await trx.updateTable('users').set(columnsOf(text, ctx)).where('user_id', '=', userId).execute()
  const changes = auditedChange(textOf(target), text)
  const entry = { action: 'user.changed', entity: 'user', entityId: String(userId), companyId: target.companyId }
  if (hasChanged(changes)) await audit(trx, ctx, { ...entry, ...changes })
}
