import { useSyncExternalStore } from 'react'
import { MINUTE_MS } from '#domain/time.ts'

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  // the timer was off
  if (listeners.size === 0) now = Date.now()
  listeners.add(listener)
  timer ??= setInterval(tick, MINUTE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The current time, ms since 1970; the component renders again every minute. One timer for all of them: a list has a hundred. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
