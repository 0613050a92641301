import { type BillingCycle, type Day, localDay } from '../billing-cycle.ts'
import { type BillingBasis, billingBasesOf } from './billing-basis.ts'
import type { ChargeLine } from './charge-line.ts'
import { type CyclePart, isWholeCycle, shareOfRest } from './cycle-part.ts'
import type { CycleSpan } from './cycle-span.ts'
import { includedOn, type SimCycleUsage } from './overage.ts'
import type { PlanTerms } from './plan-terms.ts'
import { type PoolUsage, ratePool } from './rate-pool.ts'
import { rateSim } from './rate-sim.ts'
import { type BillingState, type TimelineEvent, timelineBetween } from './sim-timeline.ts'

/** What a SIM used on a day. */
export interface DayOfUsage extends SimCycleUsage {
  readonly day: Day
}

/** The facts of a SIM that rate it for a cycle. */
export interface SimCycleFacts {
  readonly iccid: string
  /** undefined when it no longer belongs to the company */
  readonly now: BillingState | undefined
  /** since the start of the cycle, newest first */
  readonly events: readonly TimelineEvent[]
  /** in the cycle, at this company */
  readonly usage: SimCycleUsage
  /** the same by day; only a SIM that had several plans in the cycle needs it */
  readonly days?: readonly DayOfUsage[] | undefined
}

interface CycleTerms {
  readonly cycle: BillingCycle
  readonly span: CycleSpan
  readonly timeZone: string
  /** the terms of a plan in the cycle */
  readonly termsOf: (planCode: string) => PlanTerms
  /** share of the cycle that has elapsed: usage is extrapolated to its end. 1 by default */
  readonly elapsed?: number
  /** factor on the usage to come, of an end of its band. 1 by default */
  readonly pace?: number
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
  readonly #pools = new Map<string, { terms: PlanTerms; allowanceBytes: bigint; usedBytes: bigint }>()

  constructor(cycle: CycleTerms) {
    this.#cycle = cycle
  }

  /** What the SIM is charged for in the cycle, whatever it uses: the same at each pace. */
  basesOf({ now, events }: Pick<SimCycleFacts, 'now' | 'events'>): BillingBasis[] {
    const { span, timeZone } = this.#cycle
    const dayOf = (ms: number): Day => localDay(new Date(ms), timeZone)
    return billingBasesOf(timelineBetween(now, events, span), { ...this.#cycle, dayOf })
  }

  /** The SIM's lines by plan, in the order of their days; none when nothing is charged. @param bases of the same facts */
  rate(facts: SimCycleFacts, bases = this.basesOf(facts)): RatedLines[] {
    const { elapsed = 1, pace = 1 } = this.#cycle
    const { usage, days } = facts
    const rest = restOfUsage(usage, elapsed)
    return bases.flatMap((basis) => {
      const { terms, part } = basis
      const used = isWholeCycle(part) ? usage : usageOn(days, part)
      const expected = elapsed < 1 ? plusShare(used, rest, pace * shareOfRest(part, elapsed)) : used
      const lines = rateSim(basis, expected)
      if (basis.kind === 'billable' && terms.pooled) this.#addPart(basis, expected.dataBytes)
      return lines.length > 0 ? [{ terms, lines }] : []
    })
  }

  #addPart({ terms, part }: BillingBasis, dataBytes: number): void {
    this.addToPool(terms, { allowanceBytes: BigInt(includedOn(terms, part).dataBytes), usedBytes: BigInt(dataBytes) })
  }

  /** Adds to a pool what is not rated SIM by SIM. */
  addToPool(terms: PlanTerms, { allowanceBytes, usedBytes }: Omit<PoolUsage, 'terms'>): void {
    const known = this.#pools.get(terms.planCode)
    const pool = known ?? { terms, allowanceBytes: 0n, usedBytes: 0n }
    pool.allowanceBytes += allowanceBytes
    pool.usedBytes += usedBytes
    if (!known) this.#pools.set(terms.planCode, pool)
  }

  /** The pools of all rated SIMs, ordered by plan code. */
  get pools(): PoolUsage[] {
    return [...this.#pools.values()].sort((a, b) => (a.terms.planCode < b.terms.planCode ? -1 : 1))
  }

  /** The lines of the pools of all rated SIMs, ordered by plan code. */
  ratePools(): RatedLines[] {
    return this.pools.map((pool) => ({ terms: pool.terms, lines: [ratePool(pool, this.#cycle.cycle.start)] }))
  }
}

function usageOn(days: readonly DayOfUsage[] | undefined, { from, to }: CyclePart): SimCycleUsage {
  if (!days) throw new Error(`no usage by day for ${from} to ${to}`)
  const sums = { dataBytes: 0, sms: 0, voiceSeconds: 0 }
  for (const { day, dataBytes, sms, voiceSeconds } of days) {
    if (day < from || day >= to) continue
    sums.dataBytes += dataBytes
    sums.sms += sms
    sums.voiceSeconds += voiceSeconds
  }
  return sums
}

/** A smaller share of a cycle is not extrapolated: usage of its first hours would be multiplied by hundreds. */
export const MIN_ELAPSED_SHARE = 0.05

/** What will be used until the end of the cycle if it goes on as so far; corrections do not. @param elapsed share, from 0 to 1 */
function restOfUsage({ dataBytes, sms, voiceSeconds }: SimCycleUsage, elapsed: number): SimCycleUsage {
  const factor = 1 / Math.max(MIN_ELAPSED_SHARE, Math.min(1, elapsed)) - 1
  const rest = (used: number): number => Math.max(0, used) * factor
  return { dataBytes: rest(dataBytes), sms: rest(sms), voiceSeconds: rest(voiceSeconds) }
}

const plusShare = (used: SimCycleUsage, rest: SimCycleUsage, share: number): SimCycleUsage => ({
  dataBytes: Math.round(used.dataBytes + rest.dataBytes * share),
  sms: Math.round(used.sms + rest.sms * share),
  voiceSeconds: Math.round(used.voiceSeconds + rest.voiceSeconds * share),
})
