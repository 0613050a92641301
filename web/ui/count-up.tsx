import { useEffect, useRef } from 'react'
import { COUNT_UP_MS, countUpAt } from '../lib/count-up.ts'
import { formatNumber } from '../lib/format.ts'

const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Fifteen steps a second are smooth; sixty, with a layout each, would be slow on a phone. */
const STEP_MS = 66

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
 * A count that counts up from zero when it first appears, at once under prefers-reduced-motion; screen readers get the
 * value. Another value is written at once, or becomes the target while it counts up.
 */
export function CountUp({ value }: { value: number }) {
  const shown = useRef<HTMLSpanElement>(null)
  const startedAt = useRef<number>(undefined)
  useEffect(() => {
    const element = shown.current
    if (!element) return
    const now = performance.now()
    startedAt.current ??= now
    const isOver = prefersReducedMotion() || now - startedAt.current >= COUNT_UP_MS
    element.textContent = formatNumber(isOver ? value : countUpAt(value, now - startedAt.current))
    return isOver ? undefined : animate(element, value, startedAt.current)
  }, [value])
  return (
    <>
      <span aria-hidden="true" className="tabular-numbers" ref={shown} />
      <span className="visually-hidden">{formatNumber(value)}</span>
    </>
  )
}
