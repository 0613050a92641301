import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

interface Entered {
  readonly companyId: number
  readonly iccid: string
  /** the status of which is asked how it was entered */
  readonly status: number
  /** the statuses that can lead there */
  readonly from: readonly number[]
}

/**
 * The status that a SIM had before the one it is in, as its timeline tells. `previous_status` forgets it when the SIM has been on
 * its way elsewhere meanwhile, such as a termination that the network refused.
 */
export async function statusBefore(db: Database, { companyId, iccid, status, from }: Entered): Promise<number | undefined> {
  const { rows } = await sql<{ status: number }>`
    SELECT from_status AS status FROM sim_events
    WHERE company_id = ${companyId} AND iccid = ${iccid} AND to_status = ${status} AND from_status = ANY(${from}::smallint[])
    ORDER BY at DESC, event_id DESC LIMIT 1`.execute(db)
  return rows[0]?.status
}
