import type { ReactNode } from 'react'
import './switch.css'

interface SwitchProps {
  readonly on: boolean
  /** what it turns on and off, for those who hear it */
  readonly label: string
  /** a change is being made */
  readonly isBusy?: boolean
  /** how it stands, in a word */
  readonly children: ReactNode
  onTurn(): void
}

/** Turns something on and off at once; how it stands is said in a word as well. */
export function Switch({ on, label, isBusy = false, children, onTurn }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={on}
      aria-label={label}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : onTurn}
    >
      <span className="switch-track" />
      {children}
    </button>
  )
}
