import type { PortalClient } from './client.ts'
import { type Figure, figure, ms, times } from './figure.ts'
import { ACTOR_NAMES, type ActorName } from './fleet/actors.ts'
import type { PageRequest } from './page-requests.ts'
import { createListener, runBare } from './page-statement.ts'
import type { Stand } from './stand.ts'
import { median, percentile, pick, seededRandom, timed } from './statistics.ts'

const SEARCHES = Number(process.env.ENLACE_BENCH_SEARCHES ?? 1000)
const LENGTH = 6
/** Beginnings of every card or number, words of a fifth of the fleet, and what nobody has. */
const COMMON = [
  '895603',
  '560300',
  '73001',
  '864350',
  '569',
  'camión',
  'medido',
  'rampla',
  'frío 1',
  'ruta 1',
  '000000',
  'zzzzzz',
]
const FIELDS = ['iccid', 'msisdn', 'imei', 'imsi', 'custom_field_1'] as const

interface Timing {
  readonly actor: ActorName
  readonly text: string
  readonly common: boolean
  readonly httpMs: number
  readonly bareMs: number
}

/** Six characters from the middle of something that some SIM has. */
async function fragments(stand: Stand, random: () => number): Promise<string[]> {
  const { rows } = await stand.pool.query<Record<(typeof FIELDS)[number], string>>(
    `SELECT ${FIELDS.join(', ')} FROM sims TABLESAMPLE SYSTEM (1) REPEATABLE (1)`,
  )
  return Array.from({ length: SEARCHES }, () => {
    const value = pick(random, rows)[pick(random, FIELDS)]
    const start = Math.floor(random() * Math.max(1, value.length - LENGTH + 1))
    return value.slice(start, start + LENGTH).trim()
  }).filter((text) => text.length >= 3)
}

function searchFigures(name: string, timings: readonly Timing[]): Figure {
  const http = timings.map((timing) => timing.httpMs)
  const bare = timings.map((timing) => timing.bareMs)
  return figure({
    name: `search: ${name}, p50 / p99 of ${timings.length}`,
    value: `${ms(median(http))} / ${ms(percentile(http, 0.99))}`,
    limit: `${ms(median(bare))} / ${ms(percentile(bare, 0.99))} same SQL by pg`,
    ratio: times(percentile(http, 0.99) / percentile(bare, 0.99)),
    goal: 'p99 ≤ 15 ms',
    reached: percentile(http, 0.99) <= 15,
  })
}

const search = (client: PortalClient, text: string): Promise<unknown> =>
  client.call('GET', `/sim/globalSearch/${encodeURIComponent(text)}`)

/** Any six characters inside ICC, MSISDN, IMEI, IMSI or a label, by each kind of reader. */
export async function benchSearch(stand: Stand): Promise<Figure[]> {
  const random = seededRandom(2)
  const listen = await createListener(stand.pool)
  const rare = await fragments(stand, random)
  const texts = [
    ...rare.map((text) => ({ text, common: false })),
    ...Array.from({ length: 20 }, () => COMMON)
      .flat()
      .map((text) => ({ text, common: true })),
  ]
  const timings: Timing[] = []
  for (const { text, common } of [...texts.slice(0, 100), ...texts]) {
    const actor = pick(random, ACTOR_NAMES)
    const client = await stand.clientFor(actor)
    const httpMs = await timed(() => search(client, text))
    const request: PageRequest = { actor, kind: text, query: { filter: { search: text }, limit: 50 } }
    const statements = await listen(request)
    timings.push({ actor, text, common, httpMs, bareMs: await timed(() => runBare(stand.pool, statements)) })
  }
  // the first hundred warm up
  const counted = timings.slice(100)
  for (const { actor, text, httpMs, bareMs } of counted.toSorted((a, b) => b.httpMs - a.httpMs).slice(0, 8)) {
    console.error(`  slow: ${ms(httpMs)} (bare ${ms(bareMs)}) ${actor} '${text}'`)
  }
  return [
    searchFigures(
      'six characters of some SIM',
      counted.filter((timing) => !timing.common),
    ),
    searchFigures(
      'common fragments',
      counted.filter((timing) => timing.common),
    ),
  ]
}
