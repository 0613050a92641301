import { type RefObject, useEffect, useRef } from 'react'
import type { SimRow } from '../sims.api.ts'

/** What is marked when it changes. Usage and last contact are not: those of most SIMs change with every refresh. */
const MARKED = ['simAdministrativeStatusId', 'gprsStatus', 'ip'] as const
type Marked = (typeof MARKED)[number]

/** As HighlightOnChange, without an element for each of some hundred cells. */
const MARK_MS = 1600
const mark = (cell: Element): Animation =>
  cell.animate([{ offset: 0, backgroundColor: 'var(--primary-soft-hover)' }], { duration: MARK_MS, easing: 'ease-out' })

/**
 * The element of a row whose live cells are marked for a moment when they change. Another SIM in the same element, as
 * when the list is scrolled, marks nothing.
 * @param cellOf the cell of a column; undefined where it is not shown
 */
export function useFreshMarks(
  row: SimRow | undefined,
  cellOf: (element: HTMLElement, id: Marked) => Element | null | undefined,
): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  const before = useRef(row)
  useEffect(() => {
    const last = before.current
    before.current = row
    if (!row || !last || last === row || last.icc !== row.icc || !element.current) return
    const changed = MARKED.filter((id) => last[id] !== row[id])
    if (changed.length === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const id of changed) {
      const cell = cellOf(element.current, id)
      if (cell) mark(cell)
    }
  })
  return element
}
