import { IconChevronRight } from '@tabler/icons-react'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import styles from './breadcrumb.module.css'

interface BreadcrumbProps {
  /** name of the navigation for screen readers */
  readonly label: string
  /** links to the pages above, the highest first; what has no page is its name */
  readonly back: readonly ReactElement[]
  readonly here: ReactNode
}

/** The breadcrumb of a page, above its title. */
export function Breadcrumb({ label, back, here }: BreadcrumbProps) {
  return (
    <nav className={styles.crumbs} aria-label={label}>
      {back.map((link) => (
        <Fragment key={link.key}>
          {link}
          <IconChevronRight className="icon" aria-hidden="true" />
        </Fragment>
      ))}
      <span aria-current="page">{here}</span>
    </nav>
  )
}
