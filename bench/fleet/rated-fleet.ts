import type { Pool, PoolClient } from 'pg'
import type { BillingCycle } from '#domain/billing-cycle.ts'
import { timed } from '../statistics.ts'

export const RATED_ZONE = 'America/Santiago'
export const RATED_COMPANY = 2
/** One SIM in so many changed its status in October. */
const CHANGED = 50

interface RatedFleet {
  readonly sims: number
  /** of each cycle, on which a SIM used something */
  readonly days: number
  readonly cycles: readonly BillingCycle[]
}

const REFERENCES = [
  `INSERT INTO countries VALUES (1, 'CL', 'Chile', 'Chile')`,
  `INSERT INTO companies (company_id, parent_id, lineage, business_name) VALUES (1, NULL, '{1}', 'Operador'), (2, 1, '{1,2}', 'Cliente')`,
  `INSERT INTO origins (origin_id, name, operator_name) VALUES (1, 'Chile', 'Operador')`,
  `INSERT INTO sim_types VALUES (2, 'Local')`,
  `INSERT INTO apns (apn_id, name, apn) VALUES (1, 'APN', 'm2m')`,
  `INSERT INTO plans (plan_code, name, origin_id, sim_type_id, data_mb, price_minor, pooled, currency)
     SELECT 'P' || n, 'Plan ' || n, 1, 2, 20 * n, 500 * n, n % 3 = 0, CASE WHEN n = 5 THEN 'USD' ELSE 'CLP' END FROM generate_series(1, 12) n`,
  `INSERT INTO plan_terms (plan_code, valid_from, data_mb, price_minor, overage_price_minor, sms_price_minor, included_sms)
     SELECT plan_code, '1970-01-01', data_mb, price_minor, 20, 30, 2 FROM plans`,
]

/** One company with all the SIMs: eleven of twelve billable, each with usage on its days, a few with a story. */
export async function fillRated(pool: Pool, { sims, days, cycles }: RatedFleet): Promise<void> {
  for (const statement of REFERENCES) await pool.query(statement)
  // nothing is invoiced yet
  const first = cycles[0]?.start
  await pool.query('INSERT INTO billing_calendars VALUES ($1, $2, $2)', [RATED_COMPANY, first])
  await dropListIndexes(pool)
  const client = await pool.connect()
  // the rows are known to be whole: skips a look-up for each reference of each row, and what keeps copies for lists
  await client.query('SET session_replication_role = replica')
  await client.query(
    `INSERT INTO sims (company_id, iccid, origin_id, sim_type_id, plan_code, apn_id, administrative_status, status_since, created_at)
     SELECT ${RATED_COMPANY}, '895603' || lpad((n * 10)::text, 13, '0'), 1, 2, 'P' || 1 + n % 6, 1, CASE n % 12 WHEN 0 THEN 1 ELSE 2 END,
       '2026-01-01', '2026-01-01' FROM generate_series(1, ${sims}) n`,
  )
  for (const { start } of cycles)
    await client.query(
      `INSERT INTO usage_days (company_id, iccid, day, data_bytes, sms)
       SELECT ${RATED_COMPANY}, s.iccid, '${start}'::date + d, (400000 + 31 * right(s.iccid, 4)::int) * 30 / ${days}, d % 9 / 8
       FROM sims s CROSS JOIN generate_series(0, ${days - 1}) d ORDER BY s.iccid, d`,
    )
  await client.query(
    `INSERT INTO sim_events (company_id, iccid, at, kind, from_status, to_status)
     SELECT company_id, iccid, '2026-10-15', 'hibernated', 11, 2 FROM sims WHERE right(iccid, 5)::int % ${CHANGED * 10} = 0`,
  )
  await client.query('RESET session_replication_role')
  client.release()
  await pool.query('VACUUM (ANALYZE) sims')
  await pool.query('VACUUM (ANALYZE) usage_days')
}

/** Lists and searches use them, rating does not, and with a million SIMs they take minutes to make. */
async function dropListIndexes(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT indexrelid::regclass::text AS name FROM pg_index
     WHERE indrelid = 'sims'::regclass AND indexrelid NOT IN (SELECT conindid FROM pg_constraint)`,
  )
  for (const { name } of rows) await pool.query(`DROP INDEX ${name}`)
}

/** Sums up the usage of a cycle by SIM, with nothing decided. @returns ms */
export async function gathered(client: PoolClient, { start, end }: BillingCycle): Promise<number> {
  const gather = `SELECT count(*), sum(data_bytes) FROM (SELECT iccid, sum(data_bytes) AS data_bytes, sum(sms) AS sms,
    sum(voice_seconds) AS voice_seconds FROM usage_days WHERE company_id = ${RATED_COMPANY} AND day >= '${start}' AND day < '${end}'
    GROUP BY iccid) by_sim`
  await client.query(`BEGIN; SET LOCAL work_mem = '64MB'; SET LOCAL max_parallel_workers_per_gather = 2; SET LOCAL jit = off`)
  const ms = await timed(() => client.query(gather))
  await client.query('COMMIT')
  return ms
}
