import { sql } from 'kysely'
import { iccidCandidates } from '#domain/identifiers.ts'
import type { Ctx } from '../../context.ts'
import type { DatabaseTransaction } from '../../db/database.ts'
import type { LineSource } from './line-sources.ts'

/** Stores the ICCs of a draft until it is confirmed, as a file without a name. */
export async function storeList(trx: DatabaseTransaction, ctx: Ctx, given: readonly string[]): Promise<LineSource> {
  const { companyId, userId } = ctx.actor
  const { file_id: fileId } = await trx
    .insertInto('operation_files')
    .values({ company_id: companyId, file_name: '', columns: '[]', lines: given.length, user_id: userId, created_at: ctx.now })
    .returning('file_id')
    .executeTakeFirstOrThrow()
  await storeLines(trx, { companyId, fileId }, { firstLine: 1, given })
  return { kind: 'file', companyId, fileId }
}

interface StoredLines {
  readonly firstLine: number
  readonly given: readonly string[]
}

/** Writes a batch of given ICCs in one statement. */
async function storeLines(
  trx: DatabaseTransaction,
  file: { companyId: number; fileId: number },
  { firstLine, given }: StoredLines,
): Promise<void> {
  const candidates = given.map(iccidCandidates)
  await sql`
    INSERT INTO operation_file_lines (company_id, file_id, line, given, iccid, other_iccid)
    SELECT ${file.companyId}, ${file.fileId}, (g.line + ${firstLine} - 1)::int, g.given, g.iccid, g.other_iccid
    FROM unnest(${[...given]}::text[], ${candidates.map(([iccid]) => iccid ?? '')}::text[],
      ${candidates.map(([, iccid]) => iccid ?? null)}::text[]) WITH ORDINALITY AS g(given, iccid, other_iccid, line)`.execute(
    trx,
  )
}
