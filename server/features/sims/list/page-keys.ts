import { sql } from 'kysely'
import { SEARCH_LIMIT } from '#contract/sims/sims.calls.ts'
import { inScope } from '#server/db/scope.ts'
import type { TextSearch } from '#server/records/search-plan.ts'
import {
  ALIAS,
  allOf,
  iccConditions,
  lastSeenConditions,
  liveConditions,
  planUseConditions,
  type SimTable,
  simConditions,
  tallyConditions,
} from '#server/records/sim-filter.ts'
import { isByIcc, SORT_ORDERS } from '#server/records/sim-sort.ts'
import { TALLY_COLUMNS } from '#server/records/sim-tallies.ts'
import { foundByText, joinWhole, limitShown } from './found-texts.ts'
import { inGroupOrder } from './groups-in-order.ts'
import {
  asText,
  behind,
  behindCursor,
  directed,
  inPart,
  type KeyRequest,
  keysOf,
  listed,
  lookUp,
  lookUpText,
  namedKeys,
  orderBy,
  type PageKeys,
  type Sql,
  TABLE_NAMES,
  windowOf,
} from './key-parts.ts'
import { gatheredFrom } from './page-estimate.ts'
import { ASSUMED_KINDS, firstRowsPerPart, type PathAttempt } from './page-path.ts'
import { foundBy, inTaggedSet, taggedGathered, taggedInOrder } from './tagged-sims.ts'

/** The page's keys in order: company_id, iccid, then the sort columns, as text. */
export function pageKeys(asked: KeyRequest, way: PathAttempt): PageKeys {
  const request = way.tagsAsSet ? { ...asked, tagsAsSet: true } : asked
  const { scope, text } = request
  if (way.path === 'search' && text) return searched({ ...request, text }, way.upTo)
  if (way.path === 'tagged') return { page: request.order.keys.length === 0 ? taggedInOrder(request) : taggedGathered(request) }
  if (way.path === 'groups') return inGroupOrder(request, way)
  if (way.path === 'gather') return { page: gathered(request) }
  if (way.path === 'kinds') return { page: mergedKinds(request) }
  if (way.path === 'merge' && scope.kind === 'companies' && scope.ids.length > 1)
    return { page: mergedCompanies(request, scope.ids) }
  return { page: walked(request, way) }
}

interface Walk {
  readonly columns: Sql
  readonly where: readonly Sql[]
}

/** Matches in the list's order, read from the order's own index. */
function walk(request: KeyRequest, { columns, where }: Walk): Sql {
  const { order } = request
  return sql`
    SELECT ${ALIAS[order.table]}.company_id, ${ALIAS[order.table]}.iccid ${columns}
    ${matching(request, TABLE_NAMES[order.table])} AND ${allOf([...where, ...behindCursor(request, orderOf(request))])}
    ${orderBy(request, orderOf(request))}`
}

/** FROM and WHERE: the filter on rows of the order's table. */
function matching(request: KeyRequest, from: Sql): Sql {
  const { order, filter, now } = request
  const onLive = liveConditions(filter, now)
  const own = [...conditionsOn(request, order.table), ...(order.table === 'live' ? onLive : [])]
  const table = ALIAS[order.table]
  const session = order.table === 'sims' && onLive.length > 0 ? lookUp('live', table, { conditions: onLive }) : sql``
  return sql`FROM ${from} ${session} ${filter.search ? lookUpText(table, filter.search) : sql``} WHERE ${allOf(own)}`
}

/** The filter on the SIM, its tags or groups by a set where that is the way. */
function conditionsOn({ filter, scope, tagsAsSet }: KeyRequest, table: SimTable): Sql[] {
  if (!tagsAsSet) return simConditions(filter, table)
  return [...simConditions(foundBy(filter).others, table), inTaggedSet(scope, filter, ALIAS[table])]
}

const orderOf = ({ order }: KeyRequest): Sql[] => [...order.keys.map((key) => key.expression), sql`${ALIAS[order.table]}.iccid`]

/** Of the filter, what is on the column of the order. */
function conditionsOfOrder({ order, filter, now }: KeyRequest): Sql[] {
  if (order === SORT_ORDERS.percent) return planUseConditions(filter)
  return order === SORT_ORDERS.lastSeen ? lastSeenConditions(filter, now) : []
}

/** Within one company, or over all; to the end, or over a number of first rows, or over the part of the scope's list. */
function walked(request: KeyRequest, { path, atMost, upTo }: PathAttempt): Sql {
  const { order, scope } = request
  const table = ALIAS[order.table]
  // those that match stand together: the walk is among them
  const among = conditionsOfOrder(request)
  const tenant = inScope(scope, sql`${table}.company_id`)
  if (atMost === undefined && !upTo) {
    const columns = asText(order.keys.map((key) => key.expression))
    return sql`${walk(request, { columns, where: [tenant] })} ${windowOf(request)}`
  }
  const keys = order.keys.map((_, index) => sql`${table}.${sql.id(`k${index}`)}`)
  const first = sql`(
    SELECT ${table}.* ${listed(namedKeys(request))} FROM ${TABLE_NAMES[order.table]}
    WHERE ${allOf([...(path === 'merge' || upTo ? [tenant] : []), ...among, ...behindCursor(request, orderOf(request)), ...inPart(request, orderOf(request), upTo)])}
    ${orderBy(request, orderOf(request))} ${upTo ? sql`OFFSET 0` : sql`LIMIT ${atMost}`}) ${table}`
  return sql`
    SELECT ${table}.company_id, ${table}.iccid ${asText(keys)}
    ${matching(request, first)} AND ${tenant}
    ${orderBy(request, [...keys, sql`${table}.iccid`])} ${windowOf(request)}`
}

/** Parts of a list, each in its order in an index of its own. */
interface Parts {
  /** a row for each part */
  readonly own: Sql
  /** the common columns of a part's rows: of `own` and of the order's table */
  readonly columns: readonly string[]
  /** first rows taken of each part */
  readonly few: number
}

/**
 * Merges the first rows of each part. A page of a thousand parts would read a page of each; so the first few of each give a bound
 * for the page, then cut-off parts are read up to that bound.
 */
function merged(request: KeyRequest, { own, columns: common, few }: Parts): Sql {
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

function mergedCompanies(request: KeyRequest, companyIds: readonly number[]): Sql {
  const few = firstRowsPerPart(request.limit + request.skip, companyIds.length)
  return merged(request, { own: companiesThatMay(request, companyIds), columns: ['company_id'], few })
}

/**
 * The companies with matches: scanning the others in vain took nine tenths of a page's time for two hundred. Their sums are kept by
 * the transactions that change the SIMs.
 */
function companiesThatMay({ filter }: KeyRequest, companyIds: readonly number[]): Sql {
  const all = sql`unnest(${[...companyIds]}::int[])`
  const asked = tallyConditions(filter)
  if (asked.length === 0) return sql`(SELECT company_id FROM ${all} AS one(company_id))`
  const some = sql`SELECT FROM sim_tallies c WHERE c.company_id = one.company_id AND ${allOf(asked)}`
  return sql`(SELECT one.company_id FROM ${all} AS one(company_id) WHERE EXISTS (${some} OFFSET 0))`
}

/** The columns of sim_live_kind, where SIMs with equal properties are in ICCID order. */
const KIND = Object.values(TALLY_COLUMNS)

/**
 * In ICCID order: cards of a kind cluster, so a walk to the matches may be any length. The existing kinds are in the sums kept by
 * the transactions that change the SIMs.
 */
function mergedKinds(request: KeyRequest): Sql {
  const { scope, filter, limit, skip } = request
  const { planUse, silentFor, tags, groups } = filter
  const columns = scope.kind === 'all' ? KIND : ['company_id', ...KIND]
  const sums = scope.kind === 'all' ? sql`fleet_tallies` : sql`sim_tallies`
  const own = sql`(SELECT DISTINCT ${sql.join(columns.map((column) => sql.id('c', column)))} FROM ${sums} c
    WHERE ${allOf([inScope(scope, sql`c.company_id`), ...tallyConditions(filter)])})`
  return merged(
    { ...request, filter: { planUse, silentFor, tags, groups }, order: { table: 'live', keys: [] } },
    { own, columns, few: firstRowsPerPart(limit + skip, ASSUMED_KINDS) },
  )
}

/** The matches of the search, sorted. */
function searched(request: KeyRequest & { text: TextSearch }, upTo?: readonly string[]): PageKeys {
  const { scope, filter, now, order, text } = request
  const keys = keysOf('looked_up', request)
  const expressions = [...keys, sql`found.iccid`]
  const columns = namedKeys(request)
  const isCut = isCutHere(request) ? sql`(SELECT count(*) > ${SEARCH_LIMIT} FROM found)` : undefined
  const within = (columns: readonly Sql[]) => [...behindCursor(request, columns), ...inPart(request, columns, upTo)]
  const part = upTo && order.keys.length === 0 ? { part: (iccid: Sql) => within([iccid]) } : {}
  const found = foundByText({ ...request, ...part }, [...simConditions(filter, 'live'), ...liveConditions(filter, now)])
  const searched =
    text.joinsWhole || upTo
      ? joinWhole(order.table, { of: sql`found`, scope, columns, conditions: upTo ? within(orderOf(request)) : [] })
      : lookUp(order.table, sql`found`, { columns, ...(isCut && { unless: isCut }) })
  const page = sql`
    SELECT found.company_id, found.iccid ${asText(keys)}
    FROM ${limitShown(text)} ${keys.length > 0 ? searched : sql``}
    WHERE ${allOf(behindCursor(request, expressions))}
    ${isCut ? cutOrder(request, expressions, isCut) : orderBy(request, expressions)} ${windowOf(request)}`
  return { found, page }
}

/**
 * Whether the first page of a limited search puts itself into ICC order when there are more matches than are shown: another
 * request would search again.
 */
export const isCutHere = ({ text, after, order, descending }: KeyRequest): boolean =>
  text?.limit !== undefined && text.shown === undefined && after === undefined && !isByIcc({ order, descending })

const cutOrder = (request: KeyRequest, expressions: readonly Sql[], isCut: Sql): Sql =>
  sql`ORDER BY CASE WHEN ${isCut} THEN found.iccid END, ${directed(request, expressions)}`

/** Matches are found first, then sorted. The MATERIALIZED fence keeps the planner from walking the order's index. */
function gathered(request: KeyRequest): Sql {
  const { filter, order } = request
  const table = gatheredFrom(filter, order)
  const keysElsewhere = order.keys.length > 0 && order.table !== table
  const keys = keysElsewhere ? keysOf('looked_up', request) : keysOf('found', request)
  const expressions = [...keys, sql`found.iccid`]
  return sql`
    WITH found AS MATERIALIZED (
      SELECT ${ALIAS[table]}.company_id, ${ALIAS[table]}.iccid ${keysElsewhere ? sql`` : listed(namedKeys(request))}
      FROM ${TABLE_NAMES[table]} ${table === 'live' ? sql`` : onLiveOf(request, table)}
      WHERE ${allOf(gathering(request, table))}
    )
    SELECT found.company_id, found.iccid ${asText(keys)}
    FROM found ${keysElsewhere ? lookUp(order.table, sql`found`, { columns: namedKeys(request) }) : sql``}
    WHERE ${allOf(behindCursor(request, expressions))}
    ${orderBy(request, expressions)} ${windowOf(request)}`
}

/** Conditions of scope and filter on this table. */
function gathering(request: KeyRequest, table: SimTable): Sql[] {
  const { scope, filter, now } = request
  const onLive = table === 'live' ? liveConditions(filter, now) : []
  const tenant = inScope(scope, sql`${ALIAS[table]}.company_id`)
  return [tenant, ...iccConditions(filter, { table: ALIAS[table], scope }), ...conditionsOn(request, table), ...onLive]
}

/** The rest of the filter, on sim_live. */
function onLiveOf({ filter, now }: KeyRequest, table: SimTable): Sql {
  const conditions = liveConditions(filter, now)
  return conditions.length === 0 ? sql`` : lookUp('live', ALIAS[table], { conditions })
}
