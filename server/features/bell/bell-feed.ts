import type { Logger } from 'pino'
import type { BellMark } from '#contract/bell/bell.calls.ts'
import type { Ctx } from '#server/context.ts'
import { LiveFeed, type Snapshot } from '#server/live/live-feed.ts'
import { bellMark } from './bell.queries.ts'
import { readStates } from './bell-state.ts'

/** Each person is a statement of some milliseconds, and what it asks for changes a few times in an hour. */
const INTERVAL_MS = 3_000

/** The live feed of unread counts: one topic for each person with their rights, whatever the number of their pages. */
export function createBellFeed(log: Pick<Logger, 'error'>): LiveFeed<Ctx, BellMark> {
  const poll = async (topics: readonly Ctx[]): Promise<Snapshot<BellMark>[]> => {
    const [first] = topics
    if (!first) return []
    const now = first.clock()
    const userIds = topics.map(({ actor }) => actor.userId)
    const states = await readStates(first.db, userIds, now)
    const snapshots: Snapshot<BellMark>[] = []
    // sequentially: requests take precedence over live updates
    for (const [index, ctx] of topics.entries()) {
      const state = states[index]
      if (!state) continue
      const value = await bellMark({ ...ctx, now }, state)
      snapshots.push({ version: value.version, value })
    }
    return snapshots
  }
  const keyOf = ({ actor: { userId, companyIds, permits, isAdmin } }: Ctx): string =>
    JSON.stringify([userId, companyIds, permits, isAdmin])
  return new LiveFeed({ keyOf, poll, log, intervalMs: INTERVAL_MS })
}
