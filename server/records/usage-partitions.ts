import { sql } from 'kysely'
import { DAY_MS, daysBefore } from '#domain/time.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'

/** The first days of the months that two days span, and of the one after. */
function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  const start = new Date(`${first.slice(0, 7)}-01T00:00:00Z`)
  for (const month = start; ; month.setUTCMonth(month.getUTCMonth() + 1)) {
    months.push(month.toISOString().slice(0, 10))
    if (month.toISOString().slice(0, 10) > last) return months
  }
}

const partitionOf = (table: string, day: string): string => `${table}_${day.slice(0, 4)}_${day.slice(5, 7)}`

/** The name of the partition of usage_days that holds a day. */
export function usagePartition(day: string): string {
  return partitionOf('usage_days', day)
}

/** Tables partitioned by month, and their key. Rows of usage_days are updated all the time: its pages keep some room. */
const TABLES = [
  { table: 'usage_days', column: 'day', options: sql`WITH (fillfactor = 80)` },
  { table: 'usage_records', column: 'at', options: sql`` },
] as const

/**
 * Creates the missing monthly partitions of usage_days and usage_records for the days from `first` to `last` (YYYY-MM-DD). Rows of
 * such a month in the default partition are moved.
 */
export async function ensureUsagePartitions(db: Database, first: string, last: string): Promise<void> {
  const months = monthsBetween(first, last)
  for (const [index, from] of months.entries()) {
    const to = months[index + 1]
    if (to === undefined) continue
    for (const part of TABLES) await db.transaction().execute((trx) => ensurePartition(trx, part, { from, to }))
  }
}

/** Creates usage partitions ahead of time: for this month and the next, in every time zone. */
export async function prepareUsagePartitions(db: Database, now: Date): Promise<void> {
  const day = (days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
  await ensureUsagePartitions(db, day(-2), day(20))
}

async function ensurePartition(
  trx: DatabaseTransaction,
  { table, column, options }: (typeof TABLES)[number],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const name = partitionOf(table, from)
  const { rows } = await sql<{
    found: string | null
  }>`SELECT to_regclass(current_schema() || '.' || ${name})::text AS found`.execute(trx)
  if (rows[0]?.found) return
  const [whole, part, rest] = [sql.table(table), sql.table(name), sql.table(`${table}_rest`)]
  await sql`LOCK TABLE ${whole} IN SHARE UPDATE EXCLUSIVE MODE`.execute(trx)
  // the lock that ATTACH takes, taken before the move: no row of this month arrives after it, and no two transactions upgrade theirs
  await sql`LOCK TABLE ${rest} IN ACCESS EXCLUSIVE MODE`.execute(trx)
  await sql`CREATE TABLE ${part} (LIKE ${whole} INCLUDING DEFAULTS INCLUDING INDEXES) ${options}`.execute(trx)
  await sql`
    WITH moved AS (DELETE FROM ${rest} WHERE ${sql.ref(column)} >= ${from} AND ${sql.ref(column)} < ${to} RETURNING *)
    INSERT INTO ${part} SELECT * FROM moved`.execute(trx)
  await sql`ALTER TABLE ${whole} ATTACH PARTITION ${part} FOR VALUES FROM (${sql.lit(from)}) TO (${sql.lit(to)})`.execute(trx)
}

/** Retention of usage records: billing and its disputes need three cycles. */
const RECORD_RETENTION_DAYS = 100

/** Drops the months of usage_records that are older, and deletes SMS and voice as old. No sum is computed from there: sums stay. */
export async function dropOldUsageRecords(db: Database, now: Date): Promise<void> {
  const oldest = daysBefore(now, RECORD_RETENTION_DAYS)
  const before = oldest.toISOString().slice(0, 10)
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relname ~ '^usage_records_\\d{4}_\\d{2}$' AND relispartition AND relnamespace = current_schema()::regnamespace
      AND relname < ${partitionOf('usage_records', before)} ORDER BY 1`.execute(db)
  for (const { name } of rows) await sql`DROP TABLE ${sql.table(name)}`.execute(db)
  await sql`DELETE FROM usage_records_rest WHERE at < ${before}`.execute(db)
  await sql`DELETE FROM usage_events WHERE received_at < ${oldest}`.execute(db)
}
