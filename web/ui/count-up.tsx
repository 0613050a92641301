import { useEffect, useRef } from 'react'
import { COUNT_UP_MS, countUpAt } from '../lib/count-up.ts'
import { formatNumber } from '../lib/format.ts'

const wantsLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Fifteen steps a second look like rising; sixty, with a layout each, would be dear on a phone. */
const STEP_MS = 66

/** Writes the rising figure into the element itself, without renders. */
function rise(element: HTMLElement, value: number, start: number): () => void {
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
 * A count that rises from zero for the eye when it first appears, at once when the system asks for less motion; screen readers get
 * the value. Another value is written at once, or while it still rises, aimed at.
 */
export function CountUp({ value }: { value: number }) {
  const shown = useRef<HTMLSpanElement>(null)
  const begun = useRef<number>(undefined)
  useEffect(() => {
    const element = shown.current
    if (!element) return
    const now = performance.now()
    begun.current ??= now
    const isOver = wantsLessMotion() || now - begun.current >= COUNT_UP_MS
    element.textContent = formatNumber(isOver ? value : countUpAt(value, now - begun.current))
    return isOver ? undefined : rise(element, value, begun.current)
  }, [value])
  return (
    <>
      <span aria-hidden="true" className="tabular-numbers" ref={shown} />
      <span className="visually-hidden">{formatNumber(value)}</span>
    </>
  )
}
