import { ADMINISTRATIVE_STATUS } from '../sim-status.ts'
import type { PlanTerms } from './plan-terms.ts'
import type { SimStory } from './sim-story.ts'

const { active, deactivatedByAlarm, hibernationInProcess, hibernated } = ADMINISTRATIVE_STATUS

/** A SIM that spends any time of a cycle in one of these is billed for the cycle (domain model section 7). */
export const isBillable = (status: number): boolean => status === active || status === deactivatedByAlarm
const isAsleep = (status: number): boolean => status === hibernationInProcess || status === hibernated

/** How a SIM is charged for a cycle: by which plan, and as what. */
export interface Standing {
  readonly kind: 'billable' | 'hibernated'
  readonly terms: PlanTerms
}

/**
 * How a SIM stands in a cycle. A SIM pays one price a cycle. When it was billable on several plans, it is that of the dearest, which
 * is also the allowance for the whole cycle: a larger plan helps at once, a smaller one saves from the next cycle on. Of equally dear
 * ones, and of plans in several currencies, the last one counts.
 * @param story of the cycle
 * @param termsOf the terms of a plan in the cycle
 * @returns undefined when nothing is charged for it
 */
export function standingOf({ states, isWhole }: SimStory, termsOf: (planCode: string) => PlanTerms): Standing | undefined {
  let dearest: PlanTerms | undefined
  for (const { administrativeStatus, planCode } of states) {
    if (!isBillable(administrativeStatus)) continue
    const terms = termsOf(planCode)
    if (!dearest || (terms.currency === dearest.currency && terms.priceMinor > dearest.priceMinor)) dearest = terms
  }
  if (dearest) return { kind: 'billable', terms: dearest }
  const [last] = states
  if (!last || !isWhole || !states.every(({ administrativeStatus }) => isAsleep(administrativeStatus))) return undefined
  return { kind: 'hibernated', terms: termsOf(last.planCode) }
}
