import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * What had the focus when something opened has it again when that closes. Mantine's own way misses what is open from its
 * first moment on, as everything is whose code comes when it is asked for. Whoever uses it makes its layer inert while it
 * closes: Mantine takes the focus into a layer by a timer, which can come after the closing.
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
