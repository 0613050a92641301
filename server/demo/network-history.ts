import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { Database } from '#server/db/database.ts'
import { LATENCY_BOUNDS_MS, latencyBucket } from '#server/networks/latency.ts'
import { createRandom } from './random.ts'

/** One of five minutes has calls: enough for the curves of a day. */
const STEP_MS = 5 * MINUTE_MS
const SEED = 4_242

/** Past incidents of the demo: how long ago and for how long. */
const PAST = [
  { networkId: 'simulated-3', agoMs: 3 * DAY_MS + 5 * HOUR_MS, forMs: 18 * MINUTE_MS, status: 2, percent: 23 },
  { networkId: 'simulated-4', agoMs: 9 * DAY_MS + 2 * HOUR_MS, forMs: 47 * MINUTE_MS, status: 0, percent: 100 },
  { networkId: 'simulated-1', agoMs: 26 * DAY_MS, forMs: 11 * MINUTE_MS, status: 2, percent: 12 },
]

interface Network {
  readonly network_id: string
  readonly status: number
  readonly since: Date
  readonly failure_percent: number
}

/** Gives the networks of the demo a day of calls and their incidents: those that go on by their health, and some past ones. */
export async function loadNetworkHistory(db: Database, now: Date): Promise<void> {
  const networks = await db
    .selectFrom('network_health')
    .select(['network_id', 'status', 'since', 'failure_percent'])
    .where('network_id', 'like', 'simulated-%')
    .orderBy('network_id')
    .execute()
  const minutes = networks.flatMap((network) => dayOf(network, now))
  await sql`
    INSERT INTO network_minutes (network_id, minute, calls, failures, latencies)
    SELECT network_id, minute, calls, failures, latencies
    FROM jsonb_to_recordset(${JSON.stringify(minutes)}::jsonb)
      AS counted(network_id text, minute timestamptz, calls int, failures int, latencies int[])
    ON CONFLICT DO NOTHING`.execute(db)
  const failing = networks.filter(({ status }) => status !== 1)
  const incidents = [
    ...PAST.map(({ networkId, agoMs, forMs, status, percent }) => ({
      network_id: networkId,
      started_at: new Date(now.getTime() - agoMs),
      ended_at: new Date(now.getTime() - agoMs + forMs),
      worst_status: status,
      worst_failure_percent: percent,
    })),
    ...failing.map(({ network_id, status, since, failure_percent }) => ({
      ...{ network_id, started_at: since, ended_at: null },
      ...{ worst_status: status, worst_failure_percent: failure_percent },
    })),
  ]
  // a load that was cut off may have left some
  await db.deleteFrom('network_incidents').execute()
  await db.insertInto('network_incidents').values(incidents).execute()
}

/** Calls of a network by its health, more and slower ones in the day than at night. */
function dayOf({ network_id, status, since, failure_percent }: Network, now: Date) {
  const random = createRandom(SEED + Number(network_id.split('-')[1]))
  const end = now.getTime() - (now.getTime() % MINUTE_MS)
  const usualMs = random.whole(60, 240)
  return Array.from({ length: DAY_MS / STEP_MS }, (_, index) => {
    const minute = new Date(end - DAY_MS + index * STEP_MS)
    const ofDay = 1 + 0.6 * Math.sin(((minute.getUTCHours() - 9) / 24) * 2 * Math.PI)
    const calls = Math.max(1, Math.round(random.between(8, 22) * ofDay))
    const share = status === 1 || minute < since ? 0.002 : failure_percent / 100
    const failures = Array.from({ length: calls }, () => random.chance(share)).filter(Boolean).length
    const latencies = Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, () => 0)
    for (let call = 0; call < calls; call++) {
      const bucket = latencyBucket(usualMs * ofDay * random.between(0.4, 2))
      latencies[bucket] = (latencies[bucket] ?? 0) + 1
    }
    return { network_id, minute: minute.toISOString(), calls, failures, latencies }
  })
}
