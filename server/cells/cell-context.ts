import { sql } from 'kysely'
import { AppError } from '../app-error.ts'
import type { Actor, Ctx, RequestContext } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import type { Cell } from './cells.ts'

type InOneCell = Pick<Ctx, 'pool' | 'db' | 'readableCells'>

/** The context with one cell, whatever it had. */
export function inCell<C extends object>(ctx: C, cell: Cell): C & InOneCell {
  return { ...ctx, pool: cell.pool, db: cell.db, readableCells: [cell] }
}

/** The context of an actor: in the company's cell, with all cells for who sees all companies. */
export async function contextOf(base: RequestContext, actor: Actor): Promise<Ctx> {
  const { cellId, moves } = await placeOf(base, actor)
  const own = await base.cells.of(cellId)
  const others = actor.companyIds === 'all' ? base.cells.all.filter((cell) => cell !== own) : []
  return { ...base, actor, pool: own.pool, db: own.db, readableCells: [own, ...others], moves }
}

/** The actor may be as the process read it some seconds ago; where the company is, is read anew. */
async function placeOf({ cells }: RequestContext, actor: Actor): Promise<{ cellId: number; moves: number | undefined }> {
  if (cells.all.length === 1) return { cellId: actor.cellId, moves: undefined }
  const { rows } = await sql<{ cellId: number; moves: string }>`
    SELECT cell_id AS "cellId", (SELECT sum(moves)::text FROM cells) AS moves FROM companies
    WHERE company_id = ${actor.companyId}`.execute(cells.home.db)
  const [found] = rows
  return { cellId: found?.cellId ?? actor.cellId, moves: Number(found?.moves ?? 0) }
}

/** What each cell answers that the actor may read; side by side. */
export async function fromEachCell<C extends InOneCell, T>(ctx: C, ask: (ctx: C, index: number) => Promise<T>): Promise<T[]> {
  return ctx.readableCells.length === 1
    ? [await ask(ctx, 0)]
    : Promise.all(ctx.readableCells.map((cell, index) => ask(inCell(ctx, cell), index)))
}

/**
 * The rows of a statement in each cell that the actor may read.
 * @param ask executes the statement: tests check its rows against the type that it has where it is executed, and here that is a parameter
 */
export const rowsOfCells = <Row>(ctx: InOneCell, ask: (db: Database) => Promise<{ rows: Row[] }>): Promise<Row[][]> =>
  fromEachCell(ctx, async ({ db }) => (await ask(db)).rows)

/**
 * Does something in the cell that has what it is about: cells where that is not found say so and change nothing.
 * @throws AppError not_found, as the actor's own cell says it, when no cell has it
 */
export async function whereFound<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  let notFound: unknown
  const { readableCells } = ctx
  // twice: what moves from a later cell to an earlier one meanwhile is met the second time
  const asked = readableCells.length === 1 ? readableCells : [...readableCells, ...readableCells]
  for (const cell of asked) {
    try {
      return await work(inCell(ctx, cell))
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error
      notFound ??= error
    }
  }
  throw notFound
}

/** Goes on in another cell within a transaction: both commit, or neither. */
export async function withinCell<T>(
  trx: DatabaseTransaction,
  { schema }: Pick<Cell, 'schema'>,
  work: (trx: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ before: string }>`SELECT current_setting('search_path') AS before`.execute(trx)
  await setSearchPath(trx, `${schema}, public`)
  const done = await work(trx)
  await setSearchPath(trx, rows[0]?.before ?? 'public')
  return done
}

const setSearchPath = (trx: DatabaseTransaction, path: string) =>
  sql`SELECT set_config('search_path', ${path}, true)`.execute(trx)

/** Work in each cell that the actor may read, one after the other, within a transaction of the first; what a cell has nothing for is left out. */
export async function withinEachCell<T extends object>(
  trx: DatabaseTransaction,
  { readableCells: [own, ...others] }: Pick<Ctx, 'readableCells'>,
  work: (trx: DatabaseTransaction, cell: Cell) => Promise<T | undefined>,
): Promise<T[]> {
  const done = own ? [await work(trx, own)] : []
  for (const cell of others) done.push(await withinCell(trx, cell, (inside) => work(inside, cell)))
  return done.filter((one) => one !== undefined)
}

/** The schema of the transaction's cell, and of the cell that has a company. */
export async function schemasOf(trx: DatabaseTransaction, companyId: number): Promise<{ own: string; theirs: string }> {
  const { rows } = await sql<{ own: string; theirs: string }>`
    SELECT current_schema() AS own, schema_name AS theirs FROM companies JOIN cells USING (cell_id)
    WHERE company_id = ${companyId}`.execute(trx)
  const [found] = rows
  if (!found) throw new Error(`there is no company ${companyId}`)
  return found
}

/** Changes rows of each cell, one after the other, within a transaction. */
export async function changeEachCell(
  trx: DatabaseTransaction,
  change: (trx: DatabaseTransaction) => Promise<unknown>,
): Promise<void> {
  await inEachCell(trx, async (inside) => {
    await change(inside)
    return []
  })
}

/** The rows that each cell gives, one after the other, within a transaction. */
export async function inEachCell<T>(
  trx: DatabaseTransaction,
  ask: (trx: DatabaseTransaction) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const { rows: cells } = await sql<{ schema: string }>`SELECT schema_name AS schema FROM cells ORDER BY cell_id`.execute(trx)
  if (cells.length === 1) return ask(trx)
  const answers: T[] = []
  for (const cell of cells) answers.push(...(await withinCell(trx, cell, ask)))
  return answers
}
