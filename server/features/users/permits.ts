import { sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import type { getPermitList, PermitRow, savePermit as saveCall } from '#contract/users/permits.calls.ts'
import { GRANT_SENTENCES, PERMIT_WORDS, USER_SENTENCES } from '#contract/users/user-messages.ts'
import { PERMITS } from '#domain/permits.ts'
import { grantProblem } from '#domain/user-rights.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import { nextCursor } from '#server/db/keyset.ts'
import { WithMessage } from '#server/http/answers.ts'
import { clearActorCache } from '#server/http/login-session.ts'
import { audit } from '#server/records/audit.ts'
import {
  lockUsers,
  requireAdministrator,
  requireTarget,
  requireUnchanged,
  USER_COLUMNS,
  type UserRecord,
  userStateOf,
} from '#server/records/users.ts'
import { turnOffUnauthorisedEndpoints } from '#server/webhook-delivery/endpoint-authorisation.ts'
import { rightsOf } from './save-user.commands.ts'
import { userConditions, usersBy, wireRights } from './users.queries.ts'

const rowOf = (person: UserRecord): PermitRow => ({
  userId: person.userId,
  userName: person.name,
  userLastname: person.lastName,
  userEmail: person.email,
  companyId: person.companyId,
  companyName: person.companyName,
  ...wireRights(person),
  state: userStateOf(person),
  updatedAt: person.updatedAt,
})

const NAME = sql`plain_letters(u.name || ' ' || u.last_name)`

/** The matrix of users and permits, one page by name. */
export async function permitList(
  ctx: Ctx,
  { limit, cursor, ...filter }: CallInput<typeof getPermitList>['query'],
): Promise<CallData<typeof getPermitList>> {
  const { after, orderBy } = usersBy(NAME)
  const from = sql`FROM users u JOIN companies c ON c.company_id = u.company_id`
  const where = sql.join(userConditions(ctx, filter), sql` AND `)
  const [page, counted] = await Promise.all([
    sql<UserRecord & { key: string }>`
      SELECT ${USER_COLUMNS}, ${NAME} AS key ${from} WHERE ${where} AND ${after(cursor)} ${orderBy} LIMIT ${limit}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`SELECT count(*)::int AS total ${from} WHERE ${where}`.execute(ctx.db),
  ])
  const { rows } = page
  return {
    columns: PERMITS.map((permit) => ({
      permit,
      title: PERMIT_WORDS[permit][ctx.language],
      grantable: ctx.actor.permits.includes(permit) ? '1' : '0',
    })),
    rows: rows.map(rowOf),
    total: counted.rows[0]?.total ?? 0,
    nextCursor: nextCursor(rows, limit, ({ key, userId }) => [key, String(userId)]) ?? null,
  }
}

/**
 * Sets a user's rights: checked, locked and written in one transaction, together with every user who could change them meanwhile.
 */
export async function savePermit(ctx: Ctx, body: CallInput<typeof saveCall>['body']): Promise<WithMessage<PermitRow>> {
  const rights = rightsOf(body)
  const saved = await inTransaction(ctx, async (trx) => {
    const people = await lockUsers(trx, ctx, body.userId)
    const target = requireTarget(people)
    requireUnchanged(target, body.updatedAt)
    const problem = grantProblem(people.actor, target, rights)
    if (problem) throw new AppError('not_allowed', { sentence: GRANT_SENTENCES[problem] })
    requireAdministrator(people, target, { ...target, ...rights })
    const permits = PERMITS.filter((permit) => rights.permits.includes(permit))
    await trx
      .updateTable('users')
      .set({ permits, can_hibernate: rights.canHibernate, is_admin: rights.isAdmin, updated_at: ctx.now })
      .where('user_id', '=', target.userId)
      .execute()
    const entry = {
      action: 'user.permits_changed',
      entity: 'user',
      entityId: String(target.userId),
      companyId: target.companyId,
    }
    const audited = ({ canHibernate, isAdmin }: typeof rights, held: readonly string[]) => ({
      permits: held,
      canHibernate,
      isAdmin,
    })
    await audit(trx, ctx, { ...entry, before: audited(target, target.permits), after: audited(rights, permits) })
    await turnOffUnauthorisedEndpoints(trx, ctx, target.userId)
    return { ...target, ...rights, permits, updatedAt: isoMicros(ctx.now) }
  })
  clearActorCache(ctx)
  return new WithMessage(rowOf(saved), USER_SENTENCES.permitsSaved)
}

/** In the database's format. */
const isoMicros = (now: Date): string => now.toISOString().replace('Z', '000+00:00')
