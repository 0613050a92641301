import type { SessionData } from '#contract/identity/identity.calls.ts'
import { PERMITS, type Permit } from '#domain/permits.ts'
import { holdsAll, type UserRights } from '#domain/user-rights.ts'
import type { UserRow } from './users.api.ts'

/** The rights of the logged-in user, which they can grant. */
export const rightsOfSession = ({ menu, canHibernate, admin }: SessionData): UserRights => ({
  permits: menu,
  canHibernate: canHibernate === '1',
  isAdmin: admin === '1',
})

/** All that a customer's user can have. */
export const ALL_RIGHTS: UserRights = { permits: PERMITS, canHibernate: true, isAdmin: false }

const permitsOf = ({ permits }: Pick<UserRow, 'permits'>): Permit[] => (permits === '' ? [] : (permits.split(',') as Permit[]))

export const rightsOfRow = (row: Pick<UserRow, 'permits' | 'canHibernate' | 'admin'>): UserRights => ({
  permits: permitsOf(row),
  canHibernate: row.canHibernate === '1',
  isAdmin: row.admin === '1',
})

/** Relation to a user: oneself, one who can be edited, or one with more rights. */
export type UserRelation = 'self' | 'within' | 'beyond'

export function relationTo(
  session: SessionData,
  row: Pick<UserRow, 'userEmail' | 'permits' | 'canHibernate' | 'admin'>,
): UserRelation {
  if (row.userEmail === session.userEmail) return 'self'
  return holdsAll(rightsOfSession(session), rightsOfRow(row)) ? 'within' : 'beyond'
}
