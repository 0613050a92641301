import { sql } from 'kysely'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { checkTakenElsewhere } from './check-elsewhere.ts'
import { checkGroups, checkMissing, checkOwners, checkTags, checkTakenNumbers, separateKnown } from './check-lines.sql.ts'
import { divideLines } from './divide-import.ts'
import { type ImportPart, inEachPart, partsOf } from './import-parts.ts'

/**
 * Brings the lines to the cells of their SIMs, checks them there against the present fleet, and separates known SIMs from new ones.
 * Repeatable.
 * @returns the parts of the import
 */
export async function checkAgainstFleet(trx: DatabaseTransaction, importId: number): Promise<ImportPart[]> {
  for (const { staging } of await partsOf(trx, importId)) {
    await sql`DELETE FROM ${staging.problems} WHERE late`.execute(trx)
    await sql`TRUNCATE ${staging.known}`.execute(trx)
  }
  const cells = await divideLines(trx, importId)
  const parts = cells.filter(({ isStaged }) => isStaged)
  await inEachPart(trx, parts, async (inside, { staging }) => {
    await checkOwners(inside, staging)
    await checkMissing(inside, staging)
    await checkTags(inside, staging)
    await checkGroups(inside, staging)
  })
  await checkTaken(trx, cells)
  await inEachPart(trx, parts, (inside, { staging }) => separateKnown(inside, staging))
  return parts
}

/** Until no more is found: a line that is bad for its MSISDN gives up no IMSI, and one that is bad in a cell gives up nothing in another. */
async function checkTaken(trx: DatabaseTransaction, cells: readonly ImportPart[]): Promise<void> {
  // a line with a taken IMSI is not asked for its MSISDN
  for (let found = 1; found > 0; )
    found = (await checkTakenColumn(trx, cells, 'imsi')) + (await checkTakenColumn(trx, cells, 'msisdn'))
}

/** @returns how many lines were found */
async function checkTakenColumn(
  trx: DatabaseTransaction,
  cells: readonly ImportPart[],
  column: 'imsi' | 'msisdn',
): Promise<number> {
  const parts = cells.filter(({ isStaged }) => isStaged)
  const counts = await inEachPart(trx, parts, (inside, { staging }) => checkTakenNumbers(inside, staging, column))
  let found = counts.reduce((sum, count) => sum + count, 0)
  if (cells.length === 1) return found
  for (const part of parts) found += await checkTakenElsewhere(trx, cells, part, column)
  return found === 0 ? 0 : found + (await checkTakenColumn(trx, cells, column))
}
