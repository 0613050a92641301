import { type ReactNode, useEffect, useRef, useState } from 'react'
import './glow.css'

/** What is shown glows once when its value has changed. Give the thing as key around it, or another thing's value glows too. */
export function Glow({ value, children }: { value: string | number | null; children: ReactNode }) {
  const before = useRef(value)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    setTurn((last) => last + 1)
  }, [value])
  // the same animation under two names: another name begins anew, and what stands inside stays
  const look = turn === 0 ? undefined : turn % 2 === 1 ? 'glow' : 'glow again'
  return <span className={look}>{children}</span>
}
