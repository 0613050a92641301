import { SIM_SORTS } from '#contract/sims/sims.calls.ts'
import type { PortalClient } from './client.ts'
import { type Figure, figure, ms, times } from './figure.ts'
import { ACTOR_NAMES, type ActorName } from './fleet/actors.ts'
import type { SampledPage } from './page-requests.ts'
import { createListener, runBare } from './page-statement.ts'
import type { Stand } from './stand.ts'
import { median, percentile, pick, seededRandom, timed } from './statistics.ts'

const SEARCHES = Number(process.env.ENLACE_BENCH_SEARCHES ?? 1000)
const LENGTH = 6
/** Prefixes of every card or number, words of a fifth of the fleet, and texts without a match. */
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

interface SearchQuestion {
  readonly text: string
  readonly common: boolean
}

interface Timing extends SearchQuestion {
  readonly actor: ActorName
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

function countFigure(timings: readonly Timing[]): Figure {
  const http = timings.map((timing) => timing.httpMs)
  const least = timings.map((timing) => timing.bareMs)
  return figure({
    name: `search: counts of all filters, p50 / p99 of ${timings.length}`,
    value: `${ms(median(http))} / ${ms(percentile(http, 0.99))}`,
    limit: `${ms(median(least))} / ${ms(percentile(least, 0.99))} the least call`,
    ratio: times(median(http) / median(least)),
    goal: 'p99 ≤ 100 ms',
    reached: percentile(http, 0.99) <= 100,
  })
}

/** Asks each text once for some reader; the first hundred warm up. */
async function measure(stand: Stand, asked: readonly SearchQuestion[], ask: Ask): Promise<Timing[]> {
  const random = seededRandom(3)
  const timings: Timing[] = []
  for (const one of [...asked.slice(0, 100), ...asked]) {
    const actor = pick(random, ACTOR_NAMES)
    const client = await stand.clientFor(actor)
    timings.push({ actor, ...one, ...(await ask({ actor, client, text: one.text, random })) })
  }
  const counted = timings.slice(100)
  for (const { actor, text, httpMs, bareMs } of counted.toSorted((a, b) => b.httpMs - a.httpMs).slice(0, 8)) {
    console.error(`  slow: ${ms(httpMs)} (bare ${ms(bareMs)}) ${actor} '${text}'`)
  }
  return counted
}

interface Question {
  readonly actor: ActorName
  readonly client: PortalClient
  readonly text: string
  readonly random: () => number
}
type Ask = (question: Question) => Promise<Pick<Timing, 'httpMs' | 'bareMs'>>

/** Any six characters inside ICC, MSISDN, IMEI, IMSI or a label, by each kind of reader. */
export async function benchSearch(stand: Stand): Promise<Figure[]> {
  const listen = await createListener(stand.pool)
  const bare = async (request: SampledPage) => {
    const statements = await listen(request)
    return timed(() => runBare(stand.pool, statements))
  }
  const rare = (await fragments(stand, seededRandom(2))).map((text) => ({ text, common: false }))
  const common = Array.from({ length: 20 }, () => COMMON.map((text) => ({ text, common: true }))).flat()
  const found = await measure(stand, [...rare, ...common], async ({ actor, client, text }) => ({
    httpMs: await timed(() => client.call('GET', `/sim/globalSearch/${encodeURIComponent(text)}`)),
    bareMs: await bare({ actor, kind: text, query: { filter: { search: text }, limit: 50 } }),
  }))
  const mixed = [...rare.slice(0, 400), ...common]
  const ordered = await measure(stand, mixed, async ({ actor, client, text, random }) => {
    const query = { filter: { search: text }, sort: pick(random, SIM_SORTS), descending: random() < 0.5, limit: 100 }
    return {
      httpMs: await timed(() => client.call('POST', '/sim/searchSims', query)),
      bareMs: await bare({ actor, kind: text, query }),
    }
  })
  const counted = await measure(stand, mixed, async ({ client, text }) => ({
    httpMs: await timed(() => client.call('POST', '/sim/facets', { filter: { search: text } })),
    bareMs: await timed(() => client.call('GET', '/users/session/')),
  }))
  return [
    searchFigures(
      'six characters of some SIM',
      found.filter((timing) => !timing.common),
    ),
    searchFigures(
      'common fragments',
      found.filter((timing) => timing.common),
    ),
    searchFigures('first page of 100 in any order', ordered),
    countFigure(counted),
  ]
}
