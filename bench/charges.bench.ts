import type { Pool } from 'pg'
import copyStreams from 'pg-copy-streams'
import { DOCUMENT_PARTIES, keepParties } from '#server/records/document-parties.ts'
import { addRounds, type CallSpans, callFigure } from './call-spans.ts'
import type { PortalClient } from './client.ts'
import { type Figure, figure, times } from './figure.ts'
import { GIANT } from './fleet/fleet-sims.ts'
import type { Stand } from './stand.ts'
import { timed } from './statistics.ts'

const ROUNDS = 40
const SAMPLE_MS = 50

/** One line in ten has overage beside it, one SIM in a hundred messages. */
async function writeDocument(pool: Pool, currency: string, sims: string): Promise<void> {
  const key = [GIANT, currency]
  await pool.query(
    `INSERT INTO charges (company_id, cycle_start, cycle_end, state, total_minor, currency)
     SELECT $1, date_trunc('month', now()) - interval '1 month', date_trunc('month', now()), 'closing', 0, $2`,
    key,
  )
  await pool.query(
    `INSERT INTO charge_lines (company_id, document_id, iccid, line_no, plan_code, kind, usage_cycle, used, included, quantity, unit_minor,
       amount_minor)
     SELECT c.company_id, c.document_id, s.iccid, k.no, s.plan_code, k.kind, c.cycle_start, 0, 0, k.quantity, k.unit, k.quantity * k.unit
     FROM charges c CROSS JOIN (${sims}) s CROSS JOIN LATERAL (VALUES (0, 'price', 1, 900),
       (1, 'data_overage', 1 + s.place % 977, 71), (2, 'sms', 1 + s.place % 31, 40)) k(no, kind, quantity, unit)
     WHERE c.company_id = $1 AND c.currency = $2 AND (k.no = 0 OR k.no = 1 AND s.place % 10 = 0 OR k.no = 2 AND s.place % 100 = 0)
     ORDER BY s.iccid, k.no`,
    key,
  )
  await pool.query(
    `INSERT INTO charge_sums SELECT l.company_id, l.document_id, l.plan_code, l.kind, count(*), sum(l.quantity), sum(l.amount_minor)
     FROM charge_lines l JOIN charges c USING (company_id, document_id) WHERE c.company_id = $1 AND c.currency = $2 GROUP BY 1, 2, 3, 4`,
    key,
  )
  await pool.query(
    `UPDATE charges c SET (lines, total_minor, sims) = (SELECT sum(lines), sum(amount_minor), sum(lines) FILTER (WHERE kind = 'price')
       FROM charge_sums s WHERE s.company_id = c.company_id AND s.document_id = c.document_id)
     WHERE c.company_id = $1 AND c.currency = $2`,
    key,
  )
  await pool.query(
    `UPDATE charges c SET state = 'issued', issued_at = now(), document_number = 'F-9' || $2, ${keepParties('now()')}
     FROM (${DOCUMENT_PARTIES}) p WHERE p.company_id = c.company_id AND c.company_id = $1 AND c.currency = $2`,
    key,
  )
}

/** The fleet's SIMs, and as many more as a document is to have. */
const simsUpTo = (count: number): string => `
  (SELECT iccid, plan_code, row_number() OVER (ORDER BY company_id <> ${GIANT}, iccid) AS place FROM sims LIMIT ${count})
  UNION ALL SELECT '8900' || lpad(n::text, 15, '0'), 'P' || lpad((n % 120)::text, 3, '0'), n
  FROM generate_series((SELECT count(*) + 1 FROM sims), ${count}) n`

/** One document of a million SIMs, and one of 400 000. */
export async function prepareCharges(pool: Pool): Promise<void> {
  await writeDocument(pool, 'USD', simsUpTo(1_000_000))
  await writeDocument(pool, 'MXN', simsUpTo(400_000))
  await pool.query('VACUUM (ANALYZE) charges, charge_lines, charge_sums')
}

interface Document {
  readonly id: number
  readonly lines: number
}

async function documentIn(pool: Pool, currency: string): Promise<Document> {
  const { rows } = await pool.query<Document>(
    'SELECT document_id AS id, lines FROM charges WHERE company_id = $1 AND currency = $2',
    [GIANT, currency],
  )
  const [document] = rows
  if (!document) throw new Error(`There is no document in ${currency}`)
  return document
}

/** What the screen asks for, from the list down to a day. */
async function pathsOf({ pool }: Stand, { id }: Document): Promise<Record<string, readonly string[]>> {
  const { rows: sums } = await pool.query<{ kind: string; plan: string }>(
    'SELECT kind, plan_code AS plan FROM charge_sums WHERE document_id = $1 ORDER BY lines DESC',
    [id],
  )
  const { rows: sims } = await pool.query<{ iccid: string }>(
    'SELECT iccid FROM sims WHERE company_id = $1 ORDER BY md5(iccid) LIMIT $2',
    [GIANT, ROUNDS],
  )
  const concepts = (kind: string) =>
    sums.filter((sum) => sum.kind === kind).map(({ plan }) => `/charges/${id}/lines?kind=${kind}&plan=${plan}`)
  const day = new Date(Date.now() - 35 * 86_400_000).toISOString().slice(0, 8)
  return {
    list: ['/charges?limit=25', '/charges?limit=25&state=issued'],
    counts: ['/charges/facets'],
    document: [`/charges/${id}`],
    'lines of a plan': concepts('price'),
    'lines of overage': concepts('data_overage'),
    'lines of messages': concepts('sms'),
    'one SIM': sims.map(({ iccid }) => `/charges/${id}/lines?icc=${iccid}`),
    days: sims.map(({ iccid }) => `/charges/${id}/lines/${iccid}/days`),
    'one day': sims.map(({ iccid }) => `/charges/${id}/lines/${iccid}/days/${day}28`),
  }
}

async function benchScreen(stand: Stand, document: Document): Promise<Figure> {
  const spans: CallSpans = { all: [], least: [] }
  const paths = await pathsOf(stand, document)
  for (const reader of ['giant', 'administrator'] as const) {
    const client = await stand.clientFor(reader)
    for (const [name, ways] of Object.entries(paths)) {
      const pathOf = (round: number) => ways[round % ways.length] ?? ''
      await addRounds(spans, client, { what: `charges, ${reader}, ${name}`, rounds: ROUNDS, pathOf })
    }
  }
  return callFigure(`charges: the screen's calls at ${document.lines} lines, p50 / p95`, spans, 50)
}

async function copyLines({ pool }: Stand, { id }: Document): Promise<number> {
  const client = await pool.connect()
  let bytes = 0
  try {
    const stream = client.query(
      copyStreams.to(
        `COPY (SELECT iccid, plan_code, kind, quantity, unit_minor, amount_minor FROM charge_lines WHERE document_id = ${id}) TO STDOUT`,
      ),
    )
    for await (const chunk of stream) bytes += (chunk as Buffer).length
  } finally {
    client.release()
  }
  return bytes
}

async function drained(client: PortalClient, stand: Stand, document: Document): Promise<{ span: number; peakMiB: number }> {
  let peakMiB = stand.server.memoryMiB()
  const timer = setInterval(() => {
    peakMiB = Math.max(peakMiB, stand.server.memoryMiB())
  }, SAMPLE_MS)
  const span = await timed(() => client.drain('GET', `/charges/${document.id}/csv`))
  clearInterval(timer)
  return { span, peakMiB }
}

async function benchCsv(stand: Stand, document: Document): Promise<Figure> {
  const client = await stand.clientFor('giant')
  const before = stand.server.memoryMiB()
  const copy = await timed(() => copyLines(stand, document))
  const { span, peakMiB } = await drained(client, stand, document)
  return figure({
    name: `charges: CSV of ${document.lines} lines`,
    value: `${(span / 1000).toFixed(1)} s, ${Math.round(peakMiB - before)} MiB more`,
    limit: `${(copy / 1000).toFixed(1)} s COPY of the same lines`,
    ratio: times(span / copy),
    goal: 'streams: ≤ 100 MiB more',
    reached: peakMiB - before <= 100,
  })
}

/** The charges screen at a document of a million SIMs, and a CSV of 400 000. */
export async function benchCharges(stand: Stand): Promise<Figure[]> {
  const [large, giant] = await Promise.all([documentIn(stand.pool, 'USD'), documentIn(stand.pool, 'MXN')])
  return [await benchScreen(stand, large), await benchCsv(stand, giant)]
}
