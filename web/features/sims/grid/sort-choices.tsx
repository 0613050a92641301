import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SIM_SORTS } from '#contract/sims/sims.calls.ts'
import styles from '#web/features/sims/filters/filters.module.css'
import popupStyles from '#web/ui/popup.module.css'
import { PopupGroup } from '#web/ui/popup.tsx'
import { nextSort, type SortState } from './sort-order.ts'

interface SortChoicesProps extends SortState {
  /** the list is capped, and cannot be sorted */
  readonly isCapped: boolean
  onSort(sort: SortState): void
}

/** The sort order of the cards, which have no heads to click. */
export function SortChoices({ sort, descending, isCapped, onSort }: SortChoicesProps) {
  const { t } = useTranslation()
  const Arrow = descending ? IconArrowDown : IconArrowUp
  return (
    <PopupGroup label={t('sims.order')}>
      {isCapped ? (
        <p className={`${styles.hint} text-secondary text-small`} id="no-sort">
          {t('sims.noSort')}
        </p>
      ) : null}
      {SIM_SORTS.map((one) => (
        <button
          key={one}
          type="button"
          className={popupStyles.item}
          aria-pressed={!isCapped && one === sort}
          aria-disabled={isCapped}
          aria-describedby={isCapped ? 'no-sort' : undefined}
          onClick={isCapped ? undefined : () => onSort(nextSort(one, { sort, descending }))}
        >
          <span className="grow">{t(`sims.field.${one}`)}</span>
          {one === sort && !isCapped ? <Arrow className="icon icon-14" aria-hidden="true" /> : null}
        </button>
      ))}
    </PopupGroup>
  )
}
