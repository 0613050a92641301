import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyRecord, isDifferentSession, type SessionState } from './session-state.ts'
import type { UsageRecord } from './usage-record.ts'

const START_MS = Date.UTC(2026, 10, 21, 12)

/** A record `minutes` after the session's beginning. */
function record(kind: UsageRecord['kind'], minutes: number, bytes: number, more: Partial<UsageRecord> = {}): UsageRecord {
  return {
    kind,
    clientId: 1,
    nas: 'ggsn0',
    sessionKey: 'A1',
    atMs: START_MS + minutes * 60_000,
    hasSourceClock: true,
    seconds: minutes * 60,
    inputBytes: 0,
    outputBytes: bytes,
    facts: {},
    fingerprint: `${kind} ${minutes}`,
    ...more,
  }
}

/** The session after some records, and what each of them added. */
function after(...records: readonly UsageRecord[]): { readonly state: SessionState; readonly used: readonly number[] } {
  let state: SessionState | undefined
  const used: number[] = []
  for (const one of records) {
    const advanced = applyRecord(state, one)
    state = advanced.state
    used.push(advanced.usedBytes)
  }
  if (!state) throw new Error('no records')
  return { state, used }
}

test('counters count from the start: the excess over the last value is new', () => {
  const { state, used } = after(record('started', 0, 0), record('updated', 15, 100), record('stopped', 20, 130))
  expect(used).toEqual([0, 100, 30])
  expect(state).toMatchObject({ startedAtMs: START_MS, stoppedAtMs: START_MS + 20 * 60_000, dataBytes: 130 })
})

test('a session first reported in its middle gets its start from its duration', () => {
  expect(after(record('updated', 45, 500)).state).toMatchObject({ startedAtMs: START_MS, dataBytes: 500 })
})

test('a lower counter at a later time is a restarted counter: all of it is new', () => {
  expect(after(record('updated', 15, 100), record('updated', 30, 40), record('updated', 45, 50)).used).toEqual([100, 40, 10])
})

test('a record out of order, repeated or after the end adds nothing', () => {
  expect(after(record('updated', 30, 100), record('updated', 15, 60), record('updated', 30, 100)).used).toEqual([100, 0, 0])
  expect(after(record('stopped', 30, 100), record('updated', 40, 90), record('stopped', 30, 100)).used).toEqual([100, 0, 0])
})

test('an end with more than the last report counts the rest, once', () => {
  const stop = record('stopped', 30, 150)
  expect(after(record('updated', 15, 100), stop, { ...stop, atMs: stop.atMs + 900 }).used).toEqual([100, 50, 0])
})

test('without a source clock, the duration shows that a record is out of order', () => {
  const blind = { hasSourceClock: false }
  const late = record('updated', 15, 60, { ...blind, atMs: START_MS + 30 * 60_000 + 400 })
  expect(after(record('updated', 30, 100, blind), late).used).toEqual([100, 0])
  // minutes later it is no longer the order on the way
  const anew = record('updated', 1, 60, { ...blind, atMs: START_MS + 45 * 60_000 })
  expect(after(record('updated', 30, 100, blind), anew).used).toEqual([100, 60])
})

test('two reports within one second both count, and a clock set back loses nothing', () => {
  const second = { atMs: START_MS + 900_000, seconds: 900 }
  expect(after(record('updated', 15, 100, second), record('stopped', 15, 130, second)).used).toEqual([100, 30])
  const back = { atMs: START_MS - 3_600_000 }
  expect(after(record('updated', 15, 100), record('stopped', 20, 130, back)).used).toEqual([100, 30])
})

test('a late start fills in missing facts', () => {
  const { state } = after(record('updated', 15, 100), record('started', 0, 0, { facts: { apn: 'iot.test', ip: '10.0.0.1' } }))
  expect(state).toMatchObject({ facts: { apn: 'iot.test', ip: '10.0.0.1' }, dataBytes: 100 })
})

test('a reused key means another session', () => {
  const { state: ended } = after(record('started', 0, 0), record('stopped', 30, 100))
  expect(isDifferentSession(ended, record('started', 40, 0, { seconds: 0 }))).toBe(true)
  expect(isDifferentSession(ended, record('updated', 60, 10, { seconds: 600 }))).toBe(true)
  // a straggler of the one that ended
  expect(isDifferentSession(ended, record('updated', 31, 90, { seconds: 29 * 60 }))).toBe(false)
  const { state: open } = after(record('started', 0, 0), record('updated', 30, 100))
  expect(isDifferentSession(open, record('started', 0, 0, { atMs: START_MS + 2_000 }))).toBe(false)
  expect(isDifferentSession(open, record('started', 60, 0, { seconds: 0 }))).toBe(true)
  expect(isDifferentSession(open, record('updated', 60, 10, { seconds: 600 }))).toBe(false)
})

test('a duration of a century, or a silence of a year, is spread over at most the last two months', () => {
  const day = 86_400_000
  for (const seconds of [2 ** 32 - 1, 400 * 86_400]) {
    const { fromMs, toMs, usedBytes } = applyRecord(undefined, record('updated', 0, 700, { seconds }))
    expect([usedBytes, toMs - fromMs]).toEqual([700, 62 * day])
  }
  const [startedAtMs, finalBy] = [Date.UTC(1), 'a file']
  const settled = applyRecord(undefined, record('stopped', 0, 700, { startedAtMs, finalBy }))
  expect([settled.usedBytes, settled.toMs - settled.fromMs]).toEqual([700, 62 * day])
})

test('in any order and with any repetition of records, no more is counted than was used', () => {
  const steps = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(steps, fc.infiniteStream(fc.nat()), fc.boolean(), (deltas, order, isOrdered) => {
      let total = 0
      const sent = deltas.map((delta, index) => {
        total += delta
        const kind = index === 0 ? 'started' : index === deltas.length - 1 ? 'stopped' : 'updated'
        return record(kind, index * 15, total)
      })
      const twice = [...sent, ...sent].map((one) => [order.next().value ?? 0, one] as const)
      const arrived = isOrdered ? sent : twice.sort(([a], [b]) => a - b).map(([, one]) => one)
      const { used, state } = after(...arrived)
      const counted = used.reduce((sum, bytes) => sum + bytes, 0)
      expect(counted).toBe(state.dataBytes)
      expect(counted).toBeLessThanOrEqual(total)
      const last = sent.at(-1)
      if (last && arrived.includes(last)) expect(counted).toBe(total)
    }),
  )
})
