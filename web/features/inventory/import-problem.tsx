import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** What stands in the way of the next step. */
export function ImportProblem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="import-problem">
      <IconAlertCircle className="icon" aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
