import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './field.module.css'

interface ProblemProps {
  /** id for the field's aria-describedby */
  readonly id?: string
  /** it appears outside the focus, so it is announced */
  readonly isAlert?: boolean
  /** after the message, such as a retry button */
  readonly wayOut?: ReactNode
  readonly children: ReactNode
}

/** An error message below its subject; renders nothing without one. */
export function Problem({ id, isAlert = false, wayOut, children }: ProblemProps) {
  if (!children) return null
  return (
    <p className={styles.message} id={id} role={isAlert ? 'alert' : undefined}>
      <IconAlertCircle className="icon" aria-hidden="true" />
      <span>{children}</span>
      {wayOut}
    </p>
  )
}
