import { sql } from 'kysely'
import { USER_SENTENCES } from '#contract/users/user-messages.ts'
import type { UserData } from '#contract/users/users.calls.ts'
import { AppError } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import { inTreeOf } from '#server/db/scope.ts'
import { USER_COLUMNS, type UserRecord, userStateOf } from '#server/records/users.ts'

const flag = (yes: boolean): '1' | '0' => (yes ? '1' : '0')

/** A user's rights as on the wire. */
export const wireRights = ({ permits, canHibernate, isAdmin }: UserRecord) => ({
  permits: [...permits],
  canHibernate: flag(canHibernate),
  admin: flag(isAdmin),
})

/**
 * A user in the reader's scope.
 * @throws AppError not_found, also for another tenant's
 */
export async function readUser(ctx: Ctx, userId: number): Promise<UserData> {
  const { rows } = await sql<UserRecord>`
    SELECT ${USER_COLUMNS} FROM users u JOIN companies c ON c.company_id = u.company_id
    WHERE u.user_id = ${userId} AND ${inTreeOf(ctx.actor, sql`c.lineage`)}`.execute(ctx.db)
  const [person] = rows
  if (!person) throw new AppError('not_found', { sentence: USER_SENTENCES.unknown })
  return {
    userId,
    userEmail: person.email,
    userName: person.name,
    userLastname: person.lastName,
    userPhone: person.phone,
    userTin: person.tin,
    companyId: person.companyId,
    companyName: person.companyName,
    ...wireRights(person),
    state: userStateOf(person),
    updatedAt: person.updatedAt,
  }
}
