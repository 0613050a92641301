import { type RefObject, useEffect, useRef } from 'react'

const COLUMN = '[data-drill-column]'
const ROW = '[data-drill-row]'
const CHOSEN = `${ROW}[aria-current="true"]`
/** The element of a column that gets the focus: the open row, the first one, or a chart. */
const ENTRIES = [CHOSEN, ROW, 'input'] as const

const rowsOf = (column: Element): HTMLElement[] => [...column.querySelectorAll<HTMLElement>(ROW)]

function entryOf(column: Element | undefined): HTMLElement | undefined {
  for (const entry of ENTRIES) {
    const found = column?.querySelector<HTMLElement>(entry)
    if (found) return found
  }
  return undefined
}

function rowAfter(key: string, rows: readonly HTMLElement[], place: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return rows[place + 1]
  if (key === 'ArrowUp') return rows[place - 1]
  if (key === 'Home') return rows[0]
  return key === 'End' ? rows.at(-1) : undefined
}

function moveByKey(inside: HTMLElement, event: KeyboardEvent): void {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>(ROW) : null
  const column = row?.closest(COLUMN)
  if (!row || !column || event.altKey || event.ctrlKey || event.metaKey) return
  const columns = [...inside.querySelectorAll(COLUMN)]
  const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  const rows = rowsOf(column)
  const next =
    sideways === 0 ? rowAfter(event.key, rows, rows.indexOf(row)) : entryOf(columns[columns.indexOf(column) + sideways])
  if (!next) return
  event.preventDefault()
  next.focus()
  if (sideways === 0) next.click()
}

/**
 * Arrow keys in drill-down columns: up and down open the next row, right enters the column that it opened, left
 * returns. For the element around the columns.
 */
export function useDrillKeys<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null)
  useEffect(() => {
    const inside = ref.current
    if (!inside) return
    const move = (event: KeyboardEvent) => moveByKey(inside, event)
    inside.addEventListener('keydown', move)
    return () => inside.removeEventListener('keydown', move)
  }, [])
  return ref
}
