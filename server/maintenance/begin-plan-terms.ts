import { sql } from 'kysely'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { withinCell } from '../cells/cell-context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'

/**
 * Copies terms that have become valid into the plans: a plan shows what a cycle gets that begins today, by the calendar of the root
 * company. Lists, limits and percentages read it there; billing reads the terms themselves.
 * @returns the plans that changed
 */
export async function beginPlanTerms(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ planCode: string; isResized: boolean }>`
    UPDATE plans p SET data_mb = t.data_mb, included_sms = t.included_sms, included_voice_seconds = t.included_voice_seconds,
      price_minor = t.price_minor
    FROM (
      SELECT DISTINCT ON (plan_code) * FROM plan_terms
      WHERE valid_from <= (SELECT (${now}::timestamptz AT TIME ZONE time_zone)::date FROM companies WHERE parent_id IS NULL)
      ORDER BY plan_code, valid_from DESC
    ) t
    JOIN plans b ON b.plan_code = t.plan_code
    WHERE p.plan_code = t.plan_code
      AND (b.data_mb, b.included_sms, b.included_voice_seconds, b.price_minor)
        IS DISTINCT FROM (t.data_mb, t.included_sms, t.included_voice_seconds, t.price_minor)
    RETURNING p.plan_code AS "planCode", b.data_mb <> t.data_mb AS "isResized"`.execute(db)
  const resized = rows.filter(({ isResized }) => isResized)
  if (resized.length === 0) return rows.map(({ planCode }) => planCode)
  // plans are of all cells: whose term begins first does this for the SIMs of every cell
  const { rows: cells } = await sql<{ schema: string }>`SELECT schema_name AS schema FROM cells ORDER BY cell_id`.execute(db)
  for (const { planCode } of resized)
    for (const cell of cells)
      await recomputePlanPercent((work) => db.transaction().execute((trx) => withinCell(trx, cell, work)), planCode)
  return rows.map(({ planCode }) => planCode)
}

/** Does something in a transaction within a cell. */
type InCell = <T>(work: (trx: DatabaseTransaction) => Promise<T>) => Promise<T>

/**
 * Recomputes the used percentage of the plan's SIMs after it was resized; one company at a time, because one may have 400 000 SIMs.
 */
async function recomputePlanPercent(inCell: InCell, planCode: string): Promise<void> {
  const { rows: companies } = await inCell((trx) =>
    sql<{ companyId: number }>`
      SELECT company_id AS "companyId"
      FROM sim_tallies WHERE plan_code = ${planCode} GROUP BY 1 HAVING sum(sims) > 0 ORDER BY 1`.execute(trx),
  )
  for (const { companyId } of companies) {
    await inCell((trx) =>
      sql`
      UPDATE sim_live l SET plan_percent = n.percent
      FROM (
        SELECT l.iccid, CASE WHEN p.data_mb = 0 THEN 0 ELSE floor(l.cycle_data_bytes * 100 / (p.data_mb * ${BYTES_PER_MB}::numeric) + 0.5)::int
          END AS percent
        FROM sim_live l JOIN plans p ON p.plan_code = l.plan_code
        WHERE l.company_id = ${companyId} AND l.plan_code = ${planCode} AND l.cycle_data_bytes > 0
      ) n
      WHERE l.company_id = ${companyId} AND l.iccid = n.iccid AND l.plan_percent <> n.percent`.execute(trx),
    )
  }
}
