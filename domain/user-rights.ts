import type { Permit } from './permits.ts'

/** The rights of a user. */
export interface UserRights {
  readonly permits: readonly Permit[]
  readonly canHibernate: boolean
  /** an administrator of the root company */
  readonly isAdmin: boolean
}

/** A user with rights and company. */
export interface RightsHolder extends UserRights {
  readonly userId: number
  readonly companyId: number
}

/** The user to be changed, with the company path from the root down to the user's own. */
export interface TargetUser extends RightsHolder {
  readonly lineage: readonly number[]
}

/** Whether a company is within the subtree of another. @param lineage from the root down to the company itself */
export function isInSubtree(lineage: readonly number[], companyId: number): boolean {
  return lineage.includes(companyId)
}

/** Whether a user holds all of the given rights. */
export function holdsAll(holder: UserRights, asked: UserRights): boolean {
  return (
    asked.permits.every((permit) => holder.permits.includes(permit)) &&
    (holder.canHibernate || !asked.canHibernate) &&
    (holder.isAdmin || !asked.isAdmin)
  )
}

/** Whether an administrator may open the portal view of a user: only if their own rights already show all of it. */
export function mayOpenPortalViewOf(administrator: UserRights, user: UserRights): boolean {
  return administrator.isAdmin && !user.isAdmin && holdsAll(administrator, user)
}

export type EditUserProblem = 'outside' | 'holdsMore'

/**
 * Why the actor may not edit a user at all; undefined when they may. Users outside the actor's companies do not exist
 * for them. Users with more rights are out of reach too: by changing such a user's e-mail, the actor could log in as
 * them.
 */
export function editUserProblem(actor: RightsHolder, target: TargetUser): EditUserProblem | undefined {
  if (!isInSubtree(target.lineage, actor.companyId)) return 'outside'
  if (target.userId === actor.userId) return undefined
  return holdsAll(actor, target) ? undefined : 'holdsMore'
}

export type GrantProblem = 'own' | 'notHeld' | 'notAtRoot'

/**
 * Why the actor may not grant a user these rights; undefined when they may. An actor grants only rights they hold,
 * never changes their own (which prevents locking themselves out), and administrators belong to the root company.
 * Rights the user already has are not granted again, and any may be revoked.
 * @param target the user before the change; without rights and with userId 0 for a new one
 */
export function grantProblem(actor: RightsHolder, target: TargetUser, requested: UserRights): GrantProblem | undefined {
  if (target.userId === actor.userId) return hasSameRights(target, requested) ? undefined : 'own'
  const granted: UserRights = {
    permits: requested.permits.filter((permit) => !target.permits.includes(permit)),
    canHibernate: requested.canHibernate && !target.canHibernate,
    isAdmin: requested.isAdmin && !target.isAdmin,
  }
  if (!holdsAll(actor, granted)) return 'notHeld'
  return requested.isAdmin && target.lineage.length > 1 ? 'notAtRoot' : undefined
}

/** Whether two users have the same rights. */
export function hasSameRights(one: UserRights, other: UserRights): boolean {
  return holdsAll(one, other) && holdsAll(other, one)
}

/** The facts that decide whether a user keeps the installation administrable. */
export interface Administrator extends UserRights {
  readonly userId: number
  /** not deactivated, and with a way to log in; an invited user does not count */
  readonly canLogIn: boolean
}

const canManageUsers = ({ isAdmin, permits, canLogIn }: Administrator): boolean =>
  isAdmin && canLogIn && permits.includes('users')

/**
 * Whether a change of a user removes the last administrator who can log in and holds the permit `users`.
 * @param administrators all of them before the change
 * @param after the user after the change; undefined when deleted
 */
export function leavesNoAdministrator(
  administrators: readonly Administrator[],
  userId: number,
  after: Administrator | undefined,
): boolean {
  const others = administrators.filter((one) => one.userId !== userId)
  return administrators.some(canManageUsers) && !(after ? [...others, after] : others).some(canManageUsers)
}
