import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { getSimFacets, SimFilter } from '#contract/sims/sims.calls.ts'
import { groupKey, pathsTo } from '#domain/groups.ts'
import { tagKey } from '#domain/tags.ts'
import { rowsOfCells } from '#server/cells/cell-context.ts'
import { byKeys } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import { type CompanyScope, inScope } from '#server/db/scope.ts'
import { allOf, iccConditions, liveConditions, simConditions } from '#server/records/sim-filter.ts'
import type { Sql } from './key-parts.ts'

type Facets = CallData<typeof getSimFacets>

/** Matches whose tags are counted while a person waits: 20 000 SIMs of twenty tags each take some 100 ms. */
const COUNTED_TAGS_OF = 20_000

/** Counts by tag under the other filters; requested only when that filter is opened. The same name in several companies is one value. */
export async function countTags(ctx: Ctx, scope: CompanyScope, { tags: _, ...others }: SimFilter): Promise<Facets['tags']> {
  return sumByName(await countsOf(ctx, scope, others, sql`NOT t.is_group`), tagKey)
}

/** The same by group, each with the groups inside it. */
export async function countGroups(
  ctx: Ctx,
  scope: CompanyScope,
  { groups: _, ...others }: SimFilter,
): Promise<Facets['groups']> {
  const counts = await countsOf(ctx, scope, others, sql`t.is_group`)
  return sumByName(
    counts.flatMap(({ name, sims }) => pathsTo(name).map((path) => ({ name: path, sims }))),
    groupKey,
  )
}

function sumByName(counts: readonly TagCount[], keyOf: (name: string) => string): Facets['tags'] {
  const sums = new Map<string, Facets['tags'][number]>()
  for (const { name, sims } of counts) {
    const key = keyOf(name)
    sums.set(key, { id: sums.get(key)?.id ?? name, count: (sums.get(key)?.count ?? 0) + sims })
  }
  return [...sums.values()].filter(({ count }) => count > 0).sort(byKeys(({ id, count }) => [-count, String(id)]))
}

interface TagCount {
  readonly name: string
  readonly sims: number
}

/**
 * Without other filters the counts are stored; beside others the tags of what matches are read, and nothing is counted where that is too
 * much, or where a text has to be searched.
 * @param kind of rows of `tags t`
 */
async function countsOf(ctx: Ctx, scope: CompanyScope, filter: SimFilter, kind: Sql): Promise<TagCount[]> {
  if (filter.search) return []
  const { companyIds: _, subsidiaries: _below, ...others } = filter
  const isAll = Object.values(others).every(
    (value) => value === '' || value === undefined || (Array.isArray(value) && value.length === 0),
  )
  const counted = isAll ? storedCounts(scope, kind) : countsOfMatches(ctx, { scope, filter, kind })
  return (await rowsOfCells(ctx, (db) => counted.execute(db))).flat()
}

const storedCounts = (scope: CompanyScope, kind: Sql) => sql<TagCount>`
  SELECT t.name, t.sims FROM tags t WHERE ${allOf([inScope(scope, sql`t.company_id`), kind])} ORDER BY t.company_id`

/** One match more than are counted: then there are none. */
function countsOfMatches(ctx: Ctx, { scope, filter, kind }: { scope: CompanyScope; filter: SimFilter; kind: Sql }) {
  const named = [inScope(scope, sql`l.company_id`), ...iccConditions(filter, { table: sql`l`, scope })]
  const where = allOf([...named, ...simConditions(filter, 'live'), ...liveConditions(filter, ctx.now)])
  return sql<TagCount>`
    WITH matches AS MATERIALIZED (SELECT l.company_id, l.iccid FROM sim_live l WHERE ${where} LIMIT ${COUNTED_TAGS_OF + 1})
    SELECT t.name, c.sims FROM (
      SELECT g.company_id, g.tag_id, count(*) AS sims FROM matches m
      JOIN sim_tags g ON g.company_id = m.company_id AND g.iccid = m.iccid
      WHERE (SELECT count(*) FROM matches) <= ${COUNTED_TAGS_OF} GROUP BY 1, 2
    ) c JOIN tags t ON t.company_id = c.company_id AND t.tag_id = c.tag_id WHERE ${kind} ORDER BY t.company_id`
}
