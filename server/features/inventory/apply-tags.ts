import { sql } from 'kysely'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { changeTags } from '#server/records/change-tags.ts'
import type { WriteOptions } from './apply-lines.ts'
import { goodLines } from './check-lines.sql.ts'
import { inLineChunks } from './line-chunks.ts'
import { type Staging, TAG_SEPARATOR } from './staging.ts'

interface TaggedLine {
  readonly line: number
  readonly companyId: number
  readonly iccid: string
  readonly tags: string
}

/** Puts the tags of an import's lines on their SIMs, which are there by now. */
export async function writeTags(
  trx: DatabaseTransaction,
  staging: Staging,
  { importId, actor, now }: WriteOptions,
): Promise<void> {
  await inLineChunks(
    async ({ after, limit }) => {
      const { rows } = await sql<TaggedLine>`
        SELECT l.line, r.company_id AS "companyId", l.iccid, l.tags FROM ${goodLines(staging)} JOIN sim_registry r ON r.iccid = l.iccid
        WHERE l.tags IS NOT NULL AND l.line > ${after} ORDER BY l.line LIMIT ${limit}`.execute(trx)
      return rows
    },
    async (rows) => {
      const changes = rows.map(({ companyId, iccid, tags }) => ({
        companyId,
        iccid,
        add: tags.split(TAG_SEPARATOR),
        remove: [],
      }))
      await changeTags(trx, changes, { actor, detail: { importId } }, now)
    },
  )
}
