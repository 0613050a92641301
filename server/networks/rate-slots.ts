import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** How far ahead one process may reserve, so that a request of another process waits no longer than this. */
const MAX_AHEAD_S = 0.25
/** Burst after idle time, in seconds of requests. */
const BURST_S = 0.1

/** The time slot of a request. */
export interface RateSlot {
  readonly delayMs: number
  /** by the database's clock, seconds since 1970 */
  readonly atS: number
}

/** Reserves the time slots of requests to a network, shared by all processes, first come first served. */
export interface RateSlots {
  /**
   * Reserves slots for up to `requested` requests in one statement, so that 5 000 requests a second need only some tens of
   * row locks.
   * @returns ascending, at least one; requests without a slot reserve again
   */
  readonly reserve: (requested: number) => Promise<RateSlot[]>
}

/**
 * The generic cell rate algorithm (ITU-T I.371 annex A) on a row with the next free slot. It uses the database's clock,
 * so that processes on machines with different clocks share one rate.
 */
export function createRateSlots(db: Database, networkId: string, perSecond: number): RateSlots {
  const maxCount = Math.max(1, Math.floor(perSecond * MAX_AHEAD_S))
  const intervalS = 1 / perSecond
  return {
    reserve: async (requested) => {
      const count = Math.min(requested, maxCount)
      const reserved = sql`make_interval(secs => ${count * intervalS})`
      const { rows } = await sql<{ end_s: number; now_s: number }>`
        INSERT INTO network_slots AS s (network_id, next_free_at) VALUES (${networkId}, clock_timestamp() + ${reserved})
        ON CONFLICT (network_id) DO UPDATE
          SET next_free_at = greatest(s.next_free_at, clock_timestamp() - make_interval(secs => ${BURST_S})) + ${reserved}
        RETURNING extract(epoch FROM next_free_at)::float8 AS end_s,
          extract(epoch FROM clock_timestamp())::float8 AS now_s`.execute(db)
      const { end_s = 0, now_s = 0 } = rows[0] ?? {}
      return Array.from({ length: count }, (_, index) => {
        const atS = end_s - (count - index) * intervalS
        return { atS, delayMs: Math.max(0, (atS - now_s) * 1000) }
      })
    },
  }
}
