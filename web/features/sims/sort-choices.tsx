import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SIM_SORTS } from '#contract/sims.calls.ts'
import { nextSort, type SortState } from './sort-order.ts'

/** The order of the cards, which have no heads to press. */
export function SortChoices({ sort, descending, onSort }: SortState & { onSort: (sort: SortState) => void }) {
  const { t } = useTranslation()
  const Arrow = descending ? IconArrowDown : IconArrowUp
  return (
    <fieldset className="popup-list facet-list" aria-label={t('sims.order')}>
      {SIM_SORTS.map((one) => (
        <button
          key={one}
          type="button"
          className="popup-item"
          aria-pressed={one === sort}
          onClick={() => onSort(nextSort(one, { sort, descending }))}
        >
          <span className="grow">{t(`sims.field.${one}`)}</span>
          {one === sort ? <Arrow className="i i-14" aria-hidden="true" /> : null}
        </button>
      ))}
    </fieldset>
  )
}
