import { type RawBuilder, sql } from 'kysely'
import { USER_SENTENCES } from '#contract/users/user-messages.ts'
import type { Permit } from '#domain/permits.ts'
import {
  type Administrator,
  editUserProblem,
  leavesNoAdministrator,
  type RightsHolder,
  type TargetUser,
} from '#domain/user-rights.ts'
import type { UserState } from '#domain/users.ts'
import type { Actor, Ctx } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { momentText } from '../db/text-search.ts'
import { AppError } from '../http/errors.ts'

/** Whether a user u has a way to log in: a password, or a tie to their company's identity provider. */
export const CAN_LOG_IN = sql<boolean>`
  (u.password_hash IS NOT NULL OR EXISTS (SELECT FROM sign_on_identities i WHERE i.user_id = u.user_id))`

/** A user as their row has it. */
export interface Person extends TargetUser, Administrator {
  readonly companyName: string
  readonly email: string
  readonly name: string
  readonly lastName: string
  readonly phone: string
  readonly tin: string
  readonly isDeactivated: boolean
  readonly hasLogin: boolean
  /** ISO 8601, to the microsecond */
  readonly updatedAt: string
}

/** Of a user u of a company c. */
export const PERSON_COLUMNS = sql`
  u.user_id AS "userId", u.company_id AS "companyId", c.lineage, c.business_name AS "companyName", u.email, u.name,
  u.last_name AS "lastName", u.phone, u.tin, u.permits, u.can_hibernate AS "canHibernate",
  (u.is_admin AND c.parent_id IS NULL) AS "isAdmin", u.deactivated_at IS NOT NULL AS "isDeactivated", ${CAN_LOG_IN} AS "hasLogin",
  (u.deactivated_at IS NULL AND ${CAN_LOG_IN}) AS "canLogIn", ${momentText(sql`u.updated_at`)} AS "updatedAt"`

export const stateOf = ({ isDeactivated, hasLogin }: Pick<Person, 'isDeactivated' | 'hasLogin'>): UserState =>
  isDeactivated ? 'deactivated' : hasLogin ? 'active' : 'invited'

export interface People {
  /** what the actor may do by now */
  readonly actor: RightsHolder
  /** undefined when there is no such user */
  readonly target: Person | undefined
  readonly administrators: readonly Person[]
}

const FROM_USERS = sql`FROM users u JOIN companies c ON c.company_id = u.company_id`

/** In the order of their keys: of two who take each other's rights at the same time one goes first, the other finds out. */
async function lockWhere(trx: DatabaseTransaction, condition: RawBuilder<unknown>): Promise<readonly Person[]> {
  const { rows } = await sql<Person>`
    SELECT ${PERSON_COLUMNS} ${FROM_USERS} WHERE ${condition} ORDER BY u.user_id FOR NO KEY UPDATE OF u`.execute(trx)
  return rows
}

/**
 * Locks the one who acts, the one who is acted upon and every administrator.
 * @param userId 0: nobody is acted upon
 */
export async function lockPeople(trx: DatabaseTransaction, ctx: Ctx, userId: number): Promise<People> {
  const rows = await lockWhere(trx, sql`u.user_id = ANY(${[ctx.actor.userId, userId]}::int[]) OR u.is_admin`)
  return {
    actor: actorNow(ctx.actor, rows),
    target: rows.find((row) => row.userId === userId),
    administrators: rows.filter((row) => row.isAdmin),
  }
}

/** Locks the one who acts and all of a company and of those below it. @returns what the actor may do by now, and the others */
export async function lockTree(
  trx: DatabaseTransaction,
  ctx: Ctx,
  companyId: number,
): Promise<{ readonly actor: RightsHolder; readonly people: readonly Person[] }> {
  const { userId } = ctx.actor
  const rows = await lockWhere(trx, sql`u.user_id = ${userId}::int OR c.lineage @> ARRAY[${companyId}]::int[]`)
  return { actor: actorNow(ctx.actor, rows), people: rows.filter((row) => row.userId !== userId) }
}

/** Whose e-mail it is; undefined when it is nobody's. */
export async function personOfEmail(db: Database | DatabaseTransaction, email: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`SELECT ${PERSON_COLUMNS} ${FROM_USERS} WHERE u.email = ${email}`.execute(db)
  return rows[0]
}

/** What the actor held when the request came and still holds. A company's API key is nobody: it does not own its maker's account. */
function actorNow(actor: Actor, rows: readonly Person[]): RightsHolder {
  const row = rows.find(({ userId }) => userId === actor.userId)
  const permits: readonly Permit[] = row && !row.isDeactivated ? row.permits.filter((one) => actor.permits.includes(one)) : []
  if (!row || !permits.includes('users')) throw new AppError('not_allowed')
  return {
    userId: actor.apiKeyId === undefined ? actor.userId : 0,
    companyId: actor.companyId,
    permits,
    canHibernate: actor.canHibernate && row.canHibernate,
    isAdmin: actor.isAdmin && row.isAdmin,
  }
}

/** The user who is to be changed. Throws not_found for one elsewhere, not_allowed for one who holds more than the actor. */
export function requireTarget({ actor, target }: Pick<People, 'actor' | 'target'>): Person {
  const problem = target && editUserProblem(actor, target)
  if (!target || problem === 'outside') throw new AppError('not_found', { sentence: USER_SENTENCES.unknown })
  if (problem) throw new AppError('not_allowed', { sentence: USER_SENTENCES.holdsMore })
  return target
}

/** Throws last_administrator when nobody could administer users any more. @param after the user as they will be */
export function requireAdministrator({ administrators }: People, target: Person, after: Person | undefined): void {
  if (leavesNoAdministrator(administrators, target.userId, after)) throw new AppError('last_administrator')
}

/** Throws conflict when the user is not as the writer has seen them. */
export function requireUnchanged({ updatedAt }: Person, seen: string | undefined): void {
  if (seen !== undefined && seen !== updatedAt) throw new AppError('conflict', { sentence: USER_SENTENCES.conflict })
}
