import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'
import { startPoller } from '#server/jobs/poller.ts'
import type { PacketFaultReason } from './packet.ts'

/** Why a packet was dropped without an answer. */
export type Refusal = PacketFaultReason | 'unknown_client' | 'unexpected_code' | 'overloaded'

export interface RefusalCounter {
  readonly count: (address: string, reason: Refusal) => void
  readonly flush: () => Promise<void>
  readonly close: () => Promise<void>
}

interface RefusalCount {
  readonly address: string
  readonly reason: Refusal
  times: number
  firstAt: Date
  lastAt: Date
}

const FLUSH_INTERVAL_MS = 1_000
/** Addresses counted separately per process, so that forged senders do not fill the table; the others are counted together. */
const MAX_ADDRESSES = 500
const OTHER_ADDRESSES = '0.0.0.0'

/** Counts dropped packets by address and reason, in memory and every second in the table. */
export function createRefusalCounter(db: Database, log: Pick<Logger, 'error'>, clock: () => Date): RefusalCounter {
  let counts = new Map<string, RefusalCount>()
  const addresses = new Set<string>()
  const count = (from: string, reason: Refusal): void => {
    if (addresses.size < MAX_ADDRESSES) addresses.add(from)
    const address = addresses.has(from) ? from : OTHER_ADDRESSES
    const now = clock()
    add(counts, { address, reason, times: 1, firstAt: now, lastAt: now })
  }
  const flush = async (): Promise<void> => {
    if (counts.size === 0) return
    const flushed = counts
    counts = new Map()
    try {
      await write(db, [...flushed.values()])
    } catch (error) {
      // they are written with the next ones
      for (const entry of counts.values()) add(flushed, entry)
      counts = flushed
      throw error
    }
  }
  const failure = 'dropped packets could not be counted'
  const stopPolling = startPoller(flush, { everyMs: FLUSH_INTERVAL_MS, log, failure })
  return {
    count,
    flush,
    close: async () => {
      await stopPolling()
      await flush().catch((error: unknown) => log.error({ err: error }, failure))
    },
  }
}

function add(counts: Map<string, RefusalCount>, { times, lastAt, ...first }: RefusalCount): void {
  const key = `${first.address} ${first.reason}`
  const entry = counts.get(key) ?? { ...first, times: 0, lastAt }
  entry.times += times
  entry.lastAt = lastAt
  counts.set(key, entry)
}

async function write(db: Database, rows: readonly RefusalCount[]): Promise<void> {
  await sql`
    INSERT INTO radius_refusals AS r (address, reason, times, first_at, last_at)
    SELECT * FROM unnest(${rows.map(({ address }) => address)}::inet[], ${rows.map(({ reason }) => reason)}::text[],
      ${rows.map(({ times }) => times)}::bigint[], ${rows.map(({ firstAt }) => firstAt)}::timestamptz[],
      ${rows.map(({ lastAt }) => lastAt)}::timestamptz[]) AS n(address, reason, times, first_at, last_at)
    ORDER BY address, reason
    ON CONFLICT (address, reason) DO UPDATE
    SET times = r.times + excluded.times, last_at = greatest(r.last_at, excluded.last_at)`.execute(db)
}
