import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { SimKey } from './sim-key.ts'

interface StatusEntry extends SimKey {
  /** the status that was entered */
  readonly status: number
  /** the statuses that it can be entered from */
  readonly from: readonly number[]
}

/**
 * The status before a SIM entered its present one, read from its timeline. `previous_status` does not have it when the SIM has been
 * elsewhere meanwhile, such as a termination that the network rejected.
 */
export async function statusFromTimeline(
  db: Database,
  { companyId, iccid, status, from }: StatusEntry,
): Promise<number | undefined> {
  const { rows } = await sql<{ status: number }>`
    SELECT from_status AS status FROM sim_events
    WHERE company_id = ${companyId} AND iccid = ${iccid} AND to_status = ${status} AND from_status = ANY(${from}::smallint[])
    ORDER BY at DESC, event_id DESC LIMIT 1`.execute(db)
  return rows[0]?.status
}
