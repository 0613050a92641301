import { Field } from './field.tsx'
import styles from './filter-bar.module.css'

interface DayRangeProps {
  /** YYYY-MM-DD; undefined: open */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly words: { readonly from: string; readonly to: string }
  /** changes one end; undefined opens it */
  onDays(change: { from?: string | undefined } | { to?: string | undefined }): void
}

/** From a day to a day, both included. */
export function DayRange({ from = '', to = '', words, onDays }: DayRangeProps) {
  return (
    <div className={`${styles.days} row`}>
      <Field
        label={words.from}
        className={styles.day}
        type="date"
        value={from}
        max={to || undefined}
        onChange={(event) => onDays({ from: event.currentTarget.value || undefined })}
      />
      <Field
        label={words.to}
        className={styles.day}
        type="date"
        value={to}
        min={from || undefined}
        onChange={(event) => onDays({ to: event.currentTarget.value || undefined })}
      />
    </div>
  )
}
