import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { CycleRater, type DayOfUsage } from './cycle-rater.ts'
import type { PlanTerms } from './plan-terms.ts'
import type { TimelineEvent } from './sim-timeline.ts'

// The invoice of SIMs that change plan and status within a cycle, against a model that goes through the cycle hour by hour and
// shares none of the rating code.

const CYCLE = { start: '2026-11-01', end: '2026-12-01' }
const DAYS = 30
const FROM_MS = Date.parse('2026-11-01T00:00:00Z')
const SPAN = { fromMs: FROM_MS, toMs: FROM_MS + DAYS * DAY_MS }
const MB = 1_048_576

const plan = (planCode: string, priceMinor: number, dataMb: number, more: Partial<PlanTerms> = {}): PlanTerms => ({
  planCode,
  currency: 'CLP',
  pooled: false,
  dataMb,
  includedSms: 7,
  includedVoiceSeconds: 100,
  priceMinor,
  hibernationFeeMinor: 90,
  overageUnitMb: 3,
  overagePriceMinor: 25,
  smsPriceMinor: 35,
  voicePriceMinor: 60,
  ...more,
})
const PLANS: Readonly<Record<string, PlanTerms>> = {
  small: plan('small', 990, 50),
  large: plan('large', 4_999, 501),
  pool: plan('pool', 1_501, 101, { pooled: true }),
  dollars: plan('dollars', 299, 77, { currency: 'USD' }),
}
const termsOf = (planCode: string): PlanTerms => PLANS[planCode] ?? plan(planCode, 0, 0)
const CODES = Object.keys(PLANS)

interface Change {
  readonly hour: number
  readonly plan?: string
  readonly status?: number
}
interface Story {
  readonly first: { readonly plan: string; readonly status: number }
  readonly changes: readonly Change[]
  readonly used: readonly { readonly mb: number; readonly sms: number; readonly seconds: number }[]
}

const anyStory: fc.Arbitrary<Story> = fc.record({
  first: fc.record({ plan: fc.constantFrom(...CODES), status: fc.constantFrom(1, 2, 2, 2, 11) }),
  changes: fc
    .array(
      fc.oneof(
        fc.record({ hour: fc.integer({ min: 1, max: DAYS * 24 + 40 }), plan: fc.constantFrom(...CODES) }),
        fc.record({ hour: fc.integer({ min: 1, max: DAYS * 24 + 40 }), status: fc.constantFrom(1, 2, 10, 11) }),
      ),
      { maxLength: 6 },
    )
    .map((changes) => changes.sort((a, b) => a.hour - b.hour)),
  used: fc.array(fc.record({ mb: fc.integer({ min: 0, max: 40 }), sms: fc.integer({ min: 0, max: 3 }), seconds: fc.nat(90) }), {
    minLength: DAYS,
    maxLength: DAYS,
  }),
})

function factsOf({ first, changes, used }: Story, iccid: string) {
  let state = { planCode: first.plan, administrativeStatus: first.status }
  const events: TimelineEvent[] = []
  for (const { hour, plan: planCode, status } of changes) {
    const atMs = FROM_MS + hour * HOUR_MS
    if (planCode !== undefined) {
      events.unshift({ atMs, kind: 'plan', before: state.planCode })
      state = { ...state, planCode }
    } else if (status !== undefined) {
      events.unshift({ atMs, kind: 'status', before: state.administrativeStatus })
      state = { ...state, administrativeStatus: status }
    }
  }
  const days = used.map(
    ({ mb, sms, seconds }, n): DayOfUsage => ({ day: dayName(n), dataBytes: mb * MB, sms, voiceSeconds: seconds }),
  )
  const sum = (pick: (day: DayOfUsage) => number) => days.reduce((all, day) => all + pick(day), 0)
  const usage = { dataBytes: sum((d) => d.dataBytes), sms: sum((d) => d.sms), voiceSeconds: sum((d) => d.voiceSeconds) }
  return { iccid, now: state, events, usage, days }
}

const dayName = (n: number): string => new Date(FROM_MS + n * DAY_MS).toISOString().slice(0, 10)

/** The plan of each day, undefined when nothing is charged for a plan. */
function planByDay({ first, changes }: Story): string[] | undefined {
  let [code, status] = [first.plan, first.status]
  // one entry an hour: the number of the time on one plan, and whether the SIM is billable
  const hours: { time: number; code: string; billable: boolean }[] = []
  let time = 0
  let next = 0
  for (let hour = 0; hour < DAYS * 24; hour++) {
    for (let change = changes[next]; change && change.hour === hour; change = changes[++next]) {
      status = change.status ?? status
      if (change.plan !== undefined && change.plan !== code) {
        code = change.plan
        time++
      }
    }
    hours.push({ time, code, billable: status === 2 || status === 10 })
  }
  const counts = new Set(hours.filter(({ billable }) => billable).map((hour) => hour.time))
  if (counts.size === 0) return undefined
  const last = hours.filter((hour) => counts.has(hour.time)).at(-1)
  const firstCounted = hours.find((hour) => counts.has(hour.time))
  return Array.from({ length: DAYS }, (_, day) => {
    const until = hours.slice(0, (day + 1) * 24).filter((hour) => counts.has(hour.time))
    return (until.at(-1) ?? firstCounted ?? last)?.code ?? ''
  })
}

/** What the model says that a story costs, by currency, and its shares of the pool. */
function modelOf(story: Story): { amounts: Map<string, number>; pool: { included: number; used: number } } {
  const days = planByDay(story)
  const amounts = new Map<string, number>()
  const pool = { included: 0, used: 0 }
  const add = (currency: string, amount: number) => amounts.set(currency, (amounts.get(currency) ?? 0) + amount)
  if (!days) return { amounts, pool }
  for (let from = 0; from < DAYS; ) {
    let to = from
    while (to < DAYS && days[to] === days[from]) to++
    const terms = termsOf(days[from] ?? '')
    const share = (whole: number) => Math.round((whole * to) / DAYS) - Math.round((whole * from) / DAYS)
    const used = { mb: 0, sms: 0, seconds: 0 }
    for (const day of story.used.slice(from, to)) {
      used.mb += day.mb
      used.sms += day.sms
      used.seconds += day.seconds
    }
    add(terms.currency, share(terms.priceMinor))
    add(terms.currency, Math.max(0, used.sms - share(terms.includedSms)) * terms.smsPriceMinor)
    const seconds = Math.max(0, used.seconds - share(terms.includedVoiceSeconds))
    add(terms.currency, Math.ceil(seconds / 60) * terms.voicePriceMinor)
    const included = share(terms.dataMb * MB)
    if (terms.pooled) {
      pool.included += included
      pool.used += used.mb * MB
    } else {
      const over = Math.max(0, used.mb * MB - included)
      add(terms.currency, Math.ceil(over / (terms.overageUnitMb * MB)) * terms.overagePriceMinor)
    }
    from = to
  }
  return { amounts, pool }
}

const rater = () => new CycleRater({ cycle: CYCLE, span: SPAN, timeZone: 'UTC', termsOf })

test('a SIM pays each plan by its days, as a model written apart says', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const { amounts } = modelOf(story)
      const got = new Map<string, number>()
      for (const { terms, lines } of rater().rate(factsOf(story, '1')))
        for (const { kind, amountMinor } of lines)
          if (kind !== 'hibernation') got.set(terms.currency, (got.get(terms.currency) ?? 0) + amountMinor)
      expect(new Map([...got].sort())).toEqual(new Map([...amounts].sort()))
    }),
  )
})

test('a pool has the shares of the days that its SIMs were on it', () => {
  fc.assert(
    fc.property(fc.array(anyStory, { maxLength: 8 }), (stories) => {
      const all = rater()
      const sum = { included: 0, used: 0 }
      for (const [n, story] of stories.entries()) {
        all.rate(factsOf(story, String(n)))
        const { pool } = modelOf(story)
        sum.included += pool.included
        sum.used += pool.used
      }
      const lines = all.ratePools().flatMap((one) => one.lines)
      expect(lines.reduce((total, line) => total + Number(line.included), 0)).toBe(sum.included)
      expect(lines.reduce((total, line) => total + Number(line.used), 0)).toBe(sum.used)
    }),
  )
})

test('the lines of a SIM cover each day of the cycle once, and plans of one price cost that price', () => {
  const same = (planCode: string): PlanTerms => ({ ...termsOf('small'), planCode, priceMinor: 997 })
  fc.assert(
    fc.property(anyStory, (story) => {
      const all = new CycleRater({ cycle: CYCLE, span: SPAN, timeZone: 'UTC', termsOf: same })
      const prices = all
        .rate(factsOf(story, '1'))
        .flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'price' || kind === 'price_days'))
      if (prices.length === 0) return
      expect(prices.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(997)
      if (prices.length === 1) return
      const edges = prices.map(({ days }) => [days?.from, days?.to])
      expect(edges.flat().slice(1, -1)).toEqual(edges.slice(1).flatMap(([from]) => [from, from]))
      expect([edges[0]?.[0], edges.at(-1)?.[1]]).toEqual([CYCLE.start, CYCLE.end])
    }),
  )
})
