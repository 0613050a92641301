import { useMemo, useState } from 'react'
import { type ColumnState, columnWidth, migrateColumnState, orderColumns } from '#domain/table-state.ts'
import { readStoredJson, writeStored } from '#web/lib/browser-storage.ts'
import { useSession } from '#web/lib/session.ts'
import { defaultColumns } from './columns.tsx'

const KEY = 'enlace.sims.columns'

type Change = (columns: readonly ColumnState[]) => ColumnState[]

const changed =
  (id: string, change: Partial<ColumnState>): Change =>
  (columns) =>
    columns.map((column) => (column.id === id ? { ...column, ...change } : column))

/** Hides a column, unless it is the last. */
export const withoutColumn = (columns: readonly ColumnState[], id: string): ColumnState[] => {
  const after = changed(id, { hidden: true })(columns)
  return after.every(({ hidden }) => hidden) ? [...columns] : after
}

/**
 * Moves a column to the position of another, within the pinned ones or the others; a column never changes its group.
 */
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

/** The state of the columns, stored in the browser. */
export function useColumns(): Columns {
  const hasCompanies = useSession().worksIn !== 'only'
  const [kept, keep] = useState(() => readStoredJson(KEY))
  return useMemo(() => {
    const defaults = defaultColumns(hasCompanies)
    const apply = (change: Change) =>
      keep((before: unknown) => {
        const after = change(migrateColumnState(before, defaults))
        writeStored(KEY, JSON.stringify(after))
        return after
      })
    return { state: migrateColumnState(kept, defaults), ...changes(apply, defaults) }
  }, [kept, hasCompanies])
}

function changes(apply: (change: Change) => void, defaults: readonly ColumnState[]): Omit<Columns, 'state'> {
  return {
    setWidth: (id, width) => apply(changed(id, { width: columnWidth(width) })),
    setHidden: (id, hidden) => apply(hidden ? (columns) => withoutColumn(columns, id) : changed(id, { hidden })),
    setPinned: (id, pinned) => apply((columns) => orderColumns(changed(id, { pinned })(columns))),
    move: (id, toId) => apply((columns) => moveColumn(columns, id, toId)),
    reset: () => apply(() => [...defaults]),
  }
}
