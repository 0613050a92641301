import { expect, test } from 'vitest'
import { PERMITS } from './permits.ts'
import { ROLES, rightsOfRole, roleOf, rolesWithin } from './role-presets.ts'
import { holdsAll } from './user-rights.ts'

const ALL = { permits: PERMITS, canHibernate: true, isAdmin: true }

test('a role has no more than its giver, and makes no user an administrator of the portal', () => {
  const giver = { permits: ['sims', 'plans'], canHibernate: false, isAdmin: false } as const
  for (const role of ROLES) {
    expect(holdsAll(giver, rightsOfRole(role, giver))).toBe(true)
    expect(rightsOfRole(role, ALL).isAdmin).toBe(false)
  }
  expect(rightsOfRole('operations', giver).permits).toEqual(['sims', 'plans'])
})

test('only a role whose rights the giver has all is within the giver’s own', () => {
  expect(rolesWithin(ALL)).toEqual([...ROLES])
  expect(rolesWithin({ permits: ['requests', 'plans', 'users'], canHibernate: false, isAdmin: false })).toEqual(['billing'])
  expect(rolesWithin({ ...ALL, canHibernate: false })).toEqual(['billing', 'reader'])
})

test('the rights of a role are found to be that role, and others to be none', () => {
  for (const role of ROLES) expect(roleOf(rightsOfRole(role, ALL), ALL)).toBe(role)
  expect(roleOf({ permits: [], canHibernate: false, isAdmin: false }, ALL)).toBeUndefined()
  expect(roleOf(ALL, ALL)).toBeUndefined()
})

test('a reader changes nothing: the permit for SIMs would let them', () => {
  expect(rightsOfRole('reader', ALL).permits).not.toContain('sims')
})
