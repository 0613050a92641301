import { useTranslation } from 'react-i18next'
import { SMS_STATES } from '#contract/sims/sim-tools.calls.ts'
import { SMS_PLATFORMS } from '#contract/sms-report/sms-report.calls.ts'
import { SMS_PLATFORM_WORDS, SMS_REPORT_WORDS, SMS_STATE_WORDS } from '#contract/sms-report/sms-report-messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Choice } from '#web/ui/choice.tsx'
import { DayRange } from '#web/ui/day-range.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { IccField } from '#web/ui/icc-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { filterOf, type SmsSearch } from './sms-search.ts'

interface FiltersProps {
  readonly search: SmsSearch
  onChange(search: SmsSearch): void
}

const platformWord = (platform: (typeof SMS_PLATFORMS)[number]) => SMS_PLATFORM_WORDS[platform === 'device' ? '' : platform]

/** By result, by where it came from, by person, by day, by SIM. */
export function SmsFilters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const { result = '', platform = '', mine, from, to } = filterOf(search)
  const set = (name: string, value: string) => {
    const { [name]: _before, ...rest } = search
    onChange(value === '' ? rest : { ...rest, [name]: value })
  }
  return (
    <FilterBar>
      <Select
        aria-label={sentence(SMS_REPORT_WORDS.result)}
        value={result}
        onChange={(event) => set('result', event.currentTarget.value)}
      >
        <option value="">{t('smsReport.allResults')}</option>
        {SMS_STATES.map((state) => (
          <option key={state} value={state}>
            {sentence(SMS_STATE_WORDS[state])}
          </option>
        ))}
      </Select>
      <Select
        aria-label={sentence(SMS_REPORT_WORDS.platform)}
        value={platform}
        onChange={(event) => set('platform', event.currentTarget.value)}
      >
        <option value="">{t('smsReport.allPlatforms')}</option>
        {SMS_PLATFORMS.map((one) => (
          <option key={one} value={one}>
            {sentence(platformWord(one))}
          </option>
        ))}
      </Select>
      <Choice
        label={sentence(SMS_REPORT_WORDS.user)}
        value={mine ? 'mine' : 'all'}
        onChange={(who) => set('mine', who === 'mine' ? 'true' : '')}
        options={[
          { value: 'all', text: t('smsReport.everybody') },
          { value: 'mine', text: t('smsReport.mine') },
        ]}
      />
      <DayRange from={from} to={to} words={{ from: t('smsReport.from'), to: t('smsReport.to') }} onDay={set} />
      <IccField
        key={search.icc ?? ''}
        icc={search.icc ?? ''}
        label={sentence(SMS_REPORT_WORDS.icc)}
        hint={t('smsReport.iccHint')}
        wrong={t('smsReport.iccWrong')}
        onIcc={(icc) => set('icc', icc)}
      />
    </FilterBar>
  )
}
