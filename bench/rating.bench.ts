import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { Pool } from 'pg'
import copyStreams from 'pg-copy-streams'
import { closesAt } from '#domain/rating/cycle-span.ts'
import { migrate } from '#server/db/migrate.ts'
import { createPool } from '#server/db/pool.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { type Figure, figure, times } from './figure.ts'
import { timed } from './statistics.ts'

const SIMS = Number(process.env.ENLACE_BENCH_SIMS ?? 1_000_000)
/** Of the cycle's days those on which a SIM used something. */
const DAYS = Number(process.env.ENLACE_BENCH_RATING_DAYS ?? 30)
const CYCLE = { start: '2026-10-01', end: '2026-11-01' }
const ZONE = 'America/Santiago'
const COMPANY = 2
/** One SIM in so many changed its status in the cycle. */
const CHANGED = 50
const run = promisify(execFile)

const REFERENCES = [
  `INSERT INTO countries VALUES (1, 'CL', 'Chile', 'Chile')`,
  `INSERT INTO companies (company_id, parent_id, lineage, business_name) VALUES (1, NULL, '{1}', 'Operador'), (2, 1, '{1,2}', 'Cliente')`,
  `INSERT INTO origins (origin_id, name, operator_name) VALUES (1, 'Chile', 'Operador')`,
  `INSERT INTO sim_types VALUES (2, 'Local')`,
  `INSERT INTO apns (apn_id, name, apn) VALUES (1, 'APN', 'm2m')`,
  `INSERT INTO plans (plan_code, name, origin_id, sim_type_id, data_mb, price_minor, pooled, currency)
     SELECT 'P' || n, 'Plan ' || n, 1, 2, 20 * n, 500 * n, n % 3 = 0, CASE WHEN n = 5 THEN 'USD' ELSE 'CLP' END FROM generate_series(1, 6) n`,
  `INSERT INTO plan_terms (plan_code, valid_from, data_mb, price_minor, overage_price_minor, sms_price_minor, included_sms)
     SELECT plan_code, '1970-01-01', data_mb, price_minor, 20, 30, 2 FROM plans`,
  `INSERT INTO billing_calendars VALUES (${COMPANY}, '${CYCLE.start}', '${CYCLE.start}')`,
]

/** One company with all the SIMs: eleven of twelve billable, each with usage on its days, a few with a story. */
async function fill(pool: Pool): Promise<void> {
  for (const statement of REFERENCES) await pool.query(statement)
  await dropListIndexes(pool)
  const client = await pool.connect()
  // the rows are known to be whole: skips a look-up for each reference of each row, and what keeps copies for lists
  await client.query('SET session_replication_role = replica')
  await client.query(
    `INSERT INTO sims (company_id, iccid, origin_id, sim_type_id, plan_code, apn_id, administrative_status, status_since, created_at)
     SELECT ${COMPANY}, '895603' || lpad((n * 10)::text, 13, '0'), 1, 2, 'P' || 1 + n % 6, 1, CASE n % 12 WHEN 0 THEN 1 ELSE 2 END,
       '2026-01-01', '2026-01-01' FROM generate_series(1, ${SIMS}) n`,
  )
  await client.query(
    `INSERT INTO usage_days (company_id, iccid, day, data_bytes, sms)
     SELECT ${COMPANY}, s.iccid, '${CYCLE.start}'::date + d, (400000 + 31 * right(s.iccid, 4)::int) * 30 / ${DAYS}, d % 9 / 8
     FROM sims s CROSS JOIN generate_series(0, ${DAYS - 1}) d ORDER BY s.iccid, d`,
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

interface Rated {
  readonly cycles: number
  readonly seconds: number
  readonly peakMiB: number
}

/** The same usage summed up by SIM, and as many lines written, with nothing decided in between. */
async function bareSeconds(pool: Pool): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'enlace-lines-'))
  const file = join(folder, 'lines')
  const client = await pool.connect()
  try {
    await pipeline(client.query(copyStreams.to('COPY charge_lines TO STDOUT')), createWriteStream(file))
    await client.query('CREATE TABLE bare_lines (LIKE charge_lines INCLUDING ALL)')
    const gather = `SELECT count(*), sum(data_bytes) FROM (SELECT iccid, sum(data_bytes) AS data_bytes, sum(sms) AS sms,
      sum(voice_seconds) AS voice_seconds FROM usage_days WHERE company_id = ${COMPANY} AND day >= '${CYCLE.start}' AND day < '${CYCLE.end}'
      GROUP BY iccid) by_sim`
    await client.query(`BEGIN; SET LOCAL work_mem = '64MB'; SET LOCAL max_parallel_workers_per_gather = 2; SET LOCAL jit = off`)
    const gathered = await timed(() => client.query(gather))
    await client.query('COMMIT')
    const copied = await timed(() =>
      pipeline(createReadStream(file), client.query(copyStreams.from('COPY bare_lines FROM STDIN'))),
    )
    console.error(`  bare: gathered in ${(gathered / 1000).toFixed(1)} s, copied in ${(copied / 1000).toFixed(1)} s`)
    return (gathered + copied) / 1000
  } finally {
    client.release()
    rmSync(folder, { recursive: true })
  }
}

/** A cycle of one company with a million SIMs, from the days' usage to an issued invoice. */
export async function benchRating(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'enlace-rating-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const { connectionString } = postgres
  const pool = createPool({ connectionString, max: 2, applicationName: 'bench' })
  try {
    await migrate(connectionString)
    await fill(pool)
    const now = closesAt(CYCLE, ZONE).toISOString()
    const { stdout } = await run(process.execPath, ['bench/rating-server.ts', connectionString, String(COMPANY), now])
    const rated: Rated = JSON.parse(stdout)
    const { rows } = await pool.query<{ lines: number; documents: number }>(
      `SELECT sum(lines)::int AS lines, count(*) AS documents FROM charges WHERE state = 'issued'`,
    )
    if (rated.cycles !== 1 || rows[0]?.documents !== 2) throw new Error(`issued were ${JSON.stringify({ rated, rows })}`)
    const bare = await bareSeconds(pool)
    return [
      figure({
        name: `rating: a cycle of ${SIMS} SIMs with ${DAYS} days of usage each, until its ${rows[0].lines} lines are issued`,
        value: `${rated.seconds.toFixed(1)} s`,
        limit: `${bare.toFixed(1)} s the same usage summed up by SQL and as many lines by COPY`,
        ratio: times(rated.seconds / bare),
        goal: '< 60 s',
        reached: rated.seconds < 60,
      }),
      figure({
        name: 'rating: memory of the process at most',
        value: `${Math.round(rated.peakMiB)} MiB`,
        goal: '< 400 MiB',
        reached: rated.peakMiB < 400,
      }),
    ]
  } finally {
    await pool.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
