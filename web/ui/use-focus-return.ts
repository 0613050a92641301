import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * What had the focus when something opened has it again when that closes. Mantine's own way misses what is open from its
 * first moment on, as everything is whose code comes when it is asked for.
 */
export function useFocusReturn(isOpen: boolean): void {
  const before = useRef<Element>(null)
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement
  }, [isOpen])
  // not in the layout effect: React puts the focus back where it was before the change that it is making
  useEffect(() => {
    if (!isOpen) return
    return () => {
      const element = before.current
      if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true })
    }
  }, [isOpen])
}
