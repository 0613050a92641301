import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NOTICE_ACTION_STATES, NOTICE_ACTION_WORDS, NOTICE_KIND_WORDS, NOTICE_WORDS } from '#contract/alarms/alarm-messages.ts'
import { NOTICE_KINDS } from '#domain/alarms.ts'
import { formatMb } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { CompanyFilter } from '#web/shared/companies/company-finder.tsx'
import { DayRange } from '#web/ui/day-range.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { IccField } from '#web/ui/icc-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { planWord } from './alarm-name.ts'
import { alarmChoicesQuery } from './alarms.api.ts'
import { filterOf, type NoticeSearch } from './notice-search.ts'

interface FiltersProps {
  readonly search: NoticeSearch
  onChange(search: NoticeSearch): void
}

/** By company, by alarm, by kind, by what became of the data, by day, by SIM. */
export function NoticeFilters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const { kind = '', action = '', alarm, company, from, to } = filterOf(search)
  const set = (change: Record<string, string>) =>
    onChange(Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value !== '')))
  return (
    <FilterBar>
      <CompanyFilter company={company} onCompany={(id) => set({ company: id, alarm: '' })} />
      <AlarmChoice company={company} alarm={alarm} onAlarm={(id) => set({ alarm: id })} />
      <Select
        aria-label={sentence(NOTICE_WORDS.kind)}
        value={kind}
        onChange={(event) => set({ kind: event.currentTarget.value })}
      >
        <option value="">{t('alarms.notices.allKinds')}</option>
        {NOTICE_KINDS.map((one) => (
          <option key={one} value={one}>
            {sentence(NOTICE_KIND_WORDS[one])}
          </option>
        ))}
      </Select>
      <Select
        aria-label={sentence(NOTICE_WORDS.action)}
        value={action}
        onChange={(event) => set({ action: event.currentTarget.value })}
      >
        <option value="">{t('alarms.notices.allActions')}</option>
        {NOTICE_ACTION_STATES.map((one) => (
          <option key={one} value={one}>
            {sentence(NOTICE_ACTION_WORDS[one])}
          </option>
        ))}
      </Select>
      <DayRange
        from={from}
        to={to}
        words={{ from: t('alarms.notices.from'), to: t('alarms.notices.to') }}
        onDay={(end, day) => set({ [end]: day })}
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
  onAlarm(id: string): void
}

/** An alarm that is not there any more can still be what is filtered by. */
function AlarmChoice({ company, alarm, onAlarm }: AlarmChoiceProps) {
  const { t } = useTranslation()
  const { data: alarms = [] } = useQuery(alarmChoicesQuery(company))
  const isUnknown = alarm !== undefined && !alarms.some(({ alarmId }) => alarmId === alarm)
  return (
    <Select
      className="al-choice"
      aria-label={sentence(NOTICE_WORDS.alarm)}
      value={String(alarm ?? '')}
      onChange={(event) => onAlarm(event.currentTarget.value)}
    >
      <option value="">{t('alarms.notices.allAlarms')}</option>
      {isUnknown ? <option value={alarm}>{t('alarms.notices.alarmNumber', { id: alarm })}</option> : null}
      {alarms.map((one) => (
        <option key={one.alarmId} value={one.alarmId}>
          {t('alarms.notices.alarmOption', {
            plan: planWord(one),
            limit: formatMb(one.limit),
            company: one.companyName,
          })}
        </option>
      ))}
    </Select>
  )
}
