import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BYTES_PER_MB } from '../usage.ts'
import type { BillingBasis } from './billing-basis.ts'
import { LineTotals } from './charge-line.ts'
import { wholeCycle } from './cycle-part.ts'
import { CycleRater, type SimCycleFacts } from './cycle-rater.ts'
import { overageUnits, poolOverageUnits, type SimCycleUsage } from './overage.ts'
import { type PlanTerms, termsInCycle } from './plan-terms.ts'
import { adjustPool, ratePool } from './rate-pool.ts'
import { adjustSim, rateSim } from './rate-sim.ts'

const CYCLE = { start: '2026-10-01', end: '2026-11-01' }
const part = wholeCycle(CYCLE)
const billable = (terms: PlanTerms): BillingBasis => ({ kind: 'billable', terms, part })
const hibernated = (terms: PlanTerms): BillingBasis => ({ kind: 'hibernated', terms, part })
const SPAN = { fromMs: 1_000, toMs: 2_000 }

const terms = (more: Partial<PlanTerms> = {}): PlanTerms => ({
  planCode: 'IOT',
  currency: 'CLP',
  pooled: false,
  dataMb: 50,
  includedSms: 10,
  includedVoiceSeconds: 60,
  priceMinor: 990,
  hibernationFeeMinor: 90,
  overageUnitMb: 10,
  overagePriceMinor: 25,
  smsPriceMinor: 35,
  voicePriceMinor: 60,
  ...more,
})

const anyTerms = fc.record({
  planCode: fc.constantFrom('A', 'B'),
  currency: fc.constant('CLP'),
  pooled: fc.boolean(),
  dataMb: fc.integer({ min: 0, max: 2_000 }),
  includedSms: fc.integer({ min: 0, max: 100 }),
  includedVoiceSeconds: fc.integer({ min: 0, max: 1_000 }),
  priceMinor: fc.integer({ min: 0, max: 100_000 }),
  hibernationFeeMinor: fc.integer({ min: 0, max: 1_000 }),
  overageUnitMb: fc.integer({ min: 1, max: 100 }),
  overagePriceMinor: fc.integer({ min: 0, max: 1_000 }),
  smsPriceMinor: fc.integer({ min: 0, max: 1_000 }),
  voicePriceMinor: fc.integer({ min: 0, max: 1_000 }),
})
const anyUsage = fc.record({
  dataBytes: fc.integer({ min: 0, max: 4_000 * BYTES_PER_MB }),
  sms: fc.integer({ min: 0, max: 300 }),
  voiceSeconds: fc.integer({ min: 0, max: 4_000 }),
})
const plus = (a: SimCycleUsage, b: SimCycleUsage): SimCycleUsage => ({
  dataBytes: a.dataBytes + b.dataBytes,
  sms: a.sms + b.sms,
  voiceSeconds: a.voiceSeconds + b.voiceSeconds,
})
const total = (lines: readonly { readonly amountMinor: number }[]): number =>
  lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

const facts = (more: Partial<SimCycleFacts> & { iccid: string }): SimCycleFacts => ({
  now: { administrativeStatus: 2, planCode: 'IOT' },
  events: [],
  usage: { dataBytes: 0, sms: 0, voiceSeconds: 0 },
  ...more,
})

test.each([
  [0, 0],
  [50 * BYTES_PER_MB, 0],
  [50 * BYTES_PER_MB + 1, 1],
  [60 * BYTES_PER_MB, 1],
  [60 * BYTES_PER_MB + 1, 2],
])('%d bytes on a plan of 50 MB are %d begun units of 10 MB over', (bytes, units) => {
  expect(overageUnits(bytes, 50 * BYTES_PER_MB, 10)).toBe(units)
})

test('units of a SIM and of a pool are counted alike, exactly, up to 2⁵³ bytes', () => {
  const bytes = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  const unitMb = fc.oneof(fc.integer({ min: 1, max: 1_048_576 }), fc.constantFrom(1, 1_048_576))
  fc.assert(
    fc.property(bytes, bytes, unitMb, (used, allowance, unit) => {
      expect(overageUnits(used, allowance, unit)).toBe(poolOverageUnits(BigInt(used), BigInt(allowance), unit))
    }),
  )
})

test('messages and begun minutes are charged over the included ones', () => {
  const lines = rateSim(billable(terms()), { dataBytes: 0, sms: 13, voiceSeconds: 121 })
  expect(lines.map(({ kind, quantity, amountMinor }) => [kind, quantity, amountMinor])).toEqual([
    ['price', 1, 990],
    ['sms', 3, 105],
    ['voice', 2, 120],
  ])
})

test('a SIM hibernated throughout the cycle pays the fee and nothing for usage; without a fee there is no line', () => {
  const usage = { dataBytes: 1e9, sms: 99, voiceSeconds: 99 }
  const fee = rateSim(hibernated(terms()), usage)
  expect(fee).toMatchObject([{ kind: 'hibernation', quantity: 1, amountMinor: 90 }])
  expect(rateSim(hibernated(terms({ hibernationFeeMinor: 0 })), usage)).toEqual([])
})

test('money is whole minor units, so CLP has no decimals; a line is quantity × unit price, a total the sum of its lines', () => {
  fc.assert(
    fc.property(anyTerms, fc.array(anyUsage), (ofPlan, usages) => {
      const totals = new LineTotals()
      const lines = usages.flatMap((usage) => rateSim(billable(ofPlan), usage))
      for (const line of lines) {
        expect(Number.isSafeInteger(line.amountMinor)).toBe(true)
        expect(line.amountMinor).toBe(line.quantity * line.unitMinor)
        totals.add(line)
      }
      expect([totals.amountMinor, totals.lines]).toEqual([total(lines), lines.length])
      expect(total(totals.sums)).toBe(total(lines))
    }),
  )
  const huge = terms({ priceMinor: Number.MAX_SAFE_INTEGER })
  const adding = () => {
    const totals = new LineTotals()
    for (let n = 0; n < 2; n++) {
      for (const line of rateSim(billable(huge), { dataBytes: 0, sms: 0, voiceSeconds: 0 })) totals.add(line)
    }
  }
  expect(adding).toThrow(RangeError)
})

test('a pool shares the allowances of its billable SIMs and is rounded up once, in any order of SIMs', () => {
  const pooled = terms({ pooled: true })
  const sims = fc.array(fc.record({ status: fc.constantFrom(1, 2, 4, 10, 11), usage: anyUsage }), { maxLength: 30 })
  fc.assert(
    fc.property(sims, fc.integer(), (all, seed) => {
      const rate = (list: typeof all) => {
        const rater = new CycleRater({ cycle: CYCLE, span: SPAN, timeZone: 'UTC', termsOf: () => pooled })
        for (const [n, { status, usage }] of list.entries())
          rater.rate(facts({ iccid: String(n), now: { administrativeStatus: status, planCode: 'IOT' }, usage }))
        return rater.ratePools()
      }
      const pools = rate(all)
      expect(rate([...all].sort((a, b) => ((a.usage.sms * 31 + seed) % 7) - ((b.usage.sms * 31 + seed) % 7)))).toEqual(pools)
      const billable = all.filter(({ status }) => status === 2 || status === 10)
      if (billable.length === 0) {
        expect(pools).toEqual([])
        return
      }
      const used = billable.reduce((sum, { usage }) => sum + usage.dataBytes, 0)
      const quantity = overageUnits(used, billable.length * 50 * BYTES_PER_MB, 10)
      expect(pools).toMatchObject([
        { lines: [{ kind: 'pool_overage', quantity, amountMinor: quantity * 25, used: BigInt(used) }] },
      ])
    }),
  )
})

test('late usage costs the same as in time, in one piece or several, and corrections are credited', () => {
  fc.assert(
    fc.property(anyTerms, anyUsage, anyUsage, anyUsage, (ofPlan, used, late, later) => {
      const cost = (usage: SimCycleUsage) => total(rateSim(billable(ofPlan), usage))
      const adjusted = (before: SimCycleUsage, added: SimCycleUsage) => total(adjustSim({ terms: ofPlan, part }, before, added))
      const atOnce = adjusted(used, plus(late, later))
      expect(cost(used) + atOnce).toBe(cost(plus(used, plus(late, later))))
      expect(adjusted(used, late) + adjusted(plus(used, late), later)).toBe(atOnce)
      const back = { dataBytes: -late.dataBytes, sms: -late.sms, voiceSeconds: -late.voiceSeconds }
      expect(adjusted(plus(used, late), back)).toBe(0 - adjusted(used, late))
      expect(adjustSim({ terms: ofPlan, part }, used, { dataBytes: 0, sms: 0, voiceSeconds: 0 })).toEqual([])
    }),
  )
})

test('late usage of a pool costs the same as in time', () => {
  const bytes = fc.bigInt({ min: 0n, max: 1n << 60n })
  fc.assert(
    fc.property(bytes, bytes, fc.integer({ min: 1, max: 1_000_000 }), (used, late, sims) => {
      const allowanceBytes = BigInt(sims) * 50n * BigInt(BYTES_PER_MB)
      const pool = { terms: terms({ pooled: true }), allowanceBytes, usedBytes: used }
      const inTime = ratePool({ ...pool, usedBytes: used + late }, CYCLE.start).amountMinor
      expect(ratePool(pool, CYCLE.start).amountMinor + (adjustPool(pool, late, CYCLE.start)?.amountMinor ?? 0)).toBe(inTime)
    }),
  )
})

test('a company without SIMs is charged nothing', () => {
  const rater = new CycleRater({ cycle: CYCLE, span: SPAN, timeZone: 'UTC', termsOf: () => terms() })
  expect(rater.ratePools()).toEqual([])
  expect(new LineTotals()).toMatchObject({ amountMinor: 0, lines: 0, sums: [] })
})

test('the terms of a cycle are those with the latest start not after its first day', () => {
  const all = [{ validFrom: '2026-10-02' }, { validFrom: '1970-01-01' }, { validFrom: '2026-10-01' }]
  expect(termsInCycle(all, '2026-10-01')).toBe(all[2])
  expect(termsInCycle(all, '2026-09-30')).toBe(all[1])
  expect(termsInCycle(all.slice(0, 1), '2026-10-01')).toBeUndefined()
})

test('usage so far is extrapolated to the end of the cycle, but not from its first hours', () => {
  const usage = { dataBytes: 300, sms: 3, voiceSeconds: 30 }
  const priced = (elapsed: number) => {
    const rater = new CycleRater({
      cycle: CYCLE,
      span: SPAN,
      timeZone: 'UTC',
      termsOf: () => terms({ includedSms: 0 }),
      elapsed,
    })
    return rater.rate(facts({ iccid: '1', usage })).flatMap(({ lines }) => lines.map(({ used }) => used))
  }
  expect(priced(0.5)).toEqual([600, 6])
  expect(priced(1)).toEqual([300, 3])
  expect(priced(0.0001)).toEqual([6_000, 60, 600])
})

test('a cycle with less usage to come costs no more than estimated, one with more no less, and at its end both cost the same', () => {
  const elapsed = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(1))
  const pace = fc.double({ min: 0, max: 1, noNaN: true })
  const used = fc.record({
    dataBytes: fc.integer({ min: -10 * BYTES_PER_MB, max: 4_000 * BYTES_PER_MB }),
    sms: fc.integer({ min: 0, max: 300 }),
    voiceSeconds: fc.integer({ min: 0, max: 4_000 }),
  })
  fc.assert(
    fc.property(anyTerms, fc.array(used), elapsed, pace, (ofPlan, usages, share, less) => {
      const costAt = (factor: number): number => {
        const rater = new CycleRater({
          ...{ cycle: CYCLE, span: SPAN, timeZone: 'UTC', termsOf: () => ofPlan },
          ...{ elapsed: share, pace: factor },
        })
        const sims = usages.flatMap((usage, n) => rater.rate(facts({ iccid: String(n), usage })))
        return total([...sims, ...rater.ratePools()].flatMap(({ lines }) => lines))
      }
      const [low, expected, high] = [costAt(less), costAt(1), costAt(2 - less)]
      expect(low).toBeLessThanOrEqual(expected)
      expect(high).toBeGreaterThanOrEqual(expected)
      if (share === 1) expect([low, high]).toEqual([expected, expected])
    }),
  )
})
