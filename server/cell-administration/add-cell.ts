import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Cell, Cells } from '../cells/cells.ts'
import { makeCell } from '../cells/make-cell.ts'
import type { Database } from '../db/database.ts'
import { recordPlaces } from '../records/record-places.ts'

/** Makes an empty cell, unless there is one of that name; where SIMs are is recorded from the second one on. */
export async function addCell(pool: Pool, cells: Cells, schema: string): Promise<Cell> {
  if (!cells.all.some((cell) => cell.schema === schema)) await make(pool, schema)
  await cells.refresh()
  for (const cell of cells.all) await recordAllPlaces(cell.db)
  const made = cells.all.find((cell) => cell.schema === schema)
  if (!made) throw new Error(`the cell ${schema} was just made and is gone`)
  return made
}

async function make(pool: Pool, schema: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await makeCell(client, schema)
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

const SIMS_PER_TRANSACTION = 20_000

/** SIMs that are inserted meanwhile record their place themselves; those whose insertion began before are waited for. */
async function recordAllPlaces(db: Database): Promise<void> {
  await db.transaction().execute((trx) => sql`LOCK TABLE sim_registry IN SHARE MODE`.execute(trx))
  for (let last = ''; ; ) {
    const { rows } = await sql<{ iccid: string }>`
      SELECT iccid FROM sim_registry WHERE iccid > ${last} ORDER BY iccid LIMIT ${SIMS_PER_TRANSACTION}`.execute(db)
    const end = rows.at(-1)?.iccid
    if (end === undefined) return
    const part = sql`s.iccid > ${last} AND s.iccid <= ${end}`
    await db.transaction().execute((trx) => recordPlaces(trx, part, { mayMove: true }))
    last = end
  }
}
