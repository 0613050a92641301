import { type RawBuilder, sql } from 'kysely'
import { NUMBER_RELEASED_STATUSES } from '#domain/sim-status.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { goodLines } from './check-lines.sql.ts'
import { type ImportPart, inEachPart } from './import-parts.ts'
import { type HeldNumber, takenLines } from './taken-lines.ts'

type NumberColumn = 'imsi' | 'msisdn'

/** Lines whose numbers are asked for by one statement. */
const LINES_PER_QUESTION = 50_000

/**
 * A number of another SIM is taken, unless a good line of the same file gives that SIM another one.
 * @param cells all of them: another SIM may be in any
 * @param parts those that have lines
 */
export async function checkTaken(
  trx: DatabaseTransaction,
  cells: readonly ImportPart[],
  parts: readonly ImportPart[],
): Promise<void> {
  const imsi = await heldNumbers(trx, cells, parts, 'imsi')
  const msisdn = await heldNumbers(trx, cells, parts, 'msisdn')
  const taken = takenLines({ imsi, msisdn })
  for (const column of ['imsi', 'msisdn'] as const) {
    const lines = taken[column]
    if (lines.length > 0) await inEachPart(trx, parts, (inside, part) => insertTaken(inside, part, column, lines))
  }
}

async function heldNumbers(
  trx: DatabaseTransaction,
  cells: readonly ImportPart[],
  parts: readonly ImportPart[],
  column: NumberColumn,
): Promise<HeldNumber[]> {
  const held = (await inEachPart(trx, parts, (inside, part) => heldInside(inside, part, column))).flat()
  if (cells.length === 1) return held
  for (const part of parts) for (const one of await heldElsewhere(trx, cells, part, column)) held.push(one)
  return held
}

/** The good line, as own, that gives a SIM s another number. */
const ownLine = ({ staging }: ImportPart, number: RawBuilder<unknown>) =>
  sql`${goodLines(staging, sql.ref('own'))} ON own.iccid = s.iccid AND own.${number} <> s.${number}`

const isKept = sql`s.administrative_status <> ALL (${NUMBER_RELEASED_STATUSES}::smallint[])`

/** Numbers of a part's lines that a SIM of the same cell has. */
async function heldInside(trx: DatabaseTransaction, part: ImportPart, column: NumberColumn): Promise<HeldNumber[]> {
  const number = sql.ref(column)
  const { rows } = await sql<HeldNumber>`
    SELECT l.line, own.line AS "givingLine"
    FROM ${goodLines(part.staging)} JOIN sims s ON s.${number} = l.${number} LEFT JOIN ${ownLine(part, number)}
    WHERE l.${number} IS NOT NULL AND s.iccid <> l.iccid AND ${isKept}`.execute(trx)
  return rows
}

/** Numbers of a part's lines that a SIM of another cell has. */
async function heldElsewhere(
  trx: DatabaseTransaction,
  cells: readonly ImportPart[],
  part: ImportPart,
  column: NumberColumn,
): Promise<HeldNumber[]> {
  const held: HeldNumber[] = []
  let lines = await numbersAfter(trx, part, column, 0)
  for (let last = lines.at(-1); last !== undefined; last = lines.at(-1)) {
    const numbers = lines.map(({ number }) => number)
    const holders = await holdersElsewhere(trx, part, column, numbers)
    const lineOf = new Map(lines.map(({ line, number }) => [number, line]))
    for (const cell of cells) {
      const iccids = holders.get(cell.cellId)
      if (!iccids) continue
      const [kept = []] = await inEachPart(trx, [cell], (inside) => numbersKept(inside, cell, column, iccids))
      for (const { number, givingLine } of kept) held.push({ line: lineOf.get(number) as number, givingLine })
    }
    lines = await numbersAfter(trx, part, column, last.line)
  }
  return held
}

interface NumberedLine {
  readonly line: number
  readonly number: string
}

async function numbersAfter(
  trx: DatabaseTransaction,
  { staging }: ImportPart,
  column: NumberColumn,
  after: number,
): Promise<NumberedLine[]> {
  const number = sql.ref(`l.${column}`)
  const { rows } = await sql<NumberedLine>`
    SELECT l.line, ${number} AS number FROM ${goodLines(staging)}
    WHERE ${number} IS NOT NULL AND l.line > ${after} ORDER BY l.line LIMIT ${LINES_PER_QUESTION}`.execute(trx)
  return rows
}

/** SIMs of other cells with one of the numbers, by cell. */
async function holdersElsewhere(
  trx: DatabaseTransaction,
  { cellId }: ImportPart,
  column: NumberColumn,
  numbers: readonly string[],
): Promise<Map<number, string[]>> {
  const number = sql.ref(column)
  const { rows } = await sql<{ iccid: string; cellId: number }>`
    SELECT iccid, cell_id AS "cellId" FROM sim_places
    WHERE ${number} <> '' AND ${number} = ANY(${[...numbers]}::text[]) AND cell_id <> ${cellId}`.execute(trx)
  const byCell = Map.groupBy(rows, (row) => row.cellId)
  return new Map([...byCell].map(([cell, sims]) => [cell, sims.map(({ iccid }) => iccid)]))
}

interface KeptNumber {
  readonly number: string
  readonly givingLine: number | null
}

/** Numbers that SIMs of the transaction's cell have and have not given up. */
async function numbersKept(
  trx: DatabaseTransaction,
  cell: ImportPart,
  column: NumberColumn,
  iccids: readonly string[],
): Promise<KeptNumber[]> {
  const number = sql.ref(column)
  const { rows } = await sql<KeptNumber>`
    SELECT s.${number} AS number, ${cell.isStaged ? sql`own.line` : sql`NULL::int`} AS "givingLine"
    FROM sim_registry r JOIN sims s ON s.company_id = r.company_id AND s.iccid = r.iccid
    ${cell.isStaged ? sql`LEFT JOIN ${ownLine(cell, number)}` : sql``}
    WHERE r.iccid = ANY(${[...iccids]}::text[]) AND ${isKept}`.execute(trx)
  return rows
}

/** Of the lines, those of the part. */
async function insertTaken(
  trx: DatabaseTransaction,
  { staging }: ImportPart,
  column: NumberColumn,
  lines: readonly number[],
): Promise<void> {
  await sql`
    INSERT INTO ${staging.problems} (line, field, value, reason, late)
    SELECT line, ${column}, ${sql.ref(column)}, 'taken', true FROM ${staging.lines}
    WHERE line = ANY(${[...lines]}::int[])`.execute(trx)
}
