import { classes } from '#web/lib/classes.ts'
import styles from './progress-bar.module.css'

interface ProgressBarProps {
  readonly label: string
  readonly percent?: number | undefined
  readonly className?: string | undefined
}

/** Progress in percent; indeterminate without a number. */
export function ProgressBar({ label, percent, className }: ProgressBarProps) {
  const isKnown = percent !== undefined
  return (
    <div
      className={classes(styles.bar, !isKnown && styles.open, className)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(isKnown ? { 'aria-valuenow': percent } : {})}
    >
      <i style={isKnown ? { width: `${percent}%` } : {}} />
    </div>
  )
}
