import type { BillingBasis } from './billing-basis.ts'
import type { FleetUsage } from './fleet-usage.ts'
import { allowanceBytes, minutesOver, overageUnits, poolOverageUnits, type SimCycleUsage } from './overage.ts'
import type { PlanTerms } from './plan-terms.ts'

/**
 * The sum of a SIM's lines for a whole cycle on one plan, as rateSim rates them, without the lines: millions of combinations of SIM, plan
 * and cycle are compared by it. Data of a pooled plan is not in it.
 * @returns minor units
 */
export function wholeCycleCost(terms: PlanTerms, kind: BillingBasis['kind'], usage: SimCycleUsage): number {
  if (kind === 'hibernated') return terms.hibernationFeeMinor
  const { dataBytes, sms, voiceSeconds } = usage
  const data = terms.pooled ? 0 : overageUnits(dataBytes, allowanceBytes(terms), terms.overageUnitMb) * terms.overagePriceMinor
  const messages = Math.max(0, sms - terms.includedSms) * terms.smsPriceMinor
  return terms.priceMinor + data + messages + minutesOver(voiceSeconds, terms.includedVoiceSeconds) * terms.voicePriceMinor
}

/** Usage with a margin of safety, rounded up; corrections below 0 stay. */
export const withMargin = (used: number, percent: number): number =>
  used > 0 ? Math.ceil((used * (100 + percent)) / 100) : used

/** What a SIM costs on a plan in all cycles, without its share of a pool. @returns minor units */
export function costOfSim(usage: FleetUsage, sim: number, terms: PlanTerms, marginPercent = 0): number {
  let cost = 0
  for (let cycle = 0; cycle < usage.cycles; cycle++) {
    const kind = usage.kindOf(sim, cycle)
    if (kind === undefined) continue
    cost += wholeCycleCost(terms, kind, {
      dataBytes: withMargin(usage.dataBytes(sim, cycle), marginPercent),
      sms: withMargin(usage.sms(sim, cycle), marginPercent),
      voiceSeconds: withMargin(usage.voiceSeconds(sim, cycle), marginPercent),
    })
  }
  return cost
}

interface Assigned {
  readonly plans: readonly PlanTerms[]
  readonly usage: FleetUsage
  /** the plan of each SIM */
  readonly assigned: Uint16Array
  /** those of today: usage on another one counts with the margin */
  readonly today: Uint16Array
}

/** What a fleet costs in all cycles by plan, with the overage of its pools, as the invoice rates it. @returns minor units */
export function costByPlan({ plans, usage, assigned, today }: Assigned, marginPercent = 0): number[] {
  const costs = plans.map(() => 0)
  const pools = plans.map((terms) => (terms.pooled ? new Float64Array(usage.cycles * 2) : undefined))
  for (let sim = 0; sim < usage.sims; sim++) {
    const plan = assigned[sim] ?? 0
    const terms = plans[plan]
    if (!terms) throw new RangeError(`no plan ${plan}`)
    const margin = plan === today[sim] ? 0 : marginPercent
    costs[plan] = (costs[plan] ?? 0) + costOfSim(usage, sim, terms, margin)
    const pool = pools[plan]
    if (pool) addToPool(pool, usage, sim, terms, margin)
  }
  for (const [plan, terms] of plans.entries()) costs[plan] = (costs[plan] ?? 0) + poolOverage(terms, pools[plan])
  return costs
}

/** A pool has bytes used and included of each cycle, one after the other. */
function addToPool(pool: Float64Array, usage: FleetUsage, sim: number, terms: PlanTerms, marginPercent: number): void {
  for (let cycle = 0; cycle < usage.cycles; cycle++) {
    if (!usage.isBillable(sim, cycle)) continue
    pool[cycle * 2] = (pool[cycle * 2] ?? 0) + withMargin(usage.dataBytes(sim, cycle), marginPercent)
    pool[cycle * 2 + 1] = (pool[cycle * 2 + 1] ?? 0) + allowanceBytes(terms)
  }
}

function poolOverage({ overageUnitMb, overagePriceMinor }: PlanTerms, pool: Float64Array | undefined): number {
  let cost = 0
  for (let at = 0; pool && at < pool.length; at += 2)
    cost += poolOverageUnits(BigInt(pool[at] ?? 0), BigInt(pool[at + 1] ?? 0), overageUnitMb) * overagePriceMinor
  return cost
}

/** Percent of a plan's data up to which the use of a SIM counts to each step; beyond the last one it is over the plan. */
export const USE_STEPS = [0, 25, 50, 75, 100] as const

/**
 * How many SIMs of each plan use how much of its data in a cycle on average: a number for each of USE_STEPS, then those beyond. Only SIMs that were billable,
 * on plans with data.
 */
export function dataUseByPlan({ plans, usage, today }: Omit<Assigned, 'assigned'>): number[][] {
  const counts = plans.map(() => [...USE_STEPS, 0].map(() => 0))
  for (let sim = 0; sim < usage.sims; sim++) {
    const plan = today[sim] ?? 0
    const steps = counts[plan]
    const allowance = plans[plan]?.dataMb ? allowanceBytes(plans[plan]) : 0
    let [used, cycles] = [0, 0]
    for (let cycle = 0; cycle < usage.cycles; cycle++) {
      if (!usage.isBillable(sim, cycle)) continue
      used += usage.dataBytes(sim, cycle)
      cycles++
    }
    if (!steps || cycles === 0 || allowance === 0) continue
    const percent = (used / cycles / allowance) * 100
    const step = USE_STEPS.findIndex((most) => percent <= most)
    const at = step < 0 ? USE_STEPS.length : step
    steps[at] = (steps[at] ?? 0) + 1
  }
  return counts
}
