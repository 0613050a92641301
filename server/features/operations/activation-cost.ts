import { type RawBuilder, sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { getOperationCost } from '#contract/operations/operations.calls.ts'
import { addUp, byKeys, combineSame } from '../../cells/merge.ts'
import type { Ctx } from '../../context.ts'
import { scopeOf } from '../../db/scope.ts'
import { judgedLines, judgeLines, lineFacts } from './judge-lines.ts'
import { linesOf } from './line-sources.ts'
import type { OperationParts } from './operation-parts.ts'
import type { OperationRow } from './operation-row.ts'
import { draftSource } from './start-operation.ts'
import { targetPlanOf } from './target-plan.ts'

type Cost = CallData<typeof getOperationCost>

/** The cost of the accepted lines per cycle, each at its SIM's plan; zero for lines that do not start billing. */
export async function activationCost(parts: OperationParts): Promise<Cost> {
  if (parts[0].row.kind !== 'activate') return { plans: [], totals: [] }
  const answers = await Promise.all(parts.map(({ ctx, row }) => costByPlan(ctx, row)))
  const same = combineSame(
    answers,
    ({ planCode }) => planCode,
    (a, b) => ({ ...a, ...addUp(['lines'], a, b) }),
  )
  const plans = parts.length === 1 ? same : same.sort(byKeys(({ lines, planName }) => [-lines, planName]))
  return { plans, totals: sumByCurrency(plans) }
}

async function costByPlan(ctx: Ctx, operation: OperationRow): Promise<Cost['plans']> {
  const { rows } = await sql<Cost['plans'][number]>`
    SELECT p.plan_code AS "planCode", p.name AS "planName", count(*)::int AS lines, p.price_minor AS "amountMinor", p.currency
    FROM (${await runningLines(ctx, operation)}) l
    JOIN sims s ON s.company_id = l.sim_company_id AND s.iccid = l.iccid
    JOIN plans p ON p.plan_code = s.plan_code
    GROUP BY p.plan_code ORDER BY lines DESC, p.name`.execute(ctx.db)
  return rows
}

async function runningLines(ctx: Ctx, operation: OperationRow): Promise<RawBuilder<unknown>> {
  const { companyId, operationId, kind, state } = operation
  if (state !== 'draft')
    return sql`
      SELECT iccid, sim_company_id FROM operation_items
      WHERE company_id = ${companyId} AND operation_id = ${operationId} AND state NOT IN ('skipped', 'cancelled')`
  const facts = lineFacts(linesOf(draftSource(operation), scopeOf(ctx.actor), ctx.now))
  const verdicts = await judgeLines(ctx.db, facts, { kind, person: ctx.actor, target: await targetPlanOf(ctx.db, operation) })
  return sql`SELECT iccid, sim_company_id FROM (${judgedLines(facts, verdicts)}) j WHERE code = ''`
}

function sumByCurrency(plans: Cost['plans']): Cost['totals'] {
  const sums = new Map<string, number>()
  for (const { currency, lines, amountMinor } of plans) sums.set(currency, (sums.get(currency) ?? 0) + lines * amountMinor)
  return [...sums].map(([currency, amountMinor]) => ({ amountMinor, currency })).sort((a, b) => b.amountMinor - a.amountMinor)
}
