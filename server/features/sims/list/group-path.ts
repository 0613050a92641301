import { LOOKUP_COST } from '#server/records/search-plan.ts'
import { UNGROUPED } from '#server/records/tag-names.ts'
import type { KeyRequest } from './key-parts.ts'
import {
  MAX_WALK_FACTOR,
  type PageEstimate,
  type PathAttempt,
  type PathAttempts,
  rowsWalked,
  type Stretch,
  sumOf,
  TAG_LOOKUP_COST,
} from './page-path.ts'
import { TEXT_LOOKUP_COST } from './search-path.ts'

/** Cost of looking up the group of each SIM that was gathered. */
const GROUP_COST = 80

export interface GroupedEstimate {
  readonly estimate: PageEstimate
  /** SIMs in scope that are in a group */
  readonly grouped: number
  /** SIMs that have the filter's tags or are in its groups, if it has some */
  readonly tagged: number | undefined
  /** whether a group that the filter names is by rule */
  readonly nameRules?: boolean
}

type GroupRequest = Pick<KeyRequest, 'filter' | 'text' | 'descending' | 'after' | 'limit' | 'skip'>

/**
 * The path for a list in the order of the groups. A walk over them is the way unless few match: then all of those are gathered and
 * their groups looked up. Matches cluster in groups, so a walk that has read some times as much as expected is begun anew with more
 * groups, and given up when it has cost what gathering costs.
 */
export function chooseGroupPath(request: GroupRequest, estimated: GroupedEstimate): PathAttempts {
  const { limit, skip } = request
  const areAllGrouped = estimated.grouped >= sumOf(estimated.estimate.stretches, 'inScope')
  const areNamedFixed = Boolean(request.filter.groups?.length) && !estimated.nameRules
  const groups: PathAttempt = {
    path: 'groups',
    ...(areAllGrouped && { areAllGrouped }),
    ...(areNamedFixed && { areNamedFixed }),
  }
  if (!request.filter.groups?.length && shareOf(request, estimated) >= 1 && !request.text) return [groups]
  const complete = completePath(request, estimated)
  const rows = rowsWalked(stretchesOf(request, estimated), limit + skip)
  const ratio = complete.cost / Math.max(rows * costOfRow(request), 1)
  if (ratio <= 1) return [{ path: complete.path }]
  const walk = (factor: number): PathAttempt => ({ ...groups, atMost: Math.max(limit + skip, Math.ceil(rows * factor)) })
  const first = walk(Math.min(ratio, MAX_WALK_FACTOR))
  return ratio < LONGER_WALK_FROM ? [first, { path: complete.path }] : [first, walk(ratio), { path: complete.path }]
}

/** From this ratio of costs on a walk is begun anew: what it had read before is a fourth of that. */
const LONGER_WALK_FROM = MAX_WALK_FACTOR * 4

function costOfRow({ filter: { tags }, text }: GroupRequest): number {
  return LOOKUP_COST + (tags?.length ? TAG_LOOKUP_COST : 0) + (text ? TEXT_LOOKUP_COST : 0)
}

/** The share of SIMs that match, of those that are read. */
function shareOf({ filter, text }: GroupRequest, { estimate, tagged }: GroupedEstimate): number {
  const inScope = Math.max(sumOf(estimate.stretches, 'inScope'), 1)
  const byTags = tagged === undefined || filter.groups?.length ? 1 : Math.min(tagged / inScope, 1)
  const byText = text ? text.holding / Math.max(text.sims, 1) : 1
  return (sumOf(estimate.stretches, 'matching') / inScope) * byTags * byText
}

/** The SIMs of groups and all others, from the cursor on; of a filter by groups those alone. */
function stretchesOf(request: GroupRequest, estimated: GroupedEstimate): Stretch[] {
  const { estimate, grouped, tagged } = estimated
  const all = sumOf(estimate.stretches, 'inScope')
  const share = shareOf(request, estimated)
  const isByGroups = Boolean(request.filter.groups?.length)
  const inGroups = isByGroups ? Math.min(tagged ?? 0, grouped) : Math.min(grouped, all)
  const ungrouped = isByGroups ? 0 : all - inGroups
  const first = { inScope: inGroups, matching: inGroups * share }
  // those in groups are passed over
  const last = { inScope: ungrouped === 0 ? 0 : all, matching: ungrouped * share }
  const zones = request.descending ? [last, first] : [first, last]
  const current = request.after?.[0] === UNGROUPED ? last : first
  return request.after ? zones.slice(zones.indexOf(current)) : zones
}

interface CompletePath extends PathAttempt {
  readonly cost: number
}

/** The cheapest path that is never given up: it reads all SIMs that match, and looks up their groups. */
function completePath({ text }: GroupRequest, { estimate, tagged }: GroupedEstimate): CompletePath {
  if (text) return { path: 'search', cost: text.cost + text.holding * GROUP_COST }
  const gathered: CompletePath = { path: 'gather', cost: sumOf(estimate.stretches, 'matching') * GROUP_COST }
  const byTag: CompletePath = { path: 'tagged', cost: (tagged ?? Number.POSITIVE_INFINITY) * GROUP_COST }
  return byTag.cost < gathered.cost ? byTag : gathered
}
