import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DataSessionEvent } from '../network-events.ts'
import { advance, type SessionRecord } from './session-record.ts'

const START = new Date('2026-11-21T00:00:00Z')
const about = { iccid: '8956030000000000018', sessionKey: 'key', startedAt: START }
const minutes = (count: number): Date => new Date(START.getTime() + count * 60_000)
const update = (minute: number, dataBytes: number): DataSessionEvent => ({
  kind: 'dataSessionUpdated',
  id: `${minute}`,
  at: minutes(minute),
  ...about,
  dataBytes,
})
const end = (minute: number, dataBytes: number): DataSessionEvent => ({
  ...about,
  kind: 'dataSessionStopped',
  id: 'end',
  at: minutes(minute),
  dataBytes,
  endCause: 'device',
})

function run(events: readonly DataSessionEvent[]): { record: SessionRecord | undefined; used: number } {
  let record: SessionRecord | undefined
  let used = 0
  for (const event of events) {
    const step = advance(record, event)
    record = step.record
    used += step.usedBytes
  }
  return { record, used }
}

/** Growths of a counter, minute by minute. */
const growths = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 20 })
const counters = (steps: readonly number[]): DataSessionEvent[] => {
  let total = 0
  return steps.map((step, index) => {
    total += step
    return update(index + 1, total)
  })
}
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

test('what is used is what the counter says, however often it is told', () => {
  fc.assert(
    fc.property(growths, fc.array(fc.nat(19)), (steps, repeats) => {
      const events = counters(steps)
      // some are told again, later
      for (const repeat of repeats) {
        const again = events[repeat % events.length]
        if (again) events.push(again)
      }
      const { record, used } = run(events)
      expect(used).toBe(sum(steps))
      expect(record?.dataBytes).toBe(sum(steps))
    }),
  )
})

test('messages in any order never count more than the counter, and the last one settles it', () => {
  fc.assert(
    fc.property(
      growths.chain((steps) =>
        fc.shuffledSubarray(counters(steps), { minLength: steps.length }).map((events) => ({ steps, events })),
      ),
      ({ steps, events }) => {
        expect(run(events).used).toBeLessThanOrEqual(sum(steps))
        expect(run([...events, end(steps.length + 1, sum(steps))]).used).toBe(sum(steps))
      },
    ),
  )
})

test('a counter that begins anew in the middle loses nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(1_000_000), (before, after) => {
      fc.pre(after < before)
      const { record, used } = run([update(1, before), update(2, after), end(3, after)])
      expect(used).toBe(before + after)
      expect(record).toMatchObject({
        dataBytes: before + after,
        counterBytes: after,
        stoppedAt: minutes(3),
        endCause: 'device',
      })
    }),
  )
})

test('nothing is counted after the end, and an end is not moved', () => {
  const { record, used } = run([update(1, 100), end(2, 150), update(3, 900), end(4, 150)])
  expect(used).toBe(150)
  expect(record?.stoppedAt).toEqual(minutes(2))
})
