/** How one column of a table stands: its place is its place in the list. */
export interface ColumnState {
  readonly id: string
  /** px */
  readonly width: number
  readonly hidden: boolean
  /** stays at the left while the others scroll */
  readonly pinned: boolean
}

export const MIN_COLUMN_WIDTH = 56
export const MAX_COLUMN_WIDTH = 640

/** Columns that had another name when the state was stored (specification section 3). */
const RENAMED: Readonly<Record<string, string>> = { simTechnicalStatusId: 'simAdministrativeStatusId' }

/** Columns that a stored state always shows after reading, even if it is older than they are (specification section 3). */
const ENSURED: ReadonlySet<string> = new Set(['activationDate'])

/** A width in px that a column can have: whole, within the limits. */
export function columnWidth(width: number): number {
  return Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)))
}

/** One stored entry. Older states say `colId` and `hide`; a pinned column says where it is pinned. */
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

/** Puts a column that the stored state lacks behind the one that it follows by default. */
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
 * The columns of a table from what the browser has stored, which may be of an older version, of another table or broken:
 * `simTechnicalStatusId` becomes `simAdministrativeStatusId`, unknown and repeated columns are dropped, missing ones stand
 * where they stand by default, and `activationDate` is there and shown if the state did not know it.
 * @param stored the parsed JSON of what was stored, or undefined
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
