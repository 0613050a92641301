import { SEARCH_LIMIT } from '#contract/sims/sims.calls.ts'
import type { Services } from '../context.ts'
import type { CompanyScope } from '../db/scope.ts'
import { type Margins, patternsOf, shareHolding } from './sim-search.ts'
import { recentTallies } from './tallies.queries.ts'

/**
 * How the SIMs that hold a text are found.
 * - index: all of them, by the index over pieces of texts
 * - scan: all of them, by reading what the scope has
 * - some: no more than are wanted, by reading a part of the scope as long as that gives enough
 */
export type TextReading = 'index' | 'scan' | 'some'

export interface TextSearch {
  readonly by: TextReading
  /** so many are found at most; undefined: all */
  readonly limit: number | undefined
  readonly sims: number
  /** about how many of them hold the text */
  readonly holding: number
  readonly margins: Margins
  /** of finding them all, in units of page-path.ts */
  readonly cost: number
  /** about how much of the fleet is in scope, 0 to 1 */
  readonly shareOfFleet: number
}

type Steering = Pick<Services, 'db' | 'pool' | 'clock' | 'config'>

/** What rows cost, in units of 0.2 µs: one that the index finds, which lies apart from the others, and one that is read in the key. */
const FOUND = 22
const READ = 2.5
/** What asking the index costs before the first row, by the patterns that it is asked for; 8956 has a hundred, and took 3.8 s. */
const ASKED = 5_000
const ASKED_FOR_EACH = 1_000
/** Of a scope that is too small for a sample. */
const UNKNOWN_SHARE = 0.1

/** One more than is shown tells that there are more. */
const LIMIT = SEARCH_LIMIT + 1

/** The cheapest way to a text in a scope. In one of more SIMs than are searched whole, no more are found than tell that there are more. */
export async function planSearch(services: Steering, scope: CompanyScope, text: string): Promise<TextSearch> {
  const [inScope, { share = UNKNOWN_SHARE, margins, isCommon }] = await Promise.all([
    recentTallies(services, scope),
    shareHolding(services, scope, text),
  ])
  const { sims } = inScope
  const found = { sims, holding: sims * share, margins }
  if (sims > services.config.SEARCH_EXACT_UP_TO) {
    const fleet = scope.kind === 'all' ? inScope : await recentTallies(services, { kind: 'all' })
    const shareOfFleet = sims / Math.max(fleet.sims, 1)
    return { ...found, by: isCommon ? 'some' : 'index', limit: LIMIT, cost: 0, shareOfFleet }
  }
  return { ...found, ...cheapest(found, text), limit: undefined, shareOfFleet: 0 }
}

/** All that hold it, whatever the scope: for files and for what is done to all. */
export async function planWholeSearch(services: Steering, scope: CompanyScope, text: string): Promise<'index' | 'scan'> {
  const [{ sims }, { share = UNKNOWN_SHARE }] = await Promise.all([
    recentTallies(services, scope),
    shareHolding(services, scope, text),
  ])
  return cheapest({ sims, holding: sims * share }, text).by
}

function cheapest({ sims, holding }: { sims: number; holding: number }, text: string): { by: 'index' | 'scan'; cost: number } {
  const patterns = patternsOf(text)
  const scan = sims * READ
  const index =
    patterns === 0 ? Number.POSITIVE_INFINITY : ASKED + patterns * ASKED_FOR_EACH + holding * FOUND * Math.sqrt(patterns)
  return index < scan ? { by: 'index', cost: index } : { by: 'scan', cost: scan }
}
