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
  /** how often in all */
  readonly children: ReactNode
}

/** How often an alarm or a rule fired of late: a bar for each day, and beside them their sum. */
export function FiredBars({ fired: { days }, children }: FiredBarsProps) {
  const { t } = useTranslation()
  return (
    <span className={styles.days}>
      <Sparkline values={days} summary={t('alarms.firedMost', { most: Math.max(...days), today: days.at(-1) ?? 0 })} />
      {children}
    </span>
  )
}
