import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Pool } from 'pg'
import { closesAt } from '#domain/rating/cycle-span.ts'
import { type Figure, figure, times } from './figure.ts'
import { fillRated, gathered, RATED_COMPANY, RATED_ZONE } from './fleet/rated-fleet.ts'
import { onOwnPostgres } from './own-postgres.ts'

const SIMS = Number(process.env.ENLACE_BENCH_SIMS ?? 1_000_000)
/** Of each cycle's days those on which a SIM used something. */
const DAYS = Number(process.env.ENLACE_BENCH_RATING_DAYS ?? 30)
const CYCLES = [
  { start: '2026-08-01', end: '2026-09-01' },
  { start: '2026-09-01', end: '2026-10-01' },
  { start: '2026-10-01', end: '2026-11-01' },
] as const
const NOW = '2026-11-15T12:00:00Z'
const run = promisify(execFile)

interface Computed {
  /** seconds until all usage was read, and until the advice was written */
  readonly read: number
  readonly seconds: number
  readonly peakMiB: number
}

/** Issues the invoices of the cycles, as they are by the time that advice is asked for. */
async function issue(connectionString: string): Promise<void> {
  const closed = closesAt(CYCLES[2], RATED_ZONE).toISOString()
  await run(process.execPath, ['bench/rating-server.ts', connectionString, String(RATED_COMPANY), closed])
}

/** One pass over the same usage in the database. */
async function bareSeconds(pool: Pool): Promise<number> {
  const client = await pool.connect()
  let ms = 0
  for (const cycle of CYCLES) ms += await gathered(client, cycle)
  client.release()
  return ms / 1000
}

/** The cheapest plans of one company with a million SIMs, from the days' usage to the moves that are written. */
export const benchAdvice = (): Promise<Figure[]> =>
  onOwnPostgres(async (pool, connectionString) => {
    await fillRated(pool, { sims: SIMS, days: DAYS, cycles: CYCLES })
    await issue(connectionString)
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO plan_advices (company_id, state, asked_at, actor, options, due_at)
       VALUES (${RATED_COMPANY}, 'running', '${NOW}', 'bench', '{"cycles":3,"marginPercent":10,"exceptPlans":[],"exceptSims":[]}', '${NOW}')
       RETURNING advice_id AS id`,
    )
    const task = [connectionString, String(RATED_COMPANY), rows[0]?.id ?? '', NOW]
    const { stdout } = await run(process.execPath, ['bench/advice-server.ts', ...task])
    const { read, seconds, peakMiB }: Computed = JSON.parse(stdout)
    const { rows: written } = await pool.query<{ moves: number }>('SELECT count(*)::int AS moves FROM plan_advice_moves')
    const bare = await bareSeconds(pool)
    return [
      figure({
        name: `advice: the cheapest of 12 plans, 4 of them pools, for ${SIMS} SIMs by 3 cycles with ${DAYS} days of usage each, until its ${written[0]?.moves} moves are written`,
        value: `${seconds.toFixed(1)} s, of which ${read.toFixed(1)} s reading`,
        limit: `${bare.toFixed(1)} s the same usage summed up by SQL on both cores`,
        ratio: times(seconds / bare),
      }),
      figure({
        name: 'advice: memory of the process at most',
        value: `${Math.round(peakMiB)} MiB`,
        goal: '< 400 MiB',
        reached: peakMiB < 400,
      }),
    ]
  })
