import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billingBasesOf } from './billing-basis.ts'
import { isWholeCycle } from './cycle-part.ts'
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
const CYCLE = { start: '1970-01-01', end: '1970-01-11' }
/** A day is ten milliseconds of the span. */
const dayOf = (ms: number): string => new Date(((ms - SPAN.fromMs) / 10) * 86_400_000).toISOString().slice(0, 10)
const chargedOn = (now: BillingState | undefined, events: readonly TimelineEvent[]) => {
  const bases = billingBasesOf(timelineBetween(now, events, SPAN), { cycle: CYCLE, dayOf, termsOf })
  return bases
    .map(({ kind, terms, part }) => `${kind} ${terms.planCode}${isWholeCycle(part) ? '' : ` ${spoken(part)}`}`)
    .join(', ')
}
const spoken = ({ from, to }: { from: string; to: string }) => `${Number(from.slice(8))}–${Number(to.slice(8))}`
const on = (administrativeStatus: number, planCode = 'cheap'): BillingState => ({ administrativeStatus, planCode })
const status = (atMs: number, before: number): TimelineEvent => ({ atMs, kind: 'status', before })
const plan = (atMs: number, before: string): TimelineEvent => ({ atMs, kind: 'plan', before })

test.each([
  ['active all along', on(2), [], 'billable cheap'],
  ['cut by an alarm all along', on(10), [], 'billable cheap'],
  ['on the shelf', on(1), [], ''],
  ['blocked all along', on(4), [], ''],
  ['active for a moment of the cycle', on(11), [status(101, 8), status(100.5, 2)], 'billable cheap'],
  ['asleep all along', on(11), [], 'hibernated cheap'],
  ['fallen asleep at the very beginning', on(8), [status(100, 2)], 'hibernated cheap'],
  ['resumed up at the very end', on(2), [status(200, 11)], 'hibernated cheap'],
  ['resumed up before the end', on(2), [status(199, 11)], 'billable cheap'],
  ['active only after the cycle', on(2), [status(250, 1)], ''],
  ['asleep, blocked in between', on(11), [status(170, 4), status(160, 11)], ''],
  ['made in the middle of the cycle', on(2), [{ atMs: 150, kind: 'came' }], 'billable cheap'],
  ['made after it', on(2), [{ atMs: 200, kind: 'came' }], ''],
  ['asleep and come in the middle', on(11), [{ atMs: 150, kind: 'came' }], ''],
  ['gone to another company in the cycle', undefined, [{ atMs: 150, kind: 'left', state: on(2) }], 'billable cheap'],
  ['gone before it', undefined, [], ''],
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
  ['in the middle: each plan has its days', on(2, 'dear'), [plan(150, 'cheap')], 'billable cheap 1–6, billable dear 6–11'],
  ['to one in another currency', on(2, 'foreign'), [plan(155, 'dear')], 'billable dear 1–6, billable foreign 6–11'],
  ['on the first day: it counts for the whole cycle', on(2, 'dear'), [plan(109, 'cheap')], 'billable dear'],
  ['on the last day: that day', on(2, 'dear'), [plan(199, 'cheap')], 'billable cheap 1–10, billable dear 10–11'],
  ['and back on the same day: nothing changes', on(2), [plan(158, 'dear'), plan(151, 'cheap')], 'billable cheap'],
  [
    'and another on the same day: the last one has the day',
    on(2, 'same'),
    [plan(158, 'dear'), plan(151, 'cheap')],
    'billable cheap 1–6, billable same 6–11',
  ],
  [
    'and back on another day',
    on(2),
    [plan(170, 'dear'), plan(150, 'cheap')],
    'billable cheap 1–6, billable dear 6–8, billable cheap 8–11',
  ],
  [
    'while it was not billable any more: that plan has no days',
    on(11, 'dear'),
    [plan(150, 'cheap'), status(120, 2)],
    'billable cheap',
  ],
  ['before it was billable: the plan before has no days', on(2, 'dear'), [status(170, 1), plan(150, 'cheap')], 'billable dear'],
  ['after a hibernation on the same day', on(11, 'dear'), [plan(158, 'cheap'), status(152, 2)], 'billable cheap'],
  [
    'before a hibernation on the same day: the day is of the new plan, the rest too',
    on(11, 'dear'),
    [status(158, 2), plan(152, 'cheap')],
    'billable cheap 1–6, billable dear 6–11',
  ],
  ['while it is hibernated all along: the fee of the last one', on(11, 'dear'), [plan(150, 'cheap')], 'hibernated dear'],
  ['after the cycle: nothing changes', on(2, 'dear'), [plan(200, 'cheap')], 'billable cheap'],
  [
    'at another company in between',
    on(2, 'dear'),
    [
      { atMs: 180, kind: 'came' },
      { atMs: 150, kind: 'left', state: on(2) },
    ],
    'billable cheap 1–9, billable dear 9–11',
  ],
] as const)('a change of plan %s', (_, now, events, expected) => {
  expect(chargedOn(now, events)).toBe(expected)
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
