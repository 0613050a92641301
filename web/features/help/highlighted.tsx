import { Fragment, type ReactNode } from 'react'
import { searchMatches } from '#contract/help/search-help.ts'

/** A text with search matches highlighted. */
export function highlighted(text: string, q: string): ReactNode {
  const matches = searchMatches(text, q)
  if (matches.length === 0) return text
  let from = 0
  const pieces = matches.map(([start, end]) => {
    const before = text.slice(from, start)
    from = end
    return (
      <Fragment key={start}>
        {before}
        <mark>{text.slice(start, end)}</mark>
      </Fragment>
    )
  })
  return (
    <>
      {pieces}
      {text.slice(from)}
    </>
  )
}
