import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createDatabase } from '#server/db/database.ts'
import { addClient } from '#server/ingest/radius/save-client.ts'
import { ensureUsagePartitions } from '#server/records/usage-partitions.ts'
import { createSecretBox } from '#server/secrets/secret-box.ts'
import { benchMonth } from './accounting-month.ts'
import { ADDED_BYTES, FACTS, INTERIM_MS, type LoadSim, NAS } from './accounting-sims.ts'
import { type Figure, figure, percent } from './figure.ts'
import { createStand, PORT, type Stand } from './stand.ts'
import { timed } from './statistics.ts'

const RECORDS = Number(process.env.ENLACE_BENCH_RECORDS ?? 200_000)
const BARE_BATCH = 5_000
const RADIUS_PORT = PORT + 7
const SECRET = 'bench-secret'
/** Sessions began so long ago, on the quarter hour: their reports so far are in the sums. */
const HOURS_AGO = 3

/** A fleet in the middle of its day: each SIM has its session and its sums, so that nothing is new but what is used. */
async function prepareSessions(pool: Pool, startedAt: Date): Promise<void> {
  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await ensureUsagePartitions(createDatabase(pool), day(-31), day(1))
  await pool.query(
    `INSERT INTO data_sessions (company_id, iccid, session_key, started_at, client_id, nas, apn, ip, sgsn_ip, ggsn_ip, imei,
       serving_network, radio_technology, area_code, cell_id, data_bytes, counter_bytes, counted_at, counted_seconds)
     SELECT company_id, iccid, 'B-' || right(iccid, 12), $1, 1, $2, $3, $4, $5, $6, imei, $7, $8, $9, $10, 5000000, 5000000, $1, 0
     FROM sims ORDER BY company_id, iccid`,
    [
      startedAt,
      NAS,
      FACTS.apn,
      FACTS.ip,
      FACTS.sgsnIp,
      FACTS.ggsnIp,
      FACTS.servingNetwork,
      FACTS.radioTechnology,
      FACTS.areaCode,
      FACTS.cellId,
    ],
  )
  await pool.query(
    `INSERT INTO usage_days (company_id, iccid, day, data_bytes, hour_data_bytes)
     SELECT company_id, iccid, ($1::timestamptz AT TIME ZONE 'America/Santiago')::date, 5000000, array_fill(200000::bigint, ARRAY[24])
     FROM sims ORDER BY company_id, iccid`,
    [startedAt],
  )
  await pool.query('VACUUM (ANALYZE) data_sessions, usage_days')
  await pool.query('CHECKPOINT')
}

/** SIMs all over the fleet, each once; an IMSI that the fleet has twice identifies none. */
async function pickSims(pool: Pool, startedAt: Date): Promise<LoadSim[]> {
  const { rows } = await pool.query<LoadSim>(
    `SELECT imsi, msisdn, imei, 'B-' || right(iccid, 12) AS "sessionKey", 5000000 AS "counterBytes"
     FROM (SELECT *, count(*) OVER (PARTITION BY imsi) AS namesakes FROM sims) s WHERE namesakes = 1
     ORDER BY hashtext(iccid) LIMIT $1`,
    [RECORDS],
  )
  return rows.map((row) => ({ ...row, startedAtMs: startedAt.getTime() }))
}

/** The same rows without any of what is around them: arrays that are ready, one writer, one statement a batch. */
async function bareRate(pool: Pool, at: Date): Promise<number> {
  const { rows } = await pool.query<{ company_id: number; iccid: string }>(
    'SELECT company_id, iccid FROM sims ORDER BY hashtext(imei) LIMIT $1',
    [Math.min(RECORDS, 100_000)],
  )
  const batches: { company: number[]; iccid: string[]; fingerprint: string[] }[] = []
  for (let from = 0; from < rows.length; from += BARE_BATCH) {
    // in the order of the keys, as the portal writes them
    const part = rows.slice(from, from + BARE_BATCH).sort((a, b) => a.company_id - b.company_id || (a.iccid < b.iccid ? -1 : 1))
    batches.push({
      company: part.map(({ company_id }) => company_id),
      iccid: part.map(({ iccid }) => iccid),
      fingerprint: part.map(() => randomBytes(16).toString('base64url')),
    })
  }
  const hours = `{${Array.from({ length: 24 }, (_, hour) => (hour === 9 ? ADDED_BYTES : 0)).join(',')}}`
  const spent = await timed(async () => {
    for (const { company, iccid, fingerprint } of batches) {
      await pool.query(
        `WITH fresh AS (
           INSERT INTO usage_records (company_id, iccid, at, fingerprint, client_id, kind, session_key, input_bytes, output_bytes, used_bytes, received_at)
           SELECT c, i, $4, p, 1, 1, 'B-' || right(i, 12), 1000, 122456, ${ADDED_BYTES}, $4
           FROM unnest($1::int[], $2::text[], $3::text[]) AS n(c, i, p)
           ON CONFLICT DO NOTHING RETURNING company_id, iccid, used_bytes
         )
         INSERT INTO usage_days AS u (company_id, iccid, day, data_bytes, hour_data_bytes)
         SELECT company_id, iccid, ($4::timestamptz AT TIME ZONE 'America/Santiago')::date, used_bytes, $5::bigint[] FROM fresh
         ON CONFLICT (company_id, iccid, day) DO UPDATE SET data_bytes = u.data_bytes + excluded.data_bytes,
           hour_data_bytes = add_hours(u.hour_data_bytes, excluded.hour_data_bytes)`,
        [company, iccid, fingerprint, at, hours],
      )
    }
  })
  return rows.length / (spent / 1000)
}

interface Sent {
  readonly seconds: number
  readonly repeated: number
  readonly cpuSeconds: number
  readonly octets: number
}

function send(sims: readonly LoadSim[], round: number): { readonly done: Promise<Sent> } {
  const args = ['--port', String(RADIUS_PORT), '--secret', SECRET, '--round', String(round)]
  const child = spawn(process.execPath, ['bench/accounting-load.ts', ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(`${sims.map((sim) => JSON.stringify(sim)).join('\n')}\n\n`)
  const done = new Promise<Sent>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)))
    child.once('exit', (code) => reject(new Error(`the load ended with ${code}`)))
  })
  return { done }
}

const waiting = async (pool: Pool, table: 'usage_batches' | 'live_changes'): Promise<boolean> => {
  const { rows } = await pool.query<{ waits: boolean }>(`SELECT EXISTS (SELECT FROM ${table}) AS waits`)
  return rows[0]?.waits ?? false
}

async function untilEmpty(pool: Pool, table: 'usage_batches' | 'live_changes'): Promise<void> {
  while (await waiting(pool, table)) await sleep(20)
}

/** Seconds of processor time of a process and its threads; on Linux only. */
function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function usedBytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>('SELECT sum(data_bytes)::bigint AS bytes FROM usage_days')
  return rows[0]?.bytes ?? 0
}

async function benchRate(stand: Stand, startedAt: Date): Promise<Figure[]> {
  const { pool } = stand
  const sims = await pickSims(pool, startedAt)
  // a round to warm up: every session that is counted next has reported before, as most have at any time
  await send(sims, 1).done
  await untilEmpty(pool, 'usage_batches')
  await untilEmpty(pool, 'live_changes')
  const bare = await bareRate(pool, new Date(startedAt.getTime() + 60_000))
  const before = await usedBytes(pool)
  const cpu = cpuSeconds(stand.server.pid)
  const begin = performance.now()
  const sent = await send(sims, 2).done
  const sendingMs = performance.now() - begin - sent.seconds * 1000
  await untilEmpty(pool, 'usage_batches')
  const countedS = (performance.now() - begin - sendingMs) / 1000
  const serverCpu = cpuSeconds(stand.server.pid) - cpu
  await untilEmpty(pool, 'live_changes')
  const shownS = (performance.now() - begin - sendingMs) / 1000
  const expected = ADDED_BYTES * sims.length
  const added = (await usedBytes(pool)) - before
  if (added !== expected) throw new Error(`${added} bytes are in the sums, ${expected} were told`)
  const answeredRate = sims.length / sent.seconds
  const countedRate = sims.length / countedS
  console.error(
    `  ${sent.octets.toFixed(0)} octets a packet, ${sent.repeated} sent again; processor time: portal ${serverCpu.toFixed(1)} s, gateway ${sent.cpuSeconds.toFixed(1)} s`,
  )
  return [
    figure({
      name: `accounting: requests answered when durable, ${sims.length} from a gateway`,
      value: `${Math.round(answeredRate)} /s`,
      limit: `${Math.round(bare)} /s bare batches of ${BARE_BATCH}`,
      ratio: percent(answeredRate / bare),
      goal: '≥ 20 000 /s and ≥ 33 %',
      reached: answeredRate >= 20_000 && answeredRate >= bare / 3,
    }),
    figure({
      name: 'accounting: the same until all are in sessions, hours, days and pools',
      value: `${Math.round(countedRate)} /s`,
      limit: `${Math.round(bare)} /s bare batches of ${BARE_BATCH}`,
      ratio: percent(countedRate / bare),
      goal: '≥ 33 %',
      reached: countedRate >= bare / 3,
    }),
    figure({
      name: 'accounting: the same until all live rows show it',
      value: `${Math.round(sims.length / shownS)} /s`,
    }),
  ]
}

async function benchDisk({ pool }: Stand): Promise<Figure> {
  const { rows } = await pool.query<{ bytes: number; records: number }>(
    `SELECT sum(pg_total_relation_size(inhrelid))::bigint AS bytes, (SELECT count(*) FROM usage_records)::int AS records
     FROM pg_inherits WHERE inhparent = 'usage_records'::regclass`,
  )
  const { bytes = 0, records = 1 } = rows[0] ?? {}
  const megabytes = ((bytes / records) * 1_000_000) / 1024 ** 2
  return figure({ name: 'accounting: disk for a million records as they came', value: `${Math.round(megabytes)} MiB` })
}

/** Accounting from a gateway with a report of each SIM, answered when it is durable. */
export async function benchAccounting(): Promise<Figure[]> {
  const now = Date.now() - HOURS_AGO * 3_600_000
  const startedAt = new Date(now - (now % INTERIM_MS))
  const key = randomBytes(32)
  const stand = await createStand({
    env: { RADIUS_PORT: String(RADIUS_PORT), SECRET_KEY: key.toString('hex') },
    prepareCopy: async (pool) => {
      await prepareSessions(pool, startedAt)
      const client = { name: 'Bench', addresses: '127.0.0.1/32', secret: SECRET }
      await createDatabase(pool)
        .transaction()
        .execute((trx) => addClient(trx, createSecretBox(key), client, new Date()))
    },
  })
  try {
    const figures = await benchRate(stand, startedAt)
    return [...figures, await benchDisk(stand), ...(await benchMonth(stand))]
  } finally {
    await stand.close()
  }
}
