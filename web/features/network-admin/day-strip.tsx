import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent, formatTime, percentOf } from '#web/lib/format.ts'
import type { NetworkData } from './networks.api.ts'
import styles from './status-list.module.css'

type HalfHour = NetworkData['health']['halfHours'][number]

/** The least height of a failed share, percent: one failure of a thousand is seen too. */
const LEAST_SHARE = 20

interface DayStripProps {
  readonly network: NetworkData
}

/** The share of failed calls in each half-hour of the last 24 hours. */
export function DayStrip({ network: { health } }: DayStripProps) {
  const { t } = useTranslation()
  const { dayCalls, dayFailures, halfHours } = health
  const numbers = { calls: formatNumber(dayCalls), failures: formatNumber(dayFailures) }
  const day = t('networks.day', numbers)
  return (
    <div className={styles.day}>
      <div className={styles.strip} role="img" aria-label={day}>
        {halfHours.map((halfHour) => (
          <HalfHourTick key={halfHour.from} halfHour={halfHour} />
        ))}
      </div>
      <p className="text-tertiary text-small ellipsis" title={day}>
        <span className={styles.period}>{t('networks.head.day')}: </span>
        {t('networks.dayCounts', numbers)}
      </p>
    </div>
  )
}

function HalfHourTick({ halfHour: { from, calls, failures } }: { halfHour: HalfHour }) {
  const { t } = useTranslation()
  const share = percentOf(failures, calls)
  const title =
    calls === 0
      ? t('networks.noCalls', { time: formatTime(from) })
      : t('networks.halfHour', {
          time: formatTime(from),
          calls: formatNumber(calls),
          failures: formatNumber(failures),
          percent: formatPercent(share),
        })
  const failed = failures === 0 ? 0 : Math.max(LEAST_SHARE, share)
  return (
    <span
      className={calls === 0 ? styles.unknown : styles.tick}
      style={{ '--failed': `${failed}%` } as CSSProperties}
      title={title}
    />
  )
}
