import { BYTES_PER_MB } from '../usage.ts'
import type { FleetUsage } from './fleet-usage.ts'
import { allowanceBytes } from './overage.ts'
import { withMargin } from './plan-costs.ts'
import type { PlanTerms } from './plan-terms.ts'

interface LoadOptions {
  readonly plans: readonly PlanTerms[]
  readonly usage: FleetUsage
  /** on the usage of SIMs that moved into a pool */
  readonly marginPercent: number
}

/**
 * What the pools of a company include and use in each cycle, while SIMs are put into them and taken out. Plans are numbers into `plans`.
 * In doubles, which are exact up to 9 petabytes a pool; the invoice's own rule rates what is shown.
 */
export class PoolLoads {
  readonly #options: LoadOptions
  readonly #cycles: number
  /** by plan and cycle: bytes */
  readonly #used: Float64Array
  readonly #included: Float64Array

  constructor(options: LoadOptions) {
    this.#options = options
    this.#cycles = options.usage.cycles
    this.#used = new Float64Array(options.plans.length * this.#cycles)
    this.#included = new Float64Array(options.plans.length * this.#cycles)
  }

  put(sim: number, plan: number, hasMoved: boolean): void {
    this.#change(sim, plan, hasMoved, 1)
  }

  take(sim: number, plan: number, hasMoved: boolean): void {
    this.#change(sim, plan, hasMoved, -1)
  }

  /** What the overage of a pool grows by with a SIM; negative when its allowance serves others. @returns minor units, over all cycles */
  costOf(sim: number, plan: number, hasMoved: boolean): number {
    const terms = this.#termsOf(plan)
    if (!terms.pooled) return 0
    const allowance = allowanceBytes(terms)
    let cost = 0
    for (let cycle = 0; cycle < this.#cycles; cycle++) {
      if (!this.#options.usage.isBillable(sim, cycle)) continue
      const at = plan * this.#cycles + cycle
      const over = (this.#used[at] ?? 0) - (this.#included[at] ?? 0)
      cost += overageCost(terms, over + this.#bytesOf(sim, cycle, hasMoved) - allowance) - overageCost(terms, over)
    }
    return cost
  }

  /** The overage of a plan's pool over all cycles, minor units. */
  overageOf(plan: number): number {
    const terms = this.#termsOf(plan)
    let cost = 0
    for (let cycle = 0; cycle < this.#cycles; cycle++) {
      const at = plan * this.#cycles + cycle
      cost += overageCost(terms, (this.#used[at] ?? 0) - (this.#included[at] ?? 0))
    }
    return cost
  }

  /** How far a pool is over its allowance in a cycle: from -1, unused, to 1. */
  excess(plan: number, cycle: number): number {
    const at = plan * this.#cycles + cycle
    const [used, included] = [this.#used[at] ?? 0, this.#included[at] ?? 0]
    return (used - included) / Math.max(used, included, 1)
  }

  /** What a SIM costs in a pool at a price for each byte over its allowance, which may be negative. @param prices by cycle, minor units a byte */
  pricedAt(prices: Float64Array, sim: number, plan: number, hasMoved: boolean): number {
    const terms = this.#termsOf(plan)
    const allowance = allowanceBytes(terms)
    let cost = 0
    for (let cycle = 0; cycle < this.#cycles; cycle++) {
      if (!this.#options.usage.isBillable(sim, cycle)) continue
      cost += (prices[plan * this.#cycles + cycle] ?? 0) * (this.#bytesOf(sim, cycle, hasMoved) - allowance)
    }
    return cost
  }

  #change(sim: number, plan: number, hasMoved: boolean, sign: 1 | -1): void {
    const terms = this.#termsOf(plan)
    if (!terms.pooled) return
    const allowance = allowanceBytes(terms)
    for (let cycle = 0; cycle < this.#cycles; cycle++) {
      if (!this.#options.usage.isBillable(sim, cycle)) continue
      const at = plan * this.#cycles + cycle
      this.#used[at] = (this.#used[at] ?? 0) + sign * this.#bytesOf(sim, cycle, hasMoved)
      this.#included[at] = (this.#included[at] ?? 0) + sign * allowance
    }
  }

  #bytesOf(sim: number, cycle: number, hasMoved: boolean): number {
    const { usage, marginPercent } = this.#options
    const bytes = usage.dataBytes(sim, cycle)
    return hasMoved ? withMargin(bytes, marginPercent) : bytes
  }

  #termsOf(plan: number): PlanTerms {
    const terms = this.#options.plans[plan]
    if (!terms) throw new RangeError(`no plan ${plan}`)
    return terms
  }
}

const overageCost = ({ overageUnitMb, overagePriceMinor }: PlanTerms, overBytes: number): number =>
  overBytes <= 0 ? 0 : Math.ceil(overBytes / (overageUnitMb * BYTES_PER_MB)) * overagePriceMinor
