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
import type { UserState } from '#domain/user-states.ts'
import { AppError } from '../app-error.ts'
import type { Actor, Ctx } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { momentText } from '../db/iso-text.ts'

/** Whether a user u can log in: by a password, or by a link to their company's identity provider. */
export const CAN_LOG_IN = sql<boolean>`
  (u.password_hash IS NOT NULL OR EXISTS (SELECT FROM sign_on_identities i WHERE i.user_id = u.user_id))`

/** A user as stored. */
export interface UserRecord extends TargetUser, Administrator {
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

/** Columns of user u and company c. */
export const USER_COLUMNS = sql`
  u.user_id AS "userId", u.company_id AS "companyId", c.lineage, c.business_name AS "companyName", u.email, u.name,
  u.last_name AS "lastName", u.phone, u.tin, u.permits, u.can_hibernate AS "canHibernate",
  (u.is_admin AND c.parent_id IS NULL) AS "isAdmin", u.deactivated_at IS NOT NULL AS "isDeactivated", ${CAN_LOG_IN} AS "hasLogin",
  (u.deactivated_at IS NULL AND ${CAN_LOG_IN}) AS "canLogIn", ${momentText(sql`u.updated_at`)} AS "updatedAt"`

export const userStateOf = ({ isDeactivated, hasLogin }: Pick<UserRecord, 'isDeactivated' | 'hasLogin'>): UserState =>
  isDeactivated ? 'deactivated' : hasLogin ? 'active' : 'invited'

export interface LockedUsers {
  /** the actor's present rights */
  readonly actor: RightsHolder
  /** undefined for an unknown user */
  readonly target: UserRecord | undefined
  readonly administrators: readonly UserRecord[]
}

const FROM_USERS = sql`FROM users u JOIN companies c ON c.company_id = u.company_id`

/**
 * Locks in the order of the keys: of two users who revoke each other's rights at the same time one goes first, and the other sees
 * the result.
 */
async function lockWhere(trx: DatabaseTransaction, condition: RawBuilder<unknown>): Promise<readonly UserRecord[]> {
  const { rows } = await sql<UserRecord>`
    SELECT ${USER_COLUMNS} ${FROM_USERS} WHERE ${condition} ORDER BY u.user_id FOR NO KEY UPDATE OF u`.execute(trx)
  return rows
}

/**
 * Locks the acting user, the target and every administrator.
 * @param userId 0: no target
 */
export async function lockUsers(trx: DatabaseTransaction, ctx: Ctx, userId: number): Promise<LockedUsers> {
  const rows = await lockWhere(trx, sql`u.user_id = ANY(${[ctx.actor.userId, userId]}::int[]) OR u.is_admin`)
  return {
    actor: currentRights(ctx.actor, rows),
    target: rows.find((row) => row.userId === userId),
    administrators: rows.filter((row) => row.isAdmin),
  }
}

/**
 * Locks the acting user and all users of a company and of those below it.
 * @returns the actor's present rights, and the others
 */
export async function lockUsersOfTree(
  trx: DatabaseTransaction,
  ctx: Ctx,
  companyId: number,
): Promise<{ readonly actor: RightsHolder; readonly people: readonly UserRecord[] }> {
  const { userId } = ctx.actor
  const rows = await lockWhere(trx, sql`u.user_id = ${userId}::int OR c.lineage @> ARRAY[${companyId}]::int[]`)
  return { actor: currentRights(ctx.actor, rows), people: rows.filter((row) => row.userId !== userId) }
}

/** The user with an e-mail; undefined for an unknown one. */
export async function findUserByEmail(db: Database | DatabaseTransaction, email: string): Promise<UserRecord | undefined> {
  const { rows } = await sql<UserRecord>`SELECT ${USER_COLUMNS} ${FROM_USERS} WHERE u.email = ${email}`.execute(db)
  return rows[0]
}

/**
 * The rights that the actor had when the request came and still has. A company's API key acts as no user: it does not own its
 * maker's account.
 */
function currentRights(actor: Actor, rows: readonly UserRecord[]): RightsHolder {
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

/**
 * The user to change.
 * @throws AppError not_found for one outside the scope, not_allowed for one with more rights than the actor
 */
export function requireTarget({ actor, target }: Pick<LockedUsers, 'actor' | 'target'>): UserRecord {
  const problem = target && editUserProblem(actor, target)
  if (!target || problem === 'outside') throw new AppError('not_found', { sentence: USER_SENTENCES.unknown })
  if (problem) throw new AppError('not_allowed', { sentence: USER_SENTENCES.holdsMore })
  return target
}

/**
 * @param after the user as they will be
 * @throws AppError last_administrator when no user could administer users any more
 */
export function requireAdministrator({ administrators }: LockedUsers, target: UserRecord, after: UserRecord | undefined): void {
  if (leavesNoAdministrator(administrators, target.userId, after)) throw new AppError('last_administrator')
}

/** @throws AppError conflict when the user has changed since the caller read them */
export function requireUnchanged({ updatedAt }: UserRecord, seen: string | undefined): void {
  if (seen !== undefined && seen !== updatedAt) throw new AppError('conflict', { sentence: USER_SENTENCES.conflict })
}
