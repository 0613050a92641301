import { type RawBuilder, sql } from 'kysely'
import { NUMBER_RELEASED_STATUSES } from '#domain/sim-status.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'

const PLACES_PER_STATEMENT = 10_000

interface PlacedSim {
  readonly iccid: string
  readonly imsi: string
  readonly msisdn: string
  /** its numbers may be another SIM's */
  readonly isFormer: boolean
}

/** A SIM that is to be inserted is in another cell. */
export class SimElsewhere extends Error {
  override name = 'SimElsewhere'
}

/**
 * Records that SIMs are in the transaction's cell, by their present numbers; nothing while there is one cell.
 * @param condition on sims s
 * @param mayMove whether they may have been in another cell
 * @throws SimElsewhere when one is in another cell and may not have been
 */
export async function recordPlaces(
  trx: DatabaseTransaction,
  condition: RawBuilder<unknown>,
  { mayMove = false }: { readonly mayMove?: boolean } = {},
): Promise<void> {
  const { rows: cells } = await sql<{ cellId: number; isHere: boolean }>`
    SELECT cell_id AS "cellId", schema_name = current_schema() AS "isHere" FROM cells`.execute(trx)
  const here = cells.find(({ isHere }) => isHere)
  if (cells.length < 2 || !here) return
  const { rows } = await sql<PlacedSim>`
    SELECT s.iccid, s.imsi, s.msisdn, s.administrative_status = ANY(${NUMBER_RELEASED_STATUSES}::smallint[]) AS "isFormer"
    FROM sims s WHERE ${condition}`.execute(trx)
  let saved = 0
  for (let from = 0; from < rows.length; from += PLACES_PER_STATEMENT) {
    const sims = rows.slice(from, from + PLACES_PER_STATEMENT)
    saved += await savePlaces(trx, here.cellId, sims, mayMove)
    for (const column of ['imsi', 'msisdn'] as const) await keepOnePlace(trx, column, sims)
  }
  if (saved < rows.length) throw new SimElsewhere(`${rows.length - saved} of ${rows.length} SIMs are in another cell`)
}

async function savePlaces(db: Database, cellId: number, sims: readonly PlacedSim[], mayMove: boolean): Promise<number> {
  // counted by themselves: Citus says of rows that ON CONFLICT leaves that they were written
  const { rows } = await sql<{ saved: number }>`
    WITH saved AS (
      INSERT INTO sim_places (iccid, imsi, msisdn, cell_id)
      SELECT iccid, imsi, msisdn, ${cellId} FROM unnest(${sims.map(({ iccid }) => iccid)}::text[],
        ${sims.map(({ imsi }) => imsi)}::text[], ${sims.map(({ msisdn }) => msisdn)}::text[]) AS n(iccid, imsi, msisdn)
      ORDER BY iccid COLLATE "C"
      ON CONFLICT (iccid) DO UPDATE SET imsi = excluded.imsi, msisdn = excluded.msisdn, cell_id = excluded.cell_id
      WHERE ${sql.lit(mayMove)} OR sim_places.cell_id = excluded.cell_id
      RETURNING iccid
    )
    SELECT count(*)::int AS saved FROM saved`.execute(db)
  return rows[0]?.saved ?? 0
}

/** A number that was issued again is of the SIM that has it now, whichever cell the former one is in. */
async function keepOnePlace(db: Database, column: 'imsi' | 'msisdn', sims: readonly PlacedSim[]): Promise<void> {
  const number = sql.ref(column)
  const former = sims.filter(({ isFormer }) => isFormer)
  const present = sims.filter((sim) => !sim.isFormer && sim[column] !== '')
  const iccidsOf = (of: readonly PlacedSim[]) => of.map(({ iccid }) => iccid)
  await sql`
    UPDATE sim_places p SET ${number} = '' FROM unnest(${iccidsOf(present)}::text[],
      ${present.map((sim) => sim[column])}::text[]) AS n(iccid, number)
    WHERE p.${number} = n.number AND p.iccid <> n.iccid`.execute(db)
  await sql`
    UPDATE sim_places p SET ${number} = '' WHERE p.iccid = ANY(${iccidsOf(former)}::text[]) AND p.${number} <> ''
      AND EXISTS (SELECT FROM sim_places o WHERE o.${number} = p.${number} AND o.iccid <> p.iccid)`.execute(db)
}
