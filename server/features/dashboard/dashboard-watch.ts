import type { Logger } from 'pino'
import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import { LiveFeed, type Snapshot } from '#server/live/live-feed.ts'
import type { Ctx } from '../../context.ts'
import { dashboard } from './dashboard.queries.ts'

/** Figures that stay as they are are told to be true still, so often. */
const STILL_TRUE_MS = 15_000

/** Watches dashboards: one for all readers who see the same companies in the same way. */
export function watchDashboards(log: Pick<Logger, 'error'>): LiveFeed<Ctx, DashboardData> {
  const keyOf = ({ actor }: Ctx): string => {
    const { companyIds, companyId, currency, timeZone, cycleAnchorDay } = actor
    return JSON.stringify([companyIds, companyId, currency, timeZone, cycleAnchorDay])
  }
  const look = async (wanted: readonly Ctx[]): Promise<Snapshot<DashboardData>[]> => {
    const sights: Snapshot<DashboardData>[] = []
    // one after the other: whoever waits for an answer goes before those who are only kept informed
    for (const ctx of wanted) {
      const now = ctx.clock()
      const value = await dashboard({ ...ctx, now })
      const { asOf, usageAsOf, ...figures } = value
      sights.push({ version: `${Math.floor(now.getTime() / STILL_TRUE_MS)} ${JSON.stringify(figures)}`, value })
    }
    return sights
  }
  return new LiveFeed({ keyOf, poll: look, log })
}
