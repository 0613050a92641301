import { type RawBuilder, sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import { SEARCH_LIMIT_OF_KIND, type searchPortal } from '#contract/search/search.calls.ts'
import { groupKey } from '#domain/groups.ts'
import { plainText } from '#domain/plain-text.ts'
import { tagKey } from '#domain/tags.ts'
import { rowsOfCells } from '#server/cells/cell-context.ts'
import { byKeys, sumSame } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import { inScope, narrowToCompany, scopeOf } from '#server/db/scope.ts'
import { holdsText } from '#server/db/text-search.ts'

type Found = CallData<typeof searchPortal>

/**
 * Companies whose groups and tags are searched. The words of all customers, some hundreds for each, mean nothing to the operator's
 * people and would be read one by one.
 */
const isSearched = ({ actor }: Ctx): RawBuilder<boolean> => {
  const scope = scopeOf(actor)
  return inScope(scope.kind === 'all' ? narrowToCompany(scope, actor.companyId) : scope, sql`t.company_id`)
}

interface Label {
  readonly name: string
  readonly sims: number
}

/** Those of all companies in scope, each name once, those that begin with the text first. */
async function findLabels(
  ctx: Ctx,
  text: string,
  { isGroup, keyOf }: { readonly isGroup: boolean; readonly keyOf: (name: string) => string },
): Promise<Label[]> {
  const found = sql<Label>`
    SELECT min(t.name) AS name, sum(t.sims)::int AS sims FROM tags t
    WHERE ${isSearched(ctx)} AND t.is_group = ${isGroup} AND ${holdsText(sql`plain_letters(t.name)`, text)} GROUP BY t.key`
  const answers = await rowsOfCells(ctx, (db) => found.execute(db))
  const labels = sumSame(answers, ({ name }) => keyOf(name), ['sims'])
  const begins = ({ name }: Label): number => (plainText(name).startsWith(plainText(text)) ? 0 : 1)
  return labels.sort(byKeys((label) => [begins(label), keyOf(label.name)])).slice(0, SEARCH_LIMIT_OF_KIND)
}

/** Groups by any part of their path. */
export async function findGroups(ctx: Ctx, text: string): Promise<Found['groups']> {
  return (await findLabels(ctx, text, { isGroup: true, keyOf: groupKey })).map(({ name }) => name)
}

export const findTags = (ctx: Ctx, text: string): Promise<Found['tags']> =>
  findLabels(ctx, text, { isGroup: false, keyOf: tagKey })
