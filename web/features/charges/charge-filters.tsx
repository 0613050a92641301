import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CHARGE_WORDS } from '#contract/charges/charge-messages.ts'
import type { ChargeState } from '#contract/filter-values.ts'
import { sentence } from '#web/lib/sentence.ts'
import { CompanyFilterField } from '#web/shared/companies/company-finder.tsx'
import { Chip, Chips } from '#web/ui/chip.tsx'
import { Select } from '#web/ui/select.tsx'
import { CHARGE_STATE_STYLE } from './charge-status.tsx'
import { fullMonth } from './charge-words.ts'
import { chargeFacetsQuery } from './charges.api.ts'
import styles from './charges.module.css'
import { type ChargesSearch, chargeFilterOf } from './charges-search.ts'

interface FiltersProps {
  readonly search: ChargesSearch
  onChange(search: ChargesSearch): void
}

/** States whose chip is shown without any charge, too. */
const ALWAYS: readonly ChargeState[] = ['issued', 'overdue', 'paid']

/** Filters by state with counts, client, month or year. A new filter closes the open columns. */
export function ChargeFilters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const filter = chargeFilterOf(search)
  const { data } = useQuery(chargeFacetsQuery(filter))
  const set = (change: ChargesSearch) => {
    const { state, company, period } = { ...search, ...change }
    onChange({ state, company, period })
  }
  const all = data?.states.reduce((sum, { count }) => sum + count, 0)
  const shown = data?.states.filter(({ state, count }) => count > 0 || ALWAYS.includes(state) || filter.state === state) ?? []
  return (
    <>
      <Chips className={styles.chargesChips} label={sentence(CHARGE_WORDS.state)}>
        <Chip isOn={!filter.state} count={all} onClick={() => set({ state: undefined })}>
          {t('charges.all')}
        </Chip>
        {shown.map(({ state, count }) => (
          <Chip
            key={state}
            isOn={filter.state === state}
            count={count}
            onClick={() => set({ state: filter.state === state ? undefined : state })}
          >
            <StateIcon state={state} />
            {t(`charges.chip.${state}`)}
          </Chip>
        ))}
      </Chips>
      <CompanyFilterField
        label={sentence(CHARGE_WORDS.client)}
        all={t('charges.allClients')}
        company={filter.companyId}
        onCompany={(company) => set({ company })}
      />
      <Period months={data?.months ?? []} period={filter.period ?? ''} onPeriod={(period) => set({ period })} />
    </>
  )
}

function StateIcon({ state }: { state: ChargeState }) {
  const { Icon, tone } = CHARGE_STATE_STYLE[state]
  return <Icon className={`icon icon-${tone}`} aria-hidden="true" />
}

interface PeriodProps {
  readonly months: readonly string[]
  readonly period: string
  onPeriod(period: string): void
}

/** Years with their months. */
function Period({ months, period, onPeriod }: PeriodProps) {
  const { t } = useTranslation()
  const years = [...new Set(months.map((month) => month.slice(0, 4)))]
  const isUnknown = period !== '' && !months.includes(period) && !years.includes(period)
  return (
    <Select
      className={styles.period}
      aria-label={sentence(CHARGE_WORDS.month)}
      value={period}
      onChange={(event) => onPeriod(event.currentTarget.value)}
    >
      <option value="">{t('charges.allMonths')}</option>
      {isUnknown ? <option value={period}>{period}</option> : null}
      {years.map((year) => (
        <optgroup key={year} label={year}>
          <option value={year}>{t('charges.wholeYear', { year })}</option>
          {months
            .filter((month) => month.startsWith(year))
            .map((month) => (
              <option key={month} value={month}>
                {fullMonth(month)}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  )
}
