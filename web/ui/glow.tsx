import { type ReactNode, useEffect, useRef, useState } from 'react'
import './glow.css'

/** Highlights its children once when the value changes. Key it by the entity, or switching entities highlights too. */
export function HighlightOnChange({ value, children }: { value: string | number | null; children: ReactNode }) {
  const before = useRef(value)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    setTurn((last) => last + 1)
  }, [value])
  // the same animation under two names: a new name restarts it without remounting the children
  const look = turn === 0 ? undefined : turn % 2 === 1 ? 'glow' : 'glow again'
  return <span className={look}>{children}</span>
}
