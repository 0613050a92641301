import type { Pool } from 'pg'
import { type Figure, figure, ms, times } from './figure.ts'
import type { Stand } from './stand.ts'
import { percentile, timed } from './statistics.ts'

/** SIMs that have a whole month of hours. A million take 15 GB and ten minutes; the way to one SIM's rows is the same. */
const SIMS = Number(process.env.ENLACE_BENCH_MONTH_SIMS ?? 100_000)
const ASKED = 1_000

/** A month of hours of SIMs all over the fleet. @returns some of them */
async function fillMonth(pool: Pool): Promise<{ company_id: number; iccid: string }[]> {
  await pool.query(
    `INSERT INTO usage_days (company_id, iccid, day, data_bytes, hour_data_bytes)
     SELECT s.company_id, s.iccid, d::date, 5000000, array_fill(200000::bigint, ARRAY[24])
     FROM (SELECT company_id, iccid FROM sims ORDER BY hashtext(iccid) LIMIT $1) s
     CROSS JOIN generate_series(current_date - 30, current_date - 2, '1 day') d
     ORDER BY d, s.company_id, s.iccid ON CONFLICT DO NOTHING`,
    [SIMS],
  )
  await pool.query('VACUUM (ANALYZE) usage_days')
  const { rows } = await pool.query<{ company_id: number; iccid: string }>(
    `SELECT * FROM (SELECT company_id, iccid FROM sims ORDER BY hashtext(iccid) LIMIT $1) s ORDER BY hashtext(iccid || 'x') LIMIT $2`,
    [SIMS, ASKED],
  )
  return rows
}

/** What the tab asks for, over HTTP; limit: the statement alone. */
export async function benchMonth({ pool, clientFor }: Stand): Promise<Figure[]> {
  const sims = await fillMonth(pool)
  const client = await clientFor('administrator')
  const asked: number[] = []
  const bare: number[] = []
  for (const { company_id, iccid } of sims) {
    asked.push(await timed(() => client.call('GET', `/sim/usage/${iccid}`)))
    bare.push(
      await timed(() =>
        pool.query(
          'SELECT day, data_bytes, hour_data_bytes FROM usage_days WHERE company_id = $1 AND iccid = $2 AND day > current_date - 31',
          [company_id, iccid],
        ),
      ),
    )
  }
  const { rows } = await pool.query<{ bytes: number; days: number }>(
    `SELECT sum(pg_total_relation_size(inhrelid))::bigint AS bytes, (SELECT count(*) FROM usage_days)::int AS days
     FROM pg_inherits WHERE inhparent = 'usage_days'::regclass`,
  )
  const { bytes = 0, days = 1 } = rows[0] ?? {}
  const [p95, limit] = [percentile(asked, 0.95), percentile(bare, 0.95)]
  return [
    figure({
      name: `accounting: consumption tab over HTTP, p95; ${SIMS} SIMs with a month of hours, ${days} days in all`,
      value: ms(p95),
      limit: `${ms(limit)} a month of hours by pg`,
      ratio: times(p95 / limit),
      goal: '< 50 ms',
      reached: p95 < 50,
    }),
    figure({
      name: 'accounting: disk for a million days of a SIM with their hours',
      value: `${Math.round(((bytes / days) * 1_000_000) / 1024 ** 2)} MiB`,
    }),
  ]
}
