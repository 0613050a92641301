import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Size } from './pointers.ts'

/** The observed size of an element in px, measured before the first paint. */
export function useSize<E extends HTMLElement>(): [RefObject<E | null>, Size | undefined] {
  const ref = useRef<E>(null)
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}
