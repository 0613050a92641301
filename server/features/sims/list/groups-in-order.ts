import { sql } from 'kysely'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { groupKey } from '#domain/groups.ts'
import type { Services } from '#server/context.ts'
import { typedKey } from '#server/db/keyset.ts'
import { type CompanyScope, inScope, keyOf } from '#server/db/scope.ts'
import { cachedFor } from '#server/records/cached-for.ts'
import { allOf, labelConditions, liveConditions, namesGroups, simConditions } from '#server/records/sim-filter.ts'
import { GROUP_ORDER, UNGROUPED } from '#server/records/tag-names.ts'
import { ESTIMATE_AGE } from '#server/records/tallies.queries.ts'
import {
  asText,
  behind,
  directed,
  type KeyRequest,
  lookUpMatches,
  lookUpText,
  orderBy,
  type PageKeys,
  type Sql,
  windowOf,
} from './key-parts.ts'
import type { PathAttempt } from './page-path.ts'

/**
 * Matches in the order of the groups, each group's SIMs in the order of their ICCs: no SIM's row has a text of its group, so that a
 * rename rewrites none. The list has two zones, the SIMs of groups and those in none; the second one in order is read where the first
 * one does not fill the page.
 */
export function inGroupOrder(request: KeyRequest, way: PathAttempt): PageKeys {
  const zones = zonesBehind(request, way)
  const ctes = zones.map((zone, index) => CTES[zone]({ request, way, after: zones[index - 1] }))
  const rows = zones.map((zone) => sql`SELECT company_id, iccid, k0 FROM ${sql.id(zone)}`)
  const keys = [sql`page.k0`, sql`page.company_id`]
  return {
    found: sql.join(ctes),
    page: sql`
      SELECT page.company_id, page.iccid ${asText(keys)} FROM (${sql.join(rows, sql` UNION ALL `)}) page
      ${orderBy(request, [...keys, sql`page.iccid`])} ${windowOf(request)}`,
    ...(way.atMost !== undefined && { isWhole: allOf(zones.map((zone) => wasRead(zone, { request, way }))) }),
  }
}

type Zone = 'grouped' | 'ungrouped'

/** The zones in order, from the cursor on. */
function zonesBehind({ descending, after }: KeyRequest, { areNamedFixed }: PathAttempt): Zone[] {
  if (areNamedFixed) return ['grouped']
  const zones: Zone[] = descending ? ['ungrouped', 'grouped'] : ['grouped', 'ungrouped']
  const current = after?.[0] === UNGROUPED ? 'ungrouped' : 'grouped'
  return after ? zones.slice(zones.indexOf(current)) : zones
}

interface ZoneOf {
  readonly request: KeyRequest
  readonly way: PathAttempt
  /** the zone before it, which was read */
  readonly after?: Zone | undefined
}

const CTES: Readonly<Record<Zone, (of: ZoneOf) => Sql>> = { grouped: groupedZone, ungrouped: ungroupedZone }

const neededOf = ({ limit, skip }: KeyRequest): number => limit + skip

/** Conditions beside those on groups, which are judged by group where that is enough. */
const besideGroups = ({ filter: { groups: _, ...others }, now }: KeyRequest): Sql[] => [
  ...simConditions(others, 'live'),
  ...liveConditions(others, now),
]

/** Joins that leave the SIMs that match. */
function passing(request: KeyRequest, of: Sql): Sql {
  const {
    filter: { groups: _, ...others },
    now,
  } = request
  const { search } = others
  return sql`${lookUpMatches(of, others, now)} ${search ? lookUpText(of, search) : sql``}`
}

/** Whether all SIMs of the groups that are read match. */
const isUnfiltered = (request: KeyRequest): boolean =>
  besideGroups(request).length === 0 && !request.filter.search && !request.filter.groups?.length

/** Only where the zone before has too few, and none of it was left out. */
function following({ request, way, after }: ZoneOf): Sql[] {
  if (!after) return []
  return [sql`(SELECT count(*) FROM ${sql.id(after)}) < ${neededOf(request)}`, wasRead(after, { request, way })]
}

/** Whether all of a zone has been read, from the cursor on. */
function wasRead(zone: Zone, { request, way }: ZoneOf): Sql {
  if (way.atMost === undefined) return sql`true`
  if (zone === 'grouped') return sql`(SELECT coalesce(sum(rest), 0) FROM parts) < ${way.atMost}`
  const mayMatch = mayHaveUngrouped(request, way)
  const isShort = sql`(SELECT count(*) FROM candidates) < ${way.atMost}`
  return mayMatch.length === 0 ? isShort : sql`(NOT (${allOf(mayMatch)}) OR ${isShort})`
}

/**
 * The groups one after the other, the first rows of each. Their numbers of SIMs say how many groups are needed: a thousand are not
 * asked in vain.
 */
function groupedZone(of: ZoneOf): Sql {
  const { request, way } = of
  const bound = way.atMost ?? (isUnfiltered(request) ? neededOf(request) : undefined)
  const key = [sql`part.k0`, sql`part.company_id`]
  const enough = bound === undefined ? [] : [sql`before < ${bound}`]
  const own = [sql`g.company_id = part.company_id`, sql`g.tag_id = part.tag_id`, behindIccid(request, sql`part.is_first`)]
  const first = sql`
    SELECT g.company_id, g.iccid FROM sim_tags g WHERE ${allOf(own)} ${orderBy(request, [sql`g.iccid`])} ${upTo(bound)}`
  return sql`
    parts AS MATERIALIZED (${parts(of, bound)}),
    grouped AS MATERIALIZED (
      SELECT part.company_id, first.iccid, part.k0
      FROM (SELECT * FROM parts WHERE ${allOf([...enough, ...following(of)])} ${orderBy(request, [sql`k0`, sql`company_id`])} OFFSET 0) part
      CROSS JOIN LATERAL (
        SELECT one.iccid FROM (${first}) one ${passing(request, sql`one`)}
        WHERE ${allOf(inNamedGroups(of, sql`one`, sql`part.is_named`))}
        ${orderBy(request, [sql`one.iccid`])} LIMIT ${neededOf(request)}
      ) first
      ${orderBy(request, [...key, sql`first.iccid`])} LIMIT ${neededOf(request)}
    )`
}

const upTo = (bound: number | undefined): Sql => (bound === undefined ? sql`OFFSET 0` : sql`LIMIT ${bound}`)

/** Behind the ICC of the cursor, which is in the first group. */
function behindIccid(request: KeyRequest, isFirst: Sql): Sql {
  const { after, descending } = request
  const iccid = after?.at(-1)
  if (iccid === undefined) return sql`true`
  const [beyond, outermost] = descending ? [sql`<`, sql`'~'`] : [sql`>`, sql`''`]
  return sql`g.iccid ${beyond} CASE WHEN ${isFirst} THEN ${iccid}::text ELSE ${outermost} END`
}

/** The groups with SIMs from the cursor on, in order: how many SIMs each has left, and those before it. */
function parts({ request, way }: ZoneOf, bound: number | undefined): Sql {
  const { scope, after, filter } = request
  const keys = [GROUP_ORDER, sql`t.company_id`]
  const [k0, company] = after ?? []
  const cursor = k0 !== undefined && company !== undefined ? [typedKey(k0, 'text'), typedKey(company, 'integer')] : undefined
  const onwards = cursor ? [sql`(${sql.join(keys)}) ${request.descending ? sql`<=` : sql`>=`} (${sql.join(cursor)})`] : []
  const isFirst = cursor ? sql`((${sql.join(keys)}) = (${sql.join(cursor)}))` : sql`false`
  const named = filter.groups?.length && !way.areNamedFixed ? namesGroups(filter.groups) : sql`true`
  const where = [inScope(scope, sql`t.company_id`), ...FIXED, sql`t.sims > 0`, ...onwards, ...namedAmong(filter, way)]
  const own = [sql`g.company_id = p.company_id`, sql`g.tag_id = p.tag_id`, behindIccid(request, sql`true`)]
  const left = sql`(SELECT count(*) FROM (SELECT FROM sim_tags g WHERE ${allOf(own)} ${upTo(bound)}) g)`
  return sql`
    SELECT c.*, sum(c.rest) OVER (ORDER BY ${directed(request, [sql`c.k0`, sql`c.company_id`])} ROWS UNBOUNDED PRECEDING) - c.rest AS before
    FROM (
      SELECT p.*, ${cursor ? sql`CASE WHEN p.is_first THEN ${left} ELSE p.sims END` : sql`p.sims`} AS rest
      FROM (
        SELECT t.company_id, t.tag_id, t.sims, ${GROUP_ORDER} AS k0, ${isFirst} AS is_first, ${named} AS is_named
        FROM tags t WHERE ${allOf(where)} ${orderBy(request, keys)} ${bound === undefined ? sql`OFFSET 0` : sql`LIMIT ${bound + 1}`}
      ) p OFFSET 0
    ) c`
}

/** Of rows of `tags t`: a group that is not by rule. As the indexes tags_group_order have it. */
const FIXED = [sql`t.is_group`, sql`t.rule IS NULL`]

/** Groups in which SIMs may match: those that the filter names, and in companies with such a group by rule, all. */
function namedAmong({ groups }: SimFilter, { areNamedFixed }: PathAttempt): Sql[] {
  if (!groups?.length) return []
  if (areNamedFixed) return [sql`(${sql.join(groups.map(rangeOf), sql` OR `)})`]
  return [sql`(${namesGroups(groups)} OR t.company_id IN (${companiesByRule(groups)}))`]
}

/** A group and those inside it, as they stand together in the order. */
function rangeOf(path: string): Sql {
  const first = sql`translate(${groupKey(path)}::text, '|', chr(1))`
  return sql`(${GROUP_ORDER} >= ${first} AND ${GROUP_ORDER} < ${first} || chr(2))`
}

/** Companies of whose groups by rule the filter names one; there are few, and an index has them. */
const companiesByRule = (groups: readonly string[]): Sql => sql`
  SELECT t.company_id FROM (SELECT t.company_id, t.key FROM tags t WHERE t.rule_place IS NOT NULL OFFSET 0) t
  WHERE ${namesGroups(groups)}`

/** Whether groups that a filter names are by rule: SIMs of other groups, and of none, are in them. */
export async function nameRules(
  { db }: Pick<Services, 'db'>,
  scope: CompanyScope,
  groups: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ company_id: number }>`
    SELECT r.company_id FROM (${companiesByRule(groups)}) r WHERE ${inScope(scope, sql`r.company_id`)} LIMIT 1`.execute(db)
  return rows.length > 0
}

/** The filter's groups, looked up for a SIM of another group, which may be in one by rule. */
function inNamedGroups({ request, way }: ZoneOf, of: Sql, isNamed: Sql): Sql[] {
  const { groups = [] } = request.filter
  if (groups.length === 0 || way.areNamedFixed) return []
  return [sql`(${isNamed} OR ${allOf(labelConditions({ groups }, of))})`]
}

/**
 * Those in no group: all SIMs in order, the group of each looked up. A join of both in order would read less where few are in none, but the
 * planner reads all groups again for each SIM when it expects few.
 */
function ungroupedZone(of: ZoneOf): Sql {
  const { request, way } = of
  const { scope, after } = request
  // the planner does not use an order by the number of a single company
  const isOne = scope.kind === 'companies' && scope.ids.length === 1
  const key = isOne ? [sql`c.iccid`] : [sql`c.company_id`, sql`c.iccid`]
  const cursor = after?.[0] === UNGROUPED ? [typedKey(after[1] ?? '', 'integer'), typedKey(after[2] ?? '', 'text')] : undefined
  const where = [inScope(scope, sql`c.company_id`), ...(cursor ? [behind(request, key, cursor.slice(-key.length))] : [])]
  const group = sql`SELECT FROM sim_tags g WHERE g.company_id = c.company_id AND g.iccid = c.iccid AND g.place = 0 OFFSET 0`
  const conditions = [
    sql`NOT EXISTS (${group})`,
    ...inNamedGroups(of, sql`c`, sql`false`),
    ...following(of),
    ...mayHaveUngrouped(request, way),
  ]
  return sql`
    candidates AS ${way.atMost === undefined ? sql`NOT MATERIALIZED` : sql`MATERIALIZED`} (
      SELECT c.company_id, c.iccid FROM sims c WHERE ${allOf(where)} ${orderBy(request, key)} ${upTo(way.atMost)}
    ),
    ungrouped AS MATERIALIZED (
      SELECT c.company_id, c.iccid, ${sql.lit(UNGROUPED)} AS k0
      FROM candidates c ${passing(request, sql`c`)} WHERE ${allOf(conditions)}
      ${orderBy(request, key)} LIMIT ${neededOf(request)}
    )`
}

/** None of them matches a filter by groups, unless one is by rule. */
function mayHaveUngrouped({ scope, filter: { groups } }: KeyRequest, { areAllGrouped }: PathAttempt): Sql[] {
  return [
    ...(groups?.length ? [sql`EXISTS (${companiesByRule(groups)})`] : []),
    ...(areAllGrouped ? [someUngrouped(scope)] : []),
  ]
}

/** Where all SIMs are in groups, none of them is read. */
function someUngrouped(scope: CompanyScope): Sql {
  const sims = scope.kind === 'all' ? sql`fleet_tallies` : sql`sim_tallies`
  const all = sql`SELECT sum(c.sims) FROM ${sims} c WHERE ${inScope(scope, sql`c.company_id`)}`
  return sql`(${all}) > (${groupedSims(scope)})`
}

/** How many SIMs are in groups, of the last seconds. */
export function recentGrouped(services: Pick<Services, 'db' | 'pool' | 'clock'>, scope: CompanyScope): Promise<number> {
  return cachedFor(services, { key: `grouped of ${keyOf(scope)}`, ...ESTIMATE_AGE }, async () => {
    const { rows } = await sql<{ sims: number }>`${groupedSims(scope)}`.execute(services.db)
    return rows[0]?.sims ?? 0
  })
}

const groupedSims = (scope: CompanyScope): Sql =>
  sql`SELECT coalesce(sum(t.sims), 0)::int AS sims FROM tags t WHERE ${allOf([inScope(scope, sql`t.company_id`), ...FIXED])}`
