import { useEffect } from 'react'

/** Marks the scroller with `data-more` while columns lie beyond its right edge. */
export function useMoreAtRight(scroller: HTMLElement | null): void {
  useEffect(() => {
    if (!scroller) return
    const mark = () => {
      const { scrollLeft, clientWidth, scrollWidth } = scroller
      // a pixel: positions are fractions on some screens
      scroller.toggleAttribute('data-more', scrollLeft + clientWidth < scrollWidth - 1)
    }
    const observer = new ResizeObserver(mark)
    observer.observe(scroller)
    // as wide as all columns
    if (scroller.lastElementChild) observer.observe(scroller.lastElementChild)
    scroller.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', mark)
    }
  }, [scroller])
}
