import type { BillingCycle } from '../billing-cycle.ts'
import { CycleRater, MIN_ELAPSED_SHARE, type RatedLines, type SimCycleFacts } from './cycle-rater.ts'
import { spanOf } from './cycle-span.ts'
import type { SimCycleUsage } from './overage.ts'
import type { PlanTerms } from './plan-terms.ts'
import type { PoolUsage } from './rate-pool.ts'

/** Minor units without and with the change. */
export interface BeforeAfter {
  readonly before: number
  readonly after: number
}

/** What SIMs cost in the running cycle and in the next one, in one currency. */
export interface ChangeCost {
  readonly currency: string
  readonly current: BeforeAfter
  readonly next: BeforeAfter
}

interface PlanChange {
  readonly planCode: string
  /** when it takes effect in the running cycle; undefined: with the next one */
  readonly atMs: number | undefined
}

interface CostOptions {
  readonly cycle: BillingCycle
  readonly next: BillingCycle
  readonly timeZone: string
  /** share of the running cycle that has elapsed */
  readonly elapsed: number
  readonly termsOf: (planCode: string) => PlanTerms
  readonly nextTermsOf: (planCode: string) => PlanTerms
  readonly change: PlanChange
}

/** The pool of the SIMs that the change leaves alone: what they include in a cycle, and have used in the running one. */
export interface PoolRest {
  readonly planCode: string
  readonly allowanceBytes: bigint
  readonly usedBytes: bigint
}

/** A pool in the next cycle, without and with the change. */
export interface PoolChange {
  readonly planCode: string
  readonly before: PoolUsage | undefined
  readonly after: PoolUsage | undefined
}

const SIDES = ['currentBefore', 'currentAfter', 'nextBefore', 'nextAfter'] as const
type Side = (typeof SIDES)[number]
type Sums = Record<Side, number>

/**
 * What SIMs of a company will cost without and with a change of plan, as their invoices will say if usage goes on as so far: each side is
 * rated as a whole cycle by the rules of the invoice. Memory does not grow with the number of SIMs.
 */
export class PlanChangeRater {
  readonly #options: CostOptions
  readonly #raters: Readonly<Record<Side, CycleRater>>
  readonly #sums = new Map<string, Sums>()

  constructor(options: CostOptions) {
    this.#options = options
    const current = () => new CycleRater({ ...options, span: spanOf(options.cycle, options.timeZone) })
    const next = () =>
      new CycleRater({
        cycle: options.next,
        span: spanOf(options.next, options.timeZone),
        timeZone: options.timeZone,
        termsOf: options.nextTermsOf,
      })
    this.#raters = { currentBefore: current(), currentAfter: current(), nextBefore: next(), nextAfter: next() }
  }

  /** @returns the cost of this SIM, without its share of pools */
  add(facts: SimCycleFacts): ChangeCost[] {
    const { change } = this.#options
    const { now, events, iccid } = facts
    if (!now) return []
    const { planCode, atMs } = change
    const changed = { ...now, planCode }
    const usage = this.#inWholeCycle(facts.usage)
    const sides: Record<Side, SimCycleFacts> = {
      currentBefore: facts,
      currentAfter:
        atMs === undefined
          ? facts
          : { ...facts, now: changed, events: [{ atMs, kind: 'plan', before: now.planCode }, ...events] },
      nextBefore: { iccid, now, events: [], usage },
      nextAfter: { iccid, now: changed, events: [], usage },
    }
    const sums = new Map<string, Sums>()
    for (const side of SIDES) {
      const rated = this.#raters[side].rate(sides[side])
      addLines(sums, side, rated)
      addLines(this.#sums, side, rated)
    }
    return costsOf(sums)
  }

  addPoolRest({ planCode, allowanceBytes, usedBytes }: PoolRest): void {
    const { elapsed, termsOf, nextTermsOf } = this.#options
    const expected = BigInt(Math.round(Number(usedBytes) / Math.max(MIN_ELAPSED_SHARE, elapsed)))
    for (const side of SIDES) {
      const terms = side.startsWith('current') ? termsOf(planCode) : nextTermsOf(planCode)
      this.#raters[side].addToPool(terms, { allowanceBytes, usedBytes: expected })
    }
  }

  /** Of all added SIMs, with the cost of their pools, by currency. Asked for once, at the end. */
  totals(): ChangeCost[] {
    for (const side of SIDES) addLines(this.#sums, side, this.#raters[side].ratePools())
    return costsOf(this.#sums)
  }

  /** The pools that the change touches, in the next cycle. */
  get pools(): PoolChange[] {
    const { nextBefore, nextAfter } = this.#raters
    const [before, after] = [nextBefore, nextAfter].map(
      ({ pools }) => new Map(pools.map((pool) => [pool.terms.planCode, pool])),
    )
    const codes = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])
    return [...codes].sort().map((planCode) => ({ planCode, before: before?.get(planCode), after: after?.get(planCode) }))
  }

  #inWholeCycle({ dataBytes, sms, voiceSeconds }: SimCycleUsage): SimCycleUsage {
    const share = Math.max(MIN_ELAPSED_SHARE, this.#options.elapsed)
    const whole = (value: number): number => Math.round(value / share)
    return { dataBytes: whole(dataBytes), sms: whole(sms), voiceSeconds: whole(voiceSeconds) }
  }
}

function addLines(sums: Map<string, Sums>, side: Side, rated: readonly RatedLines[]): void {
  for (const { terms, lines } of rated) {
    const known = sums.get(terms.currency)
    const sum = known ?? { currentBefore: 0, currentAfter: 0, nextBefore: 0, nextAfter: 0 }
    if (!known) sums.set(terms.currency, sum)
    for (const { amountMinor } of lines) sum[side] += amountMinor
  }
}

const costsOf = (sums: ReadonlyMap<string, Sums>): ChangeCost[] =>
  [...sums].map(([currency, { currentBefore, currentAfter, nextBefore, nextAfter }]) => ({
    currency,
    current: { before: currentBefore, after: currentAfter },
    next: { before: nextBefore, after: nextAfter },
  }))
