import { leastCall } from './call-spans.ts'
import { type Figure, figure, ms } from './figure.ts'
import { ACTOR_NAMES, type ActorName } from './fleet/actors.ts'
import type { Stand } from './stand.ts'
import { median, percentile, pick, seededRandom, timed } from './statistics.ts'

const ROUNDS = Number(process.env.ENLACE_BENCH_PALETTE ?? 400)
const WARMING = 60
const GOAL_MS = 50

type Sample = Record<'iccid' | 'msisdn' | 'ip' | 'label', string>

/** What people type, by kind; of a SIM of the fleet where it is about one. */
const TEXTS: Record<string, (sim: Sample, n: number) => string> = {
  'end of an ICC': ({ iccid }) => iccid.slice(-4),
  MSISDN: ({ msisdn }) => msisdn,
  label: ({ label }) => label,
  'beginning of a label': ({ label }) => label.slice(0, 8),
  'whole IP address': ({ ip }) => ip,
  'beginning of an IP address': ({ ip }) => ip.split('.').slice(0, 2).join('.'),
  company: (_, n) => `cliente ${n % 2000}`,
  person: (_, n) => `apellido ${n % 5000}`,
  'invoice or month': (_, n) => (n % 2 === 0 ? `F-${n % 20_000}` : 'octubre'),
  'operation number': (_, n) => `#${n * 37}`,
  'operations by kind': (_, n) => (n % 2 === 0 ? 'hibernaciones fallidas' : 'temporada 77'),
  requests: (_, n) => (n % 2 === 0 ? 'solicitudes pendientes' : `solicitud ${n * 11}`),
  alarms: (_, n) => (n % 2 === 0 ? 'alarma plan 7' : 'alarmas'),
}

interface Timing {
  readonly actor: ActorName
  readonly kind: string
  readonly text: string
  readonly took: number
  /** of the least call beside it */
  readonly least: number
}

/** The two calls that the page makes side by side for a text, until both have answered. */
async function ask(stand: Stand, actor: ActorName, text: string): Promise<Pick<Timing, 'took' | 'least'>> {
  const client = await stand.clientFor(actor)
  const least = await timed(() => leastCall(client))
  const others = client.call.bind(client, 'GET', `/search?${new URLSearchParams({ text })}`)
  const sims = () => (text.length < 3 ? undefined : client.call('GET', `/sim/globalSearch/${encodeURIComponent(text)}`))
  return { least, took: await timed(() => Promise.all([others(), sims()])) }
}

function figureOf(kind: string, timings: readonly Timing[]): Figure {
  const took = timings.map((timing) => timing.took)
  const least = timings.map((timing) => timing.least)
  return figure({
    name: `palette: ${kind}, p50 / p95 of ${took.length}`,
    value: `${ms(median(took))} / ${ms(percentile(took, 0.95))}`,
    limit: `${ms(median(least))} / ${ms(percentile(least, 0.95))} the least call`,
    goal: `p95 ≤ ${GOAL_MS} ms`,
    reached: percentile(took, 0.95) <= GOAL_MS,
  })
}

/** All that the header's search asks for a text, by each kind of reader, over HTTP. */
export async function benchPalette(stand: Stand): Promise<Figure[]> {
  const { rows } = await stand.pool.query<Sample>(
    `SELECT s.iccid, s.msisdn, host(l.ip) AS ip, s.custom_field_1 AS label FROM sims s TABLESAMPLE SYSTEM (0.5) REPEATABLE (1)
     JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid WHERE l.gprs_status = 1`,
  )
  const random = seededRandom(5)
  const timings: Timing[] = []
  for (const [kind, textOf] of Object.entries(TEXTS)) {
    for (let n = 0; n < ROUNDS / 4 + (timings.length === 0 ? WARMING : 0); n++) {
      const [actor, text] = [pick(random, ACTOR_NAMES), textOf(pick(random, rows), n)]
      timings.push({ actor, kind, text, ...(await ask(stand, actor, text)) })
    }
  }
  const counted = timings.slice(WARMING)
  for (const { actor, kind, text, took } of counted.toSorted((a, b) => b.took - a.took).slice(0, 12))
    console.error(`  slow: ${ms(took)} ${actor} ${kind} '${text}'`)
  return [
    ...Object.keys(TEXTS).map((kind) =>
      figureOf(
        kind,
        counted.filter((timing) => timing.kind === kind),
      ),
    ),
    figureOf('all', counted),
  ]
}
