import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { listTags } from '#contract/tags/tags.calls.ts'
import { compareTagNames } from '#domain/tags.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'

export type TagRow = CallData<typeof listTags>[number]

export const selectTags = (db: Database | DatabaseTransaction) =>
  db
    .selectFrom('tags as t')
    .select(['t.tag_id as tagId', 't.company_id as companyId', 't.name', 't.colour', 't.sims'])
    .where('t.is_group', '=', false)

/** The tags of all companies that the reader sees, by name. */
export async function visibleTags(ctx: Ctx): Promise<TagRow[]> {
  const scope = scopeOf(ctx.actor)
  const tags = await fromEachCell(ctx, ({ db }) => selectTags(db).where(inScope(scope, sql`t.company_id`)).execute())
  return (tags.flat() as TagRow[]).sort((a, b) => compareTagNames(a.name, b.name) || a.companyId - b.companyId)
}
