import type { NetworkRule, NetworkRules } from './networks.api.ts'

/** Unsaved changes: network by origin and type. */
export type RuleChanges = Readonly<Record<string, string>>

export const pairKey = (originId: number, simTypeId: number): string => `${originId} ${simTypeId}`

/** The route of an entry of changes. */
export function ruleOf([pair, networkId]: readonly [string, string]): NetworkRule {
  const [originId = 0, simTypeId = 0] = pair.split(' ').map(Number)
  return { originId, simTypeId, networkId }
}

/** The network of a type of SIM, as it is saved and as it would be; '' for none. */
export interface TypeRoute {
  readonly simTypeId: number
  readonly simTypeName: string
  readonly sims: number
  readonly saved: string
  readonly networkId: string
}

export interface OriginRoutes {
  /** the network of most types */
  readonly usual: string
  readonly types: readonly TypeRoute[]
  /** types with another network */
  readonly exceptions: readonly TypeRoute[]
}

/** The routes of an origin with unsaved changes: its usual network, and where types differ from it. */
export function routesOf(
  { rules, simTypes }: Pick<NetworkRules, 'rules' | 'simTypes'>,
  changes: RuleChanges,
  originId: number,
): OriginRoutes {
  const types = simTypes.map(({ simTypeId, simTypeName }) => {
    const rule = rules.find((one) => one.originId === originId && one.simTypeId === simTypeId)
    const saved = rule?.networkId ?? ''
    const networkId = changes[pairKey(originId, simTypeId)] ?? saved
    return { simTypeId, simTypeName, sims: rule?.sims ?? 0, saved, networkId }
  })
  const savedUsual = mostUsed(types.map(({ sims, saved }) => ({ sims, networkId: saved })))
  // by those that have it saved: an exception more does not turn the others into exceptions
  const usual = mostUsed(
    types.filter(({ saved }) => saved === savedUsual),
    savedUsual,
  )
  return { usual, types, exceptions: types.filter(({ networkId }) => networkId !== usual) }
}

/** The network of most types, or the preferred of those that have as many, or that with the most SIMs. */
function mostUsed(types: readonly { readonly networkId: string; readonly sims: number }[], preferred?: string): string {
  const counts = new Map<string, { types: number; sims: number }>()
  for (const { networkId, sims } of types) {
    const before = counts.get(networkId) ?? { types: 0, sims: 0 }
    counts.set(networkId, { types: before.types + 1, sims: before.sims + sims })
  }
  const isPreferred = (networkId: string) => Number(networkId === preferred)
  const [most] = [...counts].toSorted(
    ([a, x], [b, y]) => y.types - x.types || isPreferred(b) - isPreferred(a) || y.sims - x.sims,
  )
  return most?.[0] ?? ''
}

/** Changes with one network for some types of an origin; a choice of the saved one is no change. */
export function withNetwork(
  changes: RuleChanges,
  { originId, types, networkId }: { originId: number; types: readonly TypeRoute[]; networkId: string },
): RuleChanges {
  const next = { ...changes }
  for (const { simTypeId, saved } of types) {
    const pair = pairKey(originId, simTypeId)
    if (networkId === saved) delete next[pair]
    else next[pair] = networkId
  }
  return next
}
