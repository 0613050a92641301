import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode, ToggleEvent } from 'react'
import { classes } from '#web/lib/classes.ts'
import styles from './disclosure.module.css'

interface DisclosureProps {
  readonly summary: ReactNode
  readonly open?: boolean
  readonly className?: string | undefined
  onToggle?(event: ToggleEvent<HTMLDetailsElement>): void
  readonly children: ReactNode
}

/** Content that is shown on demand, below its summary. */
export function Disclosure({ summary, open = false, className, onToggle, children }: DisclosureProps) {
  return (
    <details className={classes(styles.disclosure, className)} open={open} onToggle={onToggle}>
      <summary>
        <IconChevronRight className="icon icon-14" aria-hidden="true" />
        {summary}
      </summary>
      {children}
    </details>
  )
}
