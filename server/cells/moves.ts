import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Actor, Ctx, RequestContext } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { contextOf } from './cell-context.ts'
import { CELL_LOCK, type Cell, type Cells } from './cells.ts'

/** A customer moved to another cell since the request began: what it has read may be of the previous one. */
export class CustomerMoved extends Error {
  override name = 'CustomerMoved'
}

/** How many customers have moved, of all cells. */
export async function countMoves(db: Database | DatabaseTransaction): Promise<number> {
  const { rows } = await sql<{ moves: string }>`SELECT sum(moves)::text AS moves FROM cells`.execute(db)
  return Number(rows[0]?.moves ?? 0)
}

/**
 * Keeps customers in the cells of a request until its transaction ends.
 * @throws CustomerMoved when one has moved since the request began
 */
export async function keepInCells(trx: DatabaseTransaction, { readableCells, moves }: CellsOfRequest): Promise<void> {
  const ids = readableCells.map(({ cellId }) => cellId).sort((a, b) => a - b)
  await sql`
    SELECT pg_advisory_xact_lock_shared(${sql.raw(CELL_LOCK)}, cell_id) FROM unnest(${ids}::int[]) AS c(cell_id)`.execute(trx)
  // a statement of its own: it sees what was committed before the locks were had
  await requireUnmoved(trx, moves)
}

/** @throws CustomerMoved when one has since there were so many moves; none does until the transaction ends */
export async function requireUnmoved(trx: DatabaseTransaction, moves: number): Promise<void> {
  if ((await countMoves(trx)) !== moves) throw new CustomerMoved()
}

/**
 * Repeats work in the background that a customer's move interrupted: whose SIMs are where is read anew.
 * @param work what it did before is not done again; with one cell it gets no number
 */
export async function whileNoneMoves(cells: Cells, work: (moves: number | undefined) => Promise<void>): Promise<void> {
  for (;;) {
    const moves = cells.all.length === 1 ? undefined : await countMoves(cells.home.db)
    try {
      return await work(moves)
    } catch (error) {
      if (!(error instanceof CustomerMoved)) throw error
    }
  }
}

interface CellsOfRequest {
  readonly readableCells: readonly Cell[]
  readonly moves: number
}

/** A waiting move holds others up for no longer: a transaction may be under way that waits for another of its own process. */
const LOCK_WAIT_MS = 3_000

/**
 * Waits until no other transaction is under way in a cell, and lets none begin until this one ends.
 * @throws DatabaseError when that takes too long: it may be tried again
 */
export async function lockCell(trx: DatabaseTransaction, { cellId }: Cell): Promise<void> {
  await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(trx)
  await sql`SELECT pg_advisory_xact_lock(${sql.raw(CELL_LOCK)}, ${cellId})`.execute(trx)
}

/** Requests that read before the transaction commits find out. */
export async function countMove(trx: DatabaseTransaction, to: Cell): Promise<void> {
  await sql`UPDATE cells SET moves = moves + 1 WHERE cell_id = ${to.cellId}`.execute(trx)
}

/** Whether a customer has moved since the context was made. */
export const haveMoved = async ({ db, moves }: Pick<Ctx, 'db' | 'moves'>): Promise<boolean> =>
  moves !== undefined && (await countMoves(db)) !== moves

const ATTEMPTS = 5
const PAUSE_MS = 20

/**
 * Does the work of a request, and again from the start when a customer moved meanwhile: it may have met both cells, or none. What was
 * changed stays as it is once it was answered.
 * @param isFinal an answer that is not asked for again
 * @returns the answer with the context that it is from
 */
export async function whileUnmoved<T>(
  base: RequestContext,
  actor: Actor,
  work: (ctx: Ctx) => Promise<T>,
  isFinal: (answer: T) => boolean,
): Promise<{ readonly answer: T; readonly ctx: Ctx }> {
  for (let attempt = 1; ; attempt++) {
    const ctx = await contextOf(base, actor)
    const mayRepeat = async (): Promise<boolean> => attempt < ATTEMPTS && (await haveMoved(ctx))
    try {
      const answer = await work(ctx)
      if (isFinal(answer) || !(await mayRepeat())) return { answer, ctx }
    } catch (error) {
      if (!(await mayRepeat())) throw error
      await sleep(PAUSE_MS)
    }
  }
}
