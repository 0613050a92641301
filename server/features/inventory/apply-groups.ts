import { sql } from 'kysely'
import { followGroups } from '../../alarm-engine/follow-groups.ts'
import type { DatabaseTransaction } from '../../db/database.ts'
import { changeGroups, type SimGroupChange } from '../../records/change-groups.ts'
import type { WriteOptions } from './apply-lines.ts'
import { goodLines } from './check-lines.sql.ts'
import type { Staging } from './staging.ts'

/** Lines per statement. */
const CHUNK_LINES = 2_000

/** Moves the SIMs of an import's lines, which are there by now, to their groups; alarms of groups follow them. */
export async function writeGroups(
  trx: DatabaseTransaction,
  staging: Staging,
  { importId, actor, now, warningPercent }: WriteOptions,
): Promise<void> {
  let after = 0
  for (;;) {
    const { rows } = await sql<SimGroupChange & { line: number }>`
      SELECT l.line, r.company_id AS "companyId", l.iccid, l.group_path AS "group"
      FROM ${goodLines(staging)} JOIN sim_registry r ON r.iccid = l.iccid
      WHERE l.group_path IS NOT NULL AND l.line > ${after} ORDER BY l.line LIMIT ${CHUNK_LINES}`.execute(trx)
    const changed = await changeGroups(trx, rows, { actor, detail: { importId } }, now)
    await followGroups(trx, changed, { now, warningPercent })
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK_LINES) return
    after = last.line
  }
}
