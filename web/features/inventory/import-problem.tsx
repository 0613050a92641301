import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './inventory.module.css'

/** Error that blocks the next step. */
export function ImportProblem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={styles.problem}>
      <IconAlertCircle className="icon" aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
