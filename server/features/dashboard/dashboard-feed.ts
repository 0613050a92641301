import type { Logger } from 'pino'
import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import type { Ctx } from '#server/context.ts'
import { LiveFeed, type Snapshot } from '#server/live/live-feed.ts'
import { dashboard } from './dashboard.queries.ts'

/** Unchanged figures are sent again this often. */
const REFRESH_INTERVAL_MS = 15_000

/** The live feed of dashboards: one topic for all readers with the same scope and permits. */
export function createDashboardFeed(log: Pick<Logger, 'error'>): LiveFeed<Ctx, DashboardData> {
  const keyOf = ({ actor }: Ctx): string => {
    const { companyIds, companyId, currency, timeZone, cycleAnchorDay, permits, isAdmin } = actor
    return JSON.stringify([companyIds, companyId, currency, timeZone, cycleAnchorDay, permits, isAdmin])
  }
  const poll = async (topics: readonly Ctx[]): Promise<Snapshot<DashboardData>[]> => {
    const snapshots: Snapshot<DashboardData>[] = []
    // sequentially: requests take precedence over live updates
    for (const ctx of topics) {
      const now = ctx.clock()
      const value = await dashboard({ ...ctx, now })
      const { asOf, usageAsOf, ...figures } = value
      snapshots.push({ version: `${Math.floor(now.getTime() / REFRESH_INTERVAL_MS)} ${JSON.stringify(figures)}`, value })
    }
    return snapshots
  }
  return new LiveFeed({ keyOf, poll, log })
}
