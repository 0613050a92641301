import { useTranslation } from 'react-i18next'
import { DRIFT_KINDS } from '#domain/network-alignment.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip, Chips } from '#web/ui/chip.tsx'
import { Select } from '#web/ui/select.tsx'
import styles from './differences.module.css'
import { countOfKind, type DriftCounts, type DriftSelection, NOTHING_CHOSEN, selectedCount } from './drift-selection.ts'
import { WAY_ICONS } from './drift-ways.ts'
import type { DriftFilter, DriftGoal, NetworkData } from './networks.api.ts'

interface BarProps {
  readonly networks: readonly NetworkData[]
  readonly counts: DriftCounts | undefined
  readonly filter: DriftFilter
  readonly chosen: DriftSelection
  /** that settle all that is selected */
  readonly ways: readonly DriftGoal[]
  onFilter(filter: DriftFilter): void
  onChosen(chosen: DriftSelection): void
  onGoal(goal: DriftGoal): void
}

/** Over the list: what differs and the network at the right, or in their place the selection with its ways out. */
export function DifferencesBar({ chosen, ways, onChosen, onGoal, ...filtering }: BarProps) {
  const { t } = useTranslation()
  const { counts, filter } = filtering
  const total = counts ? countOfKind(counts, filter.kind) : 0
  const count = selectedCount(chosen, total)
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('networks.differences.title')}>
      <div className={styles.choice}>
        <span className="medium tabular-numbers" role="status">
          {count > 0 ? t('networks.differences.chosen', { count }) : null}
        </span>
        {count === 0 ? <DifferenceChips {...filtering} /> : null}
        {count > 0 && count < total ? (
          <Button variant="ghost" size="sm" onClick={() => onChosen({ kind: 'all' })}>
            {t('networks.differences.everything', { count: total })}
          </Button>
        ) : null}
        {count > 0 ? (
          <Button variant="ghost" size="sm" onClick={() => onChosen(NOTHING_CHOSEN)}>
            {t('networks.differences.nothing')}
          </Button>
        ) : null}
      </div>
      {count > 0 ? ways.map((way) => <WayButton key={way} way={way} onGoal={onGoal} />) : <NetworkChoice {...filtering} />}
    </div>
  )
}

type ChipsProps = Pick<BarProps, 'counts' | 'filter' | 'onFilter'>

/** What differs, of how many SIMs: each kind filters the list. */
function DifferenceChips({ counts, filter: { networkId, kind }, onFilter }: ChipsProps) {
  const { t } = useTranslation()
  const onKind = (next: DriftFilter['kind']) => onFilter({ networkId, kind: next })
  const kinds = DRIFT_KINDS.filter((one) => one === kind || (counts && counts[one] > 0))
  return (
    <Chips label={t('networks.differences.kinds')}>
      <Chip
        value=""
        isOn={kind === undefined}
        count={counts && countOfKind(counts, undefined)}
        onClick={() => onKind(undefined)}
      >
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

type NetworkChoiceProps = Pick<BarProps, 'networks' | 'filter' | 'onFilter'>

function NetworkChoice({ networks, filter: { networkId, kind }, onFilter }: NetworkChoiceProps) {
  const { t } = useTranslation()
  return (
    <Select
      className={styles.network}
      aria-label={t('networks.differences.network')}
      value={networkId ?? ''}
      onChange={(event) => onFilter({ networkId: event.currentTarget.value || undefined, kind })}
    >
      <option value="">{t('networks.differences.all')}</option>
      {networks.map((network) => (
        <option key={network.networkId} value={network.networkId}>
          {network.name}
        </option>
      ))}
    </Select>
  )
}

interface WayProps extends Pick<BarProps, 'onGoal'> {
  readonly way: DriftGoal
}

function WayButton({ way, onGoal }: WayProps) {
  const { t } = useTranslation()
  const Icon = WAY_ICONS[way]
  return (
    <Button size="sm" aria-haspopup="dialog" onClick={() => onGoal(way)}>
      <Icon className="icon icon-14" aria-hidden="true" />
      {t(`networks.differences.way.${way}`)}
    </Button>
  )
}
