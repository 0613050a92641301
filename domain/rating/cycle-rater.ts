import type { BillingCycle } from '../billing-cycle.ts'
import type { ChargeLine } from './charge-line.ts'
import type { SimUsage } from './overage.ts'
import type { PlanTerms } from './plan-terms.ts'
import { type Pool, ratePool } from './rate-pool.ts'
import { rateSim } from './rate-sim.ts'
import { type CycleSpan, type SimState, type StoryEvent, storyBetween } from './sim-story.ts'
import { standingOf } from './standing.ts'

/** What is known of a SIM for a cycle. */
export interface SimFacts {
  readonly iccid: string
  /** undefined when it is not the company's any more */
  readonly now: SimState | undefined
  /** since the cycle's beginning, the newest first */
  readonly events: readonly StoryEvent[]
  /** in the cycle, at this company */
  readonly usage: SimUsage
}

interface CycleTerms {
  readonly cycle: BillingCycle
  readonly span: CycleSpan
  /** of a plan in the cycle */
  readonly termsOf: (planCode: string) => PlanTerms
}

/** Lines with the terms that they were rated by: all of one currency, and so of one document. */
export interface Rated {
  readonly terms: PlanTerms
  readonly lines: readonly ChargeLine[]
}

/**
 * Rates a company's cycle SIM by SIM. Of the SIMs it remembers the sums of their pools alone, so that it makes no difference how many
 * there are.
 */
export class CycleRater {
  readonly #cycle: CycleTerms
  readonly #pools = new Map<string, { terms: PlanTerms; sims: number; usedBytes: bigint }>()

  constructor(cycle: CycleTerms) {
    this.#cycle = cycle
  }

  /** @returns undefined when nothing is charged for the SIM */
  rate({ now, events, usage }: SimFacts): Rated | undefined {
    const { cycle, span, termsOf } = this.#cycle
    const standing = standingOf(storyBetween(now, events, span), termsOf)
    if (!standing) return undefined
    const { terms } = standing
    if (standing.kind === 'billable' && terms.pooled) this.#share(terms, usage.dataBytes)
    const lines = rateSim(standing, usage, cycle.start)
    return lines.length > 0 ? { terms, lines } : undefined
  }

  #share(terms: PlanTerms, dataBytes: number): void {
    const known = this.#pools.get(terms.planCode)
    const pool = known ?? { terms, sims: 0, usedBytes: 0n }
    pool.sims++
    pool.usedBytes += BigInt(dataBytes)
    if (!known) this.#pools.set(terms.planCode, pool)
  }

  /** The pools of the SIMs that were rated, in the order of their plans' codes. */
  ratePools(): Rated[] {
    const pools: Pool[] = [...this.#pools.values()].sort((a, b) => (a.terms.planCode < b.terms.planCode ? -1 : 1))
    return pools.map((pool) => ({ terms: pool.terms, lines: [ratePool(pool, this.#cycle.cycle.start)] }))
  }
}

/** Less of a cycle than this says nothing of the rest: what was used in its first hours is not multiplied by hundreds. */
const LEAST_SHARE = 0.05

/** Usage so far as it will be at the cycle's end if it goes on like that. @param elapsedShare of the cycle, from 0 to 1 */
export function projected({ dataBytes, sms, voiceSeconds }: SimUsage, elapsedShare: number): SimUsage {
  const factor = 1 / Math.max(LEAST_SHARE, Math.min(1, elapsedShare))
  const grown = (value: number): number => Math.round(value * factor)
  return { dataBytes: grown(dataBytes), sms: grown(sms), voiceSeconds: grown(voiceSeconds) }
}
