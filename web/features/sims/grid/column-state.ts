import { useMemo, useState } from 'react'
import { type ColumnState, columnWidth, migrateColumnState, orderColumns } from '#domain/table-state.ts'
import { DEFAULT_COLUMNS } from './columns.tsx'

const KEY = 'enlace.sims.columns'

function stored(): ColumnState[] {
  try {
    return migrateColumnState(JSON.parse(localStorage.getItem(KEY) ?? 'null'), DEFAULT_COLUMNS)
  } catch {
    // Storage can be forbidden or hold something else; the columns then stand as they do at first.
    return [...DEFAULT_COLUMNS]
  }
}

function store(columns: readonly ColumnState[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(columns))
  } catch {
    console.info(`${KEY} could not be kept in this browser`)
  }
}

type Change = (columns: readonly ColumnState[]) => ColumnState[]

const changed =
  (id: string, change: Partial<ColumnState>): Change =>
  (columns) =>
    columns.map((column) => (column.id === id ? { ...column, ...change } : column))

/** Puts a column into the place of another, within the pinned ones or the others; nothing else changes its group. */
export function moveColumn(columns: readonly ColumnState[], id: string, toId: string): ColumnState[] {
  const from = columns.findIndex((column) => column.id === id)
  const to = columns.findIndex((column) => column.id === toId)
  const moved = columns[from]
  if (!moved || to < 0) return [...columns]
  const rest = columns.filter((column) => column.id !== id)
  return orderColumns([...rest.slice(0, to), moved, ...rest.slice(to)])
}

export interface Columns {
  readonly state: readonly ColumnState[]
  setWidth(id: string, width: number): void
  setHidden(id: string, hidden: boolean): void
  setPinned(id: string, pinned: boolean): void
  move(id: string, toId: string): void
  reset(): void
}

/** How the columns stand, remembered in the browser. */
export function useColumns(): Columns {
  const [state, setState] = useState(stored)
  return useMemo(() => {
    const apply = (change: Change) =>
      setState((before) => {
        const after = change(before)
        store(after)
        return after
      })
    return { state, ...changes(apply) }
  }, [state])
}

function changes(apply: (change: Change) => void): Omit<Columns, 'state'> {
  return {
    setWidth: (id, width) => apply(changed(id, { width: columnWidth(width) })),
    setHidden: (id, hidden) =>
      apply((columns) => {
        const after = changed(id, { hidden })(columns)
        return after.every((column) => column.hidden) ? [...columns] : after
      }),
    setPinned: (id, pinned) => apply((columns) => orderColumns(changed(id, { pinned })(columns))),
    move: (id, toId) => apply((columns) => moveColumn(columns, id, toId)),
    reset: () => apply(() => [...DEFAULT_COLUMNS]),
  }
}
