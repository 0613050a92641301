import { IconArrowBarToDown, IconArrowBarUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import styles from './differences.module.css'
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
  onChosen(chosen: DriftSelection): void
  onGoal(goal: DriftGoal): void
}

/** Actions on the selected differences; disabled without a selection. */
export function DifferencesBar({ rows, total, chosen, onChosen, onGoal }: BarProps) {
  const { t } = useTranslation()
  const count = selectedCount(chosen, total)
  const canTakeAll = chosen.kind === 'some' && count > 0 && count === rows.length && total > count
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('networks.differences.title')}>
      <span className="grow" role="status">
        <span className="medium tabular-numbers">{t('networks.differences.chosen', { count })}</span>
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
      <Button size="sm" blocked={count === 0} aria-haspopup="dialog" onClick={() => onGoal('network')}>
        <IconArrowBarToDown className="icon icon-14" aria-hidden="true" />
        {t('networks.differences.adopt')}
      </Button>
      <Button size="sm" blocked={count === 0} aria-haspopup="dialog" onClick={() => onGoal('ours')}>
        <IconArrowBarUp className="icon icon-14" aria-hidden="true" />
        {t('networks.differences.push')}
      </Button>
    </div>
  )
}
