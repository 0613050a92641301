import { useEffect, useState } from 'react'

/** The dashboard's figures rise for this long (specification section 9). */
export const COUNT_UP_MS = 3000

const wantsLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Fast first, then slower: the last digits can be read while they settle. */
const eased = (part: number): number => 1 - (1 - part) ** 4

/** A figure that rises from zero to its value in three seconds; at once when the system asks for less motion. */
export function useCountUp(value: number): number {
  const [shown, setShown] = useState(() => (wantsLessMotion() ? value : 0))
  useEffect(() => {
    if (wantsLessMotion()) return setShown(value)
    const start = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, (now - start) / COUNT_UP_MS))
      setShown(Math.round(value * eased(part)))
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [value])
  return shown
}
