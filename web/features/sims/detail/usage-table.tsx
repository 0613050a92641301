import { useTranslation } from 'react-i18next'
import { formatBytes, formatNumber } from '#web/lib/format.ts'
import { formatWeekday } from './moments.ts'
import { type CycleUsage, lastDay } from './usage-cycles.ts'

/** Seconds of voice in minutes begun, as they are charged. */
export const voiceMinutes = (seconds: number): number => Math.ceil(seconds / 60)

/** The usage chart for those who cannot see it: a row for each day that has been. */
export function UsageTable({ usage }: { usage: CycleUsage }) {
  const { t } = useTranslation()
  const heads = [t('sims.detail.data'), t('sims.detail.total'), t('sims.detail.voiceColumn'), t('sims.detail.sms')]
  return (
    <table className="tbl sim-usage-table">
      <thead>
        <tr>
          <th scope="col">{t('sims.detail.day')}</th>
          {heads.map((head) => (
            <th key={head} scope="col" className="num">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {usage.days.slice(0, lastDay(usage) + 1).map((day) => (
          <tr key={day.day}>
            <th scope="row" className="tn">
              {formatWeekday(day.day)}
            </th>
            <td className="num">{formatBytes(day.dataBytes)}</td>
            <td className="num">{formatBytes(day.totalBytes)}</td>
            <td className="num">{t('sims.detail.voice', { count: voiceMinutes(day.voiceSeconds) })}</td>
            <td className="num">{formatNumber(day.sms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
