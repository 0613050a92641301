import { classes } from '#web/lib/classes.ts'
import styles from './usage-bar.module.css'

export type UsageTone = 'ink' | 'active' | 'primary' | 'warning' | 'stop'

/** Amber from 80 % of a plan, red from 100 %. */
export function usageTone(percent: number): UsageTone {
  if (percent >= 100) return 'stop'
  return percent >= 80 ? 'warning' : 'ink'
}

interface UsageBarProps {
  readonly percent: number
  readonly tone?: UsageTone
  /** 6 px high in place of 4 */
  readonly thick?: boolean
  /** of more than 100 % all of it has the tone */
  readonly isWhole?: boolean
}

/**
 * A thin bar beside the same value as text, so hidden from screen readers. Of more than 100 % there is a gap at the limit: what is within
 * it is neutral, what is beyond has the tone.
 */
export function UsageBar({ percent, tone = 'ink', thick = false, isWhole = false }: UsageBarProps) {
  const isOver = percent > 100
  const width = isOver ? 10_000 / percent : Math.max(0, percent)
  return (
    <span
      className={classes(styles.meter, styles[tone], thick && styles.thin, isOver && !isWhole && styles.over)}
      aria-hidden="true"
      data-meter=""
    >
      <i style={{ width: `${width}%` }} />
      {isOver ? <b /> : null}
    </span>
  )
}
