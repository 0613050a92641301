import { useEffect, useState } from 'react'

/** Debounce of search fields, ms. */
export const TYPING_PAUSE_MS = 300

/** A value once it has been stable for `pauseMs`, so that typing sends one call. Objects are compared by content. */
export function useDebouncedValue<T>(value: T, pauseMs = TYPING_PAUSE_MS): T {
  const [debounced, setDebounced] = useState(value)
  const key = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(key === undefined ? (undefined as T) : JSON.parse(key)), pauseMs)
    return () => clearTimeout(timer)
  }, [key, pauseMs])
  return debounced
}
