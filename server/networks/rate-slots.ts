import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** How far ahead one process may reserve, so that the others' next request waits no longer than this. */
const AHEAD_S = 0.25
/** A network that was left alone takes this much of a second's requests at once. */
const BURST_S = 0.1

/** When a request may go out. */
export interface Slot {
  readonly delayMs: number
  /** by the database's clock, seconds since 1970 */
  readonly atS: number
}

/** Gives out the moments at which requests may go to a network, to all processes together, in the order of asking. */
export interface RateSlots {
  /**
   * Reserves moments for up to `wanted` requests in one statement, so that 5 000 requests a second are some tens of row locks.
   * @returns ascending, at least one; requests that get none ask again
   */
  readonly reserve: (wanted: number) => Promise<Slot[]>
}

/**
 * The generic cell rate algorithm (ITU-T I.371 annex A) over a row that holds the next free moment. Its clock is the database's, so
 * that processes on machines with other clocks keep one rate.
 */
export function createRateSlots(db: Database, networkId: string, perSecond: number): RateSlots {
  const most = Math.max(1, Math.floor(perSecond * AHEAD_S))
  const intervalS = 1 / perSecond
  return {
    reserve: async (wanted) => {
      const count = Math.min(wanted, most)
      const taken = sql`make_interval(secs => ${count * intervalS})`
      const { rows } = await sql<{ end_s: number; now_s: number }>`
        INSERT INTO network_slots AS s (network_id, next_free_at) VALUES (${networkId}, clock_timestamp() + ${taken})
        ON CONFLICT (network_id) DO UPDATE
          SET next_free_at = greatest(s.next_free_at, clock_timestamp() - make_interval(secs => ${BURST_S})) + ${taken}
        RETURNING extract(epoch FROM next_free_at)::float8 AS end_s, extract(epoch FROM clock_timestamp())::float8 AS now_s`.execute(
        db,
      )
      const { end_s = 0, now_s = 0 } = rows[0] ?? {}
      return Array.from({ length: count }, (_, index) => {
        const atS = end_s - (count - index) * intervalS
        return { atS, delayMs: Math.max(0, (atS - now_s) * 1000) }
      })
    },
  }
}
