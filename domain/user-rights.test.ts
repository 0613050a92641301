import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PERMITS } from './permits.ts'
import {
  type Administrator,
  editUserProblem,
  grantProblem,
  holdsAll,
  leavesNoAdministrator,
  type RightsHolder,
  type TargetUser,
  type UserRights,
} from './user-rights.ts'

const NONE: UserRights = { permits: [], canHibernate: false, isAdmin: false }
const ALL: UserRights = { permits: PERMITS, canHibernate: true, isAdmin: true }
const admin: RightsHolder = { userId: 1, companyId: 1, ...ALL }
const clerk: RightsHolder = { userId: 2, companyId: 3, permits: ['users', 'sims'], canHibernate: false, isAdmin: false }
const userOf = (lineage: number[], rights: Partial<UserRights> = {}, userId = 9): TargetUser => ({
  userId,
  companyId: lineage.at(-1) ?? 0,
  lineage,
  ...NONE,
  ...rights,
})

describe('editing users', () => {
  test.each([
    ['a user of the own company', [1, 3], {}, undefined],
    ['one of a company below', [1, 3, 4], {}, undefined],
    ['one of the company above', [1], {}, 'outside'],
    ['one beside', [1, 5], {}, 'outside'],
    ['one with a permit that the clerk has not', [1, 3], { permits: ['plans'] }, 'holdsMore'],
    ['one who hibernates', [1, 3], { canHibernate: true }, 'holdsMore'],
  ] as const)('%s', (_, lineage, rights, problem) => {
    expect(editUserProblem(clerk, userOf([...lineage], rights))).toBe(problem)
  })

  test('an administrator cannot be edited by other users of the root company', () => {
    const colleague: RightsHolder = { ...admin, userId: 8, isAdmin: false }
    expect(editUserProblem(colleague, userOf([1], ALL))).toBe('holdsMore')
    expect(editUserProblem(admin, userOf([1], ALL))).toBeUndefined()
  })

  test('users can always edit themselves', () => {
    expect(editUserProblem(clerk, userOf([1, 3], clerk, clerk.userId))).toBeUndefined()
  })
})

describe('granting rights', () => {
  test.each([
    ['a permit that they hold', {}, { permits: ['sims'] }, undefined],
    ['a permit that they do not hold', {}, { permits: ['sims', 'plans'] }, 'notHeld'],
    ['to hibernate, without holding it', {}, { canHibernate: true }, 'notHeld'],
    ['nothing more, what the user has stays', { permits: ['plans'] }, { permits: ['plans', 'sims'] }, undefined],
    ['less than the user has', { permits: ['plans'] }, {}, undefined],
    ['to be administrator', {}, { isAdmin: true }, 'notHeld'],
  ] as const)('%s', (_, before, requested, problem) => {
    expect(grantProblem(clerk, userOf([1, 3], before), { ...NONE, ...requested })).toBe(problem)
  })

  test('administrators belong to the root company', () => {
    expect(grantProblem(admin, userOf([1]), ALL)).toBeUndefined()
    expect(grantProblem(admin, userOf([1, 3]), ALL)).toBe('notAtRoot')
  })

  test('users cannot change their own rights', () => {
    const self = userOf([1], ALL, admin.userId)
    expect(grantProblem(admin, self, { ...ALL, isAdmin: false })).toBe('own')
    expect(grantProblem(admin, self, ALL)).toBeUndefined()
  })

  const rights = fc.record({
    permits: fc.subarray([...PERMITS]),
    canHibernate: fc.boolean(),
    isAdmin: fc.boolean(),
  })
  test('no grant gives a user rights that neither they nor the actor held', () => {
    fc.assert(
      fc.property(rights, rights, rights, (giver, before, requested) => {
        const problem = grantProblem({ ...admin, ...giver }, userOf([1], before), requested)
        if (problem) return
        const known: UserRights = {
          permits: [...giver.permits, ...before.permits],
          canHibernate: giver.canHibernate || before.canHibernate,
          isAdmin: giver.isAdmin || before.isAdmin,
        }
        expect(holdsAll(known, requested)).toBe(true)
      }),
    )
  })
})

describe('the last administrator', () => {
  const one = (userId: number, more: Partial<Administrator> = {}): Administrator => ({
    userId,
    ...ALL,
    canLogIn: true,
    ...more,
  })

  test.each([
    ['loses the flag', { isAdmin: false }],
    ['loses the permit that opens the users', { permits: PERMITS.filter((permit) => permit !== 'users') }],
    ['is deactivated', { canLogIn: false }],
  ])('is locked out when the only one %s', (_, change) => {
    expect(leavesNoAdministrator([one(1)], 1, one(1, change))).toBe(true)
    expect(leavesNoAdministrator([one(1), one(2)], 1, one(1, change))).toBe(false)
    // who is only invited has no way in yet
    expect(leavesNoAdministrator([one(1), one(2, { canLogIn: false })], 1, one(1, change))).toBe(true)
  })

  test('is lost when the only one is deleted, and kept by a change that revokes nothing', () => {
    expect(leavesNoAdministrator([one(1)], 1, undefined)).toBe(true)
    expect(leavesNoAdministrator([one(1)], 1, one(1))).toBe(false)
    expect(leavesNoAdministrator([one(1)], 7, undefined)).toBe(false)
    expect(leavesNoAdministrator([], 7, undefined)).toBe(false)
  })
})
