import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { CompanyScope } from '#server/db/scope.ts'
import { isBesideTallies, isOnLive, type SimTable, simConditions } from '#server/records/sim-filter.ts'
import { SORT_ORDERS, type SortOrder } from '#server/records/sim-sort.ts'
import type { BesideTallies, Tallies, Tally } from '#server/records/tallies.queries.ts'
import type { PageEstimate, PageWork } from './page-path.ts'
import { DIMENSION_NAMES, DIMENSIONS, type Dimension } from './sim-dimensions.ts'

/** The table to gather from: sim_live if session or usage matters, because it has the other columns too. */
export function gatheredFrom(filter: SimFilter, order: SortOrder): SimTable {
  if (filter.icc) return 'sims'
  return order.table === 'live' || isOnLive(filter) ? 'live' : 'sims'
}

/** The work of finding a page without a search. */
export function pageWork({ filter, order }: Pick<PageQuestion, 'filter' | 'order'>, rowsNeeded: number): PageWork {
  const from = gatheredFrom(filter, order)
  const isBeside = isBesideTallies(filter)
  const inOrder = filterOfOrder({ filter, order })
  const begins: readonly Dimension[] =
    from === 'live' ? ['gprsStatuses', 'administrativeStatusIds'] : ['administrativeStatusIds', 'planCodes', 'apnIds']
  return {
    rowsNeeded,
    walkLooksUp: order.table === 'sims' && isOnLive(filter),
    walkReadsTable: order.table === 'live' && orderLacks({ filter, order }),
    ownOrderIsBare: order.keys.length === 0 && simConditions(filter, order.table).length > 0,
    kindsMatch: (!filter.planUse || Boolean(inOrder.planUse)) && (!filter.silentFor || Boolean(inOrder.silentFor)),
    gathering: order.keys.length === 0 ? 'index alone' : from === order.table ? 'index' : 'other table',
    gathersByKind: isBeside || begins.some((dimension) => (filter[dimension]?.length ?? 0) > 0),
  }
}

/** Rows that are certainly at the lower end of an order: inactive SIMs use nothing, never-active ones have no date. */
function isLow({ table, keys }: SortOrder, { administrativeStatus }: Tally): boolean {
  if (table === 'live') return administrativeStatus !== ADMINISTRATIVE_STATUS.active
  return keys === SORT_ORDERS.activationDate.keys && administrativeStatus === ADMINISTRATIVE_STATUS.readyToUse
}

export interface PageQuestion {
  readonly scope: CompanyScope
  readonly filter: SimFilter
  readonly order: SortOrder
  readonly descending: boolean
}

interface DimensionFilter {
  readonly property: keyof Tally
  readonly values: ReadonlySet<number | string>
}

const dimensionFilters = (filter: SimFilter, dimensions: readonly Dimension[]): DimensionFilter[] =>
  dimensions.flatMap((dimension) => {
    const values = filter[dimension] ?? []
    return values.length === 0 ? [] : [{ property: DIMENSIONS[dimension], values: new Set<number | string>(values) }]
  })

const matchesFilters = (tally: Tally, asked: readonly DimensionFilter[]): boolean =>
  asked.every(({ property, values }) => values.has(tally[property]))

const OF_SIM = DIMENSION_NAMES.filter((dimension) => dimension !== 'gprsStatuses')

/**
 * The filter whose matches stand together in the order of a list: silences of a length, or percentages. Unusual silences are of any
 * length.
 */
export function filterOfOrder({ filter, order }: Pick<PageQuestion, 'filter' | 'order'>): BesideTallies {
  const { planUse, silentFor } = filter
  if (order === SORT_ORDERS.percent) return { planUse }
  return order === SORT_ORDERS.lastSeen && silentFor !== 'unusual' ? { silentFor } : {}
}

/** Whether the index of an order of sim_live lacks a filtered column: that of the cycle's data has neither, that of percentages no silence. */
function orderLacks({ filter, order }: Pick<PageQuestion, 'filter' | 'order'>): boolean {
  if (filter.silentFor) return !filterOfOrder({ filter, order }).silentFor
  return Boolean(filter.planUse) && order === SORT_ORDERS.consumptionMonthlyData
}

/**
 * Estimates from the stored sums. They steer the path and nothing else, so they may be slightly old. One pass: a reseller's sums
 * are thousands.
 * @param among of the SIMs in scope, those that match what the filter asks beside the tallies
 */
export function estimatePage(
  question: PageQuestion,
  { tallies, sims }: Tallies,
  inFleet: number,
  among: Tallies = { tallies, sims },
): PageEstimate {
  const { scope, filter, order, descending } = question
  const companies = scope.kind === 'all' ? 'all' : scope.ids.length
  const ofSim = dimensionFilters(filter, OF_SIM)
  const ofSession = dimensionFilters(filter, ['gprsStatuses'])
  if (ofSim.length + ofSession.length === 0) {
    return { stretches: [{ inScope: sims, matching: among.sims }], ofKind: sims, inFleet, companies, kinds: tallies.length }
  }
  const low = { inScope: 0, matching: 0 }
  const high = { inScope: 0, matching: 0 }
  let ofKind = 0
  let kinds = 0
  const partOf = (tally: Tally) => (isLow(order, tally) ? low : high)
  for (const tally of tallies) {
    partOf(tally).inScope += tally.sims
    if (matchesFilters(tally, ofSim)) ofKind += tally.sims
  }
  for (const tally of among.tallies) {
    if (!matchesFilters(tally, ofSim) || !matchesFilters(tally, ofSession)) continue
    partOf(tally).matching += tally.sims
    kinds++
  }
  return { stretches: descending ? [high, low] : [low, high], ofKind, inFleet, companies, kinds }
}
