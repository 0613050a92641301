import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { addRounds, type CallSpans, callFigure } from './call-spans.ts'
import { logIn, type PortalClient } from './client.ts'
import { bareRate, type FastCentre, openFastCentre } from './fast-centre.ts'
import { type Figure, figure, ms, percent } from './figure.ts'
import { ACTORS, type ActorName, BENCH_PASSWORD } from './fleet/actors.ts'
import { FLEET_SIZE } from './fleet/fleet-database.ts'
import { prepareNetworks } from './operations.bench.ts'
import { PORT, type Stand } from './stand.ts'

const LINES = Number(process.env.ENLACE_BENCH_SMS ?? 10_000)
const WINDOW = 10
/** Messages that are there before: what a report is read from. */
const MESSAGES = Number(process.env.ENLACE_BENCH_MESSAGES ?? 1_000_000)
const ROUNDS = 30
const TIMEOUT_MS = 300_000

/** A million messages of the last weeks, most of them delivered, one in fifty from a device. */
export async function prepareMessages(pool: Pool): Promise<void> {
  await prepareNetworks(pool)
  await pool.query(
    `INSERT INTO sms_messages (company_id, iccid, direction, text, segments, state, cause, platform, user_id, actor, reference, at, settled_at)
     SELECT s.company_id, s.iccid, CASE WHEN n % 50 = 0 THEN 'in' ELSE 'out' END, 'Lectura ' || n, 1,
       CASE WHEN n % 50 = 0 THEN 'received' WHEN n % 41 = 0 THEN 'failed' WHEN n % 97 = 0 THEN 'expired' ELSE 'delivered' END,
       CASE WHEN n % 50 <> 0 AND n % 41 = 0 THEN 'absent_subscriber' ELSE '' END,
       CASE WHEN n % 50 = 0 THEN '' ELSE 'portal' END, CASE WHEN n % 50 = 0 THEN NULL ELSE u.user_id END,
       CASE WHEN n % 50 = 0 THEN '' ELSE u.email END, 'bench-' || n, now() - n * interval '2 seconds', now() - n * interval '2 seconds'
     FROM generate_series(1, $1::int) n
     CROSS JOIN (SELECT user_id, email FROM users WHERE email = $2) u
     JOIN (SELECT company_id, iccid, row_number() OVER (ORDER BY md5(iccid)) AS place FROM sims) s ON s.place = 1 + n % $3::int`,
    [MESSAGES, ACTORS.administrator.email, FLEET_SIZE],
  )
  await pool.query('VACUUM (ANALYZE) sms_messages')
}

async function someSims({ pool }: Stand): Promise<{ icc: string[]; networks: string[] }> {
  const { rows } = await pool.query<{ iccid: string }>(
    `SELECT iccid FROM sims WHERE administrative_status = 2 AND sim_type_id BETWEEN 2 AND 4
       AND origin_id = (SELECT origin_id FROM sims WHERE administrative_status = 2 GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)
     ORDER BY company_id, iccid LIMIT $1`,
    [LINES],
  )
  const { rows: networks } = await pool.query<{ networkId: string }>('SELECT network_id AS "networkId" FROM networks')
  return { icc: rows.map(({ iccid }) => iccid), networks: networks.map(({ networkId }) => networkId) }
}

async function linkUp(client: PortalClient, networks: readonly string[], centre: FastCentre): Promise<void> {
  const link = {
    ...{ host: '127.0.0.1', port: centre.port, isEncrypted: false, systemId: 'bench', systemType: '', source: '1500' },
    ...{ addressing: 'iccid', windowSize: WINDOW, submitsPerSecond: null, wantsInterim: false, password: 'bench' },
  }
  for (const networkId of networks) await client.call('PUT', `/networks/${networkId}/smpp`, link)
}

async function untilState(stand: Stand, sqlText: string, values: readonly unknown[], target: number): Promise<number> {
  const begin = performance.now()
  for (;;) {
    const { rows } = await stand.pool.query<{ count: number }>(sqlText, [...values])
    if ((rows[0]?.count ?? 0) >= target) return (performance.now() - begin) / 1000
    if (performance.now() - begin > TIMEOUT_MS) throw new Error(`${rows[0]?.count} of ${target}: ${sqlText}`)
    await sleep(50)
  }
}

/** A mass message over SMPP: until every line is at the centre, and until every receipt is in its row. */
async function benchSending(stand: Stand, centre: FastCentre): Promise<Figure[]> {
  const client = await logIn(PORT, ACTORS.administrator.email, BENCH_PASSWORD)
  const { icc, networks } = await someSims(stand)
  await linkUp(client, networks, centre)
  // the first bind is made with the first message
  await client.call('POST', '/sim/sms', { icc: icc[0], message: 'Hola' })
  const bare = await bareRate(centre.port, LINES, WINDOW)
  const { body } = await client.call('POST', '/sim/massiveSms', { icc, message: 'Actualice su equipo' })
  const { operationId } = JSON.parse(body.toString()).data as { operationId: number }
  const sentSeconds = await untilState(
    stand,
    "SELECT succeeded AS count FROM operations WHERE operation_id = $1 AND state = 'finished'",
    [operationId],
    icc.length,
  )
  const moreSeconds = await untilState(
    stand,
    "SELECT count(*)::int AS count FROM sms_messages WHERE state = 'delivered' AND text = 'Actualice su equipo' AND at > now() - interval '1 hour'",
    [],
    icc.length,
  )
  const rate = icc.length / sentSeconds
  return [
    figure({
      name: `sms: lines a second of a mass message to ${icc.length}, window of ${WINDOW}`,
      value: `${Math.round(rate)} /s`,
      limit: `${Math.round(bare)} /s a bare client at the same centre`,
      ratio: percent(rate / bare),
    }),
    figure({
      name: 'sms: from the last line sent to the last receipt in its row',
      value: ms(moreSeconds * 1000),
    }),
  ]
}

const QUERIES = {
  newest: 'limit=100',
  failed: 'limit=100&result=failed',
  rare: 'limit=100&platform=rule',
  mine: 'limit=100&mine=true',
} as const
const READERS: readonly ActorName[] = ['administrator', 'giant', 'wideReseller', 'small']

/** A page of the report, for each kind of reader and filter, and of one SIM. */
async function benchReport(stand: Stand): Promise<Figure> {
  const { rows } = await stand.pool.query<{ iccid: string }>('SELECT iccid FROM sms_messages TABLESAMPLE SYSTEM (0.1) LIMIT 50')
  const spans: CallSpans = { all: [], least: [] }
  for (const reader of READERS) {
    const client = await stand.clientFor(reader)
    for (const [name, query] of [...Object.entries(QUERIES), ['one SIM', undefined] as const]) {
      const pathOf = (round: number) => `/sms/report?${query ?? `limit=100&icc=${rows[round % rows.length]?.iccid}`}`
      await addRounds(spans, client, { what: `sms report, ${reader}, ${name}`, rounds: ROUNDS, pathOf })
    }
  }
  return callFigure(`sms report: a page of 100 at ${MESSAGES} messages, p50 / p95`, spans, 50)
}

/** Messages over SMPP on loopback, and the report of them. */
export async function benchSms(stand: Stand): Promise<Figure[]> {
  const centre = await openFastCentre()
  try {
    const report = await benchReport(stand)
    return [...(await benchSending(stand, centre)), report]
  } finally {
    await centre.close()
  }
}
