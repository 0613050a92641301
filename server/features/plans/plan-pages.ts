import { planList } from '#contract/plans/plans.calls.ts'
import type { Ctx } from '../../context.ts'
import type { ListPageAnswer } from '../../http/answers.ts'
import { listPlans, type PlanQuery, type PlanRow } from './plans.queries.ts'

const NAMES = planList.names as readonly (keyof PlanRow)[]

/** A row as the list has it: cells of text in the order of its columns. */
export function cellsOf(plan: PlanRow): (string | null)[] {
  return NAMES.map((name) => {
    const value = plan[name]
    return value === null ? null : String(value)
  })
}

/** The list of plans: all of them, for there are some hundred. */
export async function planPage(ctx: Ctx, query: PlanQuery): Promise<ListPageAnswer> {
  return { kind: 'page', rows: (await listPlans(ctx, query)).map(cellsOf) }
}
