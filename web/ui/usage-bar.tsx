import { classes } from '#web/lib/classes.ts'
import styles from './usage-bar.module.css'

export type UsageTone = 'ink' | 'active' | 'primary' | 'warning' | 'stop'

/** Amber from 80 % of a plan, red from 100 %. */
export function usageTone(percent: number): UsageTone {
  if (percent >= 100) return 'stop'
  return percent >= 80 ? 'warning' : 'ink'
}

/** A thin bar beside the same value as text, so hidden from screen readers. 4 px high, or 6. Of more than 100 % it is the whole, with a gap at the limit. */
export function UsageBar({ percent, tone = 'ink', thick = false }: { percent: number; tone?: UsageTone; thick?: boolean }) {
  const width = Math.min(100, Math.max(0, percent))
  const limit = percent > 100 ? { left: `${10_000 / percent}%` } : undefined
  return (
    <span className={classes(styles.meter, styles[tone], thick && styles.thin)} aria-hidden="true" data-meter="">
      <i style={{ width: `${width}%` }} />
      {limit ? <b style={limit} /> : null}
    </span>
  )
}
