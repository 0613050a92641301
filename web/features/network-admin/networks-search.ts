import { DRIFT_KINDS } from '#domain/network-alignment.ts'
import { anyText, defineSearch, oneOf } from '#web/lib/define-search.ts'

export const NETWORK_TABS = ['networks', 'rules', 'differences', 'accounting'] as const
export type NetworkTab = (typeof NETWORK_TABS)[number]

/** /networks?tab=differences&network=simulated-1&kind=profile */
export const readNetworksSearch = defineSearch({ tab: oneOf(NETWORK_TABS), network: anyText, kind: oneOf(DRIFT_KINDS) })

export type NetworksSearch = ReturnType<typeof readNetworksSearch>
