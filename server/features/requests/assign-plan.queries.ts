import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import { REQUEST_SENTENCES } from '#contract/requests/request-messages.ts'
import type { getAssignChoices } from '#contract/requests/request-steps.calls.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { AppError } from '#server/app-error.ts'
import { cellOf } from '#server/cells/cell-of-call.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { type RequestKey, requireRequest } from './request-row.ts'

type Db = Database | DatabaseTransaction

/** A line of SIMs with its plan's properties. */
export interface SimLine {
  readonly lineNo: number
  readonly planCode: string
  readonly originId: number
  readonly simTypeId: number
  /** SIMs still to be assigned */
  readonly missing: number
}

export async function simLines(db: Db, { companyId, requestId }: RequestKey): Promise<SimLine[]> {
  const { rows } = await sql<SimLine>`
    SELECT l.line_no AS "lineNo", p.plan_code AS "planCode", p.origin_id AS "originId", p.sim_type_id AS "simTypeId",
      l.quantity - (SELECT count(*)::int FROM request_sims s
        WHERE s.company_id = l.company_id AND s.request_id = l.request_id AND s.line_no = l.line_no) AS missing
    FROM request_lines l JOIN plans p ON p.plan_code = l.plan_code
    WHERE l.company_id = ${companyId} AND l.request_id = ${requestId} ORDER BY l.line_no`.execute(db)
  return rows
}

/** The operator's own company, which holds unused SIMs. */
export async function stockCompany(db: Db): Promise<number> {
  const { rows } = await sql<{ companyId: number }>`
    SELECT company_id AS "companyId" FROM companies WHERE parent_id IS NULL`.execute(db)
  const [root] = rows
  if (!root) throw new Error('there is no company of the operator')
  return root.companyId
}

/** SIMs s of the operator that were never used, of an origin and a type, without an open change. */
export const inStock = (companyId: number, { originId, simTypeId }: Pick<SimLine, 'originId' | 'simTypeId'>) => sql`
  s.company_id = ${companyId} AND s.administrative_status = ${ADMINISTRATIVE_STATUS.readyToUse} AND s.activated_at IS NULL
  AND s.origin_id = ${originId} AND s.sim_type_id = ${simTypeId}
  AND NOT EXISTS (SELECT FROM open_changes o WHERE o.company_id = s.company_id AND o.iccid = s.iccid)`

/** The choices for assigning SIMs. */
export async function assignChoices(ctx: Ctx, requestId: number): Promise<CallData<typeof getAssignChoices>> {
  const request = await requireRequest(ctx, ctx.db, requestId)
  const operator = await stockCompany(ctx.db)
  const stock = await cellOf(ctx, operator)
  const lines = await Promise.all(
    (await simLines(ctx.db, request)).map(async (line) => {
      const { rows } = await sql<{ sims: number }>`
        SELECT count(*)::int AS sims FROM sims s WHERE ${inStock(operator, line)}`.execute(stock.db)
      return { lineNo: line.lineNo, inStock: rows[0]?.sims ?? 0, apnId: await usualApn(ctx.db, line) }
    }),
  )
  const { rows: apns } = await sql<{ apnId: number; apnName: string }>`
    SELECT apn_id AS "apnId", name AS "apnName" FROM apns ORDER BY name, apn_id`.execute(ctx.db)
  return { lines, apns }
}

/** The most common APN of an origin and a type; null without SIMs. */
async function usualApn(db: Db, { originId, simTypeId }: SimLine): Promise<number | null> {
  const { rows } = await sql<{ apnId: number }>`
    SELECT apn_id AS "apnId" FROM fleet_tallies WHERE origin_id = ${originId} AND sim_type_id = ${simTypeId}
    GROUP BY apn_id HAVING sum(sims) > 0 ORDER BY sum(sims) DESC, apn_id LIMIT 1`.execute(db)
  return rows[0]?.apnId ?? null
}

/**
 * The line of a request that takes SIMs.
 * @throws AppError not_found for any other line
 */
export async function requireSimLine(db: Db, request: RequestKey, lineNo: number): Promise<SimLine> {
  const line = (await simLines(db, request)).find((one) => one.lineNo === lineNo)
  if (!line) throw new AppError('not_found', { sentence: REQUEST_SENTENCES.unknownLine })
  return line
}
