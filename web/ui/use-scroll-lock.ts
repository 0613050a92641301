import { useLayoutEffect } from 'react'

let locks = 0

function lock(root: HTMLElement): void {
  locks += 1
  if (locks > 1) return
  // the page keeps its width without its scroll bar
  const gap = window.innerWidth - root.clientWidth
  root.style.overflow = 'hidden'
  if (gap > 0) root.style.paddingInlineEnd = `${gap}px`
}

function unlock(root: HTMLElement): void {
  locks -= 1
  if (locks > 0) return
  root.style.overflow = ''
  root.style.paddingInlineEnd = ''
}

/**
 * Locks the scrolling of the page under a full-screen layer. Mantine's own lock injects a style sheet, which the
 * content security policy blocks.
 */
export function useScrollLock(isLocked: boolean): void {
  useLayoutEffect(() => {
    if (!isLocked) return
    const root = document.documentElement
    lock(root)
    return () => unlock(root)
  }, [isLocked])
}
