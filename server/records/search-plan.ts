import { SEARCH_LIMIT } from '#contract/sims/sims.calls.ts'
import type { Services } from '../context.ts'
import type { CompanyScope } from '../db/scope.ts'
import { isInLabelsOnly, patternsOf } from './sim-search.ts'
import { recentTallies } from './tallies.queries.ts'
import { estimateTextShare, type SampledMatches } from './text-sample.ts'

/**
 * How the SIMs that contain a text are found.
 * - index: all of them, by the index over pieces of texts
 * - scan: all of them, by reading the scope
 * - some: no more than requested, by reading the scope until there are enough
 */
export type SearchMethod = 'index' | 'scan' | 'some'

export interface TextSearch {
  readonly text: string
  readonly by: SearchMethod
  /** the most that are found; undefined: all */
  readonly limit: number | undefined
  /** of what is found at most so many are shown: the share of a cell where several have matches */
  readonly shown?: number
  readonly sims: number
  /** estimate of how many contain the text */
  readonly holding: number
  /** they are so many that another table is read whole beside them, rather than looked up for each */
  readonly joinsWhole: boolean
  readonly sample: SampledMatches
  /** cost of finding them all, in units of page-path.ts */
  readonly cost: number
  /** estimate of the scope's share of the fleet, 0 to 1 */
  readonly shareOfFleet: number
}

type PlannerServices = Pick<Services, 'db' | 'pool' | 'clock' | 'config'>

/** Cost of a row that the index finds, in units of 0.2 µs: the rows lie apart from each other. */
const INDEX_HIT_COST = 13
/** Cost of a row that a range of the key finds, and of a company in which the range is read. */
const KEY_ROW_COST = 1
const KEY_DESCENT_COST = 20
/** Cost of looking up another table's row, and of a row of one that is read whole, joined by a hash. */
export const LOOKUP_COST = 25
export const HASH_ROW_COST = 1.5
/** Cost of the index before its first row, by the number of patterns; 8956 has a hundred, and took 3.8 s. */
const INDEX_STARTUP_COST = 5_000
const INDEX_PATTERN_COST = 1_000
/** The same for labels, whose trigrams are common, so that it also finds others; but not for a text that hardly a SIM holds. */
const LABEL_STARTUP_COST = 35_000
const LABEL_HIT_COST = 25
/** Assumed share where the scope is too small for a sample. */
const DEFAULT_SHARE = 0.1

/** One more than is shown: its presence means that there are more. */
const LIMIT = SEARCH_LIMIT + 1

/**
 * The cheapest way to search a scope. In a scope too large to be searched whole, one SIM more than is shown is found at most.
 * @param simsOfCells how many the scope has in all cells, where this one is one of several
 */
export async function planSearch(
  services: PlannerServices,
  scope: CompanyScope,
  text: string,
  simsOfCells?: number,
): Promise<TextSearch> {
  const [inScope, { share = DEFAULT_SHARE, beginning, sample, isCommon }] = await Promise.all([
    recentTallies(services, scope),
    estimateTextShare(services, scope, text),
  ])
  const { sims } = inScope
  const holding = sims * share
  const found = { text, sims, holding, beginning: sims * beginning, sample, joinsWhole: false }
  if ((simsOfCells ?? sims) > services.config.SEARCH_EXACT_UP_TO) {
    const fleet = scope.kind === 'all' ? inScope : await recentTallies(services, { kind: 'all' })
    const shareOfFleet = sims / Math.max(fleet.sims, 1)
    return { ...found, by: isCommon && found.beginning < 2 * LIMIT ? 'some' : 'index', limit: LIMIT, cost: 0, shareOfFleet }
  }
  const joinsWhole = holding * LOOKUP_COST > (sims + holding) * HASH_ROW_COST
  return { ...found, ...cheapest(found, scope, text), joinsWhole, limit: undefined, shareOfFleet: 0 }
}

/** The way to find every match, whatever the scope: for files and for operations on all. */
export async function planWholeSearch(services: PlannerServices, scope: CompanyScope, text: string): Promise<'index' | 'scan'> {
  const [{ sims }, { share = DEFAULT_SHARE, beginning }] = await Promise.all([
    recentTallies(services, scope),
    estimateTextShare(services, scope, text),
  ])
  return cheapest({ sims, holding: sims * share, beginning: sims * beginning }, scope, text).by
}

/** Cost of a text read in key order, in the same units. */
export const scanRowCost = (text: string): number => (isInLabelsOnly(text) ? 1.3 : 1.9)

interface Holding {
  readonly sims: number
  readonly holding: number
  /** of those: in whose ICC it begins early, so that the key finds them */
  readonly beginning: number
}

function cheapest(
  { sims, holding, beginning }: Holding,
  scope: CompanyScope,
  text: string,
): { by: 'index' | 'scan'; cost: number } {
  const patterns = patternsOf(text)
  const companies = scope.kind === 'all' ? 1 : scope.ids.length
  const byKey = beginning > 0 ? companies * KEY_DESCENT_COST + beginning * KEY_ROW_COST : 0
  const scan = sims * scanRowCost(text)
  const isOfWords = isInLabelsOnly(text)
  const startup = isOfWords && holding > 0 ? LABEL_STARTUP_COST : INDEX_STARTUP_COST
  const hit = isOfWords ? LABEL_HIT_COST : INDEX_HIT_COST
  const index =
    patterns === 0
      ? Number.POSITIVE_INFINITY
      : startup + patterns * INDEX_PATTERN_COST + byKey + (holding - beginning) * hit * Math.sqrt(patterns)
  return index < scan ? { by: 'index', cost: index } : { by: 'scan', cost: scan }
}
