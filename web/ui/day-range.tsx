import { Field } from './field.tsx'

interface DayRangeProps {
  /** YYYY-MM-DD; undefined: open */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly words: { readonly from: string; readonly to: string }
  /** '' opens that end */
  onDay(end: 'from' | 'to', day: string): void
}

/** From a day to a day, both included. */
export function DayRange({ from = '', to = '', words, onDay }: DayRangeProps) {
  return (
    <div className="days row">
      <Field
        label={words.from}
        className="day"
        type="date"
        value={from}
        max={to || undefined}
        onChange={(event) => onDay('from', event.currentTarget.value)}
      />
      <Field
        label={words.to}
        className="day"
        type="date"
        value={to}
        min={from || undefined}
        onChange={(event) => onDay('to', event.currentTarget.value)}
      />
    </div>
  )
}
