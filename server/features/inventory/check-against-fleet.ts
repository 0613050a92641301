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
  // a line with a taken IMSI is not asked for its MSISDN
  for (const column of ['imsi', 'msisdn'] as const) {
    await inEachPart(trx, parts, (inside, { staging }) => checkTakenNumbers(inside, staging, column))
    if (cells.length > 1) for (const part of parts) await checkTakenElsewhere(trx, cells, part, column)
  }
  await inEachPart(trx, parts, (inside, { staging }) => separateKnown(inside, staging))
  return parts
}
