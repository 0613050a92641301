import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AUDIT_ENTITY_WORDS, AUDIT_WORDS, auditActionWord, auditEntityWord } from '#contract/audit/audit-messages.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import { sentence } from '#web/lib/sentence.ts'
import { CompanyFilter } from '#web/shared/companies/company-finder.tsx'
import { DayRange } from '#web/ui/day-range.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { auditChoicesQuery } from './audit.api.ts'
import { type AuditSearch, filterOf } from './audit-search.ts'

interface FiltersProps {
  readonly search: AuditSearch
  onChange(search: AuditSearch): void
}

interface WordsProps {
  readonly label: string
  /** what stands for all of them */
  readonly all: string
  readonly values: readonly string[]
  readonly value: string
  wordOf(value: string): string
  onValue(value: string): void
}

/** A choice among words of the log, in the order of the language. */
function WordSelect({ label, all, values, value, wordOf, onValue }: WordsProps) {
  const known = value === '' || values.includes(value) ? values : [...values, value]
  const words = known.map((one) => ({ one, word: wordOf(one) })).sort((a, b) => a.word.localeCompare(b.word))
  return (
    <Select aria-label={label} className="au-select" value={value} onChange={(event) => onValue(event.currentTarget.value)}>
      <option value="">{all}</option>
      {words.map(({ one, word }) => (
        <option key={one} value={one}>
          {word}
        </option>
      ))}
    </Select>
  )
}

/** By what was done, to what, in which company, by whom and when. */
export function AuditFilters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const tongue = usePreference(language)
  const { data: choices } = useQuery(auditChoicesQuery)
  const { person = '', action = '', entity = '', thing = '', company, from, to } = filterOf(search)
  const set = (name: string, value: string) => {
    const { [name]: _before, ...rest } = search
    onChange(value === '' ? rest : { ...rest, [name]: value })
  }
  return (
    <FilterBar>
      <WordSelect
        label={sentence(AUDIT_WORDS.action)}
        all={t('audit.allActions')}
        values={choices?.actions ?? []}
        value={action}
        wordOf={(one) => auditActionWord(one, tongue)}
        onValue={(value) => set('action', value)}
      />
      <WordSelect
        label={sentence(AUDIT_WORDS.entity)}
        all={t('audit.allEntities')}
        values={Object.keys(AUDIT_ENTITY_WORDS)}
        value={entity}
        wordOf={(one) => auditEntityWord(one, tongue)}
        onValue={(value) => set('entity', value)}
      />
      <CompanyFilter
        company={company === undefined ? undefined : Number(company)}
        onCompany={(value) => set('company', value)}
      />
      <SearchField
        text={person}
        label={t('audit.person')}
        hint={t('audit.personHint')}
        onText={(value) => set('person', value)}
      />
      <SearchField text={thing} label={t('audit.thing')} hint={t('audit.thingHint')} onText={(value) => set('thing', value)} />
      <DayRange from={from} to={to} words={{ from: t('audit.from'), to: t('audit.to') }} onDay={set} />
    </FilterBar>
  )
}
