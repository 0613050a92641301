import type { BillingCycle } from '../billing-cycle.ts'
import { billingBasisOf } from './billing-basis.ts'
import type { ChargeLine } from './charge-line.ts'
import type { CycleSpan } from './cycle-span.ts'
import type { SimCycleUsage } from './overage.ts'
import type { PlanTerms } from './plan-terms.ts'
import { type PoolUsage, ratePool } from './rate-pool.ts'
import { rateSim } from './rate-sim.ts'
import { type BillingState, type TimelineEvent, timelineBetween } from './sim-timeline.ts'

/** The facts of a SIM that rate it for a cycle. */
export interface SimCycleFacts {
  readonly iccid: string
  /** undefined when it no longer belongs to the company */
  readonly now: BillingState | undefined
  /** since the start of the cycle, newest first */
  readonly events: readonly TimelineEvent[]
  /** in the cycle, at this company */
  readonly usage: SimCycleUsage
}

interface CycleTerms {
  readonly cycle: BillingCycle
  readonly span: CycleSpan
  /** the terms of a plan in the cycle */
  readonly termsOf: (planCode: string) => PlanTerms
}

/** Lines with the terms that rated them: all of one currency, and so of one document. */
export interface RatedLines {
  readonly terms: PlanTerms
  readonly lines: readonly ChargeLine[]
}

/**
 * Rates a company's cycle SIM by SIM. Only the sums of pools are kept, so memory does not grow with the number of SIMs.
 */
export class CycleRater {
  readonly #cycle: CycleTerms
  readonly #pools = new Map<string, { terms: PlanTerms; sims: number; usedBytes: bigint }>()

  constructor(cycle: CycleTerms) {
    this.#cycle = cycle
  }

  /** @returns undefined when nothing is charged for the SIM */
  rate({ now, events, usage }: SimCycleFacts): RatedLines | undefined {
    const { cycle, span, termsOf } = this.#cycle
    const basis = billingBasisOf(timelineBetween(now, events, span), termsOf)
    if (!basis) return undefined
    const { terms } = basis
    if (basis.kind === 'billable' && terms.pooled) this.#addToPool(terms, usage.dataBytes)
    const lines = rateSim(basis, usage, cycle.start)
    return lines.length > 0 ? { terms, lines } : undefined
  }

  #addToPool(terms: PlanTerms, dataBytes: number): void {
    const known = this.#pools.get(terms.planCode)
    const pool = known ?? { terms, sims: 0, usedBytes: 0n }
    pool.sims++
    pool.usedBytes += BigInt(dataBytes)
    if (!known) this.#pools.set(terms.planCode, pool)
  }

  /** The lines of the pools of all rated SIMs, ordered by plan code. */
  ratePools(): RatedLines[] {
    const pools: PoolUsage[] = [...this.#pools.values()].sort((a, b) => (a.terms.planCode < b.terms.planCode ? -1 : 1))
    return pools.map((pool) => ({ terms: pool.terms, lines: [ratePool(pool, this.#cycle.cycle.start)] }))
  }
}

/** A smaller share of a cycle is not extrapolated: usage of its first hours would be multiplied by hundreds. */
const MIN_ELAPSED_SHARE = 0.05

/** Extrapolates usage so far to the end of the cycle. @param elapsedShare of the cycle, from 0 to 1 */
export function projectUsage({ dataBytes, sms, voiceSeconds }: SimCycleUsage, elapsedShare: number): SimCycleUsage {
  const factor = 1 / Math.max(MIN_ELAPSED_SHARE, Math.min(1, elapsedShare))
  const scaled = (value: number): number => Math.round(value * factor)
  return { dataBytes: scaled(dataBytes), sms: scaled(sms), voiceSeconds: scaled(voiceSeconds) }
}
