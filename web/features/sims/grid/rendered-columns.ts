import { type CSSProperties, useMemo } from 'react'
import type { ColumnState } from '#domain/table-state.ts'
import { classes } from '#web/lib/classes.ts'
import { shownColumns } from './columns.tsx'
import styles from './grid.module.css'
import type { RenderedColumn } from './grid-row.tsx'

/** px of the checkbox column */
const CHECKBOX_PX = 50

/** The shown columns with their styles. Widths are variables of the grid: a new width moves cells without rendering rows. */
export function renderedColumns(state: readonly ColumnState[]): RenderedColumn[] {
  const pinned = new Set(state.filter((column) => column.pinned).map((column) => column.id))
  let left = `${CHECKBOX_PX}px`
  return shownColumns(state).map((column, index, all) => {
    const width = `var(--w-${column.id})`
    const isPinned = pinned.has(column.id)
    const style: CSSProperties = isPinned ? { width, left: `calc(${left})` } : { width }
    if (isPinned) left += ` + ${width}`
    const className = classes(
      styles.cell,
      isPinned && styles.pinnedCell,
      column.isNumber && 'numeric',
      column.isNumber && !all[index + 1]?.isNumber && styles.lastNumber,
      column.id === 'icc' && styles.iccCell,
    )
    return { ...column, className, style }
  })
}

/** Only shown and pinned columns render new cells; widths do not. */
export function useRenderedColumns(state: readonly ColumnState[]): RenderedColumn[] {
  const key = JSON.stringify(state.map(({ id, hidden, pinned }) => [id, hidden, pinned]))
  return useMemo(() => {
    const parts = JSON.parse(key) as [string, boolean, boolean][]
    return renderedColumns(parts.map(([id, hidden, pinned]) => ({ id, hidden, pinned, width: 0 })))
  }, [key])
}

/** The grid's variables: a width for each column, and all of them together for a row. */
export function gridVariables(state: readonly ColumnState[]): CSSProperties {
  const shown = state.filter((column) => !column.hidden)
  const widths = shown.map((column) => [`--w-${column.id}`, `${column.width}px`])
  const total = [`${CHECKBOX_PX}px`, ...shown.map((column) => `var(--w-${column.id})`)].join(' + ')
  return { ...Object.fromEntries(widths), '--row-w': `calc(${total})` }
}
