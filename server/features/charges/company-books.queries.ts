import { sql } from 'kysely'
import type { Day } from '#domain/billing-cycle.ts'
import { ownCellId } from '#server/cells/sim-places.ts'
import type { Database } from '#server/db/database.ts'

/** The billing progress of a company, with its calendar. */
export interface CompanyBooks {
  readonly companyId: number
  readonly timeZone: string
  readonly anchorDay: number
  /** the first day of the first cycle not yet issued */
  readonly nextCycle: Day
  readonly estimatedAt: Date | null
}

/**
 * The books of one company, or of all, in the cell that has them; billing of a company starts with the cycle in which it is first
 * seen.
 */
export async function companyBooks(db: Database, now: Date, companyId?: number): Promise<CompanyBooks[]> {
  const ofCell = sql`c.cell_id = ${await ownCellId(db)}`
  const theirs = companyId === undefined ? ofCell : sql`${ofCell} AND c.company_id = ${companyId}`
  await sql`
    WITH first_cycles AS (
      SELECT c.company_id, billing_cycle_start((${now}::timestamptz AT TIME ZONE c.time_zone)::date, c.cycle_anchor_day) AS start
      FROM companies c
      WHERE ${theirs} AND NOT EXISTS (SELECT FROM billing_calendars b WHERE b.company_id = c.company_id)
    )
    INSERT INTO billing_calendars (company_id, next_cycle, late_before) SELECT company_id, start, start FROM first_cycles
    ON CONFLICT DO NOTHING`.execute(db)
  const { rows } = await sql<CompanyBooks>`
    SELECT c.company_id AS "companyId", c.time_zone AS "timeZone", c.cycle_anchor_day AS "anchorDay", b.next_cycle AS "nextCycle",
      b.estimated_at AS "estimatedAt"
    FROM companies c JOIN billing_calendars b ON b.company_id = c.company_id
    WHERE ${theirs} ORDER BY c.company_id`.execute(db)
  return rows
}
