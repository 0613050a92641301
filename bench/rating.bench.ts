import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { Pool } from 'pg'
import copyStreams from 'pg-copy-streams'
import { closesAt } from '#domain/rating/cycle-span.ts'
import { type Figure, figure, times } from './figure.ts'
import { RATED_COMPANY as COMPANY, fillRated, gathered, RATED_ZONE as ZONE } from './fleet/rated-fleet.ts'
import { onOwnPostgres } from './own-postgres.ts'
import { timed } from './statistics.ts'

const SIMS = Number(process.env.ENLACE_BENCH_SIMS ?? 1_000_000)
/** Of the cycle's days those on which a SIM used something. */
const DAYS = Number(process.env.ENLACE_BENCH_RATING_DAYS ?? 30)
const CYCLE = { start: '2026-10-01', end: '2026-11-01' }
const run = promisify(execFile)

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
    const gathering = await gathered(client, CYCLE)
    const copied = await timed(() =>
      pipeline(createReadStream(file), client.query(copyStreams.from('COPY bare_lines FROM STDIN'))),
    )
    console.error(`  bare: gathered in ${(gathering / 1000).toFixed(1)} s, copied in ${(copied / 1000).toFixed(1)} s`)
    return (gathering + copied) / 1000
  } finally {
    client.release()
    rmSync(folder, { recursive: true })
  }
}

/** A cycle of one company with a million SIMs, from the days' usage to an issued invoice. */
export const benchRating = (): Promise<Figure[]> =>
  onOwnPostgres(async (pool, connectionString) => {
    await fillRated(pool, { sims: SIMS, days: DAYS, cycles: [CYCLE] })
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
  })
