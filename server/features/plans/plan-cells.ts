import { planList } from '#contract/plans.calls.ts'
import type { PlanRow } from './plans.queries.ts'

const NAMES = planList.names as readonly (keyof PlanRow)[]

/** A row as the list has it: cells of text in the order of its columns. */
export function cellsOf(plan: PlanRow): (string | null)[] {
  return NAMES.map((name) => {
    const value = plan[name]
    return value === null ? null : String(value)
  })
}
