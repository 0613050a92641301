import { ADMINISTRATIVE_STATUS } from '../sim-status.ts'
import type { PlanTerms } from './plan-terms.ts'
import type { SimTimeline } from './sim-timeline.ts'

const { active, deactivatedByAlarm, hibernationInProcess, hibernated } = ADMINISTRATIVE_STATUS

/** A SIM that spends any time of a cycle in one of these statuses is billed for it (domain model section 7). */
export const isBillable = (status: number): boolean => status === active || status === deactivatedByAlarm
const isHibernating = (status: number): boolean => status === hibernationInProcess || status === hibernated

/** The basis on which a SIM is charged for a cycle: by which terms, and as what. */
export interface BillingBasis {
  readonly kind: 'billable' | 'hibernated'
  readonly terms: PlanTerms
}

/**
 * The billing basis of a SIM in a cycle. A SIM pays one price per cycle. When it was billable on several plans, the
 * most expensive one applies, also for the allowance of the whole cycle: an upgrade takes effect at once, a downgrade
 * from the next cycle on. Among equal prices, and among plans in several currencies, the latest applies.
 * @param timeline of the cycle
 * @param termsOf the terms of a plan in the cycle
 * @returns undefined when nothing is charged
 */
export function billingBasisOf(
  { states, isOwnedThroughout }: SimTimeline,
  termsOf: (planCode: string) => PlanTerms,
): BillingBasis | undefined {
  let dearest: PlanTerms | undefined
  for (const { administrativeStatus, planCode } of states) {
    if (!isBillable(administrativeStatus)) continue
    const terms = termsOf(planCode)
    if (!dearest || (terms.currency === dearest.currency && terms.priceMinor > dearest.priceMinor)) dearest = terms
  }
  if (dearest) return { kind: 'billable', terms: dearest }
  const [last] = states
  if (!last || !isOwnedThroughout || !states.every(({ administrativeStatus }) => isHibernating(administrativeStatus)))
    return undefined
  return { kind: 'hibernated', terms: termsOf(last.planCode) }
}
