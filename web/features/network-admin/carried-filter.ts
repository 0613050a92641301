import type { SimFilter } from '#contract/sims/sims.calls.ts'
import type { NetworkData } from './networks.api.ts'

type Route = Pick<NetworkData['carries'][number], 'originId' | 'simTypeId' | 'sims'>

/** The filter of exactly the SIMs of a network's routes; undefined where its origins and types together would find others, too. */
export function carriedFilter(routes: readonly Route[]): SimFilter | undefined {
  const used = routes.filter(({ sims }) => sims > 0)
  const origins = new Set(used.map(({ originId }) => originId))
  const types = new Set(used.map(({ simTypeId }) => simTypeId))
  const found = routes.filter(({ originId, simTypeId }) => origins.has(originId) && types.has(simTypeId))
  if (used.length === 0 || found.length < origins.size * types.size) return undefined
  return { providerIds: [...origins], simTypeIds: [...types] }
}
