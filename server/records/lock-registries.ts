import { sql } from 'kysely'
import { changeEachCell } from '../cells/cell-context.ts'
import type { DatabaseTransaction } from '../db/database.ts'

/**
 * Locks the SIMs' registry of every cell, in their order, until the transaction ends: two concurrent inserts would each see an ICCID, or a
 * number, as new. Readers, and writers of single SIMs, are not blocked.
 */
export const lockRegistries = (trx: DatabaseTransaction): Promise<void> =>
  changeEachCell(trx, (inside) => sql`LOCK TABLE sim_registry IN SHARE ROW EXCLUSIVE MODE`.execute(inside))
