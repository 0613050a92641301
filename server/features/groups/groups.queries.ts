import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { listGroups, SimGroupRule } from '#contract/groups/groups.calls.ts'
import { namesOfPath } from '#domain/groups.ts'
import { compareTagNames } from '#domain/tags.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'

export type GroupRow = CallData<typeof listGroups>[number]

export const selectGroups = (db: Database | DatabaseTransaction) =>
  db
    .selectFrom('tags as t')
    .select(['t.tag_id as groupId', 't.company_id as companyId', 't.name as path', 't.sims'])
    .select(sql<SimGroupRule | null>`t.rule`.as('rule'))
    .select(
      sql<string[]>`ARRAY(
        SELECT p.plan_code FROM group_activation_plans p WHERE p.company_id = t.company_id AND p.group_id = t.tag_id ORDER BY 1
      )`.as('activationPlans'),
    )
    .select(
      sql<string[]>`ARRAY(
        SELECT given.name FROM group_tags g JOIN tags given ON given.company_id = g.company_id AND given.tag_id = g.tag_id
        WHERE g.company_id = t.company_id AND g.group_id = t.tag_id ORDER BY given.key
      )`.as('tags'),
    )
    .where('t.is_group', '=', true)

/** The groups of all companies that the reader sees, each before those inside it. */
export async function readGroups(ctx: Ctx): Promise<GroupRow[]> {
  const scope = scopeOf(ctx.actor)
  const groups = await fromEachCell(ctx, ({ db }) => selectGroups(db).where(inScope(scope, sql`t.company_id`)).execute())
  return groups.flat().sort((a, b) => comparePaths(a.path, b.path) || a.companyId - b.companyId)
}

/** As a tree is read: name by name, not letter by letter. */
function comparePaths(a: string, b: string): number {
  const [left, right] = [namesOfPath(a), namesOfPath(b)]
  const place = left.findIndex((name, index) => compareTagNames(name, right[index] ?? '') !== 0)
  return place < 0 ? left.length - right.length : compareTagNames(left[place] ?? '', right[place] ?? '')
}
