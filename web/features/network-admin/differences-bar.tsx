import { useTranslation } from 'react-i18next'
import { DRIFT_KINDS, type DriftKind } from '#domain/network-alignment.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip, Chips } from '#web/ui/chip.tsx'
import styles from './differences.module.css'
import { countOfKind, type DriftCounts, type DriftSelection, NOTHING_CHOSEN, selectedCount } from './drift-selection.ts'
import { WAY_ICONS } from './drift-ways.ts'
import type { DriftGoal } from './networks.api.ts'

interface BarProps {
  readonly counts: DriftCounts | undefined
  readonly kind: DriftKind | undefined
  readonly chosen: DriftSelection
  /** that settle all that is selected */
  readonly ways: readonly DriftGoal[]
  onKind(kind: DriftKind | undefined): void
  onChosen(chosen: DriftSelection): void
  onGoal(goal: DriftGoal): void
}

/** Over the list: what differs, or in its place the selection, with its ways out at the right. */
export function DifferencesBar({ counts, kind, chosen, ways, onKind, onChosen, onGoal }: BarProps) {
  const { t } = useTranslation()
  const total = counts ? countOfKind(counts, kind) : 0
  const count = selectedCount(chosen, total)
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('networks.differences.title')}>
      <div className={styles.choice}>
        <span className="medium tabular-numbers" role="status">
          {count > 0 ? t('networks.differences.chosen', { count }) : null}
        </span>
        {count === 0 ? <DifferenceChips counts={counts} kind={kind} onKind={onKind} /> : null}
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
      {count > 0 ? ways.map((way) => <WayButton key={way} way={way} onGoal={onGoal} />) : null}
    </div>
  )
}

type ChipsProps = Pick<BarProps, 'counts' | 'kind' | 'onKind'>

/** What differs, of how many SIMs: each kind filters the list. */
function DifferenceChips({ counts, kind, onKind }: ChipsProps) {
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
