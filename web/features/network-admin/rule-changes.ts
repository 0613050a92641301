import type { NetworkRule } from './networks.api.ts'

/** Changes that are not saved yet: network by origin and type. */
export type RuleChanges = Readonly<Record<string, string>>

export const pairKey = (originId: number, simTypeId: number): string => `${originId} ${simTypeId}`

/** The rule that an entry of changes stands for. */
export function ruleOf([pair, networkId]: readonly [string, string]): NetworkRule {
  const [originId = 0, simTypeId = 0] = pair.split(' ').map(Number)
  return { originId, simTypeId, networkId }
}
