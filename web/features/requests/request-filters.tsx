import { useTranslation } from 'react-i18next'
import { REQUEST_STATE_WORDS, REQUEST_TYPE_WORDS, REQUEST_WORDS } from '#contract/requests/request-messages.ts'
import { REQUEST_TYPES } from '#domain/requests.ts'
import { sentence } from '#web/lib/sentence.ts'
import { CompanyFilterField } from '#web/shared/companies/company-finder.tsx'
import { DayRange } from '#web/ui/day-range.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { FilterSelect } from '#web/ui/filter-select.tsx'
import { LISTED_REQUEST_STATES, type RequestSearch } from './request-search.ts'

interface FiltersProps {
  readonly search: RequestSearch
  onChange(search: RequestSearch): void
}

/** Filters by company, state, type and day. */
export function RequestFilters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const set = (change: RequestSearch) => onChange({ ...search, ...change })
  return (
    <FilterBar>
      <CompanyFilterField company={search.company} onCompany={(company) => set({ company })} />
      <FilterSelect
        label={sentence(REQUEST_WORDS.status)}
        all={t('requests.allStates')}
        values={LISTED_REQUEST_STATES}
        value={search.status}
        wordOf={(one) => sentence(REQUEST_STATE_WORDS[one])}
        onValue={(status) => set({ status })}
      />
      <FilterSelect
        label={sentence(REQUEST_WORDS.type)}
        all={t('requests.allTypes')}
        values={REQUEST_TYPES}
        value={search.type}
        wordOf={(one) => sentence(REQUEST_TYPE_WORDS[one])}
        onValue={(type) => set({ type })}
      />
      <DayRange from={search.from} to={search.to} words={{ from: t('requests.from'), to: t('requests.to') }} onDays={set} />
    </FilterBar>
  )
}
