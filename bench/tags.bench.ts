import { setTimeout as sleep } from 'node:timers/promises'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { logIn } from './client.ts'
import { type Figure, figure, ms, times } from './figure.ts'
import { ACTORS, BENCH_PASSWORD } from './fleet/actors.ts'
import { facetsOf, randomPage, type SampledPage } from './page-requests.ts'
import { PORT, type Stand } from './stand.ts'
import { median, percentile, pick, seededRandom, timed } from './statistics.ts'
import { groupPathAt, groupsOfLevel, TAG_SHARES, tagName, tagsOfShare } from './tags-fill.ts'

const PAGES = 600
const FACETS = 100
const LINES = 100_000
const TIMEOUT_MS = 120_000
/** After so long a call is named while it goes on. */
const WAITS_MS = 10_000
const READERS = ['giant', 'middle', 'reseller'] as const

type Random = () => number

function someTags(random: Random): string[] {
  const one = () => {
    const share = pick(random, TAG_SHARES)
    return tagName(share, Math.floor(random() * tagsOfShare(share)))
  }
  return random() < 0.7 ? [one()] : [one(), one()]
}

function someGroup(random: Random): string[] {
  const level = 1 + Math.floor(random() * 3)
  return [groupPathAt(level, Math.floor(random() * groupsOfLevel(level)))]
}

/** Pages under one or two tags, or a group, in half of them with other filters, in all orders. */
async function samplePages(stand: Stand, random: Random, labelled: () => SimFilter): Promise<SampledPage[]> {
  const facets = new Map<(typeof READERS)[number], Awaited<ReturnType<typeof facetsOf>>>()
  for (const name of READERS) facets.set(name, await facetsOf(await stand.clientFor(name)))
  const pages: SampledPage[] = []
  while (pages.length < PAGES) {
    const { actor, query } = randomPage(random, facets)
    if (!READERS.some((name) => name === actor)) continue
    const others: SimFilter = random() < 0.5 ? {} : (query.filter ?? {})
    const filter = { ...others, ...labelled() }
    const kind = `${actor} ${query.sort}${query.descending ? '↓' : '↑'} ${JSON.stringify(filter)}`
    pages.push({ actor, query: { ...query, filter }, kind })
  }
  return pages
}

const slowest = (timings: readonly { kind: string; took: number }[]): void => {
  for (const { kind, took } of timings.toSorted((a, b) => b.took - a.took).slice(0, 8)) console.error(`  ${ms(took)} ${kind}`)
}

async function timeCalls(stand: Stand, pages: readonly SampledPage[], path: string, bodyOf: (page: SampledPage) => object) {
  const timings: { kind: string; took: number }[] = []
  for (const page of pages) {
    const client = await stand.clientFor(page.actor)
    const named = setTimeout(() => console.error(`  waits for ${page.kind}`), WAITS_MS)
    timings.push({ kind: page.kind, took: await timed(() => client.call('POST', path, bodyOf(page))) })
    clearTimeout(named)
  }
  return timings
}

/** Puts a tag on so many SIMs of the largest company. */
async function tagMany(stand: Stand): Promise<number> {
  const { rows } = await stand.pool.query<{ iccid: string }>(
    'SELECT iccid FROM sims WHERE company_id = $1 ORDER BY iccid LIMIT $2',
    [ACTORS.giant.companyId, LINES],
  )
  const client = await logIn(PORT, ACTORS.giant.email, BENCH_PASSWORD)
  const body = { icc: rows.map(({ iccid }) => iccid), add: ['of today'] }
  return timed(async () => {
    const answer = await client.call('POST', '/sim/massiveTag', body)
    const { operationId } = JSON.parse(answer.body.toString()).data
    const until = performance.now() + TIMEOUT_MS
    for (;;) {
      const { rows: states } = await stand.pool.query('SELECT state FROM operations WHERE operation_id = $1', [operationId])
      if (states[0]?.state === 'finished') return
      if (performance.now() > until) throw new Error('the tags are not on their SIMs')
      await sleep(50)
    }
  })
}

/** Lists, counts and an operation by tags and groups: a million SIMs of twenty tags and a group each. */
export async function benchTags(stand: Stand): Promise<Figure[]> {
  const random = seededRandom(21)
  const pages = await samplePages(stand, random, () => ({ tags: someTags(random) }))
  const grouped = await samplePages(stand, random, () => ({ groups: someGroup(random) }))
  const pageOf = ({ query }: SampledPage) => query
  const facetOf = ({ query }: SampledPage) => ({ filter: query.filter, tags: true })
  await timeCalls(stand, pages.slice(0, 100), '/sim/sims', pageOf)
  const read = await timeCalls(stand, pages, '/sim/sims', pageOf)
  slowest(read)
  const plain = await timeCalls(stand, pages, '/sim/sims', ({ query }) => ({ ...query, filter: { ...query.filter, tags: [] } }))
  const counted = await timeCalls(stand, pages.slice(0, FACETS), '/sim/facets', facetOf)
  slowest(counted)
  const all = await timeCalls(stand, pages.slice(0, FACETS), '/sim/facets', () => ({ tags: true }))
  const inGroups = await timeCalls(stand, grouped, '/sim/sims', pageOf)
  slowest(inGroups)
  const countedInGroups = await timeCalls(stand, grouped.slice(0, FACETS), '/sim/facets', ({ query }) => ({
    filter: query.filter,
    groups: true,
  }))
  slowest(countedInGroups)
  const byGroup = (await samplePages(stand, random, () => (random() < 0.3 ? { groups: someGroup(random) } : {}))).map(
    (page) => ({
      ...page,
      query: { ...page.query, sort: 'group' as const },
    }),
  )
  const inOrder = await timeCalls(stand, byGroup, '/sim/sims', pageOf)
  slowest(inOrder)
  const byIcc = await timeCalls(stand, byGroup, '/sim/sims', ({ query }) => ({ ...query, sort: 'icc' }))
  const tagMs = await tagMany(stand)
  return [
    figureOf('page under tags', read, 8, { timings: plain, what: 'without tags' }),
    figureOf('counts by tag of all SIMs', all, 30),
    figureOf('all counts under tags', counted, 30),
    figureOf('page under a group', inGroups, 8, { timings: plain, what: 'without one' }),
    figureOf('all counts under a group', countedInGroups, 30),
    figureOf('page in the order of the groups', inOrder, 8, { timings: byIcc, what: 'in the order of the ICCs' }),
    figure({ name: `tags: a tag on ${LINES} SIMs`, value: ms(tagMs), goal: '< 5 s', reached: tagMs < 5000 }),
  ]
}

type Timings = Awaited<ReturnType<typeof timeCalls>>

const spansOf = (timings: Timings): number[] => timings.map(({ took }) => took)
const p95Of = (timings: Timings): number => percentile(spansOf(timings), 0.95)

function figureOf(name: string, timings: Timings, goalMs: number, against?: { timings: Timings; what: string }): Figure {
  const p95 = p95Of(timings)
  return figure({
    name: `tags: ${name}, p95 (median ${ms(median(spansOf(timings)))})`,
    value: ms(p95),
    ...(against && {
      limit: `${ms(p95Of(against.timings))} ${against.what}`,
      ratio: times(p95 / p95Of(against.timings)),
    }),
    goal: `≤ ${goalMs} ms`,
    reached: p95 <= goalMs,
  })
}
