import { useTranslation } from 'react-i18next'
import { DRIFT_KINDS, type DriftKind } from '#domain/network-alignment.ts'
import { Chip, Chips } from '#web/ui/chip.tsx'
import type { NetworkData } from './networks.api.ts'

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

interface ChipsProps {
  readonly counts: DriftCounts | undefined
  readonly kind: DriftKind | undefined
  onKind(kind: DriftKind | undefined): void
}

/** What differs, of how many SIMs: each kind filters the list. */
export function DifferenceChips({ counts, kind, onKind }: ChipsProps) {
  const { t } = useTranslation()
  const kinds = DRIFT_KINDS.filter((one) => one === kind || (counts && counts[one] > 0))
  return (
    <Chips label={t('networks.differences.kinds')}>
      <Chip isOn={kind === undefined} count={counts && countOfKind(counts, undefined)} onClick={() => onKind(undefined)}>
        {t('networks.differences.kind.all')}
      </Chip>
      {kinds.map((one) => (
        <Chip key={one} isOn={kind === one} count={counts?.[one]} onClick={() => onKind(kind === one ? undefined : one)}>
          {t(`networks.differences.kind.${one}`)}
        </Chip>
      ))}
    </Chips>
  )
}
