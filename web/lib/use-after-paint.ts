import { useEffect, useState } from 'react'

/** Whether the first paint is over: what the screen can do without at first waits for it. */
export function useAfterPaint(): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setIsOver(true), 0)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isOver
}
