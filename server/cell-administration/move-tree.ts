import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { carryRows } from '../cells/carry-rows.ts'
import { withinCell } from '../cells/cell-context.ts'
import type { Cell, Cells } from '../cells/cells.ts'
import { countMove, lockCell } from '../cells/moves.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { isLockTimeout, isPassing } from '../db/errors.ts'
import { CELL_TABLES } from '../db/table-places.ts'
import type { FleetTallies } from '../db/types.generated.ts'
import { carryOpenLines } from '../features/operations/carry-lines.ts'
import { audit } from '../records/audit.ts'
import { lockCounting } from '../records/counting-locks.ts'
import { recordPlaces } from '../records/record-places.ts'
import { TALLY_KIND } from '../records/sim-tallies.ts'
import { StartFailure } from '../start-failure.ts'
import { countWaiting } from '../usage/usage-counter.ts'

/** Who moves: named in the company's audit log. */
export interface MoveOptions {
  readonly actor: string
  readonly now: Date
  /** whether processes may serve that have not read of the cell yet, or work on what they read before; not in a test without any */
  readonly areProcessesThere?: boolean
}

export interface TreeMove {
  /** companies of the tree */
  readonly companies: readonly number[]
  readonly from: Cell
  readonly to: Cell
  /** all but the one to which it goes */
  readonly others: readonly Cell[]
}

/** Below the database's own second, after which it aborts one of two transactions that wait for each other. */
const LOCK_TIMEOUT_MS = 400
const TRIES = 100
const PAUSE_MS = 500
/** Processes poll for new cells each ten seconds. */
const KNOWN_AFTER_MS = 15_000
/** Longer than the work in the background takes that began before. */
const STALE_MS = 3_000

/** Why a company cannot be moved by itself. */
export class NoTree extends StartFailure {
  override name = 'NoTree'
}

/**
 * What a move would do.
 * @throws NoTree for a company below a customer: a tree stays together
 */
export async function planMove(cells: Cells, companyId: number, toCellId: number): Promise<TreeMove> {
  const { rows } = await sql<{ companies: number[]; cellId: number; depth: number }>`
    SELECT array_agg(b.company_id ORDER BY b.company_id) AS companies, c.cell_id AS "cellId", cardinality(c.lineage) AS depth
    FROM companies c JOIN companies b ON CASE WHEN c.parent_id IS NULL THEN b.company_id = c.company_id ELSE b.lineage @> ARRAY[c.company_id] END
    WHERE c.company_id = ${companyId} GROUP BY c.company_id`.execute(cells.home.db)
  const [tree] = rows
  if (!tree) throw new NoTree(`There is no company ${companyId}.`)
  if (tree.depth > 2) throw new NoTree(`Company ${companyId} is below a customer; a customer’s tree moves as a whole.`)
  const to = await cells.of(toCellId)
  return { companies: tree.companies, from: await cells.of(tree.cellId), to, others: cells.all.filter((cell) => cell !== to) }
}

/**
 * Moves a customer's tree to another cell, in one transaction: writers of its present cell wait for it, readers do not. Interrupted, it
 * has changed nothing; repeated, it carries what came late.
 */
export async function moveTree(move: TreeMove, options: MoveOptions): Promise<void> {
  const { companies, from, to, others } = move
  const { areProcessesThere = true } = options
  if (areProcessesThere) await sleep(await timeUntilKnown(to))
  if (from !== to) await untilLocked(() => from.db.transaction().execute((trx) => moveIn(trx, move, options)))
  if (areProcessesThere) await sleep(STALE_MS)
  for (const other of others)
    await untilLocked(() => other.db.transaction().execute((trx) => carryTree(trx, companies, other, to)))
}

async function timeUntilKnown({ db, cellId }: Cell): Promise<number> {
  const { rows } = await sql<{ ageMs: number }>`
    SELECT extract(epoch FROM now() - made_at)::float8 * 1000 AS "ageMs" FROM cells WHERE cell_id = ${cellId}`.execute(db)
  return Math.max(0, KNOWN_AFTER_MS - (rows[0]?.ageMs ?? 0))
}

/** Again and again, until no writer is in the way. */
async function untilLocked<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= TRIES || !(isLockTimeout(error) || isPassing(error))) throw error
      await sleep(Math.random() * PAUSE_MS)
    }
  }
}

/** Also rows that processes wrote to the previous cell before they read of the move. */
export async function carryTree(
  trx: DatabaseTransaction,
  companies: readonly number[],
  from: Pick<Cell, 'schema'>,
  to: Pick<Cell, 'schema'>,
): Promise<void> {
  const condition = sql`t.company_id = ANY(${[...companies]}::int[])`
  await carryRows(trx, { from: from.schema, to: to.schema }, await companyTables(trx, from.schema), () => condition)
}

async function moveIn(trx: DatabaseTransaction, { companies, from, to }: TreeMove, { actor, now }: MoveOptions): Promise<void> {
  const tables = await companyTables(trx, from.schema)
  await lockCell(trx, from)
  await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(trx)
  const all = [...tables, 'live_changes', 'fleet_tallies']
  await sql`LOCK TABLE ${sql.join(all.map((table) => sql.table(table)))} IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
  await lockCounting(trx)
  await countWaiting(trx)
  await releaseLines(trx, companies, now)
  await shiftFleetTallies(trx, companies, to)
  await carryTree(trx, companies, from, to)
  await carryOpenLines(trx, { from: from.schema, to: to.schema }, companies, now)
  await countMove(trx, to)
  await sql`UPDATE companies SET cell_id = ${to.cellId} WHERE company_id = ANY(${[...companies]}::int[])`.execute(trx)
  await withinCell(trx, to, async (inside) => {
    await recordPlaces(inside, sql`s.company_id = ANY(${[...companies]}::int[])`, { mayMove: true })
    const [companyId = 0] = companies
    const who = { now, address: '', requestId: '', actor: { email: actor, companyId, userId: null } }
    const entry = { action: 'company.moved_to_cell', entity: 'company', entityId: String(companyId) }
    await audit(inside, who, { ...entry, before: { cell: from.cellId }, after: { cell: to.cellId } })
  })
}

/** Tables of a cell with rows of companies, each after those that its foreign keys name. */
async function companyTables(trx: DatabaseTransaction, schema: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string; needs: string[] }>`
    SELECT c.relname AS name, coalesce((
      SELECT array_agg(DISTINCT f.relname::text) FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
      WHERE k.conrelid = c.oid AND k.contype = 'f' AND NOT k.condeferrable AND f.relnamespace = c.relnamespace AND f.oid <> c.oid
    ), '{}') AS needs
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped
    WHERE c.relnamespace = to_regnamespace(${schema}) AND c.relname = ANY(${[...CELL_TABLES]}::text[])
    ORDER BY c.relname`.execute(trx)
  const known = new Set(tables.map(({ name }) => name))
  const ordered = new Set<string>()
  while (ordered.size < known.size) {
    const next = tables.filter(
      ({ name, needs }) => !ordered.has(name) && needs.every((one) => !known.has(one) || ordered.has(one)),
    )
    if (next.length === 0) throw new Error('foreign keys of a cell go in a circle')
    for (const { name } of next) ordered.add(name)
  }
  return [...ordered]
}

/** Lines that a process holds are free, as if it had died: the other cell finds out how each ended. */
async function releaseLines(trx: DatabaseTransaction, companies: readonly number[], now: Date): Promise<void> {
  await sql`
    UPDATE operation_items SET worker_id = NULL, due_at = ${now}
    WHERE state = 'running' AND worker_id IS NOT NULL AND company_id = ANY(${[...companies]}::int[])`.execute(trx)
}

/** The sums of the whole cell lose the tree's SIMs, those of the other cell gain them. */
async function shiftFleetTallies(trx: DatabaseTransaction, companies: readonly number[], to: Cell): Promise<void> {
  const { rows } = await sql<FleetTallies>`
    SELECT ${TALLY_KIND}, sum(sims)::int AS sims FROM sim_tallies WHERE company_id = ANY(${[...companies]}::int[])
    GROUP BY ${TALLY_KIND} HAVING sum(sims) <> 0`.execute(trx)
  const add = (inside: DatabaseTransaction, sign: 1 | -1) =>
    sql`
    INSERT INTO fleet_tallies (${TALLY_KIND}, sims) SELECT ${TALLY_KIND}, ${sql.lit(sign)} * sims
    FROM jsonb_populate_recordset(NULL::fleet_tallies, ${JSON.stringify(rows)}::jsonb)`.execute(inside)
  await add(trx, -1)
  await withinCell(trx, to, (inside) => add(inside, 1))
}
