import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import type { massPlan } from '#contract/operations/mass-actions.calls.ts'
import { AppError } from '#server/app-error.ts'
import { cellOf } from '#server/cells/cell-of-call.ts'
import type { Ctx } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { rawRows } from '#server/db/raw-rows.ts'
import { inScope, narrowToCompany, scopeOf } from '#server/db/scope.ts'
import type { OperationRow } from './operation-row.ts'

type Advised = NonNullable<CallInput<typeof massPlan>['body']['advice']>

/**
 * The SIMs that an advice moves to a plan, those that save most first.
 * @throws AppError not_found when it moves none, is gone, or is of a company that the reader does not see
 */
export async function advisedIccids(ctx: Ctx, { company, adviceId, planCode }: Advised): Promise<string[]> {
  const scope = narrowToCompany(scopeOf(ctx.actor), company)
  const rows = await rawRows(
    await cellOf(ctx, company),
    sql`
      SELECT iccid FROM plan_advice_moves
      WHERE ${inScope(scope, sql`company_id`)} AND company_id = ${company} AND advice_id = ${adviceId} AND plan_code = ${planCode}
      ORDER BY place`,
  )
  if (rows.length === 0) throw new AppError('not_found')
  return rows.map(([iccid]) => iccid ?? '')
}

/** Links an operation with the advice that it follows, in the cell of the company that was advised; not with one that is gone. */
export async function followAdvice(
  trx: DatabaseTransaction,
  { companyId, operationId, parameters: { advice } }: OperationRow,
): Promise<void> {
  if (!advice) return
  await sql`
    WITH followed AS (
      SELECT company_id, advice_id FROM plan_advices
      WHERE company_id = ${advice.companyId} AND advice_id = ${advice.adviceId} FOR KEY SHARE
    )
    INSERT INTO plan_advice_operations (company_id, advice_id, operation_company_id, operation_id)
    SELECT company_id, advice_id, ${companyId}::int, ${operationId}::int FROM followed`.execute(trx)
}
