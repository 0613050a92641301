import { useTranslation } from 'react-i18next'
import { REQUEST_STATE_WORDS, REQUEST_TYPE_WORDS, REQUEST_WORDS } from '#contract/requests/request-messages.ts'
import { REQUEST_STATES, REQUEST_TYPES } from '#domain/requests.ts'
import { sentence } from '#web/lib/sentence.ts'
import { CompanyFilter } from '#web/shared/companies/company-finder.tsx'
import { DayRange } from '#web/ui/day-range.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { Select } from '#web/ui/select.tsx'
import { filterOf, type RequestSearch } from './request-search.ts'

interface FiltersProps {
  readonly search: RequestSearch
  onChange(search: RequestSearch): void
}

/** By company, by state, by what is asked for, by day. */
export function RequestFilters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const { company, status = '', type = '', from, to } = filterOf(search)
  const set = (change: Record<string, string>) =>
    onChange(Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value !== '')))
  return (
    <FilterBar>
      <CompanyFilter company={company} onCompany={(id) => set({ company: id })} />
      <Select
        aria-label={sentence(REQUEST_WORDS.status)}
        value={status}
        onChange={(event) => set({ status: event.currentTarget.value })}
      >
        <option value="">{t('requests.allStates')}</option>
        {REQUEST_STATES.filter((one) => one !== 'draft').map((one) => (
          <option key={one} value={one}>
            {sentence(REQUEST_STATE_WORDS[one])}
          </option>
        ))}
      </Select>
      <Select
        aria-label={sentence(REQUEST_WORDS.type)}
        value={type}
        onChange={(event) => set({ type: event.currentTarget.value })}
      >
        <option value="">{t('requests.allTypes')}</option>
        {REQUEST_TYPES.map((one) => (
          <option key={one} value={one}>
            {sentence(REQUEST_TYPE_WORDS[one])}
          </option>
        ))}
      </Select>
      <DayRange
        from={from}
        to={to}
        words={{ from: t('requests.from'), to: t('requests.to') }}
        onDay={(end, day) => set({ [end]: day })}
      />
    </FilterBar>
  )
}
