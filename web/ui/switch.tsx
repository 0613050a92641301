import type { ReactNode } from 'react'
import styles from './switch.module.css'

interface SwitchProps {
  readonly on: boolean
  /** name for screen readers */
  readonly label: string
  /** a change is in progress */
  readonly isBusy?: boolean
  /** the state in a word */
  readonly children: ReactNode
  onToggle(): void
}

/** Turns something on and off at once; its state is also text. */
export function Switch({ on, label, isBusy = false, children, onToggle }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-checked={on}
      aria-label={label}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : onToggle}
    >
      <span className={styles.track} />
      {children}
    </button>
  )
}
