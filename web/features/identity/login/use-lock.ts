import { useEffect, useState } from 'react'
import { CallError } from '#web/lib/call.ts'

/**
 * Seconds until the account is unlocked, counted down once a second; 0 when it is not locked.
 * @param error the last failure of the login attempt
 */
export function useLock(error: unknown): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const wait = error instanceof CallError && error.code === 'account_locked' ? (error.retryAfter ?? 0) : 0
    const until = performance.now() + wait * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000)))
    tick()
    if (wait === 0) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [error])
  return left
}
