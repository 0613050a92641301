import { sql } from 'kysely'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { checkGroups, checkMissing, checkOwners, checkTags, separateKnown } from './check-lines.sql.ts'
import { checkTaken } from './check-taken.ts'
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
  await checkTaken(trx, cells, parts)
  await inEachPart(trx, parts, (inside, { staging }) => separateKnown(inside, staging))
  return parts
}
