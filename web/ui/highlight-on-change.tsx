import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from '#web/lib/classes.ts'
import styles from './highlight-on-change.module.css'

/** Highlights its children once when the value changes. Key it by the entity, or switching entities highlights too. */
export function HighlightOnChange({ value, children }: { value: string | number | null; children: ReactNode }) {
  const before = useRef(value)
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    setCount((last) => last + 1)
  }, [value])
  // the same animation under two names: a new name restarts it without remounting the children
  const className = count === 0 ? undefined : classes(styles.highlight, count % 2 === 0 && styles.again)
  return (
    <span className={className} data-highlighted={className && ''}>
      {children}
    </span>
  )
}
