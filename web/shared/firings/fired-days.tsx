import i18next from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FiredDays } from '#domain/fired-days.ts'
import { Sparkline } from '#web/ui/chart/sparkline.tsx'
import styles from './fired-days.module.css'

/** '37 en 14 días' */
export const firedText = ({ days, count }: FiredDays): string => i18next.t('alarms.firedDays', { count, days: days.length })

interface FiredBarsProps {
  readonly fired: FiredDays
  /** what stands beside them; without it nothing does */
  readonly about?: ReactNode
}

/** How often an alarm or a rule fired of late, below its figure: a bar for each day. */
export function FiredBars({ fired: { days }, about }: FiredBarsProps) {
  const { t } = useTranslation()
  return (
    <span className={`row ${styles.days}`}>
      <Sparkline values={days} summary={t('alarms.firedMost', { most: Math.max(...days), today: days.at(-1) ?? 0 })} />
      {about ? <span className="ellipsis text-tertiary text-small tabular-numbers">{about}</span> : null}
    </span>
  )
}
