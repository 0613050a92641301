import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NEXT_CURSOR_HEADER } from '#contract/sims/sims.calls.ts'
import { type Figure, figure, ms, percent, times } from './figure.ts'
import { ACTOR_NAMES, type ActorName } from './fleet/actors.ts'
import { CACHE } from './fleet/fleet-database.ts'
import { requestBytes, thinClient, throughput } from './load.ts'
import { facetsOf, randomPage, type SampledPage } from './page-requests.ts'
import { createListener, runBare } from './page-statement.ts'
import { startServer } from './server-process.ts'
import type { Stand } from './stand.ts'
import { median, percentile, seededRandom, timed } from './statistics.ts'

const SAMPLES = Number(process.env.ENLACE_BENCH_PAGES ?? 2000)
/** Pages that are followed by cursor after the first one. */
const DEPTHS = [0, 0, 1, 3]
const BARE_PORT_OFFSET = 1
const CLIENTS = 16
const ROUNDS = 5
const SECONDS = 3

interface Timing extends SampledPage {
  readonly depth: number
  readonly httpMs: number
  readonly bareMs: number
}

async function samplePages(stand: Stand, random: () => number, count: number): Promise<SampledPage[]> {
  const facets = new Map<ActorName, Awaited<ReturnType<typeof facetsOf>>>()
  for (const name of ACTOR_NAMES) facets.set(name, await facetsOf(await stand.clientFor(name)))
  return Array.from({ length: count }, () => randomPage(random, facets))
}

type Runner = (request: SampledPage) => Promise<number>

/** The same statements without portal, HTTP or login session. */
async function bareRunner(stand: Stand): Promise<Runner> {
  const listen = await createListener(stand.pool)
  return async (request) => {
    const statements = await listen(request)
    return timed(() => runBare(stand.pool, statements))
  }
}

/** All pages over HTTP, then the same by `bare`: in turns, each would find the processor's caches full of the other's. */
async function timePages(stand: Stand, requests: readonly SampledPage[], bare: Runner): Promise<Timing[]> {
  const asked: Omit<Timing, 'bareMs'>[] = []
  const client = thinClient(stand.server.port)
  for (const [index, request] of requests.entries()) {
    let query = request.query
    for (let depth = 0; depth <= (DEPTHS[index % DEPTHS.length] ?? 0); depth++) {
      let cursor: string | undefined
      const bytes = await pageBytes(stand, { ...request, query })
      const httpMs = await timed(async () => {
        cursor = CURSOR.exec(await client.ask(bytes))?.[1]
      })
      asked.push({ ...request, query, depth, httpMs })
      if (cursor === undefined) break
      query = { ...query, cursor }
    }
  }
  client.close()
  const timings: Timing[] = []
  for (const timing of asked) timings.push({ ...timing, bareMs: await bare(timing) })
  return timings
}

const CURSOR = new RegExp(`^${NEXT_CURSOR_HEADER}: (\\S+)`, 'im')

/** A page as a browser asks for it. */
async function pageBytes(stand: Stand, { actor, query }: SampledPage): Promise<Buffer> {
  const { cookie } = await stand.clientFor(actor)
  const headers = { cookie, 'x-api-key': 'enlace-web', accept: 'text/tab-separated-values' }
  return requestBytes({ method: 'POST', path: '/api/sim/sims', headers, body: query })
}

function reportSlowest(timings: readonly Timing[]): void {
  for (const { kind, depth, httpMs, bareMs } of timings.toSorted((a, b) => b.httpMs - a.httpMs).slice(0, 15)) {
    console.error(`  slow: ${ms(httpMs)} (bare ${ms(bareMs)}) page ${depth + 1} ${kind}`)
  }
}

/** Pages a second of the portal and of the bare server, in turns, so that other work on the machine hits both. */
async function comparedThroughput(stand: Stand, requests: readonly SampledPage[]): Promise<{ portal: number; bare: number }> {
  const listen = await createListener(stand.pool)
  const pages = []
  const asked: Buffer[] = []
  for (const request of requests) {
    pages.push(await listen(request))
    asked.push(await pageBytes(stand, request))
  }
  const file = join(CACHE, 'pages.json')
  writeFileSync(file, JSON.stringify(pages))
  const port = stand.server.port + BARE_PORT_OFFSET
  const bareServer = await startServer('bench/bare-server.ts', port, { DATABASE_URL: stand.databaseUrl, PAGES: file })
  const bareAsked = pages.map((_, index) => requestBytes({ method: 'GET', path: `/page/${index}`, headers: {} }))
  const rounds: { portal: number; bare: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const how = { clients: CLIENTS, seconds: SECONDS }
    rounds.push({ bare: await throughput(port, bareAsked, how), portal: await throughput(stand.server.port, asked, how) })
  }
  await bareServer.stop()
  return { portal: median(rounds.map((round) => round.portal)), bare: median(rounds.map((round) => round.bare)) }
}

async function skipFigures(stand: Stand, requests: readonly SampledPage[], bare: Runner): Promise<Figure> {
  const jumps: Timing[] = []
  for (const [index, request] of requests.entries()) {
    const query = { ...request.query, filter: {}, skip: (index * 7919) % 400_000 }
    const client = await stand.clientFor(request.actor)
    const httpMs = await timed(() => client.call('POST', '/sim/sims', query))
    jumps.push({ ...request, query, depth: 0, httpMs, bareMs: await bare({ ...request, query }) })
  }
  const http = jumps.map((jump) => jump.httpMs)
  const own = jumps.map((jump) => jump.bareMs)
  return figure({
    name: 'list: jump by skip, up to 400 000 rows, p50 / p95',
    value: `${ms(median(http))} / ${ms(percentile(http, 0.95))}`,
    limit: `${ms(median(own))} / ${ms(percentile(own, 0.95))}`,
    ratio: times(median(jumps.map((jump) => jump.httpMs / jump.bareMs))),
  })
}

function latencyFigure(share: number, timings: readonly Timing[], goalMs?: number): Figure {
  const http = percentile(
    timings.map((timing) => timing.httpMs),
    share,
  )
  const bare = percentile(
    timings.map((timing) => timing.bareMs),
    share,
  )
  return figure({
    name: `list: a page of 100 over HTTP, p${share * 100} of ${timings.length}`,
    value: ms(http),
    limit: `${ms(bare)} same SQL by pg`,
    ratio: times(http / bare),
    goal: goalMs === undefined ? '' : `≤ ${goalMs} ms`,
    reached: goalMs === undefined ? undefined : http <= goalMs,
  })
}

/** Pages of the SIM list over a broad random sample of readers, filters, orders and depths. */
export async function benchList(stand: Stand): Promise<Figure[]> {
  const random = seededRandom(1)
  const bare = await bareRunner(stand)
  const requests = await samplePages(stand, random, SAMPLES)
  await timePages(stand, requests.slice(0, 200), bare)
  const timings = await timePages(stand, requests, bare)
  reportSlowest(timings)
  const { portal, bare: bareRate } = await comparedThroughput(stand, requests.slice(0, 500))
  return [
    latencyFigure(0.5, timings, 2),
    latencyFigure(0.95, timings, 8),
    latencyFigure(0.99, timings),
    figure({
      name: `list: pages a second, ${CLIENTS} clients`,
      value: portal.toFixed(0),
      limit: `${bareRate.toFixed(0)} bare Fastify + pg`,
      ratio: percent(portal / bareRate),
      goal: '≥ 60 %',
      reached: portal / bareRate >= 0.6,
    }),
    await skipFigures(stand, requests.slice(0, 100), bare),
  ]
}
