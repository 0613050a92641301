import { IconMailOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './no-server.module.css'

interface NoServerProps {
  readonly title: string
  readonly hint: string
  /** what the reader can do about it */
  readonly action?: ReactNode
}

/** Mails do not leave: said once over what would have been sent. */
export function NoServer({ title, hint, action }: NoServerProps) {
  return (
    <div className={styles.note}>
      <IconMailOff className="icon icon-warning" aria-hidden="true" />
      <div>
        <p className="medium">{title}</p>
        <p className="text-small text-secondary">{hint}</p>
      </div>
      {action}
    </div>
  )
}
