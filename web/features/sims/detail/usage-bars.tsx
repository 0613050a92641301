import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format.ts'
import { formatWeekday } from '#web/lib/format-moments.ts'
import { BarChart } from '#web/ui/chart/bar-chart.tsx'
import { namedDays } from '#web/ui/chart/chart-scale.ts'
import styles from './usage.module.css'
import { type CycleUsage, lastDay, type UsageCycleDay } from './usage-cycles.ts'
import { voiceMinutes } from './usage-table.tsx'

export type Counted = 'sms' | 'voice'

interface UsageBarsProps {
  readonly usage: CycleUsage
  readonly what: Counted
  /** messages that the plan includes in a cycle; 0 for none */
  readonly includedSms: number
  onDay(index: number): void
}

const countOf = (what: Counted, { sms, voiceSeconds }: UsageCycleDay): number =>
  what === 'sms' ? sms : voiceMinutes(voiceSeconds)

/** Messages, or minutes of voice, by day of a cycle. */
export function UsageBars({ usage, what, includedSms, onDay }: UsageBarsProps) {
  const { t } = useTranslation()
  const { days, today } = usage
  const format = (value: number): string =>
    what === 'sms' ? t('simDetail.messages', { count: value }) : t('sims.detail.voice', { count: value })
  const named = namedDays(days.length, today)
  const markOf = ({ day }: UsageCycleDay, index: number): string => {
    if (index === today) return t('sims.detail.today')
    return named.includes(index) ? String(Number(day.slice(8))) : ''
  }
  const total = days.reduce((sum, day) => sum + countOf(what, day), 0)
  const words = { what: t(what === 'sms' ? 'sims.detail.sms' : 'sims.detail.voiceColumn'), total: format(total) }
  return (
    <>
      <BarChart
        bars={days.map((day, index) => ({
          key: day.day,
          name: formatWeekday(day.day),
          mark: markOf(day, index),
          value: index > lastDay(usage) ? 0 : countOf(what, day),
        }))}
        format={format}
        summary={t('simDetail.barsSummary', words)}
        what={t('simDetail.chartDay')}
        onPick={onDay}
      />
      <p className={`text-small text-secondary ${styles.outlook}`}>
        {t('simDetail.inAll', { total: format(total) })}
        {what === 'sms' && includedSms > 0 ? ` ${t('simDetail.included', { count: formatNumber(includedSms) })}` : null}
      </p>
    </>
  )
}
