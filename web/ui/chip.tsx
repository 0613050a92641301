import type { ReactNode, Ref } from 'react'
import { classes } from '#web/lib/classes.ts'
import { formatCount } from '../lib/format.ts'
import styles from './chip.module.css'

interface ChipsProps {
  readonly label: string
  readonly ref?: Ref<HTMLFieldSetElement>
  readonly children: ReactNode
}

/** A row of filters that scrolls when it overflows. */
export function Chips({ label, ref, children }: ChipsProps) {
  return (
    <fieldset ref={ref} className={styles.chips} aria-label={label}>
      {children}
    </fieldset>
  )
}

interface ChipProps {
  readonly isOn: boolean
  /** count of matches; undefined while it is unknown */
  readonly count: number | undefined
  /** the count is a lower bound */
  readonly isAtLeast?: boolean
  /** of the filter; empty for the chip that clears it */
  readonly value?: string | undefined
  /** what is behind a short word */
  readonly title?: string | undefined
  onClick(): void
  readonly children: ReactNode
}

/** A filter that is on or off. */
export function Chip({ isOn, count, isAtLeast = false, value, title, onClick, children }: ChipProps) {
  return (
    <button
      type="button"
      value={value}
      title={title}
      className={classes(styles.chip, isOn && styles.isOn)}
      aria-pressed={isOn}
      onClick={onClick}
    >
      {children} <span className={styles.count}>{count === undefined ? '' : formatCount(count, isAtLeast)}</span>
    </button>
  )
}
