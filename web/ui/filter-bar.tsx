import type { ReactNode } from 'react'
import styles from './filter-bar.module.css'

/** What a list is filtered by, over it; two beside each other on a phone. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={`${styles.filterBar} row`}>{children}</div>
}
