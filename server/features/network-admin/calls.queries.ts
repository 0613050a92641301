import { sql } from 'kysely'
import type { NetworkData } from '#contract/network-admin/networks.calls.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Ctx } from '#server/context.ts'
import { WINDOW_MINUTES } from '#server/networks/assess-health.ts'
import { LATENCY_BOUNDS_MS, latencyPercentile } from '#server/networks/latency.ts'

type Calls = Pick<NetworkData['health'], 'calls' | 'failures' | 'dayCalls' | 'dayFailures' | 'p95Ms' | 'halfHours'>

const HALF_HOUR_MS = 30 * MINUTE_MS
/** In 24 hours. */
const HALF_HOURS = 48

interface HalfHour {
  readonly networkId: string
  /** half-hours since 1970 */
  readonly step: number
  readonly calls: number
  readonly failures: number
  /** of the minutes of its health verdict */
  readonly recentCalls: number
  readonly recentFailures: number
  /** calls by latency bucket */
  readonly latencies: readonly number[]
  /** of these, those of the last hour */
  readonly recentLatencies: readonly number[]
}

/** The calls of each network that had any in the last 24 hours. */
export async function readCalls({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<Map<string, Calls>> {
  const last = Math.floor(now.getTime() / HALF_HOUR_MS)
  const from = new Date((last - HALF_HOURS + 1) * HALF_HOUR_MS)
  const before = (minutes: number) => sql`minute > ${now}::timestamptz - make_interval(mins => ${minutes})`
  const buckets = Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, (_, index) => index + 1)
  const recent = sql`FILTER (WHERE ${before(WINDOW_MINUTES)})`
  const { rows } = await sql<HalfHour>`
    SELECT network_id AS "networkId", floor(extract(epoch FROM minute) / ${HALF_HOUR_MS / 1000})::int AS step,
      sum(calls)::int AS calls, sum(failures)::int AS failures,
      coalesce(sum(calls) ${recent}, 0)::int AS "recentCalls", coalesce(sum(failures) ${recent}, 0)::int AS "recentFailures",
      ARRAY[${sql.join(buckets.map((bucket) => sql`coalesce(sum(latencies[${bucket}::int]), 0)::int`))}] AS latencies,
      ARRAY[${sql.join(
        buckets.map((bucket) => sql`coalesce(sum(latencies[${bucket}::int]) FILTER (WHERE ${before(60)}), 0)::int`),
      )}] AS "recentLatencies"
    FROM network_minutes WHERE minute >= ${from} AND minute <= ${now} GROUP BY 1, 2`.execute(db)
  const byNetwork = Map.groupBy(rows, ({ networkId }) => networkId)
  return new Map([...byNetwork].map(([networkId, halfHours]) => [networkId, combine(halfHours, last)]))
}

/** A network without calls. */
export const noCalls = (now: Date): Calls => combine([], Math.floor(now.getTime() / HALF_HOUR_MS))

function combine(rows: readonly HalfHour[], last: number): Calls {
  const total = (of: (row: HalfHour) => number): number => rows.reduce((sum, row) => sum + of(row), 0)
  const hour = LATENCY_BOUNDS_MS.map((_, index) => total(({ recentLatencies }) => recentLatencies[index] ?? 0))
  const beyond = total(({ recentLatencies }) => recentLatencies[LATENCY_BOUNDS_MS.length] ?? 0)
  const byStep = new Map(rows.map((row) => [row.step, row]))
  return {
    calls: total(({ recentCalls }) => recentCalls),
    failures: total(({ recentFailures }) => recentFailures),
    dayCalls: total(({ calls }) => calls),
    dayFailures: total(({ failures }) => failures),
    p95Ms: latencyPercentile([...hour, beyond], 0.95) ?? null,
    halfHours: Array.from({ length: HALF_HOURS }, (_, index) => {
      const step = last - HALF_HOURS + 1 + index
      const row = byStep.get(step)
      return {
        from: new Date(step * HALF_HOUR_MS).toISOString(),
        calls: row?.calls ?? 0,
        failures: row?.failures ?? 0,
        p95Ms: latencyPercentile(row?.latencies ?? [], 0.95) ?? null,
      }
    }),
  }
}
