import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { updateSims } from '#server/records/sim-copies.ts'

/** Gives SIMs the state that a test begins with: one by its ICCID, or the rows of `sims s` that meet a condition. */
export async function setSims(
  db: Database | DatabaseTransaction,
  which: string | RawBuilder<unknown>,
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  const values = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const rows = typeof which === 'string' ? sql`s.iccid = ${which}` : which
  await updateSims(db, sql`UPDATE sims s SET ${sql.join(values)} WHERE ${rows}`, 'both')
}
