import { useEffect, useRef } from 'react'
import { COUNT_UP_MS, countUpAt } from '../lib/count-up.ts'
import { formatNumber } from '../lib/format.ts'

const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Fifteen steps a second are smooth; sixty, with a layout each, would be slow on a phone. */
const STEP_MS = 66

/** Set once figures have counted up in this tab. */
const KEY = 'enlace.counted-up'

/** When the first figure of this tab began to count up, ms since the page's start; long ago where an earlier page did. */
let beganAt: number | undefined

/**
 * Figures count up once in a tab, all of a page together: at each visit they would show false numbers for three seconds.
 */
function start(now: number): number {
  if (beganAt !== undefined) return beganAt
  try {
    beganAt = sessionStorage.getItem(KEY) ? Number.NEGATIVE_INFINITY : now
    sessionStorage.setItem(KEY, '1')
  } catch {
    // storage can be blocked; then they count up on each load of the page
    beganAt = now
  }
  return beganAt
}

/** Writes the figure into the element directly, without renders. */
function animate(element: HTMLElement, value: number, start: number): () => void {
  let last = performance.now() - STEP_MS
  let frame = requestAnimationFrame(function step(now) {
    const isOver = now - start >= COUNT_UP_MS
    if (isOver || now - last >= STEP_MS) {
      element.textContent = formatNumber(countUpAt(value, now - start))
      last = now
    }
    if (!isOver) frame = requestAnimationFrame(step)
  })
  return () => cancelAnimationFrame(frame)
}

/**
 * A count that counts up from zero when it first appears in a tab, at once under prefers-reduced-motion; screen readers get
 * the value. Another value is written at once, or becomes the target while it counts up.
 */
export function CountUp({ value }: { value: number }) {
  const shown = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const element = shown.current
    if (!element) return
    const now = performance.now()
    const elapsed = now - start(now)
    const isOver = prefersReducedMotion() || elapsed >= COUNT_UP_MS
    element.textContent = formatNumber(isOver ? value : countUpAt(value, elapsed))
    return isOver ? undefined : animate(element, value, now - elapsed)
  }, [value])
  return (
    <>
      <span aria-hidden="true" className="tabular-numbers" ref={shown} />
      <span className="visually-hidden">{formatNumber(value)}</span>
    </>
  )
}
