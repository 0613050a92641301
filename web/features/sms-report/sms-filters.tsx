import { useTranslation } from 'react-i18next'
import { SMS_PLATFORMS, SMS_STATES } from '#contract/filter-values.ts'
import { SMS_PLATFORM_WORDS, SMS_REPORT_WORDS, SMS_STATE_WORDS } from '#contract/sms-report/sms-report-messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Choice } from '#web/ui/choice.tsx'
import { DayRange } from '#web/ui/day-range.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { FilterSelect } from '#web/ui/filter-select.tsx'
import { IccField } from '#web/ui/icc-field.tsx'
import type { SmsSearch } from './sms-search.ts'

interface FiltersProps {
  readonly search: SmsSearch
  onChange(search: SmsSearch): void
}

const platformWord = (platform: (typeof SMS_PLATFORMS)[number]) => SMS_PLATFORM_WORDS[platform === 'device' ? '' : platform]

/** Filters by result, platform, user, day and SIM. */
export function SmsFilters({ search, onChange }: FiltersProps) {
  const { t } = useTranslation()
  const set = (change: SmsSearch) => onChange({ ...search, ...change })
  return (
    <FilterBar>
      <FilterSelect
        label={sentence(SMS_REPORT_WORDS.result)}
        all={t('smsReport.allResults')}
        values={SMS_STATES}
        value={search.result}
        wordOf={(state) => sentence(SMS_STATE_WORDS[state])}
        onValue={(result) => set({ result })}
      />
      <FilterSelect
        label={sentence(SMS_REPORT_WORDS.platform)}
        all={t('smsReport.allPlatforms')}
        values={SMS_PLATFORMS}
        value={search.platform}
        wordOf={(platform) => sentence(platformWord(platform))}
        onValue={(platform) => set({ platform })}
      />
      <Choice
        label={sentence(SMS_REPORT_WORDS.user)}
        value={search.mine ? 'mine' : 'all'}
        onChange={(who) => set({ mine: who === 'mine' ? 'true' : undefined })}
        options={[
          { value: 'all', text: t('smsReport.allUsers') },
          { value: 'mine', text: t('smsReport.mine') },
        ]}
      />
      <DayRange from={search.from} to={search.to} words={{ from: t('smsReport.from'), to: t('smsReport.to') }} onDays={set} />
      <IccField
        key={search.icc ?? ''}
        icc={search.icc ?? ''}
        label={sentence(SMS_REPORT_WORDS.icc)}
        hint={t('smsReport.iccHint')}
        wrong={t('smsReport.iccWrong')}
        onIcc={(icc) => set({ icc })}
      />
    </FilterBar>
  )
}
