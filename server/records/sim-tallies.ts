import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../db/database.ts'

/** The columns that make a tally, by their names in a Tally. */
export const TALLY_COLUMNS = {
  administrativeStatus: 'administrative_status',
  gprsStatus: 'gprs_status',
  originId: 'origin_id',
  simTypeId: 'sim_type_id',
  planCode: 'plan_code',
  apnId: 'apn_id',
} as const

export const TALLY_KIND = sql.join(Object.values(TALLY_COLUMNS).map((column) => sql.id(column)))

/** These columns of a table as they are named in a Tally. */
export const tallyOf = (table: string): RawBuilder<unknown> =>
  sql.join(Object.entries(TALLY_COLUMNS).map(([name, column]) => sql`${sql.id(table, column)} AS ${sql.id(name)}`))

/**
 * Adds differences to the tallies, in the transaction that changes the SIMs.
 * @param deltas a query that gives company_id, administrative_status, gprs_status, origin_id, sim_type_id, plan_code, apn_id and
 * sims: +n for SIMs that now have these properties, −n for those that no longer do; any number of rows
 */
export async function addTallies(trx: DatabaseTransaction, deltas: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH deltas AS MATERIALIZED (${deltas}), of_companies AS (
      INSERT INTO sim_tallies (company_id, ${TALLY_KIND}, sims)
      SELECT company_id, ${TALLY_KIND}, sum(sims) FROM deltas GROUP BY company_id, ${TALLY_KIND} HAVING sum(sims) <> 0
      ORDER BY company_id
    )
    INSERT INTO fleet_tallies (${TALLY_KIND}, sims)
    SELECT ${TALLY_KIND}, sum(sims) FROM deltas GROUP BY ${TALLY_KIND} HAVING sum(sims) <> 0`.execute(trx)
}

/**
 * Deltas for addTallies: the properties of the SIMs that a condition on sims s and sim_live l selects, each counted `sign` times.
 */
export function tallyRows(condition: RawBuilder<unknown>, sign: 1 | -1): RawBuilder<unknown> {
  return sql`
    SELECT s.company_id, s.administrative_status, l.gprs_status, s.origin_id, s.sim_type_id, s.plan_code, s.apn_id, ${sql.lit(sign)}::int AS sims
    FROM sims s JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
    WHERE ${condition}`
}

/**
 * Merges rows with equal properties into one. Every reader sees the same sums: what is deleted is inserted as its sum in the same
 * statement, and rows that others write meanwhile are not touched. Two concurrent runs are safe.
 */
export async function foldTallies(db: Database | DatabaseTransaction): Promise<void> {
  await fold(db, sql`sim_tallies`, sql`company_id, ${TALLY_KIND}`)
  await fold(db, sql`fleet_tallies`, TALLY_KIND)
}

async function fold(db: Database | DatabaseTransaction, table: RawBuilder<unknown>, kind: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH several AS MATERIALIZED (
      SELECT ${kind} FROM ${table} GROUP BY ${kind} HAVING count(*) > 1 OR sum(sims) = 0
    ), gone AS (
      DELETE FROM ${table} WHERE (${kind}) IN (SELECT ${kind} FROM several) RETURNING ${kind}, sims
    )
    INSERT INTO ${table} (${kind}, sims) SELECT ${kind}, sum(sims) FROM gone GROUP BY ${kind} HAVING sum(sims) <> 0`.execute(db)
}
