import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NOTICE_ACTION_WORDS, NOTICE_KIND_WORDS, NOTICE_WORDS } from '#contract/alarms/alarm-messages.ts'
import { NOTICE_ACTION_STATES } from '#contract/filter-values.ts'
import { NOTICE_KINDS } from '#domain/alarms.ts'
import { formatMb } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { CompanyFilterField } from '#web/shared/companies/company-finder.tsx'
import { DayRange } from '#web/ui/day-range.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { FilterSelect } from '#web/ui/filter-select.tsx'
import { IccField } from '#web/ui/icc-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { planLabel } from './alarm-name.ts'
import { alarmChoicesQuery } from './alarms.api.ts'
import styles from './alarms.module.css'
import type { NoticesSearch } from './notice-search.ts'

interface FiltersProps {
  readonly search: NoticesSearch
  onChange(search: NoticesSearch): void
}

/** Filters by company, alarm, kind, state of the data, day and SIM. */
export function NoticeFilters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const set = (change: NoticesSearch) => onChange({ ...search, ...change })
  return (
    <FilterBar>
      <CompanyFilterField company={search.company} onCompany={(company) => set({ company, alarm: undefined })} />
      <AlarmChoice company={search.company} alarm={search.alarm} onAlarm={(alarm) => set({ alarm })} />
      <FilterSelect
        label={sentence(NOTICE_WORDS.kind)}
        all={t('alarms.notices.allKinds')}
        values={NOTICE_KINDS}
        value={search.kind}
        wordOf={(one) => sentence(NOTICE_KIND_WORDS[one])}
        onValue={(kind) => set({ kind })}
      />
      <FilterSelect
        label={sentence(NOTICE_WORDS.action)}
        all={t('alarms.notices.allActions')}
        values={NOTICE_ACTION_STATES}
        value={search.action}
        wordOf={(one) => sentence(NOTICE_ACTION_WORDS[one])}
        onValue={(action) => set({ action })}
      />
      <DayRange
        from={search.from}
        to={search.to}
        words={{ from: t('alarms.notices.from'), to: t('alarms.notices.to') }}
        onDays={set}
      />
      <IccField
        key={search.icc ?? ''}
        icc={search.icc ?? ''}
        label={sentence(NOTICE_WORDS.icc)}
        hint={t('alarms.notices.iccHint')}
        wrong={t('alarms.notices.iccWrong')}
        onIcc={(icc) => set({ icc })}
      />
    </FilterBar>
  )
}

interface AlarmChoiceProps {
  readonly company: number | undefined
  readonly alarm: number | undefined
  onAlarm(id: number | undefined): void
}

/** A deleted alarm can still be the filter. */
function AlarmChoice({ company, alarm, onAlarm }: AlarmChoiceProps) {
  const { t } = useTranslation()
  const { data: alarms = [] } = useQuery(alarmChoicesQuery(company))
  const isUnknown = alarm !== undefined && !alarms.some(({ alarmId }) => alarmId === alarm)
  return (
    <Select
      className={styles.choice}
      aria-label={sentence(NOTICE_WORDS.alarm)}
      value={String(alarm ?? '')}
      onChange={(event) => onAlarm(Number(event.currentTarget.value) || undefined)}
    >
      <option value="">{t('alarms.notices.allAlarms')}</option>
      {isUnknown ? <option value={alarm}>{t('alarms.notices.alarmNumber', { id: alarm })}</option> : null}
      {alarms.map((one) => (
        <option key={one.alarmId} value={one.alarmId}>
          {t('alarms.notices.alarmOption', {
            plan: planLabel(one),
            limit: formatMb(one.limit),
            company: one.companyName,
          })}
        </option>
      ))}
    </Select>
  )
}
