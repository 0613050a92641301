import type { NetworkRule } from './networks.api.ts'

/** Unsaved changes: network by origin and type. */
export type RuleChanges = Readonly<Record<string, string>>

export const pairKey = (originId: number, simTypeId: number): string => `${originId} ${simTypeId}`

/** The route of an entry of changes. */
export function ruleOf([pair, networkId]: readonly [string, string]): NetworkRule {
  const [originId = 0, simTypeId = 0] = pair.split(' ').map(Number)
  return { originId, simTypeId, networkId }
}
