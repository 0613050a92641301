import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { holds, useSession } from '#web/lib/session.ts'
import type { SimsSearch } from '#web/lib/sims-address.ts'

interface SimsLinkProps {
  readonly search: SimsSearch
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Leads to SIMs, for those who may see the list; its content alone for the others. */
export function SimsLink(props: SimsLinkProps) {
  if (holds(useSession(), 'sims')) return <Link to="/sims" {...props} />
  return <span className={props.className}>{props.children}</span>
}
