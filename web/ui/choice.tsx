import type { ReactNode } from 'react'
import styles from './button.module.css'

interface ChoiceProps<V extends string> {
  label: string
  value: V
  onChange: (value: V) => void
  options: readonly { value: V; text: ReactNode; label?: string }[]
}

/** Two or three options side by side, of which one is chosen. */
export function Choice<V extends string>({ label, value, onChange, options }: ChoiceProps<V>) {
  return (
    <fieldset className={styles.segments} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.label}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </fieldset>
  )
}
