import { distinctTags, isTagName, tagNamesIn } from '#domain/tags.ts'
import { invalidField } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { changeTags } from '#server/records/change-tags.ts'
import type { SimTagChange } from '#server/records/requested-tags.ts'
import { refusedTagChanges, type TagRefusal } from '#server/records/tag-limits.ts'
import { cellsOfField, columnOfField } from './file-cells.ts'
import { noteOf, type OperationRow } from './operation-row.ts'
import type { ClaimedLine } from './outcomes.ts'

const NO_TAGS = { es: 'Escriba al menos un tag', en: 'Enter at least one tag' }

/** @throws AppError invalid when nothing would change: neither names nor a file with a column of tags */
export async function requireTags(
  { db, actor }: Ctx,
  { add = [], remove = [], fileId }: { add?: readonly string[]; remove?: readonly string[]; fileId?: number | undefined },
): Promise<void> {
  if (add.length + remove.length > 0) return
  if (fileId !== undefined && (await columnOfField(db, { companyId: actor.companyId, fileId }, 'tags')) !== undefined) return
  throw invalidField('add', NO_TAGS)
}

/** What claimed lines put on their SIMs and take off: the operation's names, and those of the line in its file. */
async function tagChangesOf(
  db: Database | DatabaseTransaction,
  operation: OperationRow,
  claimed: readonly ClaimedLine[],
): Promise<SimTagChange[]> {
  const { add = [], remove = [] } = operation.parameters
  const cells = await cellsOfField(db, operation, claimed, 'tags')
  return claimed.flatMap(({ line, simCompanyId, iccid }) => {
    if (simCompanyId === null) return []
    const own = tagNamesIn(cells.get(line) ?? '').filter(isTagName)
    return [{ companyId: simCompanyId, iccid, add: distinctTags([...add, ...own]), remove }]
  })
}

/** The lines whose SIM, or company, would have too many tags: why, by ICCID. Of SIMs where it matters: their table refuses them. */
export async function refusedTagLines(
  db: DatabaseTransaction,
  operation: OperationRow,
  claimed: readonly ClaimedLine[],
  ofSimsToo: boolean,
): Promise<ReadonlyMap<string, TagRefusal>> {
  if (operation.kind !== 'tag') return new Map()
  return refusedTagChanges(db, await tagChangesOf(db, operation, claimed), ofSimsToo)
}

/** Writes what the lines change, with their timelines. */
export async function tagLines(
  trx: DatabaseTransaction,
  operation: OperationRow,
  claimed: readonly ClaimedLine[],
  now: Date,
): Promise<void> {
  await changeTags(trx, await tagChangesOf(trx, operation, claimed), { ...noteOf(operation), areLocked: true }, now)
}
