import { type ReactNode, useEffect, useRef, useState } from 'react'
import './glow.css'

/** What is shown glows once when its value has changed. Give the SIM as key around it, or another SIM's value glows too. */
export function Glow({ value, children }: { value: string | number | null; children: ReactNode }) {
  const before = useRef(value)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    setTurn((last) => last + 1)
  }, [value])
  return (
    <span key={turn} className={turn > 0 ? 'glow' : undefined}>
      {children}
    </span>
  )
}
