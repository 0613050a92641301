import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXCLUSIONS, exclusionOf, isChange, isOffered, OPERATION_KINDS, planExclusion, type SimAction } from './eligibility.ts'
import { ADMINISTRATIVE_STATUS } from './sim-status.ts'

const STATUSES = Object.values(ADMINISTRATIVE_STATUS)
const MAY = { canHibernate: true }
const MAY_NOT = { canHibernate: false }
const sim = (administrativeStatus: number, simTypeId = 2, apnId = 1) => ({ administrativeStatus, simTypeId, apnId })
const statusesFor = (action: SimAction, simTypeId = 2, person = MAY) =>
  STATUSES.filter((status) => exclusionOf(action, sim(status, simTypeId), person) === undefined)
const typesFor = (action: SimAction, status: number, apnId = 1) =>
  [1, 2, 3, 4, 5, 6].filter((type) => exclusionOf(action, sim(status, type, apnId), MAY) === undefined)

describe('status changes outside of operations', () => {
  const ADMIN = { canHibernate: false, isAdmin: true, permits: ['alarmas'] as const }
  const open = (action: SimAction, person: typeof ADMIN | typeof MAY) =>
    STATUSES.filter((status) => exclusionOf(action, sim(status), person) === undefined)
  test('an administrator can block and unblock', () => {
    expect(open('block', ADMIN)).toEqual([2, 3, 10, 11])
    expect(open('unblock', ADMIN)).toEqual([4])
  })
  test('the permit for alarms allows cutting and restoring data', () => {
    expect(open('cutData', ADMIN)).toEqual([2])
    expect(open('restoreData', ADMIN)).toEqual([10])
  })
  test('they require their permit and no open change', () => {
    for (const action of ['block', 'unblock', 'cutData', 'restoreData'] as const) {
      expect(open(action, MAY)).toEqual([])
      expect(STATUSES.map((status) => exclusionOf(action, { ...sim(status), openChange: 'terminate' }, ADMIN))).toEqual(
        STATUSES.map(() => 'operation_open'),
      )
    }
  })
})

describe('by status', () => {
  test('only status 1 allows to activate [S4.04]', () => expect(statusesFor('activate')).toEqual([1]))
  test('only status 2 allows to hibernate [S4.05]', () => expect(statusesFor('hibernate')).toEqual([2]))
  test('only status 8 and 11 allow to reactivate [S4.06]', () => expect(statusesFor('reactivate')).toEqual([8, 11]))
  test('every status that is not ending allows termination', () =>
    expect(statusesFor('terminate')).toEqual([1, 2, 3, 4, 10, 11]))
  test('restart and SMS need a SIM in service', () => {
    expect([statusesFor('restart'), statusesFor('sms')]).toEqual([
      [2, 8, 10],
      [2, 8, 10],
    ])
  })
  test('custom fields are editable until a SIM is retired', () => {
    expect(statusesFor('custom')).toEqual(STATUSES.filter((status) => status !== ADMINISTRATIVE_STATUS.retired))
  })
  test('a requested termination can be withdrawn', () => expect(statusesFor('withdrawTermination')).toEqual([9]))
})

describe('by type', () => {
  test('types 2 to 5 hibernate, with any APN [S4.05]', () => expect(typesFor('hibernate', 2)).toEqual([2, 3, 4, 5]))
  test('types 2 to 5 reactivate, with any APN [S4.06]', () => expect(typesFor('reactivate', 11)).toEqual([2, 3, 4, 5]))
  test.each(['sms', 'restart', 'diagnose'] as const)('%s follows the APN of types 1 and 5', (action) => {
    const chat = action === 'restart' ? [6] : []
    expect([typesFor(action, 2), typesFor(action, 2, 14), typesFor(action, 2, 15)]).toEqual([
      [2, 3, 4, ...chat],
      [1, 2, 3, 4, ...chat],
      [2, 3, 4, 5, ...chat],
    ])
  })
  test('only type 6 has a chat', () => expect(typesFor('chat', 2)).toEqual([6]))
})

test('without canHibernate there is neither hibernation nor reactivation [S4.05, S6.04]', () => {
  expect([statusesFor('hibernate', 2, MAY_NOT), statusesFor('reactivate', 2, MAY_NOT)]).toEqual([[], []])
  expect(exclusionOf('hibernate', sim(2), MAY_NOT)).toBe('not_allowed')
})

test.each([
  ['hibernate', sim(11), 'already_in_target'],
  ['activate', sim(2), 'already_in_target'],
  ['terminate', sim(9), 'already_in_target'],
  ['terminate', sim(6), 'already_in_target'],
  ['hibernate', sim(1), 'wrong_status'],
  ['hibernate', sim(2, 1, 14), 'type_not_editable'],
  ['activate', sim(1, 5, 1), 'type_not_editable'],
  ['hibernate', { ...sim(2), openChange: 'terminate' }, 'operation_open'],
  ['assign', { ...sim(2), openChange: 'hibernate' }, 'operation_open'],
  ['reactivate', { ...sim(2), openChange: 'hibernate' }, undefined],
  ['restart', { ...sim(2), openChange: 'hibernate' }, undefined],
] as const)('%s of %j: %s', (action, facts, code) => expect(exclusionOf(action, facts, MAY)).toBe(code))

test('an action refused only for its type is offered with a message, one refused for its status is not', () => {
  expect([isOffered('sms', sim(2, 5), MAY), isOffered('sms', sim(1, 5), MAY), isOffered('sms', sim(2, 6), MAY)]).toEqual([
    true,
    false,
    false,
  ])
  expect([isOffered('hibernate', sim(2, 1), MAY), isOffered('activate', sim(1, 1), MAY)]).toEqual([false, true])
})

const PLAN = { planCode: 'B', originId: 1, simTypeId: 2, isOffered: true }
test.each([
  ['another plan', {}, {}, undefined, undefined],
  ['the same one', { planCode: 'B' }, {}, 'same_plan', 'same_plan'],
  ['one of another origin', { originId: 3 }, {}, 'plan_not_fitting', 'plan_not_fitting'],
  ['one off the offer', {}, { isOffered: false }, 'plan_not_offered', undefined],
  ['another one within the minimum stay', { isBound: true }, {}, 'plan_bound', undefined],
  ['the same one within the minimum stay', { isBound: true, planCode: 'B' }, {}, 'same_plan', 'same_plan'],
])('a plan that is %s', (_, sim, target, forCustomer, forAdmin) => {
  const facts = { administrativeStatus: 2, simTypeId: 2, apnId: 1, planCode: 'A', originId: 1, ...sim }
  const code = (isAdmin: boolean) => planExclusion(facts, { ...PLAN, ...target }, { canHibernate: true, isAdmin })
  expect([code(false), code(true)]).toEqual([forCustomer, forAdmin])
})

test('each result is a known code, and an open change excludes every other change', () => {
  const facts = fc.record({
    administrativeStatus: fc.constantFrom(...STATUSES),
    simTypeId: fc.integer({ min: 1, max: 6 }),
    apnId: fc.integer({ min: 1, max: 20 }),
    openChange: fc.constantFrom(null, ...OPERATION_KINDS.filter(isChange)),
  })
  fc.assert(
    fc.property(fc.constantFrom(...OPERATION_KINDS), facts, fc.boolean(), (kind, given, canHibernate) => {
      const code = exclusionOf(kind, given, { canHibernate })
      if (code !== undefined) expect(EXCLUSIONS).toContain(code)
      const callsOff = kind === 'reactivate' && given.openChange === 'hibernate'
      if (given.openChange && isChange(kind) && !callsOff) expect(code).toBeDefined()
    }),
  )
})
