import { useEffect, useState } from 'react'

/** Where a heading begins to be read: its share of the window, from above. */
const READING_LINE = 1 / 3

const isAtEnd = (): boolean => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1

/** Of headings in their order the id of the one whose section is read: the last that has passed the reading line. */
export function useHeadingInView(ids: readonly string[]): string | undefined {
  const [inView, setInView] = useState<string>()
  const all = ids.join(' ')
  useEffect(() => {
    const headings = all.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const observer = new IntersectionObserver(
      () => {
        const line = window.innerHeight * READING_LINE
        const passed = headings.filter((heading) => heading.getBoundingClientRect().top <= line)
        // the last sections may be too short to reach the line
        const read = isAtEnd() ? headings.at(-1) : (passed.at(-1) ?? headings[0])
        setInView(read?.id)
      },
      { rootMargin: `0px 0px -${100 * (1 - READING_LINE)}% 0px` },
    )
    for (const heading of headings) observer.observe(heading)
    return () => observer.disconnect()
  }, [all])
  return inView
}
