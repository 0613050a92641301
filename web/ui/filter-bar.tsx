import type { ReactNode } from 'react'
import './filter-bar.css'

/** What a list is filtered by, over it; two beside each other on a phone. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className="filter-bar row">{children}</div>
}
