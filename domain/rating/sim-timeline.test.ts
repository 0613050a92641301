import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billingBasisOf } from './billing-basis.ts'
import type { PlanTerms } from './plan-terms.ts'
import { type BillingState, type TimelineEvent, timelineBetween } from './sim-timeline.ts'

const SPAN = { fromMs: 100, toMs: 200 }

const PRICES: Readonly<Record<string, number>> = { cheap: 100, dear: 900, same: 900 }
const termsOf = (planCode: string): PlanTerms => ({
  planCode,
  currency: planCode === 'foreign' ? 'USD' : 'CLP',
  pooled: false,
  dataMb: 1,
  includedSms: 0,
  includedVoiceSeconds: 0,
  priceMinor: PRICES[planCode] ?? 1,
  hibernationFeeMinor: 0,
  overageUnitMb: 1,
  overagePriceMinor: 0,
  smsPriceMinor: 0,
  voicePriceMinor: 0,
})
const chargedOn = (now: BillingState | undefined, events: readonly TimelineEvent[]) => {
  const standing = billingBasisOf(timelineBetween(now, events, SPAN), termsOf)
  return standing && `${standing.kind} ${standing.terms.planCode}`
}
const on = (administrativeStatus: number, planCode = 'cheap'): BillingState => ({ administrativeStatus, planCode })
const status = (atMs: number, before: number): TimelineEvent => ({ atMs, kind: 'status', before })
const plan = (atMs: number, before: string): TimelineEvent => ({ atMs, kind: 'plan', before })

test.each([
  ['active all along', on(2), [], 'billable cheap'],
  ['cut by an alarm all along', on(10), [], 'billable cheap'],
  ['on the shelf', on(1), [], undefined],
  ['blocked all along', on(4), [], undefined],
  ['active for a moment of the cycle', on(11), [status(101, 8), status(100.5, 2)], 'billable cheap'],
  ['asleep all along', on(11), [], 'hibernated cheap'],
  ['fallen asleep at the very beginning', on(8), [status(100, 2)], 'hibernated cheap'],
  ['resumed up at the very end', on(2), [status(200, 11)], 'hibernated cheap'],
  ['resumed up before the end', on(2), [status(199, 11)], 'billable cheap'],
  ['active only after the cycle', on(2), [status(250, 1)], undefined],
  ['asleep, blocked in between', on(11), [status(170, 4), status(160, 11)], undefined],
  ['made in the middle of the cycle', on(2), [{ atMs: 150, kind: 'came' }], 'billable cheap'],
  ['made after it', on(2), [{ atMs: 200, kind: 'came' }], undefined],
  ['asleep and come in the middle', on(11), [{ atMs: 150, kind: 'came' }], undefined],
  ['gone to another company in the cycle', undefined, [{ atMs: 150, kind: 'left', state: on(2) }], 'billable cheap'],
  ['gone before it', undefined, [], undefined],
  [
    'gone and come back',
    on(2),
    [
      { atMs: 180, kind: 'came' },
      { atMs: 150, kind: 'left', state: on(1) },
    ],
    'billable cheap',
  ],
] as const)('%s', (_, now, events, expected) => {
  expect(chargedOn(now, events)).toBe(expected)
})

test.each([
  ['to a dearer plan: it counts for the whole cycle', on(2, 'dear'), [plan(150, 'cheap')], 'dear'],
  ['to a cheaper plan: it counts from the next cycle on', on(2, 'cheap'), [plan(150, 'dear')], 'dear'],
  ['to one that costs as much: the last one counts', on(2, 'same'), [plan(150, 'dear')], 'same'],
  ['to one in another currency: the last one counts', on(2, 'foreign'), [plan(150, 'dear')], 'foreign'],
  ['while it was not billable: that plan does not count', on(11, 'dear'), [plan(150, 'cheap'), status(120, 2)], 'cheap'],
  ['after the cycle: nothing changes', on(2, 'dear'), [plan(200, 'cheap')], 'cheap'],
] as const)('a change of plan %s', (_, now, events, expected) => {
  expect(chargedOn(now, events)).toBe(`billable ${expected}`)
})

type Step = { readonly atMs: number } & ({ readonly status: number } | { readonly plan: string })
const anySteps = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: 300 }),
      fc.oneof(
        fc.record({ status: fc.constantFrom(1, 2, 4, 8, 10, 11) }),
        fc.record({ plan: fc.constantFrom('cheap', 'dear', 'same') }),
      ),
    ),
    { maxLength: 12 },
  )
  .map((steps) => steps.map(([atMs, step]): Step => ({ atMs, ...step })).sort((a, b) => a.atMs - b.atMs))

/** The states of each moment, forwards, as they happened. */
function forwards(first: BillingState, steps: readonly Step[]) {
  let state = first
  const events: TimelineEvent[] = []
  const states: BillingState[] = []
  let next = 0
  for (let moment = 0; moment <= 300; moment++) {
    for (let step = steps[next]; step && step.atMs === moment; step = steps[++next]) {
      if ('status' in step) {
        events.unshift({ atMs: moment, kind: 'status', before: state.administrativeStatus })
        state = { ...state, administrativeStatus: step.status }
      } else {
        events.unshift({ atMs: moment, kind: 'plan', before: state.planCode })
        state = { ...state, planCode: step.plan }
      }
    }
    states.push(state)
  }
  return { now: state, events, states }
}

test('the timeline computed backwards matches the one computed forwards, and later events do not affect it', () => {
  const first = fc.constantFrom(on(1), on(2), on(11), on(2, 'dear'))
  fc.assert(
    fc.property(first, anySteps, (begin, steps) => {
      const { now, events, states } = forwards(begin, steps)
      const timeline = timelineBetween(now, events, SPAN)
      const names = (list: readonly BillingState[]) =>
        [...new Set(list.map((one) => `${one.administrativeStatus} ${one.planCode}`))].sort()
      expect(names(timeline.states)).toEqual(names(states.slice(SPAN.fromMs, SPAN.toMs)))
      expect(timeline.isOwnedThroughout).toBe(true)
      const then = forwards(
        begin,
        steps.filter(({ atMs }) => atMs < SPAN.toMs),
      )
      expect(timelineBetween(then.now, then.events, SPAN)).toEqual(timeline)
    }),
  )
})

test('a SIM that moves is charged by each company for its own time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.constantFrom(1, 2, 10, 11), (atMs, was) => {
      const before = chargedOn(undefined, [{ atMs, kind: 'left', state: on(was) }])
      const after = chargedOn(on(was), [{ atMs, kind: 'came' }])
      const isCharged = was === 2 || was === 10
      expect(before === 'billable cheap').toBe(isCharged && atMs > SPAN.fromMs)
      expect(after === 'billable cheap').toBe(isCharged && atMs < SPAN.toMs)
    }),
  )
})
