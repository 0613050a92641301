import { DRIFT_KINDS, type DriftKind, driftKind } from '#domain/network-alignment.ts'
import { WAYS_OF } from './drift-ways.ts'
import type { DriftGoal, DriftRow, NetworkData } from './networks.api.ts'

export type DriftCounts = NetworkData['driftKinds']

/** Numbers of differences by what differs, of one network or of all; undefined while the networks load. */
export function driftCounts(networks: readonly NetworkData[], networkId: string | undefined): DriftCounts | undefined {
  if (networks.length === 0) return undefined
  const filtered = networks.filter((network) => networkId === undefined || network.networkId === networkId)
  const countOf = (kind: DriftKind): number => filtered.reduce((sum, { driftKinds }) => sum + driftKinds[kind], 0)
  return { state: countOf('state'), profile: countOf('profile'), device: countOf('device') }
}

/** @param kind undefined: of all kinds */
export const countOfKind = (counts: DriftCounts, kind: DriftKind | undefined): number =>
  kind ? counts[kind] : DRIFT_KINDS.reduce((sum, one) => sum + counts[one], 0)

/** Selected differences: some by their ICC, or all that match the filter, loaded or not. */
export type DriftSelection = { readonly kind: 'all' } | { readonly kind: 'some'; readonly iccs: ReadonlySet<string> }

export const NOTHING_CHOSEN: DriftSelection = { kind: 'some', iccs: new Set() }

export function selectedCount(chosen: DriftSelection, total: number): number {
  return chosen.kind === 'all' ? total : chosen.iccs.size
}

interface Listed {
  readonly rows: readonly Pick<DriftRow, 'icc' | 'problem'>[] | undefined
  readonly counts: DriftCounts | undefined
  readonly kind: DriftKind | undefined
}

/** The ways that are open to every selected difference: each of its kind has them. */
export function waysOfSelection(chosen: DriftSelection, { rows = [], counts, kind }: Listed): readonly DriftGoal[] {
  const kinds =
    chosen.kind === 'some'
      ? rows.filter(({ icc }) => chosen.iccs.has(icc)).map(({ problem }) => driftKind(problem))
      : kind
        ? [kind]
        : DRIFT_KINDS.filter((one) => !counts || counts[one] > 0)
  return WAYS_OF.state.filter((way) => kinds.every((one) => WAYS_OF[one].includes(way)))
}
