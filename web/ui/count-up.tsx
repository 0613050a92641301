import { useEffect, useRef } from 'react'
import { COUNT_UP_MS, countUpAt } from '../lib/count-up.ts'
import { formatNumber } from '../lib/format.ts'

const wantsLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Fifteen steps a second look like rising; sixty, with a layout each, would be dear on a phone. */
const STEP_MS = 66

/** Writes the rising figure into the element itself, without renders. */
function rise(element: HTMLElement, value: number): () => void {
  const start = performance.now()
  let last = start - STEP_MS
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

/** A count that rises from zero for the eye, at once when the system asks for less motion; screen readers get the value. */
export function CountUp({ value }: { value: number }) {
  const shown = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const element = shown.current
    if (!element) return
    element.textContent = formatNumber(wantsLessMotion() ? value : 0)
    return wantsLessMotion() ? undefined : rise(element, value)
  }, [value])
  return (
    <>
      <span aria-hidden="true" className="tn" ref={shown} />
      <span className="vh">{formatNumber(value)}</span>
    </>
  )
}
