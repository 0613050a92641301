import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import styles from './differences.module.css'
import { WAY_ICONS } from './drift-ways.ts'
import type { DriftGoal, DriftRow } from './networks.api.ts'

/** Selected differences: some by their ICC, or all that match the filter, loaded or not. */
export type DriftSelection = { readonly kind: 'all' } | { readonly kind: 'some'; readonly iccs: ReadonlySet<string> }

export function selectedCount(chosen: DriftSelection, total: number): number {
  return chosen.kind === 'all' ? total : chosen.iccs.size
}

interface BarProps {
  readonly rows: readonly DriftRow[]
  readonly total: number
  readonly chosen: DriftSelection
  /** that settle what is listed */
  readonly ways: readonly DriftGoal[]
  onChosen(chosen: DriftSelection): void
  onGoal(goal: DriftGoal): void
}

/** Actions on the selected differences; disabled without a selection. */
export function DifferencesBar({ rows, total, chosen, ways, onChosen, onGoal }: BarProps) {
  const { t } = useTranslation()
  const count = selectedCount(chosen, total)
  const canTakeAll = chosen.kind === 'some' && count > 0 && count === rows.length && total > count
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('networks.differences.title')}>
      <span className="grow" role="status">
        <span className={count > 0 ? 'medium tabular-numbers' : 'text-tertiary'}>
          {count > 0 ? t('networks.differences.chosen', { count }) : t('networks.differences.noneChosen')}
        </span>
        {canTakeAll ? (
          <Button variant="ghost" size="sm" onClick={() => onChosen({ kind: 'all' })}>
            {t('networks.differences.everything', { count: total })}
          </Button>
        ) : null}
        {count > 0 ? (
          <Button variant="ghost" size="sm" onClick={() => onChosen({ kind: 'some', iccs: new Set() })}>
            {t('networks.differences.nothing')}
          </Button>
        ) : null}
      </span>
      {ways.map((way) => {
        const Icon = WAY_ICONS[way]
        return (
          <Button key={way} size="sm" blocked={count === 0} aria-haspopup="dialog" onClick={() => onGoal(way)}>
            <Icon className="icon icon-14" aria-hidden="true" />
            {t(`networks.differences.way.${way}`)}
          </Button>
        )
      })}
    </div>
  )
}
