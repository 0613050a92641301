import { IconChevronDown } from '@tabler/icons-react'
import type { SelectHTMLAttributes } from 'react'
import { classes } from '#web/lib/classes.ts'
import styles from './select.module.css'

/** A native select in the portal's style. */
export function Select({ className = '', children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={classes(styles.select, className)}>
      <select {...rest}>{children}</select>
      <IconChevronDown className="icon icon-14" aria-hidden="true" />
    </span>
  )
}
