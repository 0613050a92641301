import { useTranslation } from 'react-i18next'
import { formatNumber, formatUsedMb } from '#web/lib/format.ts'
import { formatWeekday } from '#web/lib/format-moments.ts'
import chartStyles from '#web/ui/chart/chart.module.css'
import { Table } from '#web/ui/table.tsx'
import styles from './usage.module.css'
import { type CycleUsage, lastDay } from './usage-cycles.ts'

/** Seconds of voice in started minutes, as they are charged. */
export const voiceMinutes = (seconds: number): number => Math.ceil(seconds / 60)

/** The usage charts as a table: a row for each past day, which opens its hours. */
export function UsageTable({ usage, onDay }: { usage: CycleUsage; onDay: (index: number) => void }) {
  const { t } = useTranslation()
  const number = { isNumber: true } as const
  return (
    <Table
      className={chartStyles.table}
      rows={usage.days.slice(0, lastDay(usage) + 1).map((day, index) => ({ ...day, index }))}
      rowKey={({ day }) => day}
      columns={[
        {
          id: 'day',
          head: t('sims.detail.day'),
          isRowHead: true,
          className: 'tabular-numbers',
          cell: ({ day, index }) => (
            <button
              type="button"
              className={`underlined ${styles.day}`}
              aria-label={t('simDetail.hoursOf', { day: formatWeekday(day) })}
              onClick={() => onDay(index)}
            >
              {formatWeekday(day)}
            </button>
          ),
        },
        { id: 'data', head: t('sims.detail.data'), ...number, cell: ({ dataBytes }) => formatUsedMb(dataBytes) },
        { id: 'total', head: t('sims.detail.total'), ...number, cell: ({ totalBytes }) => formatUsedMb(totalBytes) },
        {
          id: 'voice',
          head: t('sims.detail.voiceColumn'),
          ...number,
          cell: ({ voiceSeconds }) => t('sims.detail.voice', { count: voiceMinutes(voiceSeconds) }),
        },
        { id: 'sms', head: t('sims.detail.sms'), ...number, cell: ({ sms }) => formatNumber(sms) },
      ]}
    />
  )
}
