import { LOOKUP_COST } from '#server/records/search-plan.ts'

/**
 * How the keys of a page are found; each gives the same page.
 * - walk: over all companies in the list's order, passing over what does not match
 * - merge: each company's own first rows in the list's order, merged (one company: a walk inside it)
 * - kinds: in the order of the ICCIDs, each kind's own first rows, merged
 * - gather: all that match, then put in order
 * - search: all that hold the filter's text and match, then put in order
 * - groups: in the order of the groups, each group's own first rows, then the SIMs in none
 * - tagged: all that have the filter's tags and match, then put in order; in the order of the ICCs each tag's own first rows, merged
 */
export type PagePath = 'walk' | 'merge' | 'kinds' | 'groups' | 'gather' | 'search' | 'tagged'

/** Adjacent rows in the list's order: how many are in scope, and how many match. */
export interface Stretch {
  readonly inScope: number
  readonly matching: number
}

export interface PageEstimate {
  /** in the list's order */
  readonly stretches: readonly Stretch[]
  readonly inFleet: number
  /** kinds of SIMs that match */
  readonly kinds: number
  /** SIMs that match the filter on the SIM, whatever its data session, plan use or silence */
  readonly ofKind: number
  readonly companies: number | 'all'
}

export interface PageWork {
  readonly rowsNeeded: number
  /** whether each row of a walk is looked up in sim_live, for a filter by session, plan use or silence */
  readonly walkLooksUp: boolean
  /** whether each row of a walk is read from its table, because the index of its order lacks a filtered column */
  readonly walkReadsTable: boolean
  /** whether the index of a company's own order lacks the filtered columns */
  readonly ownOrderIsBare: boolean
  readonly gathering: Gathering
  /** whether SIMs of a kind match all or none, in the part of the list in which a condition on the order's own column has them */
  readonly kindsMatch: boolean
  /** whether a gathering index begins with the filtered columns; else it is scanned */
  readonly gathersByKind: boolean
}

/** The source of a gathered SIM's sort values: its ICCID alone, the index that found it, or the other table. */
type Gathering = 'index alone' | 'index' | 'other table'

/** A path, and the number of rows after which it is abandoned for the next one. */
export interface PathAttempt {
  readonly path: PagePath
  readonly atMost?: number
  /** the SIMs with the filter's tags, or in its groups, are read once, so that no SIM has to be looked up for them */
  readonly tagsAsSet?: boolean
  /** keys of the last SIM of the part of the list that is searched or walked; the next path follows where that is less than a page */
  readonly upTo?: readonly string[]
  /** in the order of the groups: it seems that no SIM is in none */
  readonly areAllGrouped?: boolean
  /** in the order of the groups: none that the filter names is by rule */
  readonly areNamedFixed?: boolean
}

/** The first attempt and its fallbacks. */
export type PathAttempts = readonly [PathAttempt, ...PathAttempt[]]

/** Cost of rows, in units of one row of a covering index: 0.2 µs on the machine of docs/performance.md. */
export const TABLE_ROW_COST = 5
const GATHERED_COST: Record<Gathering, number> = { 'index alone': 1.2, index: 2, 'other table': 28 }
/** Rows of many companies are scattered. */
const SCATTERED_FACTOR = 1.5
/** Cost per company before its first row. */
const GATHER_DESCENT_COST = 33
const MERGE_DESCENT_COST = 70
/** Cost of planning and combining a merge. */
const MERGE_COST = 3500
/** Multiple of the average distance that a walk may take where matches cluster, near or far: in ICC order, or those that hold a text. */
export const MAX_WALK_FACTOR = 4

/**
 * The cheapest path for a page, and its fallbacks. The length of a walk is known on average only, because matches may cluster. So
 * it is abandoned when it has cost what the safest path costs: no page costs more than twice that.
 */
export function choosePath(estimate: PageEstimate, work: PageWork): PathAttempts {
  const sure = surePath(estimate, work)
  const walk = walkOf(estimate, work)
  if (walk.cost >= sure.cost) return [{ path: sure.path }]
  const costRatio = sure.cost / walk.cost
  if (!(walk.rows * costRatio < walk.among)) return [{ path: walk.path }]
  const times = work.gathering === 'index alone' ? Math.min(costRatio, MAX_WALK_FACTOR) : costRatio
  return [{ path: walk.path, atMost: Math.max(1, Math.ceil(walk.rows * times)) }, { path: sure.path }]
}

/** Cost of looking up whether a SIM has a tag, or is in a group, whose tag is looked up by its number. */
export const TAG_LOOKUP_COST = 15
export const GROUP_LOOKUP_COST = 30
/** The same, once all that have it are in a set in memory; and the cost of each of these. */
const SET_LOOKUP_COST = 1
const SET_COST = 2
/** Of so many the set is made, at most: 50 000 take some ten milliseconds and four megabytes. */
export const MAX_SET = 50_000

/** How it is found out whether SIMs have a tag. */
interface TagCheck {
  readonly ofEach: number
  readonly before: number
  readonly tagsAsSet?: true
}

/**
 * The same for a filter by tags that so many SIMs have. A path that is never given up reads all that have them, or all that match otherwise,
 * whichever are fewer; by ICC a page of the tag's own index. Where many have a tag, a walk that looks up the tags of each SIM is shorter;
 * where fewer have it, one that reads them all first.
 */
export function chooseTagPath(
  estimate: PageEstimate,
  work: PageWork,
  tagged: number,
  lookupCost = TAG_LOOKUP_COST,
): PathAttempts {
  const share = Math.max(tagged, 1) / inScopeOf(estimate)
  const checks: TagCheck[] = [{ ofEach: lookupCost, before: 0 }]
  if (tagged <= MAX_SET) checks.push({ ofEach: SET_LOOKUP_COST, before: tagged * SET_COST, tagsAsSet: true })
  const ways = checks.flatMap(({ tagsAsSet, ...check }): TaggedWay[] => [
    { path: 'gather', cost: costOfOthers(estimate, work, check), ...(tagsAsSet && { tagsAsSet }) },
    { path: 'kinds', cost: costOfTaggedKinds(estimate, work, { share, ...check }), ...(tagsAsSet && { tagsAsSet }) },
  ])
  const sure = cheapest([{ path: 'tagged', cost: costOfTagged(estimate, work, tagged) }, ...ways])
  const stretches = estimate.stretches.map((one) => ({ ...one, matching: one.matching * share }))
  const { rows, ...walk } = walkOf({ ...estimate, stretches }, work)
  // only those that match otherwise are looked up
  const passing = sumOf(estimate.stretches, 'matching') / inScopeOf(estimate)
  const walks = checks.map(({ ofEach, before, tagsAsSet }): TaggedWay => {
    const cost = before + walk.cost + rows * passing * ofEach
    return { path: walk.path, cost, ...(tagsAsSet && { tagsAsSet }) }
  })
  const best = cheapest(walks)
  const [{ cost, ...first }, { cost: sureCost, ...last }] = [best, sure]
  if (!(cost < sureCost)) return [last]
  return [{ ...first, atMost: Math.max(1, Math.ceil((rows * sureCost) / cost)) }, last]
}

type TaggedWay = Priced & Pick<PathAttempt, 'tagsAsSet'>

const cheapest = ([first, ...others]: readonly TaggedWay[]): TaggedWay => {
  if (!first) throw new Error('no path to choose from')
  return others.reduce((best, one) => (one.cost < best.cost ? one : best), first)
}

const inScopeOf = ({ stretches }: PageEstimate): number => Math.max(sumOf(stretches, 'inScope'), 1)

function costOfTagged(estimate: PageEstimate, { rowsNeeded, gathering }: PageWork, tagged: number): number {
  if (gathering !== 'index alone') return tagged * GATHERED_COST['other table']
  const passing = sumOf(estimate.stretches, 'matching') / inScopeOf(estimate)
  // cards of a kind have adjacent ICCs: those that match may be the last ones
  return passing < 1 ? tagged * LOOKUP_COST : rowsNeeded
}

/** In the order of the ICCs each kind's own first rows, their tags looked up. */
function costOfTaggedKinds(
  { companies, kinds }: PageEstimate,
  { rowsNeeded, gathering, kindsMatch }: PageWork,
  { share, ofEach, before }: Omit<TagCheck, 'tagsAsSet'> & { readonly share: number },
): number {
  if (gathering !== 'index alone' || !kindsMatch || (companies !== 'all' && companies !== 1)) return Number.POSITIVE_INFINITY
  const rows = (rowsNeeded + kinds * firstRowsPerPart(rowsNeeded, ASSUMED_KINDS)) / Math.min(share, 1)
  return before + MERGE_COST + kinds * MERGE_DESCENT_COST + rows * (1 + ofEach)
}

/** Each that matches otherwise, its tags looked up. */
function costOfOthers(
  { stretches, companies }: PageEstimate,
  { gathering, gathersByKind }: PageWork,
  { ofEach, before }: Omit<TagCheck, 'tagsAsSet'>,
): number {
  const passedOver = gathersByKind ? 0 : sumOf(stretches, 'inScope')
  const gathered = before + passedOver + sumOf(stretches, 'matching') * (GATHERED_COST[gathering] + ofEach)
  return companies === 'all' || companies === 1 ? gathered : gathered * SCATTERED_FACTOR + companies * GATHER_DESCENT_COST
}

interface Priced {
  readonly path: PagePath
  readonly cost: number
}

/** The path whose cost does not depend on the position of the matches in the order. */
function surePath({ stretches, companies, kinds, ofKind }: PageEstimate, work: PageWork): Priced {
  const { rowsNeeded, gathering, gathersByKind, kindsMatch } = work
  const passedOver = gathersByKind ? 0 : sumOf(stretches, 'inScope')
  const gathered = passedOver + sumOf(stretches, 'matching') * GATHERED_COST[gathering]
  if (companies === 'all' || companies === 1) {
    const merge = MERGE_COST + kinds * MERGE_DESCENT_COST + rowsNeeded + kinds * firstRowsPerPart(rowsNeeded, ASSUMED_KINDS)
    return gathering === 'index alone' && kindsMatch && merge < gathered
      ? { path: 'kinds', cost: merge }
      : { path: 'gather', cost: gathered }
  }
  const gather = gathered * SCATTERED_FACTOR + companies * GATHER_DESCENT_COST
  const rows = kindsMatch
    ? rowsWalked(stretches, rowsNeeded + companies * firstRowsPerPart(rowsNeeded, companies))
    : costOfAll({ stretches, ofKind }, work)
  const merge = MERGE_COST + companies * MERGE_DESCENT_COST + rows
  return gather <= merge ? { path: 'gather', cost: gather } : { path: 'merge', cost: merge }
}

/**
 * Cost of a merge by what the sums of companies lack: all of them may have fewer matches than first rows, and are read to their ends. Two
 * seconds for 180 000 SIMs that are looked up, where gathering the 4000 that match took a tenth.
 */
const costOfAll = (
  { stretches, ofKind }: Pick<PageEstimate, 'stretches' | 'ofKind'>,
  { walkLooksUp, walkReadsTable }: PageWork,
): number => sumOf(stretches, 'inScope') * (walkReadsTable ? TABLE_ROW_COST : 1) + (walkLooksUp ? ofKind * LOOKUP_COST : 0)

interface Walk extends Priced {
  /** rows until it has enough, on average */
  readonly rows: number
  /** rows at most */
  readonly among: number
}

/** Inside of one company, or over all. */
function walkOf({ stretches, inFleet, ofKind, companies }: PageEstimate, work: PageWork): Walk {
  const inScope = Math.max(sumOf(stretches, 'inScope'), 1)
  const own = rowsWalked(stretches, work.rowsNeeded)
  const lookUps = work.walkLooksUp ? own * (ofKind / inScope) * LOOKUP_COST : 0
  const isAlone = companies === 1
  const rowCost = work.walkReadsTable || (isAlone && work.ownOrderIsBare) ? TABLE_ROW_COST : 1
  if (isAlone) return { path: 'merge', rows: own, among: inScope, cost: own * rowCost + lookUps }
  const rows = own * (inFleet / inScope)
  return { path: 'walk', rows, among: inFleet, cost: rows * rowCost + lookUps }
}

export const sumOf = (stretches: readonly Stretch[], what: keyof Stretch): number =>
  stretches.reduce((sum, stretch) => sum + stretch[what], 0)

/** First rows per part of a merge: twice the even share, because shares vary. */
export const firstRowsPerPart = (rowsNeeded: number, parts: number): number => Math.max(4, Math.ceil((2 * rowsNeeded) / parts))

/** Assumed number of kinds on a page: it is unknown when the page is requested. */
export const ASSUMED_KINDS = 10

/** Rows in scope that a walk reads until it has enough matches. */
export function rowsWalked(stretches: readonly Stretch[], rowsNeeded: number): number {
  let missing = rowsNeeded
  let walked = 0
  for (const { inScope, matching } of stretches) {
    if (matching >= missing) return walked + missing * (inScope / matching)
    missing -= matching
    walked += inScope
  }
  return walked
}
