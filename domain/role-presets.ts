import { PERMITS, type Permit } from './permits.ts'
import { holdsAll, type UserRights } from './user-rights.ts'

/** Usual roles of people of a customer, each a set of rights to begin with; a user's rights are kept, not the role. */
export const ROLES = ['administrator', 'operations', 'billing', 'reader'] as const
export type Role = (typeof ROLES)[number]

/**
 * The reader has no permit `sims`: who has it may also change SIMs. Dashboard and charges need no permit.
 */
const PRESETS: Readonly<Record<Role, UserRights>> = {
  administrator: { permits: PERMITS, canHibernate: true, isAdmin: false },
  operations: { permits: ['sims', 'requests', 'hys', 'alarmas', 'sms_report', 'plans'], canHibernate: true, isAdmin: false },
  billing: { permits: ['requests', 'plans'], canHibernate: false, isAdmin: false },
  reader: { permits: ['sms_report', 'plans'], canHibernate: false, isAdmin: false },
}

/** The rights of a role, as far as the giver has them. */
export function rightsOfRole(role: Role, giver: UserRights): UserRights {
  const { permits, canHibernate } = PRESETS[role]
  return {
    permits: permits.filter((permit: Permit) => giver.permits.includes(permit)),
    canHibernate: canHibernate && giver.canHibernate,
    isAdmin: false,
  }
}

/** The roles that a giver has all rights of. */
export const rolesWithin = (giver: UserRights): Role[] => ROLES.filter((role) => holdsAll(giver, PRESETS[role]))

/** The role that some rights are those of; undefined for others. */
export const roleOf = (rights: UserRights, giver: UserRights): Role | undefined =>
  ROLES.find((role) => {
    const preset = rightsOfRole(role, giver)
    return holdsAll(preset, rights) && holdsAll(rights, preset)
  })
