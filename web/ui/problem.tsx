import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface ProblemProps {
  /** by which the field that is wrong says so */
  readonly id?: string
  /** it comes while nobody looks there, so it is said aloud */
  readonly isAlert?: boolean
  readonly children: ReactNode
}

/** What is wrong, right below what it is about; nothing while nothing is. */
export function Problem({ id, isAlert = false, children }: ProblemProps) {
  if (!children) return null
  return (
    <p className="msg" id={id} role={isAlert ? 'alert' : undefined}>
      <IconAlertCircle className="icon" aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
