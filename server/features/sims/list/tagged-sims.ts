import { sql } from 'kysely'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import type { Ctx } from '#server/context.ts'
import { type CompanyScope, inScope } from '#server/db/scope.ts'
import {
  ALIAS,
  allOf,
  iccConditions,
  liveConditions,
  namesGroups,
  namesTags,
  simConditions,
} from '#server/records/sim-filter.ts'
import {
  asText,
  behindCursor,
  type KeyRequest,
  keysOf,
  lookUp,
  lookUpMatches,
  namedKeys,
  orderBy,
  type Sql,
  windowOf,
} from './key-parts.ts'
import { MAX_SET } from './page-path.ts'

interface FoundBy {
  /** of rows of `tags t` */
  readonly condition: Sql
  /** what is left of the filter */
  readonly others: SimFilter
}

/** Of a filter that has both, the groups: a SIM is in one fixed group, and in few by rule. */
export function foundBy({ groups, ...besideGroups }: SimFilter): FoundBy {
  if (groups?.length) return { condition: namesGroups(groups), others: besideGroups }
  const { tags = [], ...others } = besideGroups
  return { condition: namesTags(tags), others }
}

/** The filter's tags or groups in scope, each of a company. */
const tagsInScope = (scope: CompanyScope, filter: SimFilter): Sql => sql`
  SELECT t.company_id, t.tag_id, t.sims FROM tags t WHERE ${allOf([foundBy(filter).condition, inScope(scope, sql`t.company_id`)])}`

/** How many SIMs have them; one that has two of the tags counts twice. */
export async function countTagged({ db }: Pick<Ctx, 'db'>, scope: CompanyScope, filter: SimFilter): Promise<number> {
  const { rows } = await sql<{ sims: number }>`
    SELECT coalesce(sum(t.sims), 0)::int AS sims FROM (${tagsInScope(scope, filter)}) t`.execute(db)
  return rows[0]?.sims ?? 0
}

/** The SIMs that have at least one of them: company_id and iccid, each once. */
export const taggedSims = (scope: CompanyScope, filter: SimFilter): Sql => sql`
  SELECT DISTINCT g.company_id, g.iccid FROM (${tagsInScope(scope, filter)} OFFSET 0) t
  JOIN sim_tags g ON g.company_id = t.company_id AND g.tag_id = t.tag_id`

/**
 * Whether a SIM has at least one of them, or is in one, for a table that is read in its order: `IS TRUE` keeps the set out of the joins,
 * and the limit shows the planner that it fits into memory.
 * @param most more than such a set has
 */
export const inTaggedSet = (scope: CompanyScope, filter: SimFilter, of: Sql, most = MAX_SET * 2): Sql => sql`
  (${of}.iccid IN (
    SELECT own.iccid FROM (${tagsInScope(scope, filter)} OFFSET 0) t
    CROSS JOIN LATERAL (SELECT g.iccid FROM sim_tags g WHERE g.company_id = t.company_id AND g.tag_id = t.tag_id OFFSET 0) own
    LIMIT ${sql.lit(most)}
  )) IS TRUE`

/** Matches in the order of the ICCs: the first rows of each tag or group, merged. A SIM with two of the tags is in both. */
export function taggedInOrder(request: KeyRequest): Sql {
  const { scope, filter, limit, skip } = request
  const { others } = foundBy(filter)
  const key = [sql`g.iccid`]
  const own = [
    sql`g.company_id = t.company_id AND g.tag_id = t.tag_id`,
    ...iccConditions(filter, { table: sql`g`, scope }),
    ...behindCursor(request, key),
  ]
  const passing = lookUpMatches(sql`g`, others, request.now)
  return sql`
    SELECT DISTINCT company_id, iccid FROM (${tagsInScope(scope, filter)} OFFSET 0) t
    CROSS JOIN LATERAL (
      SELECT g.iccid FROM sim_tags g ${passing} WHERE ${allOf(own)} ${orderBy(request, key)} LIMIT ${limit + skip}
    ) first
    ${orderBy(request, [sql`iccid`])} ${windowOf(request)}`
}

/** All matches, found by their tags or groups, then put in order. */
export function taggedGathered(request: KeyRequest): Sql {
  const { scope, filter, order, now } = request
  const { others } = foundBy(filter)
  const onLive = [...(order.table === 'live' ? simConditions(others, 'live') : []), ...liveConditions(others, now)]
  const conditions = [...simConditions(others, order.table), ...(order.table === 'live' ? liveConditions(others, now) : [])]
  const elsewhere = order.table === 'sims' && onLive.length > 0
  const keys = keysOf('found', request)
  const expressions = [...keys, sql`found.iccid`]
  return sql`
    WITH found AS MATERIALIZED (
      SELECT tagged.company_id, tagged.iccid, looked_up.*
      FROM (${taggedSims(scope, filter)} OFFSET 0) tagged
      ${lookUp(order.table, sql`tagged`, { columns: namedKeys(request), conditions })}
      ${elsewhere ? sql`WHERE EXISTS (SELECT FROM sim_live l WHERE ${ofTagged(onLive)} OFFSET 0)` : sql``}
    )
    SELECT found.company_id, found.iccid ${asText(keys)} FROM found
    WHERE ${allOf(behindCursor(request, expressions))}
    ${orderBy(request, expressions)} ${windowOf(request)}`
}

const ofTagged = (conditions: readonly Sql[]): Sql =>
  allOf([sql`${ALIAS.live}.company_id = tagged.company_id`, sql`${ALIAS.live}.iccid = tagged.iccid`, ...conditions])
