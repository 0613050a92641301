import { useEffect, useState } from 'react'

/** Where a heading begins to be read: its share of the window, from above. */
const READING_LINE = 1 / 3

const isAtEnd = (): boolean => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1

/** Of headings in their order the one whose section is read: the last that has passed the reading line. */
function headingInView(headings: readonly HTMLElement[]): HTMLElement | undefined {
  // several of an article that fits the window are above the line
  if (window.scrollY === 0) return headings[0]
  // the last sections may be too short to reach the line
  if (isAtEnd()) return headings.at(-1)
  const line = window.innerHeight * READING_LINE
  return headings.findLast((heading) => heading.getBoundingClientRect().top <= line) ?? headings[0]
}

/** Its id, as the page is scrolled. */
export function useHeadingInView(ids: readonly string[]): string | undefined {
  const [inView, setInView] = useState<string>()
  const all = ids.join(' ')
  useEffect(() => {
    const headings = all.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const mark = () => setInView(headingInView(headings)?.id)
    mark()
    window.addEventListener('scroll', mark, { passive: true })
    return () => window.removeEventListener('scroll', mark)
  }, [all])
  return inView
}
