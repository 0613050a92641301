import type { BillingCycle, Day } from '../billing-cycle.ts'
import { ADMINISTRATIVE_STATUS } from '../sim-status.ts'
import { type CyclePart, wholeCycle } from './cycle-part.ts'
import type { PlanTerms } from './plan-terms.ts'
import type { SimTimeline, TimedState } from './sim-timeline.ts'

const { active, deactivatedByAlarm, hibernationInProcess, hibernated } = ADMINISTRATIVE_STATUS

/** A SIM that spends any time of a cycle in one of these statuses is billed for it (domain model section 7). */
export const isBillable = (status: number): boolean => status === active || status === deactivatedByAlarm
const isHibernating = (status: number): boolean => status === hibernationInProcess || status === hibernated

/** The basis on which a SIM is charged for days of a cycle: by which terms, and as what. */
export interface BillingBasis {
  readonly kind: 'billable' | 'hibernated'
  readonly terms: PlanTerms
  readonly part: CyclePart
}

interface BasisOptions {
  readonly cycle: BillingCycle
  /** the calendar day of a moment in the company's time zone */
  readonly dayOf: (ms: number) => Day
  /** the terms of a plan in the cycle */
  readonly termsOf: (planCode: string) => PlanTerms
}

/**
 * The billing bases of a SIM in a cycle, in the order of their days. A SIM that was billable at any time is charged for
 * the whole cycle: by one plan, or by days when it had several. A day belongs to the plan that the SIM had at its end, so
 * a plan that was left on the day it came counts nothing. A plan on which it was never billable has no days: they belong
 * to the plan before, at the beginning of the cycle to the one after.
 * @returns none when nothing is charged
 */
export function billingBasesOf(timeline: SimTimeline, options: BasisOptions): BillingBasis[] {
  const { cycle, termsOf } = options
  const { states, isOwnedThroughout } = timeline
  const spells = planSpells(states).filter((spell) => spell.isBillable)
  if (spells.length > 0)
    return partsOf(spells, options).map(({ planCode, ...days }) => ({
      kind: 'billable',
      terms: termsOf(planCode),
      part: { ...days, cycle },
    }))
  const [last] = states
  if (!last || !isOwnedThroughout || !states.every(({ administrativeStatus }) => isHibernating(administrativeStatus))) return []
  return [{ kind: 'hibernated', terms: termsOf(last.planCode), part: wholeCycle(cycle) }]
}

/** A time without a change of plan. */
interface PlanSpell {
  readonly planCode: string
  readonly sinceMs: number
  isBillable: boolean
}

/** Earliest first. */
function planSpells(states: readonly TimedState[]): PlanSpell[] {
  const spells: PlanSpell[] = []
  for (const { planCode, sinceMs, administrativeStatus } of states.toReversed()) {
    const last = spells.at(-1)
    if (last?.planCode === planCode) last.isBillable ||= isBillable(administrativeStatus)
    else spells.push({ planCode, sinceMs, isBillable: isBillable(administrativeStatus) })
  }
  return spells
}

interface PlanDays {
  readonly planCode: string
  readonly from: Day
  readonly to: Day
}

/** Divides the cycle's days among spells: each from the day on which it began, without those that end on their first day. */
function partsOf(spells: readonly PlanSpell[], { cycle, dayOf }: Pick<BasisOptions, 'cycle' | 'dayOf'>): PlanDays[] {
  const parts: PlanDays[] = []
  let to = cycle.end
  for (const [back, { planCode, sinceMs }] of spells.toReversed().entries()) {
    const isFirst = back === spells.length - 1
    const day = isFirst ? cycle.start : dayOf(sinceMs)
    const from = day < cycle.start ? cycle.start : day
    if (from >= to) continue
    const next = parts[0]
    if (next?.planCode === planCode) parts[0] = { ...next, from }
    else parts.unshift({ planCode, from, to })
    to = from
  }
  return parts
}
