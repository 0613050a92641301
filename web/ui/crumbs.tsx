import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './crumbs.css'

interface CrumbsProps {
  /** what the path is called for those who hear the page */
  readonly label: string
  /** a link to where the page belongs */
  readonly back: ReactNode
  readonly here: ReactNode
}

/** The way back from a page, above its title. */
export function Crumbs({ label, back, here }: CrumbsProps) {
  return (
    <nav className="crumbs" aria-label={label}>
      {back}
      <IconChevronRight className="icon" aria-hidden="true" />
      <span aria-current="page">{here}</span>
    </nav>
  )
}
