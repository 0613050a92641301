import { sql } from 'kysely'
import { NUMBER_RELEASED_STATUSES } from '#domain/sim-status.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { goodLines } from './check-lines.sql.ts'
import { type ImportPart, inEachPart } from './import-parts.ts'

type NumberColumn = 'imsi' | 'msisdn'

/** Lines whose numbers are asked for by one statement. */
const LINES_PER_QUESTION = 50_000

/**
 * Numbers of a part's lines that a SIM of another cell has, by the rule of `checkTakenNumbers`.
 * @returns how many lines were found
 */
export async function checkTakenElsewhere(
  trx: DatabaseTransaction,
  cells: readonly ImportPart[],
  part: ImportPart,
  column: NumberColumn,
): Promise<number> {
  let found = 0
  let lines = await numbersAfter(trx, part, column, 0)
  for (let last = lines.at(-1); last !== undefined; last = lines.at(-1)) {
    const numbers = lines.map(({ number }) => number)
    const holders = await holdersElsewhere(trx, part, column, numbers)
    const taken = new Set<string>()
    for (const cell of cells) {
      const iccids = holders.get(cell.cellId)
      if (!iccids) continue
      const [held = []] = await inEachPart(trx, [cell], (inside) => numbersKept(inside, cell, column, iccids))
      for (const number of held) taken.add(number)
    }
    const bad = lines.filter(({ number }) => taken.has(number))
    if (bad.length > 0) await insertTaken(trx, part, column, bad)
    found += bad.length
    lines = await numbersAfter(trx, part, column, last.line)
  }
  return found
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

/** Numbers that SIMs of the transaction's cell have and keep: those not given up, and not given another one by a good line. */
async function numbersKept(
  trx: DatabaseTransaction,
  { isStaged, staging }: ImportPart,
  column: NumberColumn,
  iccids: readonly string[],
): Promise<string[]> {
  const number = sql.ref(column)
  const isGivenAnother = sql`EXISTS (SELECT FROM ${goodLines(staging)} WHERE l.iccid = s.iccid AND l.${number} <> s.${number})`
  const { rows } = await sql<{ number: string }>`
    SELECT s.${number} AS number FROM sim_registry r JOIN sims s ON s.company_id = r.company_id AND s.iccid = r.iccid
    WHERE r.iccid = ANY(${[...iccids]}::text[]) AND s.administrative_status <> ALL (${NUMBER_RELEASED_STATUSES}::smallint[])
      ${isStaged ? sql`AND NOT ${isGivenAnother}` : sql``}`.execute(trx)
  return rows.map((row) => row.number)
}

async function insertTaken(
  trx: DatabaseTransaction,
  { staging }: ImportPart,
  column: NumberColumn,
  lines: readonly NumberedLine[],
): Promise<void> {
  await sql`
    INSERT INTO ${staging.problems} (line, field, value, reason, late)
    SELECT line, ${column}, number, 'taken', true
    FROM unnest(${lines.map(({ line }) => line)}::int[], ${lines.map(({ number }) => number)}::text[]) AS taken(line, number)`.execute(
    trx,
  )
}
