import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ALARM_LIMIT_MB,
  appliesToPlan,
  emailListProblem,
  isAlarmLimit,
  isAlarmName,
  limitBytes,
  noticeKindFor,
  readEmails,
  warningBytes,
} from './alarms.ts'

const MB = 1_048_576

test.each([
  [0, false],
  [1, true],
  [250.5, false],
  [1_048_576, true],
  [1_048_577, false],
  [-1, false],
  [Number.NaN, false],
])('a limit of %s MB: %s', (limit, isRight) => {
  expect(isAlarmLimit(limit)).toBe(isRight)
})

test.each([
  ['', true],
  ['Flota RM', true],
  ['ñ'.repeat(60), true],
  ['x'.repeat(61), false],
  ['Flota\nRM', false],
  ['Flota\u2028RM', false],
])('a name %j: %s', (name, isRight) => {
  expect(isAlarmName(name)).toBe(isRight)
})

test.each([
  ['', [], 'required'],
  [' , ;\n', [], 'required'],
  ['ana@andes.test', ['ana@andes.test'], undefined],
  ['ana@andes.test; LUIS@andes.test,ana@ANDES.test\tx@y.z', ['ana@ANDES.test', 'LUIS@andes.test', 'x@y.z'], undefined],
  ['ana@andes', ['ana@andes'], 'email'],
  [Array.from({ length: 10 }, (_, n) => `p${n}@a.b`).join(), Array.from({ length: 10 }, (_, n) => `p${n}@a.b`), undefined],
  [Array.from({ length: 11 }, (_, n) => `p${n}@a.b`).join(), Array.from({ length: 11 }, (_, n) => `p${n}@a.b`), 'emailCount'],
])('addresses out of %j', (text, emails, problem) => {
  expect(readEmails(text)).toEqual(emails)
  expect(emailListProblem(readEmails(text))).toBe(problem)
})

test.each([
  [79.9 * MB, 80, undefined],
  [80 * MB, 80, 'warning'],
  [100 * MB - 1, 80, 'warning'],
  [100 * MB, 80, 'limit'],
  [100 * MB - 1, 0, undefined],
  [100 * MB, 0, 'limit'],
] as const)('%d bytes of 100 MB with a warning at %d %%: %s', (used, percent, kind) => {
  expect(noticeKindFor(used, 100, percent)).toBe(kind)
})

test('the notice never weakens as usage grows, and is `limit` exactly from the limit on', () => {
  const limits = fc.integer({ min: ALARM_LIMIT_MB.min, max: ALARM_LIMIT_MB.max })
  const rank = { none: 0, warning: 1, limit: 2 } as const
  fc.assert(
    fc.property(limits, fc.integer({ min: 1, max: 99 }), fc.nat(2 ** 31), fc.nat(2 ** 31), (limit, percent, some, more) => {
      const used = some * 1000
      const before = noticeKindFor(used, limit, percent) ?? 'none'
      const after = noticeKindFor(used + more, limit, percent) ?? 'none'
      expect(rank[after]).toBeGreaterThanOrEqual(rank[before])
      expect(before === 'limit').toBe(used >= limitBytes(limit))
      expect(before !== 'none').toBe(used >= warningBytes(limit, percent))
    }),
  )
})

test('an alarm without a plan applies to all plans, one with a plan only to that plan', () => {
  expect([appliesToPlan({ planCode: '' }, 'IOT250'), appliesToPlan({ planCode: 'IOT250' }, 'IOT250')]).toEqual([true, true])
  expect(appliesToPlan({ planCode: 'IOT250' }, 'TEL50')).toBe(false)
})
