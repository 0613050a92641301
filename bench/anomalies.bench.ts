import type { Pool } from 'pg'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { createDatabase } from '#server/db/database.ts'
import { findAnomalies } from '#server/features/anomalies/find-anomalies.ts'
import { ensureUsagePartitions } from '#server/records/usage-partitions.ts'
import { type Figure, figure, ms, times } from './figure.ts'
import { FLEET_SIZE } from './fleet/fleet-database.ts'
import { openFleet } from './stand.ts'

/** Two hours of one local day are compared: the first with profiles of the weeks before still to be made, the next with those of its own. */
const DAY = '2026-11-24'
const DAYS = ['2026-10-27', '2026-11-03', '2026-11-10', '2026-11-17', DAY]
const FIRST_HOUR = 14
const DUE = new Date(Date.parse(`${DAY}T00:00:00-03:00`) + (FIRST_HOUR + 1) * HOUR_MS + 30 * MINUTE_MS)

/** Models of devices in each company. */
const MODELS = 12

/** All SIMs were active then and used something in each hour; one in three began a session. */
async function prepareUsage(pool: Pool): Promise<void> {
  await ensureUsagePartitions(createDatabase(pool), DAYS[0] ?? DAY, DAY)
  await pool.query("UPDATE companies SET time_zone = 'America/Santiago'")
  await pool.query(
    `UPDATE sims SET administrative_status = 2, created_at = '2026-01-01', activated_at = '2026-01-02',
       device = 'Model ' || abs(hashtext(iccid)) % $1`,
    [MODELS],
  )
  await pool.query('DELETE FROM usage_days WHERE day = ANY($1::date[])', [DAYS])
  for (const day of DAYS) {
    await pool.query(
      `INSERT INTO usage_days (company_id, iccid, day, data_bytes, hour_data_bytes)
       SELECT company_id, iccid, $1::date, 24 * b, array_fill(b, ARRAY[24])
       FROM (SELECT company_id, iccid, (200000 * exp(random() + random() - 1))::bigint AS b FROM sims) s`,
      [day],
    )
  }
  await pool.query(
    `INSERT INTO data_sessions (company_id, iccid, session_key, started_at)
     SELECT company_id, iccid, 'bench', $1::timestamptz FROM sims WHERE hashtext(iccid) % 3 = 0`,
    [new Date(DUE.getTime() - HOUR_MS)],
  )
  await pool.query('UPDATE sim_live SET connection_started_at = $1', [new Date(DUE.getTime() - HOUR_MS)])
  await pool.query('VACUUM (ANALYZE) usage_days, sims, sim_live, data_sessions')
}

async function compareAll(pool: Pool, now: Date): Promise<number> {
  const services = { db: createDatabase(pool), clock: () => now }
  const begin = performance.now()
  while ((await findAnomalies(services)) > 0);
  const took = performance.now() - begin
  const { rows } = await pool.query<{ sims: number }>(
    'SELECT coalesce(sum(sims), 0)::int AS sims FROM anomaly_profiles WHERE day = $1 AND hour = $2',
    [DAY, new Date(now.getTime() - 4 * HOUR_MS).getUTCHours()],
  )
  // companies with too few SIMs of a model have no profile
  if ((rows[0]?.sims ?? 0) < FLEET_SIZE / 2) throw new Error(`only ${rows[0]?.sims} SIMs were compared`)
  return took
}

async function bareAggregate(pool: Pool): Promise<number> {
  const begin = performance.now()
  await pool.query(
    `SELECT s.company_id, s.device, count(*), sum(ln(1 + u.hour_data_bytes[15]::float8)) FROM usage_days u JOIN sims s USING (company_id, iccid)
     WHERE u.day = $1 GROUP BY 1, 2`,
    [DAY],
  )
  return performance.now() - begin
}

/** An hour of a whole fleet against one sum over the same rows. */
export async function benchAnomalies(): Promise<Figure[]> {
  const stand = await openFleet(prepareUsage)
  try {
    const bare = await bareAggregate(stand.pool)
    const first = await compareAll(stand.pool, DUE)
    const next = await compareAll(stand.pool, new Date(DUE.getTime() + HOUR_MS))
    const limit = `${ms(bare)} for one sum over the same rows`
    const of = (name: string, took: number): Figure =>
      figure({ name: `anomalies: ${name}, ${FLEET_SIZE} SIMs`, value: ms(took), limit, ratio: times(took / bare) })
    return [of('the first hour, with those of four weeks before', first), of('an hour', next)]
  } finally {
    await stand.close()
  }
}
