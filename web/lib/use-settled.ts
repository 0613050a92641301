import { useEffect, useState } from 'react'

/** A value that has stayed the same for so long, ms: what is asked while somebody types is asked once. */
export function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value)
  const key = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key === undefined ? (undefined as T) : JSON.parse(key)), pauseMs)
    return () => clearTimeout(timer)
  }, [key, pauseMs])
  return settled
}
