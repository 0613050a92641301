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
import { fewOfEach, gatheredFrom, type PagePath } from './page-path.ts'
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
export function pageKeysSql(request: PageRequest, path: PagePath): Sql {
  if (path === 'gather' || path === 'read') return gathered(request, path)
  const { scope, order } = request
  if (path === 'merge' && scope.kind === 'companies' && scope.ids.length > 1) return merged(request, scope.ids)
  return walked(request, inScope(scope, sql`${ALIAS[order.table]}.company_id`))
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

/** What matches, in the list's order, read from the order's own index. */
function walk(request: PageRequest, { columns, where }: { columns: Sql; where: readonly Sql[] }): Sql {
  const { order, filter } = request
  const table = ALIAS[order.table]
  const ofSession = sessionConditions(filter)
  const own = [...kindConditions(filter, order.table), ...(order.table === 'live' ? ofSession : [])]
  const elsewhere = order.table === 'sims' && ofSession.length > 0
  return sql`
    SELECT ${table}.company_id, ${table}.iccid ${columns}
    FROM ${NAMES[order.table]} ${elsewhere ? lookUp('live', table, { conditions: ofSession }) : sql``}
    WHERE ${allOf([...where, ...own, ...behindCursor(request, orderOf(request))])}
    ${orderBy(request, orderOf(request))}`
}

const orderOf = ({ order }: PageRequest): Sql[] => [
  ...order.keys.map((key) => key.expression),
  sql`${ALIAS[order.table]}.iccid`,
]

function walked(request: PageRequest, tenant: Sql): Sql {
  const columns = asText(request.order.keys.map((key) => key.expression))
  return sql`${walk(request, { columns, where: [tenant] })} ${windowOf(request)}`
}

/**
 * Each company's own first rows, merged. A page in a thousand companies would read a page of each; so first a few of each, which
 * give a bound that the page can't go beyond, then what the companies that were cut off before it have up to there.
 */
function merged(request: PageRequest, companyIds: readonly number[]): Sql {
  const { order, limit, skip } = request
  const needed = limit + skip
  const few = fewOfEach(needed, companyIds.length)
  const columns = listed(namedKeys(request))
  const keys = (table: string): Sql[] => [...keysOf(table, request), sql.id(table, 'iccid')]
  const ofOwn = sql`${ALIAS[order.table]}.company_id = own.company_id`
  const beyond = [ofOwn, behind(request, orderOf(request), keys('own'))]
  const bound = keys('bound').map((key) => sql`(SELECT ${key} FROM bound)`)
  const upToBound = sql`(${sql.join(orderOf(request))}) ${request.descending ? sql`>=` : sql`<=`} (${sql.join(bound)})`
  const more = (where: readonly Sql[]): Sql =>
    sql`CROSS JOIN LATERAL (${walk(request, { columns, where })} LIMIT ${needed}) more`
  return sql`
    WITH first AS MATERIALIZED (
      SELECT few.*, row_number() OVER (PARTITION BY few.company_id ${orderBy(request, keys('few'))}) AS position
      FROM ${companiesThatMay(request, companyIds)} AS own(company_id)
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

/**
 * The companies that have anything of what is asked for: the others would be read from end to end for nothing, which for two
 * hundred was nine tenths of a page's time. Their sums are kept by the transactions that change the SIMs.
 */
function companiesThatMay({ filter }: PageRequest, companyIds: readonly number[]): Sql {
  const all = sql`unnest(${[...companyIds]}::int[])`
  const asked = tallyConditions(filter)
  if (asked.length === 0) return all
  const some = sql`SELECT FROM sim_tallies c WHERE c.company_id = own.company_id AND ${allOf(asked)}`
  return sql`(SELECT own.company_id FROM ${all} AS own(company_id) WHERE EXISTS (${some} OFFSET 0))`
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
