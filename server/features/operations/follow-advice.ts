import { sql } from 'kysely'
import type { DatabaseTransaction } from '#server/db/database.ts'
import type { OperationRow } from './operation-row.ts'

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
