import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AUDIT_ENTITY_WORDS, AUDIT_WORDS, auditActionWord, auditEntityWord } from '#contract/audit/audit-messages.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import { sentence } from '#web/lib/sentence.ts'
import { CompanyFilterField } from '#web/shared/companies/company-finder.tsx'
import { DayRange } from '#web/ui/day-range.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { FilterSelect } from '#web/ui/filter-select.tsx'
import { ListSearchField } from '#web/ui/list-search-field.tsx'
import { auditChoicesQuery } from './audit.api.ts'
import styles from './audit.module.css'
import type { AuditSearch } from './audit-search.ts'

interface FiltersProps {
  readonly search: AuditSearch
  onChange(search: AuditSearch): void
}

/** The log's values, sorted by label; also a filtered one that the log no longer has. */
function sortedWords(values: readonly string[], value: string | undefined, wordOf: (value: string) => string): string[] {
  const known = value === undefined || values.includes(value) ? [...values] : [...values, value]
  return known.sort((a, b) => wordOf(a).localeCompare(wordOf(b)))
}

/** Filters by action, thing, company, user and day. */
export function AuditFilters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const shownLanguage = usePreference(language)
  const { data: choices } = useQuery(auditChoicesQuery)
  const set = (change: AuditSearch) => onChange({ ...search, ...change })
  const actionWord = (action: string) => auditActionWord(action, shownLanguage)
  const entityWord = (entity: string) => auditEntityWord(entity, shownLanguage)
  return (
    <FilterBar>
      <FilterSelect
        label={sentence(AUDIT_WORDS.action)}
        all={t('audit.allActions')}
        className={styles.select}
        values={sortedWords(choices?.actions ?? [], search.action, actionWord)}
        value={search.action}
        wordOf={actionWord}
        onValue={(action) => set({ action })}
      />
      <FilterSelect
        label={sentence(AUDIT_WORDS.entity)}
        all={t('audit.allEntities')}
        className={styles.select}
        values={sortedWords(Object.keys(AUDIT_ENTITY_WORDS), search.entity, entityWord)}
        value={search.entity}
        wordOf={entityWord}
        onValue={(entity) => set({ entity })}
      />
      <CompanyFilterField company={search.company} onCompany={(company) => set({ company })} />
      <ListSearchField
        text={search.person ?? ''}
        label={t('audit.person')}
        hint={t('audit.personHint')}
        onText={(person) => set({ person })}
      />
      <ListSearchField
        text={search.thing ?? ''}
        label={t('audit.thing')}
        hint={t('audit.thingHint')}
        onText={(thing) => set({ thing })}
      />
      <DayRange from={search.from} to={search.to} words={{ from: t('audit.from'), to: t('audit.to') }} onDays={set} />
    </FilterBar>
  )
}
