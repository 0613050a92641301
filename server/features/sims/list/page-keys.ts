import { sql } from 'kysely'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { inScope } from '#server/db/scope.ts'
import type { TextSearch } from '#server/records/search-plan.ts'
import {
  ALIAS,
  allOf,
  iccConditions,
  type SimTable,
  sessionConditions,
  simConditions,
  tallyConditions,
} from '#server/records/sim-filter.ts'
import { matchesByScan } from '#server/records/sim-search.ts'
import { foundByText, joinWhole, shownOf } from './found-texts.ts'
import {
  asText,
  behind,
  behindCursor,
  keysOf,
  listed,
  lookUp,
  NAMES,
  namedKeys,
  orderBy,
  type PageRequest,
  type Sql,
  windowOf,
} from './key-parts.ts'
import { FEW_KINDS, fewOfEach, gatheredFrom, type Way } from './page-path.ts'

/** The page's keys in order: company_id, iccid, then what the list is ordered by, as text. */
export function pageKeys(request: PageRequest, way: Way): PageKeys {
  const { scope, text } = request
  if (way.path === 'search' && text) return searched({ ...request, text })
  if (way.path === 'gather') return { page: gathered(request) }
  if (way.path === 'kinds') return { page: mergedKinds(request) }
  if (way.path === 'merge' && scope.kind === 'companies' && scope.ids.length > 1)
    return { page: mergedCompanies(request, scope.ids) }
  return { page: walked(request, way) }
}

export interface PageKeys {
  /** CTEs that the page is taken from: all that a search has found */
  readonly found?: Sql
  readonly page: Sql
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
  const own = [...simConditions(filter, order.table), ...(order.table === 'live' ? ofSession : [])]
  const table = ALIAS[order.table]
  const session = order.table === 'sims' && ofSession.length > 0 ? lookUp('live', table, { conditions: ofSession }) : sql``
  return sql`FROM ${from} ${session} ${filter.search ? lookUpText(table, filter.search) : sql``} WHERE ${allOf(own)}`
}

/** Only SIMs that hold the text, each looked up: for a text that so many hold that a page is full before many were read. */
function lookUpText(of: Sql, text: string): Sql {
  const own = [sql`t.company_id = ${of}.company_id`, sql`t.iccid = ${of}.iccid`, matchesByScan(text)]
  return sql`CROSS JOIN LATERAL (SELECT FROM sim_texts t WHERE ${allOf(own)} OFFSET 0) holding`
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

/** What the search has found, put in order. */
function searched(request: PageRequest & { text: TextSearch }): PageKeys {
  const { scope, filter, order, text } = request
  const keys = keysOf('looked_up', request)
  const expressions = [...keys, sql`found.iccid`]
  const columns = namedKeys(request)
  const whole = text.by === 'scan'
  const found = foundByText(request, [...simConditions(filter, 'live'), ...sessionConditions(filter)])
  const looked = whole
    ? joinWhole(order.table, { of: sql`found`, scope, columns })
    : lookUp(order.table, sql`found`, { columns })
  const page = sql`
    SELECT found.company_id, found.iccid ${asText(keys)}
    FROM ${shownOf(text)} ${keys.length > 0 ? looked : sql``}
    WHERE ${allOf(behindCursor(request, expressions))}
    ${orderBy(request, expressions)} ${windowOf(request)}`
  return { found, page }
}

/** What matches is found first, then put in order. The MATERIALIZED fence keeps the planner from walking the order's index. */
function gathered(request: PageRequest): Sql {
  const { filter, order } = request
  const table = gatheredFrom(filter, order)
  const keysElsewhere = order.keys.length > 0 && order.table !== table
  const keys = keysElsewhere ? keysOf('looked_up', request) : keysOf('found', request)
  const expressions = [...keys, sql`found.iccid`]
  return sql`
    WITH found AS MATERIALIZED (
      SELECT ${ALIAS[table]}.company_id, ${ALIAS[table]}.iccid ${keysElsewhere ? sql`` : listed(namedKeys(request))}
      FROM ${NAMES[table]} ${table === 'live' ? sql`` : inSession(filter, table)}
      WHERE ${allOf(gathering(request, table))}
    )
    SELECT found.company_id, found.iccid ${asText(keys)}
    FROM found ${keysElsewhere ? lookUp(order.table, sql`found`, { columns: namedKeys(request) }) : sql``}
    WHERE ${allOf(behindCursor(request, expressions))}
    ${orderBy(request, expressions)} ${windowOf(request)}`
}

/** What the table knows of the scope and the filter. */
function gathering({ scope, filter }: PageRequest, table: SimTable): Sql[] {
  const ofSession = table === 'live' ? sessionConditions(filter) : []
  const tenant = inScope(scope, sql`${ALIAS[table]}.company_id`)
  return [tenant, ...iccConditions(filter, ALIAS[table]), ...simConditions(filter, table), ...ofSession]
}

/** The rest of the filter, which only sim_live knows. */
function inSession(filter: SimFilter, table: SimTable): Sql {
  const conditions = sessionConditions(filter)
  return conditions.length === 0 ? sql`` : lookUp('live', ALIAS[table], { conditions })
}
