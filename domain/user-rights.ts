import type { Permit } from './permits.ts'

/** What a user may do. */
export interface Rights {
  readonly permits: readonly Permit[]
  readonly canHibernate: boolean
  /** an administrator of the root company */
  readonly isAdmin: boolean
}

/** A user with the company they belong to. */
export interface Holder extends Rights {
  readonly userId: number
  readonly companyId: number
}

/** A user who is to be changed, with the companies above theirs: from the root down to their own. */
export interface Subject extends Holder {
  readonly lineage: readonly number[]
}

/** Whether a company is another one or below it. @param lineage from the root down to the company itself */
export function isWithin(lineage: readonly number[], companyId: number): boolean {
  return lineage.includes(companyId)
}

/** Whether somebody holds all that is asked for. */
export function holdsAll(holder: Rights, asked: Rights): boolean {
  return (
    asked.permits.every((permit) => holder.permits.includes(permit)) &&
    (holder.canHibernate || !asked.canHibernate) &&
    (holder.isAdmin || !asked.isAdmin)
  )
}

/** Whether an administrator may look at the portal as a user: they could see all of it as themselves. */
export function mayBeSeenBy(administrator: Rights, user: Rights): boolean {
  return administrator.isAdmin && !user.isAdmin && holdsAll(administrator, user)
}

export type TouchProblem = 'outside' | 'holdsMore'

/**
 * Why somebody may not change a user at all; undefined when they may. Users of companies elsewhere do not exist for them. Who holds
 * more than they do is out of reach, too: whoever could give such a user another e-mail could log in as them.
 */
export function touchProblem(actor: Holder, target: Subject): TouchProblem | undefined {
  if (!isWithin(target.lineage, actor.companyId)) return 'outside'
  if (target.userId === actor.userId) return undefined
  return holdsAll(actor, target) ? undefined : 'holdsMore'
}

export type GrantProblem = 'own' | 'notHeld' | 'notAtRoot'

/**
 * Why somebody may not give a user these rights; undefined when they may. Nobody grants what they do not hold, nobody changes their
 * own rights (so that nobody locks themselves out), and administrators are users of the root company. What a user has already is not
 * granted, and everything may be taken away.
 * @param target the user as they are; without rights and with userId 0 for a new one
 */
export function grantProblem(actor: Holder, target: Subject, wanted: Rights): GrantProblem | undefined {
  if (target.userId === actor.userId) return isSame(target, wanted) ? undefined : 'own'
  const granted: Rights = {
    permits: wanted.permits.filter((permit) => !target.permits.includes(permit)),
    canHibernate: wanted.canHibernate && !target.canHibernate,
    isAdmin: wanted.isAdmin && !target.isAdmin,
  }
  if (!holdsAll(actor, granted)) return 'notHeld'
  return wanted.isAdmin && target.lineage.length > 1 ? 'notAtRoot' : undefined
}

/** Whether two users may do the same. */
export function isSame(one: Rights, other: Rights): boolean {
  return holdsAll(one, other) && holdsAll(other, one)
}

/** Rights as they are with a user who can log in and put others' rights right. */
export interface Administrator extends Rights {
  readonly userId: number
  /** not deactivated, and with a way to log in: who is only invited keeps no door open */
  readonly canLogIn: boolean
}

const keepsTheDoor = ({ isAdmin, permits, canLogIn }: Administrator): boolean =>
  isAdmin && canLogIn && permits.includes('users')

/**
 * Whether nobody could give rights any more once a user has changed, though somebody could before: the last administrator who can log
 * in and holds the permit `users`.
 * @param administrators as they are, all of them
 * @param after the user as they will be; undefined when they are deleted
 */
export function locksOut(administrators: readonly Administrator[], userId: number, after: Administrator | undefined): boolean {
  const others = administrators.filter((one) => one.userId !== userId)
  return administrators.some(keepsTheDoor) && !(after ? [...others, after] : others).some(keepsTheDoor)
}
