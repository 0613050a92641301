import { type RawBuilder, sql } from 'kysely'
import { SEARCH_LIMIT, type SimFilter } from '#contract/sims.calls.ts'
import { type CompanyScope, inScope } from '../../db/scope.ts'
import {
  ALIAS,
  allOf,
  iccConditions,
  isSearch,
  kindConditions,
  type SimTable,
  sessionConditions,
  tallyConditions,
} from '../../db/sim-filter.ts'
import { SCATTERED_SHARE, textConditions } from '../../db/sim-search.ts'
import { FEW_KINDS, fewOfEach, gatheredFrom, type Way } from './page-path.ts'
import type { SortOrder } from './sim-sort.ts'

type Sql = RawBuilder<unknown>

export interface PageRequest {
  readonly filter: SimFilter
  readonly scope: CompanyScope
  readonly order: SortOrder
  readonly descending: boolean
  readonly limit: number
  readonly skip: number
  readonly after: readonly string[] | undefined
  /** about how much of the fleet is in scope, 0 to 1; for a search */
  readonly shareOfFleet?: number
}

/** The page's keys in order: company_id, iccid, then what the list is ordered by, as text. */
export function pageKeysSql(request: PageRequest, way: Way): Sql {
  if (way.path === 'gather' || way.path === 'read') return gathered(request, way.path)
  if (way.path === 'kinds') return mergedKinds(request)
  const { scope } = request
  if (way.path === 'merge' && scope.kind === 'companies' && scope.ids.length > 1) return mergedCompanies(request, scope.ids)
  return walked(request, way)
}

const NAMES: Record<SimTable | 'texts', Sql> = { sims: sql`sims s`, live: sql`sim_live l`, texts: sql`sim_texts t` }

const directionOf = ({ descending }: PageRequest): Sql => (descending ? sql`DESC` : sql`ASC`)
const windowOf = ({ limit, skip }: PageRequest): Sql => sql`LIMIT ${limit} OFFSET ${skip}`

const orderBy = (request: PageRequest, expressions: readonly Sql[]): Sql =>
  sql`ORDER BY ${sql.join(expressions.map((expression) => sql`${expression} ${directionOf(request)}`))}`

/** Behind `after` in the order of the list. */
function behind({ descending }: PageRequest, expressions: readonly Sql[], after: readonly Sql[]): Sql {
  return sql`(${sql.join([...expressions])}) ${descending ? sql`<` : sql`>`} (${sql.join([...after])})`
}

/** Behind the cursor, if there is one. */
function behindCursor(request: PageRequest, expressions: readonly Sql[]): Sql[] {
  const { order, after } = request
  if (!after) return []
  const types = [...order.keys.map((key) => key.type), sql`text`]
  return [
    behind(
      request,
      expressions,
      after.map((value, index) => sql`${value}::${types[index] ?? sql`text`}`),
    ),
  ]
}

const asText = (expressions: readonly Sql[]): Sql =>
  sql.join(
    [...expressions].map((expression) => sql`, ${expression}::text`),
    sql``,
  )
const namedKeys = ({ order }: PageRequest): Sql[] =>
  order.keys.map((key, index) => sql`${key.expression} AS ${sql.id(`k${index}`)}`)
const listed = (columns: readonly Sql[]): Sql =>
  sql.join(
    [...columns].map((column) => sql`, ${column}`),
    sql``,
  )
/** Qualified, for an order by a bare name would order by the text that goes out. */
const keysOf = (table: string, { order }: PageRequest): Sql[] => order.keys.map((_, index) => sql.id(table, `k${index}`))

/** One look-up by key for each row; `OFFSET 0` keeps the planner from reading the whole other table instead. */
function lookUp(table: SimTable, of: Sql, { conditions = [], columns = [] }: { conditions?: Sql[]; columns?: Sql[] }): Sql {
  const own = [sql`${ALIAS[table]}.company_id = ${of}.company_id`, sql`${ALIAS[table]}.iccid = ${of}.iccid`]
  const wanted = columns.length === 0 ? sql`` : sql.join(columns)
  return sql`CROSS JOIN LATERAL (SELECT ${wanted} FROM ${NAMES[table]} WHERE ${allOf([...own, ...conditions])} OFFSET 0) looked_up`
}

interface Walk {
  readonly columns: Sql
  readonly where: readonly Sql[]
}

/** What matches, in the list's order, read from the order's own index. */
function walk(request: PageRequest, { columns, where }: Walk): Sql {
  const { order } = request
  return sql`
    SELECT ${ALIAS[order.table]}.company_id, ${ALIAS[order.table]}.iccid ${columns}
    ${matching(request, NAMES[order.table])} AND ${allOf([...where, ...behindCursor(request, orderOf(request))])}
    ${orderBy(request, orderOf(request))}`
}

/** FROM and WHERE: what the filter says of rows of the order's table. */
function matching({ order, filter }: PageRequest, from: Sql): Sql {
  const ofSession = sessionConditions(filter)
  const own = [...kindConditions(filter, order.table), ...(order.table === 'live' ? ofSession : [])]
  const elsewhere = order.table === 'sims' && ofSession.length > 0
  return sql`FROM ${from} ${elsewhere ? lookUp('live', ALIAS[order.table], { conditions: ofSession }) : sql``} WHERE ${allOf(own)}`
}

const orderOf = ({ order }: PageRequest): Sql[] => [
  ...order.keys.map((key) => key.expression),
  sql`${ALIAS[order.table]}.iccid`,
]

/** Inside of one company, or over all; to the end, or over some first rows, whatever matches among them. */
function walked(request: PageRequest, { path, atMost }: Way): Sql {
  const { order, scope } = request
  const table = ALIAS[order.table]
  const tenant = inScope(scope, sql`${table}.company_id`)
  if (atMost === undefined) {
    const columns = asText(order.keys.map((key) => key.expression))
    return sql`${walk(request, { columns, where: [tenant] })} ${windowOf(request)}`
  }
  const keys = order.keys.map((_, index) => sql`${table}.${sql.id(`k${index}`)}`)
  const first = sql`(
    SELECT ${table}.* ${listed(namedKeys(request))} FROM ${NAMES[order.table]}
    WHERE ${allOf([...(path === 'merge' ? [tenant] : []), ...behindCursor(request, orderOf(request))])}
    ${orderBy(request, orderOf(request))} LIMIT ${atMost}) ${table}`
  return sql`
    SELECT ${table}.company_id, ${table}.iccid ${asText(keys)}
    ${matching(request, first)} AND ${tenant}
    ${orderBy(request, [...keys, sql`${table}.iccid`])} ${windowOf(request)}`
}

/** Parts of a list that each stand in its order in an index of their own. */
interface Parts {
  /** a row for each part */
  readonly own: Sql
  /** what the rows of a part have in common: columns of `own` and of the order's table */
  readonly columns: readonly string[]
  /** how many rows of each are taken at first */
  readonly few: number
}

/**
 * Each part's own first rows, merged. A page of a thousand parts would read a page of each; so first a few of each, which give a
 * bound that the page can't go beyond, then what the parts that were cut off before it have up to there.
 */
function merged(request: PageRequest, { own, columns: common, few }: Parts): Sql {
  const { order, limit, skip } = request
  const needed = limit + skip
  const columns = listed(namedKeys(request))
  const keys = (table: string): Sql[] => [...keysOf(table, request), sql.id(table, 'iccid')]
  const ofOwn = allOf(common.map((column) => sql`${ALIAS[order.table]}.${sql.id(column)} = own.${sql.id(column)}`))
  const beyond = [ofOwn, behind(request, orderOf(request), keys('own'))]
  const bound = keys('bound').map((key) => sql`(SELECT ${key} FROM bound)`)
  const upToBound = sql`(${sql.join(orderOf(request))}) ${request.descending ? sql`>=` : sql`<=`} (${sql.join(bound)})`
  const more = (where: readonly Sql[]): Sql =>
    sql`CROSS JOIN LATERAL (${walk(request, { columns, where })} LIMIT ${needed}) more`
  const part = common.map((column) => sql.id('own', column))
  const partOf = common.filter((column) => column !== 'company_id').map((column) => sql.id('own', column))
  return sql`
    WITH first AS MATERIALIZED (
      SELECT few.* ${listed(partOf)}, row_number() OVER (PARTITION BY ${sql.join(part)} ${orderBy(request, keys('few'))}) AS position
      FROM ${own} AS own
      CROSS JOIN LATERAL (${walk(request, { columns, where: [ofOwn] })} LIMIT ${few}) few
    ), bound AS MATERIALIZED (
      SELECT * FROM first ${orderBy(request, keys('first'))} LIMIT 1 OFFSET ${needed - 1}
    ), cut AS (
      SELECT * FROM first WHERE position = ${few}
    )
    SELECT company_id, iccid ${asText(keysOf('page', request))} FROM (
      SELECT company_id, iccid ${listed(keysOf('first', request))} FROM first
      UNION ALL
      SELECT more.* FROM cut own ${more([...beyond, upToBound])} WHERE ${behind(request, bound, keys('own'))}
      UNION ALL
      SELECT more.* FROM cut own ${more(beyond)} WHERE NOT EXISTS (SELECT FROM bound)
    ) page ${orderBy(request, keys('page'))} ${windowOf(request)}`
}

function mergedCompanies(request: PageRequest, companyIds: readonly number[]): Sql {
  const few = fewOfEach(request.limit + request.skip, companyIds.length)
  return merged(request, { own: companiesThatMay(request, companyIds), columns: ['company_id'], few })
}

/**
 * The companies that have anything of what is asked for: the others would be read from end to end for nothing, which for two
 * hundred was nine tenths of a page's time. Their sums are kept by the transactions that change the SIMs.
 */
function companiesThatMay({ filter }: PageRequest, companyIds: readonly number[]): Sql {
  const all = sql`unnest(${[...companyIds]}::int[])`
  const asked = tallyConditions(filter)
  if (asked.length === 0) return sql`(SELECT company_id FROM ${all} AS one(company_id))`
  const some = sql`SELECT FROM sim_tallies c WHERE c.company_id = one.company_id AND ${allOf(asked)}`
  return sql`(SELECT one.company_id FROM ${all} AS one(company_id) WHERE EXISTS (${some} OFFSET 0))`
}

/** What SIMs are told apart by in sim_live_kind, where SIMs that are alike stand in the order of their ICCIDs. */
const KIND = ['gprs_status', 'administrative_status', 'origin_id', 'sim_type_id', 'plan_code', 'apn_id']

/**
 * In the order of the ICCIDs: cards of a kind lie together, so that a walk to what is asked for may be any length. The kinds that
 * there are stand in the sums that the transactions keep which change the SIMs.
 */
function mergedKinds(request: PageRequest): Sql {
  const { scope, filter, limit, skip } = request
  const columns = scope.kind === 'all' ? KIND : ['company_id', ...KIND]
  const sums = scope.kind === 'all' ? sql`fleet_tallies` : sql`sim_tallies`
  const own = sql`(SELECT DISTINCT ${sql.join(columns.map((column) => sql.id('c', column)))} FROM ${sums} c
    WHERE ${allOf([inScope(scope, sql`c.company_id`), ...tallyConditions(filter)])})`
  return merged(
    { ...request, filter: {}, order: { table: 'live', keys: [] } },
    { own, columns, few: fewOfEach(limit + skip, FEW_KINDS) },
  )
}

/** Rows that are read for a common text before its index is asked after all: what is common in a sample may lie together. */
const READ_AT_MOST = 30_000
/** The texts of some of the SIMs in scope: enough to meet SEARCH_LIMIT of what one in sixty has. */
function someOf({ scope, shareOfFleet = 0 }: PageRequest): Sql {
  const tenant = inScope(scope, sql`t.company_id`)
  if (shareOfFleet < SCATTERED_SHARE) return sql`(SELECT * FROM sim_texts t WHERE ${tenant} LIMIT ${READ_AT_MOST}) t`
  const percent = sql`least(100, 100.0 * ${READ_AT_MOST} / ${shareOfFleet} / (SELECT greatest(reltuples, 1) FROM pg_class WHERE oid = 'sim_texts'::regclass))`
  // the same pages each time
  return sql`(SELECT * FROM sim_texts t TABLESAMPLE SYSTEM (${percent}) REPEATABLE (0) WHERE ${tenant} LIMIT ${READ_AT_MOST}) t`
}

/**
 * What matches is found first, at most SEARCH_LIMIT of a search, then put in order. The MATERIALIZED fence keeps the planner
 * from walking the order's index for common fragments (measured: 640 ms instead of 7).
 */
function gathered(request: PageRequest, path: 'gather' | 'read'): Sql {
  const { filter, order } = request
  const table = gatheredFrom(filter, order)
  const keysElsewhere = order.keys.length > 0 && order.table !== table
  const keys = keysElsewhere ? keysOf('looked_up', request) : keysOf('found', request)
  const expressions = [...keys, sql`found.iccid`]
  const find = (from: Sql, more: readonly Sql[] = []): Sql => sql`
      SELECT ${ALIAS[table]}.company_id, ${ALIAS[table]}.iccid ${keysElsewhere ? sql`` : listed(namedKeys(request))}
      FROM ${from} ${elsewhere(filter, table)}
      WHERE ${allOf([...gathering(request, table), ...more])}
      ${isSearch(filter) ? sql`LIMIT ${SEARCH_LIMIT}` : sql``}`
  const reading = sql`
    read AS MATERIALIZED (
      ${find(someOf(request))}
    ), found AS MATERIALIZED (
      SELECT * FROM read WHERE (SELECT count(*) FROM read) = ${SEARCH_LIMIT}
      UNION ALL (${find(NAMES[table], [sql`(SELECT count(*) FROM read) < ${SEARCH_LIMIT}`])})
    )`
  return sql`
    WITH ${path === 'read' ? reading : sql`found AS MATERIALIZED (${find(NAMES[table])})`}
    SELECT found.company_id, found.iccid ${asText(keys)}
    FROM found ${keysElsewhere ? lookUp(order.table, sql`found`, { columns: namedKeys(request) }) : sql``}
    WHERE ${allOf(behindCursor(request, expressions))}
    ${orderBy(request, expressions)} ${windowOf(request)}`
}

/** What the table knows of the scope and the filter. */
function gathering({ scope, filter }: PageRequest, table: SimTable | 'texts'): Sql[] {
  const icc = iccConditions(filter, ALIAS[table])
  if (table === 'texts') return [...textConditions(scope, filter.search ?? ''), ...icc]
  const ofSession = table === 'live' ? sessionConditions(filter) : []
  return [inScope(scope, sql`${ALIAS[table]}.company_id`), ...icc, ...kindConditions(filter, table), ...ofSession]
}

/** The rest of the filter, which sim_live knows whole. */
function elsewhere(filter: SimFilter, table: SimTable | 'texts'): Sql {
  const conditions = [...(table === 'texts' ? kindConditions(filter, 'live') : []), ...sessionConditions(filter)]
  return table === 'live' || conditions.length === 0 ? sql`` : lookUp('live', ALIAS[table], { conditions })
}
