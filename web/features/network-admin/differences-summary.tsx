import { useTranslation } from 'react-i18next'
import type { ComparisonData } from '#contract/network-admin/comparisons.calls.ts'
import { DRIFT_KINDS, type DriftKind } from '#domain/network-alignment.ts'
import { formatMinute } from '#web/lib/format.ts'
import { Chip, Chips } from '#web/ui/chip.tsx'
import styles from './differences.module.css'
import type { NetworkData } from './networks.api.ts'

type DriftCounts = NetworkData['driftKinds']

const totalOf = (counts: DriftCounts): number => DRIFT_KINDS.reduce((sum, kind) => sum + counts[kind], 0)

/** Numbers of differences by what differs, of one network or of all. */
export function driftCounts(networks: readonly NetworkData[], networkId: string | undefined): DriftCounts {
  const filtered = networks.filter((network) => networkId === undefined || network.networkId === networkId)
  const countOf = (kind: DriftKind): number => filtered.reduce((sum, { driftKinds }) => sum + driftKinds[kind], 0)
  return { state: countOf('state'), profile: countOf('profile'), device: countOf('device') }
}

/** @param kind undefined: of all kinds */
export const countOfKind = (counts: DriftCounts, kind: DriftKind | undefined): number => (kind ? counts[kind] : totalOf(counts))

interface SummaryProps {
  readonly counts: DriftCounts
  readonly kind: DriftKind | undefined
  /** the last comparison that ended; null: none has; undefined while that loads */
  readonly compared: ComparisonData | null | undefined
  onKind(kind: DriftKind | undefined): void
}

/** How many SIMs differ, of how many that were compared, and by what: each kind filters the list. */
export function DifferencesSummary({ counts, kind, compared, onKind }: SummaryProps) {
  const { t } = useTranslation()
  const total = totalOf(counts)
  const kinds = DRIFT_KINDS.filter((one) => counts[one] > 0 || one === kind)
  return (
    <div className={styles.summary}>
      <p>
        <b className="semibold tabular-numbers">{t('networks.comparison.found', { count: total })}</b>{' '}
        <span className="text-secondary tabular-numbers">
          {compared
            ? t('networks.differences.compared', { count: compared.compared, moment: formatMinute(compared.startedAt) })
            : null}
        </span>
      </p>
      <Chips label={t('networks.differences.kinds')}>
        <Chip isOn={kind === undefined} count={total} onClick={() => onKind(undefined)}>
          {t('networks.differences.kind.all')}
        </Chip>
        {kinds.map((one) => (
          <Chip key={one} isOn={kind === one} count={counts[one]} onClick={() => onKind(kind === one ? undefined : one)}>
            {t(`networks.differences.kind.${one}`)}
          </Chip>
        ))}
      </Chips>
    </div>
  )
}
