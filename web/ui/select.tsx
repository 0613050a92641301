import { IconChevronDown } from '@tabler/icons-react'
import type { SelectHTMLAttributes } from 'react'
import { classes } from '#web/lib/classes.ts'
import styles from './select.module.css'

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** a field of a form: as high as the others, its chevron in line with theirs */
  isField?: boolean
}

/** A native select in the portal's style. */
export function Select({ isField = false, className = '', children, ...rest }: SelectProps) {
  return (
    <span className={classes(styles.select, isField && styles.field, className)}>
      <select {...rest}>{children}</select>
      <IconChevronDown className="icon icon-14" aria-hidden="true" />
    </span>
  )
}
