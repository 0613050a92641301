import { useMemo, useState } from 'react'
import { type ColumnState, columnWidth, migrateColumnState, orderColumns } from '#domain/table-state.ts'
import { deleteStored, readStoredJson, writeStored } from '#web/lib/browser-storage.ts'
import { useSession } from '#web/lib/session.ts'
import { defaultColumns } from './columns.tsx'

const KEY = 'enlace.sims.columns'

type Change = (columns: readonly ColumnState[]) => ColumnState[]

const changed =
  (id: string, change: Partial<ColumnState>): Change =>
  (columns) =>
    columns.map((column) => (column.id === id ? { ...column, ...change } : column))

/** Hides a column, unless it is the last. */
const withoutColumn = (columns: readonly ColumnState[], id: string): ColumnState[] => {
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

/** The company leaves its room to the other columns, unless the reader has shown or pinned it. */
function withoutCompany(columns: readonly ColumnState[]): readonly ColumnState[] {
  const company = columns.find(({ id }) => id === 'companyId')
  return company?.wanted || company?.pinned ? columns : withoutColumn(columns, 'companyId')
}

export interface Columns {
  /** as they are shown */
  readonly state: readonly ColumnState[]
  /** as the reader has arranged them: those of files */
  readonly kept: readonly ColumnState[]
  setWidth(id: string, width: number): void
  setHidden(id: string, hidden: boolean): void
  setPinned(id: string, pinned: boolean): void
  move(id: string, toId: string): void
  reset(): void
}

/**
 * The state of the columns, stored in the browser.
 * @param isCompanyAside where its company says little of a SIM
 */
export function useColumns(isCompanyAside: boolean): Columns {
  const hasCompanies = useSession().worksIn !== 'only'
  const [stored, store] = useState(() => readStoredJson(KEY))
  return useMemo(() => {
    const defaults = defaultColumns(hasCompanies)
    const kept = migrateColumnState(stored, defaults)
    const apply = (change: Change) =>
      store((before: unknown) => {
        const after = change(migrateColumnState(before, defaults))
        writeStored(KEY, JSON.stringify(after))
        return after
      })
    const reset = () => {
      deleteStored(KEY)
      store(null)
    }
    return { state: isCompanyAside ? withoutCompany(kept) : kept, kept, ...changes(apply), reset }
  }, [stored, hasCompanies, isCompanyAside])
}

function changes(apply: (change: Change) => void): Omit<Columns, 'state' | 'kept' | 'reset'> {
  return {
    setWidth: (id, width) => apply(changed(id, { width: columnWidth(width) })),
    setHidden: (id, hidden) => apply(hidden ? (columns) => withoutColumn(columns, id) : changed(id, { hidden, wanted: true })),
    setPinned: (id, pinned) => apply((columns) => orderColumns(changed(id, { pinned })(columns))),
    move: (id, toId) => apply((columns) => moveColumn(columns, id, toId)),
  }
}
