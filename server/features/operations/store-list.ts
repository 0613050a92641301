import { sql } from 'kysely'
import { iccidCandidates } from '#domain/identifiers.ts'
import { withinEachCell } from '#server/cells/cell-context.ts'
import type { Ctx } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { divideGiven } from './divide-lines.ts'
import type { GivenLines, LineSource } from './line-sources.ts'

/** Stores the ICCs of a draft until it is confirmed, as a file without a name, each in the cell of its SIM. */
export async function storeList(trx: DatabaseTransaction, ctx: Ctx, given: readonly string[]): Promise<LineSource> {
  const { companyId, userId } = ctx.actor
  const parts = await divideGiven(trx, ctx, given)
  const row = { company_id: companyId, file_name: '', columns: '[]', user_id: userId, created_at: ctx.now }
  let fileId: number | undefined
  await withinEachCell(trx, ctx, async (inside, cell) => {
    const part = parts.get(cell) ?? { given: [] }
    const numbered = { ...row, lines: part.given.length, ...(fileId !== undefined && { file_id: fileId }) }
    const file = await inside.insertInto('operation_files').values(numbered).returning('file_id').executeTakeFirstOrThrow()
    fileId = file.file_id
    await storeLines(inside, { companyId, fileId }, part)
    return undefined
  })
  if (fileId === undefined) throw new Error('a list was stored in no cell')
  return { kind: 'file', companyId, fileId }
}

/** Writes given ICCs in one statement. */
async function storeLines(
  trx: DatabaseTransaction,
  file: { companyId: number; fileId: number },
  { given, numbers = given.map((_, index) => index + 1) }: GivenLines,
): Promise<void> {
  const candidates = given.map(iccidCandidates)
  await sql`
    INSERT INTO operation_file_lines (company_id, file_id, line, given, iccid, other_iccid)
    SELECT ${file.companyId}, ${file.fileId}, g.line, g.given, g.iccid, g.other_iccid
    FROM unnest(${[...numbers]}::int[], ${[...given]}::text[], ${candidates.map(([iccid]) => iccid ?? '')}::text[],
      ${candidates.map(([, iccid]) => iccid ?? null)}::text[]) AS g(line, given, iccid, other_iccid)`.execute(trx)
}
