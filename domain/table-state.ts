/** The state of one column of a table; its position is that in the list. */
export interface ColumnState {
  readonly id: string
  /** px */
  readonly width: number
  readonly hidden: boolean
  /** fixed at the left while the others scroll */
  readonly pinned: boolean
}

export const MIN_COLUMN_WIDTH = 56
export const MAX_COLUMN_WIDTH = 640

/** Columns that had another name when the state was stored (specification section 3). */
const RENAMED: Readonly<Record<string, string>> = { simTechnicalStatusId: 'simAdministrativeStatusId' }

/** Columns that are always shown when the stored state is older than they are (specification section 3). */
const ENSURED: ReadonlySet<string> = new Set(['activationDate'])

/** Clamps a column width in px to the limits, rounded. */
export function columnWidth(width: number): number {
  return Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)))
}

/** Parses one stored entry. Older states use `colId` and `hide`; a pinned column stores its side. */
function readEntry(entry: unknown, defaults: ReadonlyMap<string, ColumnState>): ColumnState | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const stored = entry as Readonly<Record<string, unknown>>
  const name = String(stored.id ?? stored.colId)
  const known = defaults.get(RENAMED[name] ?? name)
  if (!known) return undefined
  const { width } = stored
  return {
    id: known.id,
    width: typeof width === 'number' && Number.isFinite(width) ? columnWidth(width) : known.width,
    hidden: Boolean(stored.hidden ?? stored.hide ?? false),
    pinned: Boolean(stored.pinned ?? false),
  }
}

/** Inserts a column missing from the stored state after its predecessor in the default order. */
function insertMissing(columns: ColumnState[], missing: ColumnState, defaults: readonly ColumnState[]): void {
  const place = defaults.findIndex((column) => column.id === missing.id)
  const before = defaults.slice(0, place).map((column) => column.id)
  const after = columns.findLastIndex((column) => before.includes(column.id))
  const pinned = columns.findLastIndex((column) => column.pinned)
  columns.splice(Math.max(after, missing.pinned ? -1 : pinned) + 1, 0, missing)
}

/** Pinned columns first, each group in its order. */
export function orderColumns(columns: readonly ColumnState[]): ColumnState[] {
  return [...columns.filter((column) => column.pinned), ...columns.filter((column) => !column.pinned)]
}

/**
 * The columns of a table from the state stored in the browser, which may be of an older version, of another table or
 * broken: `simTechnicalStatusId` becomes `simAdministrativeStatusId`, unknown and repeated columns are dropped, missing
 * ones are inserted at their default place, and `activationDate` is added and shown if absent.
 * @param stored the parsed JSON from storage, or undefined
 * @param defaults every column of the table, in its default order
 */
export function migrateColumnState(stored: unknown, defaults: readonly ColumnState[]): ColumnState[] {
  if (!Array.isArray(stored)) return [...defaults]
  const known = new Map(defaults.map((column) => [column.id, column]))
  const columns: ColumnState[] = []
  for (const entry of stored) {
    const column = readEntry(entry, known)
    if (column && !columns.some((other) => other.id === column.id)) columns.push(column)
  }
  if (columns.length === 0) return [...defaults]
  for (const column of defaults) {
    if (columns.some((other) => other.id === column.id)) continue
    insertMissing(columns, ENSURED.has(column.id) ? { ...column, hidden: false } : column, defaults)
  }
  if (columns.every((column) => column.hidden)) return [...defaults]
  return orderColumns(columns)
}
