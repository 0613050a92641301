import { expect, test } from 'vitest'
import { BELL_KINDS, BELL_MARKS_MAX, type BellRead, bellKindsOf, bellOutcome, readAll, readOne } from './bell.ts'
import { PERMITS } from './permits.ts'

const at = (minute: number): string => `2026-11-25T10:${String(minute).padStart(2, '0')}:00.000000+00:00`
const READ: BellRead = { readTo: at(10), opened: { 'operation:1': at(12), 'alarm:2': at(20) } }

test.each([
  ['a user without permits', { permits: [], isAdmin: false }, ['invoices', 'conversations']],
  ['a user who sees SIMs', { permits: ['sims'], isAdmin: false }, ['locks', 'operations', 'invoices', 'conversations']],
  ['a user who sees alarms', { permits: ['alarmas'], isAdmin: false }, ['alarms', 'rules', 'invoices', 'conversations']],
  ['a user who orders', { permits: ['requests'], isAdmin: false }, ['invoices', 'requests', 'conversations']],
  ['who has all permits', { permits: PERMITS, isAdmin: false }, BELL_KINDS.filter((kind) => kind !== 'incidents')],
  ['an administrator', { permits: PERMITS, isAdmin: true }, BELL_KINDS],
] as const)('%s has the kinds of line that their permits allow', (_, rights, kinds) => {
  expect(bellKindsOf(rights)).toEqual(kinds)
})

test.each([
  ['goes forward and drops marks that it covers', at(15), { readTo: at(15), opened: { 'alarm:2': at(20) } }],
  ['covers a mark of the same moment', at(20), { readTo: at(20), opened: {} }],
  ['never goes back', at(5), READ],
])('reading all %s', (_, upTo, read) => {
  expect(readAll(READ, upTo)).toEqual(read)
})

test.each([
  ['is kept beside the others', 'request:3', at(30), { ...READ.opened, 'request:3': at(30) }],
  ['that has grown is marked anew', 'operation:1', at(13), { ...READ.opened, 'operation:1': at(13) }],
  ['keeps its later mark', 'alarm:2', at(19), READ.opened],
  ['that is read already needs no mark', 'request:3', at(9), READ.opened],
])('a line that %s', (_, key, when, opened) => {
  expect(readOne(READ, { key, at: when })).toEqual({ readTo: at(10), opened })
})

test('with more marks than are kept, everything up to the oldest is read', () => {
  let read: BellRead = { readTo: '', opened: {} }
  const moment = (n: number) => `2026-11-25T10:00:00.${String(n).padStart(6, '0')}+00:00`
  for (let n = 1; n <= BELL_MARKS_MAX; n++) read = readOne(read, { key: `request:${n}`, at: moment(n) })
  expect([read.readTo, Object.keys(read.opened).length]).toEqual(['', BELL_MARKS_MAX])
  read = readOne(read, { key: 'request:999', at: moment(999) })
  expect([read.readTo, Object.keys(read.opened).length]).toEqual([moment(1), BELL_MARKS_MAX])
})

test.each([
  [{ succeeded: 3, failed: 0 }, 'done'],
  [{ succeeded: 0, failed: 0 }, 'done'],
  [{ succeeded: 3, failed: 1 }, 'partly'],
  [{ succeeded: 0, failed: 4 }, 'failed'],
])('an operation with %o lines ended as %s', (counts, outcome) => {
  expect(bellOutcome(counts)).toBe(outcome)
})
