import { SIM_SORTS, type SimFilter, type SimListQuery } from '#contract/sims/sims.calls.ts'
import type { PortalClient } from './client.ts'
import { ACTOR_NAMES, type ActorName } from './fleet/actors.ts'
import { pick } from './statistics.ts'

export const LIMIT = 100

export type PageQuery = SimListQuery & { limit: number }
export interface SampledPage {
  readonly actor: ActorName
  readonly query: PageQuery
  /** for the table of the slowest */
  readonly kind: string
}

type Counts = { id: number | string; count: number }[]
type Facets = Record<(typeof FILTERS)[number], Counts> & { total: number }

const FILTERS = ['administrativeStatusIds', 'gprsStatuses', 'providerIds', 'simTypeIds', 'planCodes', 'apnIds'] as const

export async function facetsOf(client: PortalClient): Promise<Facets> {
  const answer = await client.call('POST', '/sim/facets', {})
  return JSON.parse(answer.body.toString()).data
}

/** One or two values of a filter; as often the rare ones as the common ones. */
function values(random: () => number, counts: Counts): (number | string)[] {
  const first = pick(random, random() < 0.3 ? counts.slice(0, 1) : random() < 0.5 ? counts.slice(-2) : counts).id
  return random() < 0.7 ? [first] : [...new Set([first, pick(random, counts).id])]
}

function filterOf(random: () => number, facets: Facets, width: number): SimFilter {
  const names = FILTERS.toSorted(() => random() - 0.5).slice(0, width)
  return Object.fromEntries(names.map((name) => [name, values(random, facets[name])]))
}

/** A mixture over readers, filters, orders: what people and programs may ask for. */
export function randomPage(random: () => number, facets: ReadonlyMap<ActorName, Facets>): SampledPage {
  const actor = pick(random, ACTOR_NAMES)
  const own = facets.get(actor)
  const width = pick(random, [0, 1, 1, 1, 2, 3])
  const filter: SimFilter = own ? filterOf(random, own, width) : {}
  const seesAll = actor === 'administrator' && random() < 0.25
  if (seesAll) filter.companyIds = Array.from({ length: 1 + Math.floor(random() * 4) }, () => 22 + Math.floor(random() * 1978))
  const sort = pick(random, SIM_SORTS)
  const descending = random() < 0.5
  const kind = `${actor} ${sort}${descending ? '↓' : '↑'} ${JSON.stringify(filter)}`
  return { actor, query: { filter, sort, descending, limit: LIMIT }, kind }
}
