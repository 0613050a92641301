import type { Ctx } from '#server/context.ts'
import { recentTallies } from '#server/records/tallies.queries.ts'
import type { KeyRequest } from './key-parts.ts'
import { choosePath, estimatePage, type PathAttempts, pageWork } from './page-path.ts'
import { chooseSearchPath } from './search-path.ts'

/** The cheapest path to a page, and its fallbacks. */
export async function choosePagePath(ctx: Ctx, request: KeyRequest): Promise<PathAttempts> {
  const { filter, scope, limit, skip, text } = request
  if (text && (filter.icc || text.limit !== undefined)) return [{ path: 'search' }]
  if (filter.icc) return [{ path: 'gather' }]
  const inScope = await recentTallies(ctx, scope)
  const inFleet = scope.kind === 'all' ? inScope : await recentTallies(ctx, { kind: 'all' })
  const estimate = estimatePage(request, inScope, inFleet.sims)
  const work = pageWork(request, limit + skip)
  return text ? chooseSearchPath(estimate, work, text, request) : choosePath(estimate, work)
}
