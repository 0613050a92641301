import { type RawBuilder, sql } from 'kysely'
import { carryRows, deleteRows } from '../cells/carry-rows.ts'
import { withinCell } from '../cells/cell-context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { leaveSubscriptions } from './camara-subscriptions.ts'
import { leaveTags } from './change-tags.ts'
import { lockCounting } from './counting-locks.ts'
import { leaveLocks } from './leave-locks.ts'
import { recordPlaces } from './record-places.ts'
import { releaseFirings } from './release-firings.ts'
import { addTallies, tallyRows } from './sim-tallies.ts'

export interface Between {
  /** the schema of the cell that has the SIMs */
  readonly from: string
  readonly to: string
}

/** What a SIM is now; what it was stays with its company. */
const PRESENT = ['sims', 'sim_live', 'sim_texts', 'sim_registry', 'data_sessions', 'sim_drifts', 'network_locks']
const HISTORY = ['sim_events', 'data_sessions', 'sim_former_companies']

const OPEN: Readonly<Record<string, RawBuilder<unknown>>> = {
  data_sessions: sql`t.stopped_at IS NULL`,
  sim_drifts: sql`t.settled_at IS NULL`,
}

/** Takes a company's SIMs into another cell, with their open sessions and differences, and what their networks hold. */
export async function bringSims(
  trx: DatabaseTransaction,
  between: Between,
  { companyId, iccids, now }: { readonly companyId: number; readonly iccids: readonly string[]; readonly now: Date },
): Promise<void> {
  const { from, to } = between
  const theirs = sql`s.company_id = ${companyId} AND s.iccid = ANY(${[...iccids]}::text[])`
  await withinCell(trx, { schema: from }, async (inside) => {
    await lockCounting(inside)
    await sql`
      SELECT count(*) FROM (
        SELECT s.iccid FROM sims s JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
        WHERE ${theirs} ORDER BY s.company_id, s.iccid FOR UPDATE OF s, l
      ) locked`.execute(inside)
    await addTallies(inside, tallyRows(theirs, -1))
    const leaving = iccids.map((iccid) => ({ companyId, iccid }))
    await leaveTags(inside, leaving)
    await leaveLocks(inside, leaving, now)
    await releaseFirings(inside, leaving, { by: '', now })
    await leaveSubscriptions(inside, leaving, now)
  })
  const ofCompany = sql`t.company_id = ${companyId} AND t.iccid = ANY(${[...iccids]}::text[])`
  await carryRows(trx, between, PRESENT, (table) => {
    const open = OPEN[table]
    return open ? sql`${ofCompany} AND ${open}` : ofCompany
  })
  await withinCell(trx, { schema: to }, async (inside) => {
    await addTallies(inside, tallyRows(theirs, 1))
    await recordPlaces(inside, sql`s.iccid = ANY(${[...iccids]}::text[])`, { mayMove: true })
  })
}

/** The previous company reads its past in its own cell. */
export async function returnHistory(
  trx: DatabaseTransaction,
  { from, to }: Between,
  companyId: number,
  iccids: readonly string[],
): Promise<void> {
  const ofCompany = sql`t.company_id = ${companyId} AND t.iccid = ANY(${[...iccids]}::text[])`
  await deleteRows(trx, from, 'sim_former_companies', ofCompany)
  await carryRows(trx, { from: to, to: from }, HISTORY, () => ofCompany)
}
