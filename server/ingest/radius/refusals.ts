import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { startPoller } from '../../jobs/poller.ts'
import type { Fault } from './packet.ts'

/** Why a packet was dropped without an answer. */
export type Refusal = Fault | 'unknown_client' | 'unexpected_code' | 'overloaded'

export interface Refusals {
  readonly note: (address: string, reason: Refusal) => void
  readonly flush: () => Promise<void>
  readonly end: () => Promise<void>
}

interface Tally {
  readonly address: string
  readonly reason: Refusal
  times: number
  firstAt: Date
  lastAt: Date
}

const FLUSH_MS = 1_000
/** Addresses told apart by one process: whoever forges senders must not fill the table. The others are counted together. */
const ADDRESSES = 500
const OTHERS = '0.0.0.0'

/** Counts dropped packets by where they came from and why, in memory and from time to time in the table. */
export function createRefusals(db: Database, log: Pick<Logger, 'error'>, clock: () => Date): Refusals {
  let tallies = new Map<string, Tally>()
  const seen = new Set<string>()
  const note = (from: string, reason: Refusal): void => {
    if (seen.size < ADDRESSES) seen.add(from)
    const address = seen.has(from) ? from : OTHERS
    const now = clock()
    const key = `${address} ${reason}`
    const known = tallies.get(key) ?? { address, reason, times: 0, firstAt: now, lastAt: now }
    known.times++
    known.lastAt = now
    tallies.set(key, known)
  }
  const flush = async (): Promise<void> => {
    if (tallies.size === 0) return
    const rows = [...tallies.values()]
    tallies = new Map()
    await sql`
      INSERT INTO radius_refusals AS r (address, reason, times, first_at, last_at)
      SELECT * FROM unnest(${rows.map(({ address }) => address)}::inet[], ${rows.map(({ reason }) => reason)}::text[],
        ${rows.map(({ times }) => times)}::bigint[], ${rows.map(({ firstAt }) => firstAt)}::timestamptz[],
        ${rows.map(({ lastAt }) => lastAt)}::timestamptz[]) AS n(address, reason, times, first_at, last_at)
      ORDER BY address, reason
      ON CONFLICT (address, reason) DO UPDATE SET times = r.times + excluded.times, last_at = greatest(r.last_at, excluded.last_at)`.execute(
      db,
    )
  }
  const failure = 'dropped packets could not be counted'
  const endPoller = startPoller(flush, { everyMs: FLUSH_MS, log, failure })
  return {
    note,
    flush,
    end: async () => {
      await endPoller()
      await flush().catch((error: unknown) => log.error({ err: error }, failure))
    },
  }
}
