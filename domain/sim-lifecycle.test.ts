import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allowedTriggers,
  expectedState,
  mayTrigger,
  STATE_AFTER,
  statusAfter,
  TECHNICAL_STATUS_OF,
  TRANSITIONS,
  TRIGGERS,
  targetStatus,
} from './sim-lifecycle.ts'
import { ADMINISTRATIVE_STATUS } from './sim-status.ts'

const STATUSES = Object.values(ADMINISTRATIVE_STATUS)
const trigger = fc.constantFrom(...TRIGGERS)
const status = fc.constantFrom(...STATUSES)

test.each([
  ['activate', 1, 1, 2],
  ['hibernate', 2, 8, 11],
  ['reactivate', 11, 11, 2],
  ['reactivate', 8, 8, 2],
  ['cutData', 2, 2, 10],
  ['restoreData', 10, 10, 2],
  ['block', 11, 11, 4],
  ['requestTermination', 4, 4, 9],
  ['terminate', 9, 5, 6],
  ['retire', 6, 6, 7],
] as const)('%s leads from %d over %d to %d', (name, from, via, to) => {
  expect([statusAfter('accepted', name, from), statusAfter('confirmed', name, from)]).toEqual([via, to])
})

test.each(['unblock', 'withdrawTermination'] as const)('%s returns to the previous status', (name) => {
  const [from = 0] = TRANSITIONS[name].from
  expect([statusAfter('confirmed', name, from, 10), statusAfter('confirmed', name, from, null), targetStatus(name)]).toEqual([
    10,
    undefined,
    null,
  ])
})

test('the triggers that each status allows', () => {
  expect(Object.fromEntries(STATUSES.map((from) => [from, allowedTriggers(from).join(' ')]))).toEqual({
    1: 'activate requestTermination',
    2: 'hibernate cutData block requestTermination',
    3: 'block requestTermination',
    4: 'unblock requestTermination',
    5: '',
    6: 'retire',
    7: '',
    8: 'reactivate',
    9: 'withdrawTermination terminate',
    10: 'restoreData block requestTermination',
    11: 'reactivate block requestTermination',
  })
})

describe('invariants', () => {
  test('a trigger acts only in its statuses, and a refusal changes nothing', () => {
    fc.assert(
      fc.property(trigger, status, status, (name, from, previous) => {
        const after = statusAfter('confirmed', name, from, previous)
        expect(after === undefined).toBe(!mayTrigger(name, from))
        expect(statusAfter('refused', name, from, previous)).toBe(mayTrigger(name, from) ? from : undefined)
      }),
    )
  })

  test('no SIM becomes new again, and none leaves the end', () => {
    fc.assert(
      fc.property(fc.array(trigger, { maxLength: 30 }), (names) => {
        let now: number = ADMINISTRATIVE_STATUS.readyToUse
        let previous: number | null = null
        let wasActive = false
        for (const name of names) {
          const next = statusAfter('confirmed', name, now, previous)
          if (next === undefined) continue
          previous = now
          now = next
          if (now === ADMINISTRATIVE_STATUS.active) wasActive = true
          if (wasActive) expect(now).not.toBe(ADMINISTRATIVE_STATUS.readyToUse)
        }
        if (now === ADMINISTRATIVE_STATUS.retired) expect(allowedTriggers(now)).toEqual([])
      }),
    )
  })

  test('the network’s state after a command is the expected state of the resulting status', () => {
    for (const name of TRIGGERS) {
      const { command, to } = TRANSITIONS[name]
      if (command && to !== 'previous') expect(expectedState(to)).toBe(STATE_AFTER[command])
      if (command) expect(TECHNICAL_STATUS_OF[STATE_AFTER[command]]).toBeGreaterThan(3)
    }
  })
})
