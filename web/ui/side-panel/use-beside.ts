import type { MouseEvent } from 'react'
import type { ListRows } from '../list/list-rows.ts'
import type { Beside } from '../table.tsx'
import type { Neighbours } from './side-panel.tsx'

interface BesideOptions<Row, Key> {
  /** key of the open row, from the address */
  readonly opened: Key | undefined
  readonly data: Pick<ListRows<Row>, 'rows' | 'more'>
  readonly keyOf: (row: Row) => Key
  /** writes the address; a neighbour replaces the one before, so that 'back' leaves the panel */
  show(key: Key | undefined, isReplaced: boolean): void
}

export interface ListBeside<Key extends number | string = number> extends Beside {
  readonly neighbours: Neighbours
  open(key: Key): void
}

/** Rows before the last loaded one at which the next page is loaded. */
const AHEAD = 3

/** The focus goes to the open row, or to what opens it, from where the arrow keys go on. */
export const focusOpenRow = (): void =>
  document
    .querySelector<HTMLElement>('tr[aria-current][tabindex], tr[aria-current]:not([tabindex]) th :is(a, button)')
    ?.focus({ preventScroll: true })

/** A row of a list that is open beside it. */
export function useBeside<Row, Key extends number | string>({
  opened,
  data: { rows = [], more },
  keyOf,
  show,
}: BesideOptions<Row, Key>): ListBeside<Key> {
  const at = rows.findIndex((row) => keyOf(row) === opened)
  const go = (by: -1 | 1) => {
    const next = at < 0 ? undefined : rows[at + by]
    if (at + AHEAD >= rows.length) more?.()
    if (next) show(keyOf(next), true)
  }
  return {
    opened,
    neighbours: { hasPrevious: at > 0, hasNext: at >= 0 && at + 1 < rows.length, go },
    open: (key) => key !== opened && show(key, opened !== undefined),
    close: () => {
      focusOpenRow()
      show(undefined, false)
    },
  }
}

/** Of a link to the page of a row: a plain click opens it beside the list instead. */
export const opensBeside = (open: () => void) => (event: MouseEvent) => {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  open()
}
