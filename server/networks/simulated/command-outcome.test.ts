import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CommandOutcome, commandOutcome, isDown, readOutcome } from './command-outcome.ts'
import { faultPlanSchema } from './settings.ts'

const SHARES = ['refuse', 'throttle', 'lose', 'silence', 'halfAnswer'] as const
const plan = fc
  .record(Object.fromEntries(SHARES.map((name) => [name, fc.double({ min: 0, max: 0.2, noNaN: true })])))
  .map((shares) => faultPlanSchema.parse(shares))
const COMMANDS = 3_000

test('shares of outcomes match the plan, for commands and reads', () => {
  fc.assert(
    fc.property(plan, fc.nat(), (faults, seed) => {
      const seeded = { ...faults, seed }
      const commands = Array.from({ length: COMMANDS }, (_, n) =>
        commandOutcome(seeded, { kind: 'suspend', requestId: `id-${n}`, times: 0 }),
      )
      const reads = Array.from({ length: COMMANDS }, (_, n) => readOutcome(seeded, n))
      const share = (outcomes: readonly CommandOutcome[], name: string): number =>
        outcomes.filter(({ kind }) => kind === name).length / outcomes.length
      for (const name of SHARES) {
        // five standard deviations of a share of 0.2 among 3 000
        expect(Math.abs(share(commands, name) - faults[name])).toBeLessThan(0.04)
        expect(Math.abs(share(reads, name) - faults[name])).toBeLessThan(0.004)
      }
    }),
    { numRuns: 25 },
  )
})

test('with one failing read in seven, any seven consecutive reads have at most two failures', () => {
  const faults = faultPlanSchema.parse({ refuse: 1 / 7 })
  const failed = Array.from({ length: 700 }, (_, n) => readOutcome(faults, n).kind === 'refuse')
  for (let start = 0; start + 7 <= failed.length; start++) {
    expect(failed.slice(start, start + 7).filter(Boolean).length).toBeLessThanOrEqual(2)
  }
})

test('the outcome of a command changes with its count of arrivals, so none is lost for ever', () => {
  const faults = faultPlanSchema.parse({ lose: 0.5 })
  const outcomeOf = (requestId: string, times: number) => commandOutcome(faults, { kind: 'suspend', requestId, times }).kind
  fc.assert(
    fc.property(fc.uuid(), (requestId) => {
      expect(outcomeOf(requestId, 3)).toBe(outcomeOf(requestId, 3))
      expect(Array.from({ length: 40 }, (_, times) => outcomeOf(requestId, times))).toContain('answer')
    }),
  )
})

test('a plan can be limited to some commands, and outages can be open-ended', () => {
  const faults = faultPlanSchema.parse({ refuse: 1, only: ['terminate'] })
  expect(commandOutcome(faults, { kind: 'terminate', requestId: 'a', times: 0 }).kind).toBe('refuse')
  expect(commandOutcome(faults, { kind: 'suspend', requestId: 'a', times: 0 }).kind).toBe('answer')
  const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 21, hour))
  const down = (outage: object, hour: number): boolean => isDown(faultPlanSchema.parse({ outages: [outage] }), at(hour))
  expect([9, 10, 11, 12].map((hour) => down({ from: at(10), until: at(12) }, hour))).toEqual([false, true, true, false])
  expect([down({ until: at(10) }, 9), down({ from: at(10) }, 23), down({}, 1)]).toEqual([true, true, true])
  expect(faultPlanSchema.safeParse({ latencyMs: [5, 1] }).success).toBe(false)
})
