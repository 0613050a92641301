import { type CallSpans, callFigure, leastCall } from './call-spans.ts'
import type { PortalClient } from './client.ts'
import { type Figure, ms } from './figure.ts'
import { ACTOR_NAMES, type ActorName } from './fleet/actors.ts'
import { facetsOf } from './page-requests.ts'
import type { Stand } from './stand.ts'
import { median, percentile, timed } from './statistics.ts'

const ROUNDS = 60

type Ask = (client: PortalClient) => Promise<unknown>

async function timings(client: PortalClient, ask: Ask): Promise<number[]> {
  await ask(client)
  const values: number[] = []
  for (let round = 0; round < ROUNDS; round++) values.push(await timed(() => ask(client)))
  return values
}

/** One line for all readers together, and on the standard error one for each of them. */
async function measure(stand: Stand, name: string, goalMs: number, ask: (actor: ActorName) => Promise<Ask>): Promise<Figure> {
  const spans: CallSpans = { all: [], least: [] }
  for (const actor of ACTOR_NAMES) {
    const client = await stand.clientFor(actor)
    const own = await timings(client, await ask(actor))
    console.error(`  ${name}, ${actor}: p50 ${ms(median(own))}, p95 ${ms(percentile(own, 0.95))}`)
    spans.all.push(...own)
    spans.least.push(...(await timings(client, leastCall)))
  }
  return callFigure(`${name}, p50 / p95 over ${ACTOR_NAMES.length} kinds of reader`, spans, goalMs)
}

export async function benchDashboard(stand: Stand): Promise<Figure[]> {
  return [await measure(stand, 'dashboard', 20, async () => (client) => client.call('GET', '/dashboard'))]
}

/** Counts of the filters: of everything, under one filter, and the companies', which are asked for when that filter opens. */
export async function benchFacets(stand: Stand): Promise<Figure[]> {
  const filtered = async (actor: ActorName): Promise<Ask> => {
    const { planCodes, administrativeStatusIds } = await facetsOf(await stand.clientFor(actor))
    const filter = { planCodes: [planCodes[0]?.id], administrativeStatusIds: [administrativeStatusIds[0]?.id] }
    return (client) => client.call('POST', '/sim/facets', { filter })
  }
  return [
    await measure(stand, 'facets', 30, async () => (client) => client.call('POST', '/sim/facets', {})),
    await measure(stand, 'facets under a filter', 30, filtered),
    await measure(
      stand,
      'facets with companies',
      30,
      async () => (client) => client.call('POST', '/sim/facets', { companies: true }),
    ),
  ]
}
