import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { formatNumber, formatPercent, formatTime, percentOf } from '#web/lib/format.ts'
import type { NetworkData } from './networks.api.ts'
import styles from './status-list.module.css'

type HalfHour = NetworkData['health']['halfHours'][number]

/** Below this share of failed calls, percent, a half-hour is no outage: low and pale, but seen. */
const FEW_BELOW = 5
/** Heights of the mark of failures, percent of the strip. */
const FEW_HEIGHT = 10
const LEAST_HEIGHT = 30

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
  if (failures === 0) return <span className={calls === 0 ? styles.unknown : styles.tick} title={title} />
  const isFew = share < FEW_BELOW
  return (
    <span
      className={classes(styles.failing, isFew && styles.few)}
      style={{ '--failed': `${isFew ? FEW_HEIGHT : Math.max(LEAST_HEIGHT, share)}%` } as CSSProperties}
      title={title}
    />
  )
}
