import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import type { SimKey } from './sim-key.ts'

/**
 * Locks SIMs and their live rows, in the order that all writers use. A statement of its own, before those that read: one that waits for
 * a lock sees the locked rows as they are then, and all others as they were when it began.
 */
export async function lockLiveSims(trx: DatabaseTransaction, sims: readonly SimKey[]): Promise<void> {
  await sql`
    SELECT FROM unnest(${sims.map(({ companyId }) => companyId)}::int[], ${sims.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)
    JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"
    JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
    ORDER BY s.company_id, s.iccid FOR NO KEY UPDATE OF s, l`.execute(trx)
}
