/** Actions of the grid's keys. `move` takes ±1 for a row and ±2 for a page. */
export interface GridKeyActions {
  move(by: -2 | -1 | 1 | 2): void
  toEdge(end: boolean): void
  toggle(index: number): void
  selectRange(index: number): void
  selectAll(): void
  open(index: number): void
  /** edits the active cell of a row in place, or its first own field: Enter on a cell, F2 */
  edit(index: number): void
  /** activates the next own field of the row with the cursor, or the one before: the arrows */
  step(by: -1 | 1): void
  /** the option menu of a row: M */
  menu(index: number): void
  /** Escape: clears the selection, or closes the panel; false without either */
  leave(): boolean
}

interface Key {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

interface GridPosition {
  /** the row of the keyboard cursor */
  readonly cursor: number | undefined
  /** an own field of that row is active */
  readonly isOnField: boolean
}

const MOVES: Readonly<Record<string, -2 | -1 | 1 | 2>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  PageDown: 2,
  PageUp: -2,
}

/** Handles a key of the grid; false for other keys. */
export function gridKey(event: Key, actions: GridKeyActions & GridPosition): boolean {
  if (event.altKey) return false
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== 'a') return false
    actions.selectAll()
    return true
  }
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const by = MOVES[name]
  if (by !== undefined) actions.move(by)
  else if (name === 'Home' || name === 'End') actions.toEdge(name === 'End')
  else if (name === 'Escape') return actions.leave()
  else return onRow(name, event.shiftKey, actions)
  return true
}

function onRow(name: string, withShift: boolean, actions: GridKeyActions & GridPosition): boolean {
  const { cursor, isOnField } = actions
  if (cursor === undefined) return false
  if (name === 'm') actions.menu(cursor)
  else if (name === 'F2' || (name === 'Enter' && isOnField)) actions.edit(cursor)
  else if (name === 'Enter') actions.open(cursor)
  else if (name === 'ArrowRight' || name === 'ArrowLeft') actions.step(name === 'ArrowRight' ? 1 : -1)
  else if (name !== ' ') return false
  else if (withShift) actions.selectRange(cursor)
  else actions.toggle(cursor)
  return true
}
