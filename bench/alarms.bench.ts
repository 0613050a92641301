import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createDatabase } from '#server/db/database.ts'
import { addClient } from '#server/ingest/radius/save-client.ts'
import { openSender, type RadiusSender, sendRecord } from '#server/ingest/radius/sender.ts'
import { ensureUsagePartitions } from '#server/records/usage-partitions.ts'
import { createSecretBox } from '#server/secrets/secret-box.ts'
import type { UsageRecord } from '#server/usage/usage-record.ts'
import { FACTS, NAS } from './accounting-sims.ts'
import { type Figure, figure, ms, times } from './figure.ts'
import { createStand, PORT } from './stand.ts'
import { percentile } from './statistics.ts'

/** Alarms, or rules. */
const WATCHERS = 10_000
/** Hours between two actions of a rule for a SIM, and minutes between two mails. */
const RULE_LIMITS = { everyHours: 0, quiet: null, digestMinutes: 60 }
const PER_SECOND = Number(process.env.ENLACE_BENCH_ALARM_RATE ?? 2_000)
const SECONDS = Number(process.env.ENLACE_BENCH_ALARM_SECONDS ?? 30)
/** One report in so many is of a SIM with runaway usage. */
const RUNAWAY_OF = 200
/** Runaways while nothing else goes on: what the way takes by itself. */
const LONE = 20
const RADIUS_PORT = PORT + 8
const SECRET = 'bench-secret'
const SENDERS = 16
const SLICE_MS = 20
const ORDINARY_BYTES = 123_456
/** Above the highest of the limits. */
const RUNAWAY_BYTES = 12_000_000_000
const TIMEOUT_MS = 120_000

interface BenchSim {
  readonly imsi: string
  readonly iccid: string
}

/** Each company has some alarms that cut data, over all plans and over some. */
async function prepareAlarms(pool: Pool, now: Date): Promise<void> {
  await pool.query(
    `INSERT INTO alarms (company_id, plan_code, limit_mb, emails, language, is_active, cuts_data, is_judged, created_at, updated_at)
     SELECT c.company_id, CASE WHEN n % 4 <> 0 THEN p.plan_code END, 1000 + n, '{ops@bench.test}', 'es', true, true, true, $2, $2
     FROM generate_series(0, $1::int - 1) n
     JOIN (SELECT company_id, row_number() OVER (ORDER BY company_id) - 1 AS k, count(*) OVER () AS all_of_them
       FROM (SELECT DISTINCT company_id FROM sims) x) c ON c.k = (n / 4) % c.all_of_them
     JOIN (SELECT plan_code, row_number() OVER (ORDER BY plan_code) - 1 AS k, count(*) OVER () AS all_of_them FROM plans) p
       ON p.k = n % p.all_of_them`,
    [WATCHERS, now],
  )
  await pool.query('UPDATE alarm_version SET version = version + 1')
}

/** Each company has some rules that cut data, of which one in four is for some plans; the administrator has saved them. */
async function prepareRules(pool: Pool, now: Date): Promise<void> {
  const actions = { emails: [], chat: '', tag: '', operation: 'cutData', plan: '', message: '', asks: false, escalation: null }
  const conditions = { tags: [], groups: [], statuses: [], hours: null, weekdays: [] }
  await pool.query(
    `INSERT INTO rules (company_id, name, definition, is_active, version, since, user_id, language, created_at, updated_at)
     SELECT c.company_id, 'Rule ' || n, jsonb_build_object('trigger', jsonb_build_object('kind', 'data', 'per', 'cycle', 'mb', 1000 + n),
         'conditions', $3::jsonb || jsonb_build_object('plans', CASE WHEN n % 4 <> 0 THEN jsonb_build_array(p.plan_code) ELSE '[]' END),
         'actions', $4::jsonb, 'limits', $5::jsonb),
       true, 1, $2, (SELECT min(user_id) FROM users WHERE is_admin), 'es', $2, $2
     FROM generate_series(0, $1::int - 1) n
     JOIN (SELECT company_id, row_number() OVER (ORDER BY company_id) - 1 AS k, count(*) OVER () AS all_of_them
       FROM (SELECT DISTINCT company_id FROM sims) x) c ON c.k = (n / 4) % c.all_of_them
     JOIN (SELECT plan_code, row_number() OVER (ORDER BY plan_code) - 1 AS k, count(*) OVER () AS all_of_them FROM plans) p
       ON p.k = n % p.all_of_them`,
    [WATCHERS, now, JSON.stringify(conditions), JSON.stringify(actions), JSON.stringify(RULE_LIMITS)],
  )
}

/** What watches the reports, and who cuts in the timeline. */
interface Watched {
  readonly name: 'alarms' | 'rules'
  readonly prepare: (pool: Pool, now: Date) => Promise<void>
  readonly actors: string
  /** companies of which each SIM is watched */
  readonly companies: string
}

const WATCHED_BY_ALARMS: Watched = {
  name: 'alarms',
  prepare: prepareAlarms,
  actors: 'alarm',
  companies: 'SELECT company_id FROM alarms WHERE plan_code IS NULL',
}

const WATCHED_BY_RULES: Watched = {
  name: 'rules',
  prepare: prepareRules,
  actors: 'rule %',
  companies: "SELECT company_id FROM rules WHERE definition #> '{conditions,plans}' = '[]'",
}

/** SIMs in use all over the fleet, which has used a megabyte on each day of the cycle; an IMSI that the fleet has twice identifies none. */
async function pickSims(pool: Pool, { companies }: Watched, count: number): Promise<BenchSim[]> {
  const { rows } = await pool.query<BenchSim & { company_id: number }>(
    `SELECT company_id, imsi, iccid FROM (SELECT *, count(*) OVER (PARTITION BY imsi) AS namesakes FROM sims) s
     WHERE namesakes = 1 AND administrative_status = 2 AND company_id IN (${companies})
     ORDER BY hashtext(iccid) LIMIT $1`,
    [count],
  )
  await pool.query(
    `INSERT INTO usage_days (company_id, iccid, day, data_bytes)
     SELECT company_id, iccid, d::date, 1048576 FROM unnest($1::int[], $2::text[]) AS s(company_id, iccid)
     CROSS JOIN generate_series(date_trunc('month', now())::date, now()::date - 1, '1 day') d ON CONFLICT DO NOTHING`,
    [rows.map(({ company_id }) => company_id), rows.map(({ iccid }) => iccid)],
  )
  await pool.query('VACUUM (ANALYZE) usage_days, alarms, rules')
  return rows
}

const reportOf = ({ imsi, iccid }: BenchSim, bytes: number, atMs: number): UsageRecord => ({
  kind: 'updated',
  clientId: 1,
  nas: NAS,
  imsi,
  sessionKey: `A-${iccid.slice(-12)}`,
  atMs,
  hasSourceClock: true,
  seconds: 60,
  inputBytes: 0,
  outputBytes: bytes,
  facts: FACTS,
  fingerprint: '',
})

class Gateway {
  readonly #senders: readonly RadiusSender[]
  /** when each runaway was reported, milliseconds since 1970 */
  readonly reportedAt = new Map<string, number>()
  #next = 0

  constructor(senders: readonly RadiusSender[]) {
    this.#senders = senders
  }

  /** @param round how many reports its session has with this one */
  async report(sim: BenchSim, isRunaway: boolean, round = 1): Promise<void> {
    const sender = this.#senders[this.#next++ % this.#senders.length]
    if (!sender) throw new Error('no sender')
    const now = Date.now()
    if (isRunaway) this.reportedAt.set(sim.iccid, now)
    await sendRecord(sender, reportOf(sim, isRunaway ? RUNAWAY_BYTES : ORDINARY_BYTES * round, now))
  }
}

/** Milliseconds from each report to its SIM's data being cut, by the time at which the network's answer was written. */
async function untilCut(pool: Pool, { actors }: Watched, reportedAt: ReadonlyMap<string, number>): Promise<number[]> {
  const iccids = [...reportedAt.keys()]
  for (const begin = performance.now(); ; await sleep(100)) {
    const { rows } = await pool.query<{ iccid: string; at: Date }>(
      "SELECT iccid, at FROM sim_events WHERE iccid = ANY($1::text[]) AND kind = 'data_cut' AND actor LIKE $2",
      [iccids, actors],
    )
    if (rows.length >= iccids.length) return rows.map(({ iccid, at }) => at.getTime() - (reportedAt.get(iccid) ?? 0))
    if (performance.now() - begin > TIMEOUT_MS) throw new Error(`${rows.length} of ${iccids.length} runaways were cut`)
  }
}

async function benchLone(pool: Pool, watched: Watched, gateway: Gateway, sims: readonly BenchSim[]): Promise<number[]> {
  const spans: number[] = []
  for (const sim of sims) {
    await gateway.report(sim, true)
    spans.push(...(await untilCut(pool, watched, new Map([[sim.iccid, gateway.reportedAt.get(sim.iccid) ?? 0]]))))
  }
  return spans
}

/**
 * The next report of each SIM's session, at a steady rate whatever the answers take; some are runaways, others each time.
 * @param round from 1 on; in the first the SIMs are new to what watches them
 * @returns reports a second that were answered
 */
async function benchLoad(gateway: Gateway, sims: readonly BenchSim[], round: number): Promise<number> {
  const reports: Promise<void>[] = []
  const begin = performance.now()
  while (reports.length < sims.length) {
    const due = Math.min(sims.length, Math.ceil(((performance.now() - begin) / 1000) * PER_SECOND))
    for (let n = reports.length; n < due; n++) {
      const sim = sims[n]
      if (sim) reports.push(gateway.report(sim, n % RUNAWAY_OF === round, round))
    }
    await sleep(SLICE_MS)
  }
  await Promise.all(reports)
  return reports.length / ((performance.now() - begin) / 1000)
}

export const benchAlarms = (): Promise<Figure[]> => benchReports(WATCHED_BY_ALARMS)
export const benchRules = (): Promise<Figure[]> => benchReports(WATCHED_BY_RULES)

/** @param spans milliseconds; @param loneMs what one takes by itself */
function figuresOf(what: string, about: string, spans: readonly number[], loneMs: number): Figure[] {
  const [p50, p99] = [percentile(spans, 0.5), percentile(spans, 0.99)]
  const limit = `${ms(loneMs)} with nothing else going on`
  return [
    figure({ name: `${what}, p50, ${about}`, value: ms(p50), limit, ratio: times(p50 / loneMs) }),
    figure({
      name: `${what}, p99 of ${spans.length}, ${about}`,
      value: ms(p99),
      limit,
      ratio: times(p99 / loneMs),
      goal: '< 5 s',
      reached: p99 < 5_000,
    }),
  ]
}

/** From a report that passes a limit to the cut of that SIM's data, while thousands of others report. */
async function benchReports(watched: Watched): Promise<Figure[]> {
  const key = randomBytes(32)
  const now = new Date()
  const stand = await createStand({
    env: { RADIUS_PORT: String(RADIUS_PORT), SECRET_KEY: key.toString('hex') },
    prepareCopy: async (pool) => {
      const db = createDatabase(pool)
      const day = (days: number): string => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
      await ensureUsagePartitions(db, day(-31), day(1))
      await watched.prepare(pool, now)
      const client = { name: 'Bench', addresses: '127.0.0.1/32', secret: SECRET }
      await db.transaction().execute((trx) => addClient(trx, createSecretBox(key), client, now))
    },
  })
  const place = { host: '127.0.0.1', port: RADIUS_PORT, secret: Buffer.from(SECRET) }
  const senders = await Promise.all(Array.from({ length: SENDERS }, () => openSender(place)))
  try {
    const sims = await pickSims(stand.pool, watched, LONE + PER_SECOND * SECONDS)
    const gateway = new Gateway(senders)
    const lone = await benchLone(stand.pool, watched, gateway, sims.slice(0, LONE))
    const figures: Figure[] = []
    for (const [at, state] of ['new to them', 'known to them'].entries()) {
      gateway.reportedAt.clear()
      const rate = await benchLoad(gateway, sims.slice(LONE), at + 1)
      const spans = await untilCut(stand.pool, watched, gateway.reportedAt)
      const about = `${WATCHERS} ${watched.name}, ${Math.round(rate)} reports a second of SIMs ${state}`
      figures.push(...figuresOf(`${watched.name}: report in to data cut`, about, spans, percentile(lone, 0.5)))
    }
    return figures
  } finally {
    for (const sender of senders) await sender.close()
    await stand.close()
  }
}
