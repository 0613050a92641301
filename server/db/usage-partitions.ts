import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from './database.ts'

/** The first days of the months that two days span, and of the one after. */
function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  const start = new Date(`${first.slice(0, 7)}-01T00:00:00Z`)
  for (const month = start; ; month.setUTCMonth(month.getUTCMonth() + 1)) {
    months.push(month.toISOString().slice(0, 10))
    if (month.toISOString().slice(0, 10) > last) return months
  }
}

/** The name of the partition of usage_days that holds a day. */
export function usagePartition(day: string): string {
  return `usage_days_${day.slice(0, 4)}_${day.slice(5, 7)}`
}

/**
 * Makes the monthly partitions of usage_days that hold the days from `first` to `last` (YYYY-MM-DD), where they are missing.
 * Rows of such a month that already went to the partition for the rest are moved.
 */
export async function ensureUsagePartitions(db: Database, first: string, last: string): Promise<void> {
  const months = monthsBetween(first, last)
  for (const [index, month] of months.entries()) {
    const next = months[index + 1]
    if (next !== undefined) await db.transaction().execute((trx) => ensurePartition(trx, month, next))
  }
}

async function ensurePartition(trx: DatabaseTransaction, from: string, to: string): Promise<void> {
  const name = usagePartition(from)
  const { rows } = await sql<{ found: string | null }>`SELECT to_regclass(${name})::text AS found`.execute(trx)
  if (rows[0]?.found) return
  const table = sql.table(name)
  await sql`LOCK TABLE usage_days IN SHARE UPDATE EXCLUSIVE MODE`.execute(trx)
  await sql`CREATE TABLE ${table} (LIKE usage_days INCLUDING DEFAULTS INCLUDING INDEXES)`.execute(trx)
  await sql`
    WITH moved AS (DELETE FROM usage_days_rest WHERE day >= ${from} AND day < ${to} RETURNING *)
    INSERT INTO ${table} SELECT * FROM moved`.execute(trx)
  await sql`ALTER TABLE usage_days ATTACH PARTITION ${table} FOR VALUES FROM (${sql.lit(from)}) TO (${sql.lit(to)})`.execute(
    trx,
  )
}
