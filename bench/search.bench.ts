import { SIM_SORTS } from '#contract/sims/sims.calls.ts'
import { leastCall } from './call-spans.ts'
import { type Figure, figure, ms, times } from './figure.ts'
import { ACTOR_NAMES, type ActorName } from './fleet/actors.ts'
import { requestBytes, thinClient } from './load.ts'
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

/** How a text is asked for over HTTP, and what the same work takes without it, ms. */
interface Question {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  readonly bare: () => Promise<number>
}
type AskFor = (asked: SearchQuestion & { readonly actor: ActorName; readonly random: () => number }) => Question

const WARM_UP = 100

/**
 * Asks each text once for some reader over HTTP, then all of them without it: in turns, each would find the processor's
 * caches full of the other's. The first hundred warm up.
 */
async function measure(stand: Stand, searches: readonly SearchQuestion[], askFor: AskFor): Promise<Timing[]> {
  const random = seededRandom(3)
  const questions = [...searches.slice(0, WARM_UP), ...searches].map((search) => {
    const actor = pick(random, ACTOR_NAMES)
    return { ...search, actor, ...askFor({ ...search, actor, random }) }
  })
  const client = thinClient(stand.server.port)
  const asked: Omit<Timing, 'bareMs'>[] = []
  for (const { actor, text, common, method, path, body } of questions) {
    const { cookie } = await stand.clientFor(actor)
    const headers = { cookie, 'x-api-key': 'enlace-web', accept: 'text/tab-separated-values, application/json' }
    const bytes = requestBytes({ method, path: `/api${path}`, headers, body })
    asked.push({ actor, text, common, httpMs: await timed(() => client.ask(bytes)) })
  }
  client.close()
  const timings: Timing[] = []
  for (const [index, { bare }] of questions.entries()) {
    const one = asked[index]
    if (one) timings.push({ ...one, bareMs: await bare() })
  }
  const counted = timings.slice(WARM_UP)
  for (const { actor, text, httpMs, bareMs } of counted.toSorted((a, b) => b.httpMs - a.httpMs).slice(0, 8)) {
    console.error(`  slow: ${ms(httpMs)} (bare ${ms(bareMs)}) ${actor} '${text}'`)
  }
  return counted
}

/** Any six characters inside ICC, MSISDN, IMEI, IMSI or a label, by each kind of reader. */
export async function benchSearch(stand: Stand): Promise<Figure[]> {
  const listen = await createListener(stand.pool)
  const bare = async (request: SampledPage) => {
    const statements = await listen(request)
    return timed(() => runBare(stand.pool, statements))
  }
  const rare = (await fragments(stand, seededRandom(2))).map((text) => ({ text, common: false }))
  const common = Array.from({ length: 20 }, () => COMMON.map((text) => ({ text, common: true }))).flat()
  const found = await measure(stand, [...rare, ...common], ({ actor, text }) => ({
    method: 'GET',
    path: `/sim/globalSearch/${encodeURIComponent(text)}`,
    bare: () => bare({ actor, kind: text, query: { filter: { search: text }, limit: 50 } }),
  }))
  const mixed = [...rare.slice(0, 400), ...common]
  const ordered = await measure(stand, mixed, ({ actor, text, random }) => {
    const body = { filter: { search: text }, sort: pick(random, SIM_SORTS), descending: random() < 0.5, limit: 100 }
    return { method: 'POST', path: '/sim/searchSims', body, bare: () => bare({ actor, kind: text, query: body }) }
  })
  const counted = await measure(stand, mixed, ({ actor, text }) => ({
    method: 'POST',
    path: '/sim/facets',
    body: { filter: { search: text } },
    bare: async () => {
      const client = await stand.clientFor(actor)
      return timed(() => leastCall(client))
    },
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
