import { type RawBuilder, sql } from 'kysely'
import type { MassAnswer } from '#contract/operations/mass-actions.calls.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { sumSame } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { WINDOW_MINUTES } from '#server/networks/assess-health.ts'
import { latencyPercentile } from '#server/networks/latency.ts'
import { asksNetwork, type NetworkAsker } from './operation-kinds.ts'

/** Lines a second of local work: a quarter of what was measured, because the machine is shared. */
const LOCAL_PER_SECOND = 2_500

export interface NetworkLoad {
  /** of this operation */
  readonly lines: number
  /** due lines of running operations at the same network */
  readonly ahead: number
  /** the network's rate limit; null for none */
  readonly perSecond: number | null
  readonly maxInFlight: number
  /** calls of the last minutes by duration, indexed by `latencyClass` */
  readonly latencies: readonly number[]
  /** it does not answer at present */
  readonly isHeld: boolean
}

/** Lines a second through a network: its rate limit, or its concurrency divided by its latency. */
function linesPerSecond({ perSecond, maxInFlight, latencies }: NetworkLoad): number | undefined {
  const latencyMs = latencyPercentile(latencies, 0.5)
  if (latencyMs === undefined) return perSecond ?? undefined
  return Math.min(perSecond ?? Number.POSITIVE_INFINITY, (maxInFlight * 1000) / latencyMs)
}

/**
 * Seconds until the lines of all networks are done: networks work in parallel, each shares its rate among operations.
 * @returns null when no network answers, or one has no limit and no measured latency
 */
export function forecastSeconds(lanes: readonly NetworkLoad[]): number | null {
  const seconds = lanes
    .filter(({ isHeld }) => !isHeld)
    .map((lane) => (lane.lines + Math.min(lane.ahead, lane.lines)) / (linesPerSecond(lane) ?? 0))
  return seconds.length > 0 && seconds.every(Number.isFinite) ? Math.ceil(Math.max(...seconds)) : null
}

/** Of a network n with its health h: nothing is sent to it now, because it is off or does not answer. */
const IS_SUSPENDED = sql<boolean>`
  (NOT n.enabled OR coalesce(h.status = 0 OR h.breaker_until > coalesce(h.last_success_at, '-infinity'), false))`

/** Networks to which nothing is sent now. */
export async function suspendedNetworks(db: Database): Promise<string[]> {
  const { rows } = await sql<{ network: string }>`
    SELECT n.network_id AS network FROM networks n LEFT JOIN network_health h ON h.network_id = n.network_id
    WHERE ${IS_SUSPENDED}`.execute(db)
  return rows.map(({ network }) => network)
}

/**
 * The accepted lines of a draft, and those that are due before them, by network.
 * @param judged as `judgedLines` returns them
 */
export async function networkLines(
  trx: DatabaseTransaction,
  { now }: Ctx,
  operation: NetworkAsker,
  judged: RawBuilder<unknown>,
): Promise<NetworkLines[]> {
  const { rows } = await sql<Pick<NetworkLines, 'network' | 'lines'>>`
    SELECT network, count(*)::int AS lines FROM (${judged}) j WHERE code = '' GROUP BY 1`.execute(trx)
  const networks = rows.map(({ network }) => network)
  const ahead = asksNetwork(operation) ? await dueLines(trx, networks, now) : new Map<string, number>()
  return rows.map((row) => ({ ...row, ahead: ahead.get(row.network) ?? 0 }))
}

/**
 * How long the lines of a draft will take, and how many have to wait for a network that does not answer.
 * @param parts its lines in each cell
 */
export async function forecastOf(
  trx: DatabaseTransaction,
  { now }: Ctx,
  operation: NetworkAsker,
  parts: readonly (readonly NetworkLines[])[],
): Promise<MassAnswer['forecast']> {
  // a termination waits for its cooling-off, not for the network
  if (operation.kind === 'terminate') return null
  const byNetwork = sumSame(parts, ({ network }) => network, ['lines', 'ahead'])
  if (!asksNetwork(operation)) {
    const lines = byNetwork.reduce((sum, row) => sum + row.lines, 0)
    return lines === 0 ? null : { seconds: Math.ceil(lines / LOCAL_PER_SECOND), held: 0 }
  }
  const lanes = await networkLoads(trx, byNetwork, now)
  if (lanes.length === 0) return null
  return { seconds: forecastSeconds(lanes), held: lanes.reduce((sum, { isHeld, lines }) => sum + (isHeld ? lines : 0), 0) }
}

type NetworkLines = Pick<NetworkLoad, 'lines' | 'ahead'> & { readonly network: string }

async function networkLoads(trx: DatabaseTransaction, lines: readonly NetworkLines[], now: Date): Promise<NetworkLoad[]> {
  const networks = lines.map(({ network }) => network)
  const from = new Date(now.getTime() - WINDOW_MINUTES * MINUTE_MS)
  const { rows } = await sql<Omit<NetworkLoad, 'lines' | 'ahead'> & { network: string }>`
    SELECT n.network_id AS network, n.requests_per_second AS "perSecond", n.max_in_flight AS "maxInFlight",
      ${IS_SUSPENDED} AS "isHeld",
      coalesce((SELECT array_agg(c.calls ORDER BY c.class) FROM (
        SELECT t.class, sum(t.calls)::int AS calls FROM network_minutes m, unnest(m.latencies) WITH ORDINALITY AS t(calls, class)
        WHERE m.network_id = n.network_id AND m.minute > ${from} GROUP BY 1) c), '{}') AS latencies
    FROM networks n LEFT JOIN network_health h ON h.network_id = n.network_id
    WHERE n.network_id = ANY(${networks})`.execute(trx)
  const linesOf = new Map(lines.map((one) => [one.network, one]))
  return rows.map(({ network, ...load }) => ({ ...load, lines: 0, ahead: 0, ...linesOf.get(network) }))
}

/** Due lines of running operations, by network. */
async function dueLines(trx: DatabaseTransaction, networks: readonly string[], now: Date): Promise<Map<string, number>> {
  const { rows } = await sql<Pick<NetworkLines, 'network' | 'lines'>>`
    SELECT i.network, count(*)::int AS lines FROM operations o
    JOIN operation_items i ON i.company_id = o.company_id AND i.operation_id = o.operation_id
    WHERE o.state = 'running' AND i.network = ANY(${networks}) AND i.state = 'pending' AND i.due_at <= ${now}
    GROUP BY 1`.execute(trx)
  return new Map(rows.map(({ network, lines }) => [network, lines]))
}
