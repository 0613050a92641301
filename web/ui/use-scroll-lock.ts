import { useLayoutEffect } from 'react'

let locks = 0

function lock(root: HTMLElement): void {
  locks += 1
  if (locks > 1) return
  // the page keeps its width when its scroll bar goes
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
 * The page below stands still while something lies over all of it. Mantine's own way writes a style sheet into the page, which
 * the content security policy does not let through.
 */
export function useScrollLock(isLocked: boolean): void {
  useLayoutEffect(() => {
    if (!isLocked) return
    const root = document.documentElement
    lock(root)
    return () => unlock(root)
  }, [isLocked])
}
