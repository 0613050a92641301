import type { Ctx } from '#server/context.ts'
import { isNamed, isTagged } from '#server/records/sim-filter.ts'
import { SORT_ORDERS } from '#server/records/sim-sort.ts'
import { recentBeside, recentTallies } from '#server/records/tallies.queries.ts'
import { chooseGroupPath } from './group-path.ts'
import { nameRules, recentGrouped } from './groups-in-order.ts'
import type { KeyRequest } from './key-parts.ts'
import { estimatePage, filterOfOrder, pageWork } from './page-estimate.ts'
import {
  choosePath,
  chooseTagPath,
  GROUP_LOOKUP_COST,
  type PageEstimate,
  type PathAttempts,
  TAG_LOOKUP_COST,
} from './page-path.ts'
import { chooseSearchPath } from './search-path.ts'
import { countTagged } from './tagged-sims.ts'

/** The cheapest path to a page, and its fallbacks. */
export async function choosePagePath(ctx: Ctx, request: KeyRequest): Promise<PathAttempts> {
  const { filter, scope, limit, skip, text } = request
  if (text && (isNamed(filter) || text.limit !== undefined)) return [{ path: 'search' }]
  if (isNamed(filter)) return [{ path: 'gather' }]
  const estimate = await estimateOf(ctx, request)
  const work = pageWork(request, limit + skip)
  const tagged = isTagged(filter) ? await countTagged(ctx, scope, filter) : undefined
  if (request.order === SORT_ORDERS.group) {
    const nameThem = filter.groups?.length ? await nameRules(ctx, scope, filter.groups) : false
    return chooseGroupPath(request, { estimate, tagged, grouped: await recentGrouped(ctx, scope), nameRules: nameThem })
  }
  if (!text && tagged !== undefined)
    return chooseTagPath(estimate, work, tagged, filter.groups?.length ? GROUP_LOOKUP_COST : TAG_LOOKUP_COST)
  return text ? chooseSearchPath(estimate, work, text, request) : choosePath(estimate, work)
}

async function estimateOf(ctx: Ctx, request: KeyRequest): Promise<PageEstimate> {
  const { filter, scope } = request
  const inScope = await recentTallies(ctx, scope)
  const inFleet = await recentTallies(ctx, { kind: 'all' })
  const matching = await recentBeside(ctx, scope, filter)
  const walked = await recentBeside(ctx, scope, filterOfOrder(request))
  if (!walked) return estimatePage(request, inScope, inFleet.sims, matching)
  // as if other companies had as many
  return estimatePage(request, walked, inFleet.sims * (walked.sims / Math.max(inScope.sims, 1)), matching)
}
