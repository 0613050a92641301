import { sql } from 'kysely'
import { followGroups } from '#server/alarm-engine/follow-groups.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { changeGroups, type SimGroupChange } from '#server/records/change-groups.ts'
import type { WriteOptions } from './apply-lines.ts'
import { goodLines } from './check-lines.sql.ts'
import { inLineChunks } from './line-chunks.ts'
import type { Staging } from './staging.ts'

/** Moves the SIMs of an import's lines, which are there by now, to their groups; alarms of groups follow them. */
export async function writeGroups(
  trx: DatabaseTransaction,
  staging: Staging,
  { importId, actor, now, warningPercent }: WriteOptions,
): Promise<void> {
  await inLineChunks(
    async ({ after, limit }) => {
      const { rows } = await sql<SimGroupChange & { line: number }>`
        SELECT l.line, r.company_id AS "companyId", l.iccid, l.group_path AS "group"
        FROM ${goodLines(staging)} JOIN sim_registry r ON r.iccid = l.iccid
        WHERE l.group_path IS NOT NULL AND l.line > ${after} ORDER BY l.line LIMIT ${limit}`.execute(trx)
      return rows
    },
    async (rows) => {
      const changed = await changeGroups(trx, rows, { actor, detail: { importId } }, now)
      await followGroups(trx, changed, { now, warningPercent })
    },
  )
}
