import type { Pool } from 'pg'
import { createDatabase, type Database } from '../db/database.ts'
import { inSchema } from '../db/pool.ts'

/** A schema with whole customer trees (docs/decisions/0100-cells.md), and connections whose tables are there. */
export interface Cell {
  readonly cellId: number
  readonly schema: string
  readonly pool: Pool
  readonly db: Database
}

/** The cells of a database, as this process last read them. */
export interface Cells {
  /** all of them, by number */
  readonly all: readonly Cell[]
  /** that of the root company; its connections serve what lies outside of cells too */
  readonly home: Cell
  /** placed on several machines: a setting that one statement leaves is not there for the next */
  readonly arePlaced: boolean
  /** @throws Error for a cell that does not exist */
  of(cellId: number): Promise<Cell>
  /** Reads which cells were made since. */
  refresh(): Promise<void>
  close(): Promise<void>
}

interface CellRow {
  readonly cellId: number
  readonly schema: string
  readonly isHome: boolean
}

const readCells = (pool: Pool) =>
  pool.query<CellRow>(
    `SELECT c.cell_id AS "cellId", c.schema_name AS schema,
       c.cell_id = coalesce((SELECT cell_id FROM companies WHERE parent_id IS NULL ORDER BY company_id LIMIT 1), 1) AS "isHome"
     FROM cells c ORDER BY c.cell_id`,
  )

/** The class of the advisory locks named by a cell: shared by transactions there, exclusive for who moves a customer away. */
export const CELL_LOCK = "hashtext('enlace:cell')"

const shareCell = (cellId: number): string => `SELECT pg_advisory_xact_lock_shared(${CELL_LOCK}, ${cellId})`

/**
 * @param pool connections to the database; they serve the schema that is the first of their search path
 * @param open makes a pool for another schema: of the kind that the process's work needs
 */
export async function openCells(pool: Pool, open: (connectionString: string) => Pool): Promise<Cells> {
  const { rows: own } = await pool.query<{ schema: string }>('SELECT current_schema() AS schema')
  const { rows: citus } = await pool.query("SELECT FROM pg_extension WHERE extname = 'citus'")
  const known = new Map<number, Cell>()
  let all: readonly Cell[] = []
  let homeId = 1
  const cellOf = ({ cellId, schema }: CellRow): Cell => {
    const cellPool = schema === own[0]?.schema ? pool : open(inSchema(pool.options.connectionString ?? '', schema))
    const db = createDatabase(cellPool, () => (all.length > 1 ? shareCell(cellId) : undefined))
    return { cellId, schema, pool: cellPool, db }
  }
  const refresh = async (): Promise<void> => {
    const { rows } = await readCells(pool)
    for (const row of rows) if (!known.has(row.cellId)) known.set(row.cellId, cellOf(row))
    if (rows.length !== all.length) all = rows.flatMap(({ cellId }) => known.get(cellId) ?? [])
    homeId = rows.find(({ isHome }) => isHome)?.cellId ?? homeId
  }
  const required = (cellId: number): Cell => {
    const cell = known.get(cellId)
    if (!cell) throw new Error(`There is no cell ${cellId}.`)
    return cell
  }
  await refresh()
  return {
    arePlaced: citus.length > 0,
    get all() {
      return all
    },
    get home() {
      return required(homeId)
    },
    of: async (cellId) => {
      if (!known.has(cellId)) await refresh()
      return required(cellId)
    },
    refresh,
    close: async () => {
      const others = [...known.values()].filter((cell) => cell.pool !== pool)
      await Promise.all(others.map((cell) => cell.pool.end()))
    },
  }
}
