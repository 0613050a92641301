import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Returns the focus on close to the element that had it on open. Mantine's own focus return misses layers that are open
 * at mount, such as those whose code loads on request. Callers make their layer inert while it closes: Mantine moves
 * the focus into a layer by a timer, which can fire after the closing.
 */
export function useFocusReturn(isOpen: boolean): void {
  const before = useRef<Element>(null)
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement
  }, [isOpen])
  // not in the layout effect: React restores the focus after the commit
  useEffect(() => {
    if (!isOpen) return
    return () => {
      const element = before.current
      if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true })
    }
  }, [isOpen])
}
