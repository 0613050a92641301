import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createDatabase } from '#server/db/database.ts'
import { ensureNetworks } from '#server/networks/ensure-networks.ts'
import { logIn, type PortalClient } from './client.ts'
import { type Figure, figure, ms, percent, times } from './figure.ts'
import { ACTORS, BENCH_PASSWORD } from './fleet/actors.ts'
import { PORT, type Stand } from './stand.ts'
import { percentile, timed } from './statistics.ts'

const LINES = Number(process.env.ENLACE_BENCH_LINES ?? 100_000)
/** A network that answers after so long, and takes so many at once: what it could do by itself. */
const LATENCY_MS = 20
const AT_ONCE = 256
const LIMIT_PER_SECOND = (AT_ONCE * 1000) / LATENCY_MS
const MEMORY_MIB = 400
/** Texts to search for; each is followed by a page of the list. */
const READS = 400
const READ_PAUSE_MS = 50
const TIMEOUT_MS = 300_000

interface Counts {
  readonly state: string
  readonly running: number
  readonly pending: number
  readonly succeeded: number
}

/** All SIMs at networks as the goal has them. */
export async function prepareNetworks(pool: Pool): Promise<void> {
  await ensureNetworks(createDatabase(pool), new Date())
  await pool.query(
    `UPDATE networks SET kind = 'stand_in', settings = $1, max_in_flight = $2, requests_per_second = NULL, timeout_ms = 10000`,
    [JSON.stringify({ latencyMs: LATENCY_MS, atOnce: AT_ONCE }), AT_ONCE],
  )
  await pool.query('UPDATE users SET can_hibernate = true WHERE email = $1', [ACTORS.administrator.email])
  await pool.query('VACUUM (ANALYZE) sims, sim_live')
}

/** Active SIMs of one operator: more than one network would answer more than one network can. */
async function someIccs({ pool }: Stand): Promise<string[]> {
  const { rows } = await pool.query<{ iccid: string }>(
    `SELECT iccid FROM sims WHERE administrative_status = 2 AND sim_type_id BETWEEN 2 AND 5
       AND origin_id = (SELECT origin_id FROM sims WHERE administrative_status = 2 GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)
     ORDER BY company_id, iccid LIMIT $1`,
    [LINES],
  )
  return rows.map(({ iccid }) => iccid)
}

/** Signs in anew each time: a connection that waited long has been closed by the server. */
async function start(path: string, icc: readonly string[]): Promise<{ operationId: number; tookMs: number }> {
  const client = await logIn(PORT, ACTORS.administrator.email, BENCH_PASSWORD)
  let operationId = 0
  const tookMs = await timed(async () => {
    const { body } = await client.call('POST', path, { icc })
    operationId = JSON.parse(body.toString()).data.operationId
  })
  return { operationId, tookMs }
}

async function countsOf({ pool }: Stand, operationId: number): Promise<Counts> {
  const { rows } = await pool.query<Counts>(
    'SELECT state, pending, running, succeeded FROM operations WHERE operation_id = $1',
    [operationId],
  )
  const [counts] = rows
  if (!counts) throw new Error(`operation ${operationId} is gone`)
  return counts
}

async function untilFinished(stand: Stand, operationId: number, onPoll: () => void): Promise<number> {
  const begin = performance.now()
  while ((await countsOf(stand, operationId)).state !== 'finished') {
    if (performance.now() - begin > TIMEOUT_MS) throw new Error(`operation ${operationId} does not end`)
    onPoll()
    await sleep(100)
  }
  return (performance.now() - begin) / 1000
}

/** Six digits from the middle of some devices' numbers. */
async function someTexts({ pool }: Stand): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    `SELECT substr(imei, 7, 6) AS text FROM sims TABLESAMPLE SYSTEM (1) REPEATABLE (1) LIMIT ${READS}`,
  )
  return rows.map(({ text }) => text)
}

/** How long lists and searches take at twenty a second. */
async function readLists(client: PortalClient, texts: readonly string[], isOver: () => boolean = () => false): Promise<number> {
  const spans: number[] = []
  for (const text of texts) {
    for (const body of [
      { limit: 100, filter: { search: text } },
      { limit: 100, sort: 'icc' },
    ]) {
      if (isOver()) break
      spans.push(await timed(() => client.call('POST', '/sim/sims', body)))
      await sleep(READ_PAUSE_MS)
    }
  }
  return percentile(spans, 0.95)
}

/** A mass hibernation at the network's speed, while others read the list. */
export async function benchOperations(stand: Stand): Promise<Figure[]> {
  const icc = await someIccs(stand)
  const other = await logIn(PORT, ACTORS.giant.email, BENCH_PASSWORD)
  const texts = await someTexts(stand)
  // the first half warms up
  await readLists(other, texts.slice(READS / 2))
  const quiet = await readLists(other, texts.slice(0, READS / 2))
  const { operationId, tookMs } = await start('/sim/massiveHibernation', icc)
  let peak = 0
  let isOver = false
  const during = readLists(other, texts, () => isOver)
  const seconds = await untilFinished(stand, operationId, () => {
    peak = Math.max(peak, stand.server.memoryMiB())
  })
  isOver = true
  const busy = await during
  const rate = icc.length / seconds
  const { succeeded } = await countsOf(stand, operationId)
  if (succeeded !== icc.length) throw new Error(`${succeeded} of ${icc.length} lines succeeded`)
  const back = await start('/sim/massiveReactivation', icc)
  await untilFinished(stand, back.operationId, () => undefined)
  return [
    figure({
      name: `operations: 'hibernate these ${icc.length}' accepted`,
      value: ms(tookMs),
      goal: '< 2 s',
      reached: tookMs < 2000,
    }),
    figure({
      name: `operations: lines a second, network of ${LATENCY_MS} ms and ${AT_ONCE} at once`,
      value: `${Math.round(rate)} /s`,
      limit: `${LIMIT_PER_SECOND} /s the network by itself`,
      ratio: percent(rate / LIMIT_PER_SECOND),
      goal: '≥ 5 000 /s',
      reached: rate >= 5000,
    }),
    figure({
      name: 'operations: most memory of the portal meanwhile',
      value: `${Math.round(peak)} MiB`,
      goal: `< ${MEMORY_MIB} MiB`,
      reached: peak < MEMORY_MIB,
    }),
    figure({
      name: 'operations: list and search meanwhile, p95',
      value: ms(busy),
      limit: `${ms(quiet)} before`,
      ratio: times(busy / quiet),
      goal: '≤ 2 ×',
      reached: busy <= 2 * quiet,
    }),
  ]
}
