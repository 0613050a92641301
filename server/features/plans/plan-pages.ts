import { planList } from '#contract/plans/plans.calls.ts'
import type { Ctx } from '#server/context.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import type { PlanListQuery, PlanListRow } from './arrange-plans.ts'
import { listPlans } from './plans.queries.ts'

const NAMES = planList.names as readonly (keyof PlanListRow)[]

/** A row of the list: cells of text in column order. */
export function cellsOf(plan: PlanListRow): (string | null)[] {
  return NAMES.map((name) => {
    const value = plan[name]
    return value === null ? null : String(value)
  })
}

/** The list of plans on one page: there are some hundred. */
export async function planPage(ctx: Ctx, query: PlanListQuery): Promise<ListPageAnswer> {
  return { kind: 'page', rows: (await listPlans(ctx, query)).map(cellsOf) }
}
