import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#domain/time.ts'

/** The current time, ms since 1970; the component renders again every minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
