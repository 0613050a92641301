import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { getSimFacets, SimFilter } from '#contract/sims/sims.calls.ts'
import { tagKey } from '#domain/tags.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import { byKeys } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import { type CompanyScope, inScope } from '#server/db/scope.ts'
import { allOf, iccConditions, liveConditions, simConditions } from '#server/records/sim-filter.ts'

type Facets = CallData<typeof getSimFacets>

/** Matches whose tags are counted while a person waits: 20 000 SIMs of twenty tags each take some 100 ms. */
const COUNTED_TAGS_OF = 20_000

/**
 * Counts by tag under the other filters; requested only when that filter is opened. Without others they are stored; beside others the
 * tags of what matches are read, and nothing is counted where that is too much, or where a text has to be searched.
 */
export async function countTags(ctx: Ctx, scope: CompanyScope, { tags: _, ...filter }: SimFilter): Promise<Facets['tags']> {
  if (filter.search) return []
  const { companyIds: __, ...others } = filter
  const isAll = Object.values(others).every(
    (value) => value === '' || value === undefined || (Array.isArray(value) && value.length === 0),
  )
  const counted = isAll ? storedTags(scope) : tagsOfMatches(ctx, scope, filter)
  const answers = await fromEachCell(ctx, async ({ db }) => (await counted.execute(db)).rows)
  const sums = new Map<string, Facets['tags'][number]>()
  for (const { name, sims } of answers.flat()) {
    const key = tagKey(name)
    sums.set(key, { id: sums.get(key)?.id ?? name, count: (sums.get(key)?.count ?? 0) + sims })
  }
  return [...sums.values()].filter(({ count }) => count > 0).sort(byKeys(({ id, count }) => [-count, String(id)]))
}

interface TagCount {
  readonly name: string
  readonly sims: number
}

const storedTags = (scope: CompanyScope) => sql<TagCount>`
  SELECT t.name, t.sims FROM tags t WHERE ${inScope(scope, sql`t.company_id`)} ORDER BY t.company_id`

/** One match more than are counted: then there are none. */
function tagsOfMatches(ctx: Ctx, scope: CompanyScope, filter: SimFilter) {
  const named = [inScope(scope, sql`l.company_id`), ...iccConditions(filter, { table: sql`l`, scope })]
  const where = allOf([...named, ...simConditions(filter, 'live'), ...liveConditions(filter, ctx.now)])
  return sql<TagCount>`
    WITH matches AS MATERIALIZED (SELECT l.company_id, l.iccid FROM sim_live l WHERE ${where} LIMIT ${COUNTED_TAGS_OF + 1})
    SELECT t.name, c.sims FROM (
      SELECT g.company_id, g.tag_id, count(*) AS sims FROM matches m
      JOIN sim_tags g ON g.company_id = m.company_id AND g.iccid = m.iccid
      WHERE (SELECT count(*) FROM matches) <= ${COUNTED_TAGS_OF} GROUP BY 1, 2
    ) c JOIN tags t ON t.company_id = c.company_id AND t.tag_id = c.tag_id ORDER BY t.company_id`
}
