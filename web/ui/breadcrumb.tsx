import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './breadcrumb.module.css'

interface BreadcrumbProps {
  /** name of the navigation for screen readers */
  readonly label: string
  /** link to the parent page */
  readonly back: ReactNode
  readonly here: ReactNode
}

/** The breadcrumb of a page, above its title. */
export function Breadcrumb({ label, back, here }: BreadcrumbProps) {
  return (
    <nav className={styles.crumbs} aria-label={label}>
      {back}
      <IconChevronRight className="icon" aria-hidden="true" />
      <span aria-current="page">{here}</span>
    </nav>
  )
}
