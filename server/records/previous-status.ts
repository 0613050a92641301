import { type RawBuilder, sql } from 'kysely'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'

const { suspended, terminationRequested, terminationInProcess } = ADMINISTRATIVE_STATUS

/** What `previous_status` of sims s is after a move between two statuses: where the SIM goes back to. */
export function previousStatus(from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`CASE
    WHEN ${from} = ${to} THEN s.previous_status
    -- a block remembers what it stopped; a termination that was asked for must not hide that, nor its withdrawal
    WHEN (${from}, ${to}) IN ((${suspended}::smallint, ${terminationRequested}::smallint), (${terminationRequested}::smallint, ${suspended}::smallint))
      THEN s.previous_status
    -- at the network and refused by it, a termination can still be withdrawn to where it began
    WHEN ${terminationInProcess}::smallint IN (${from}, ${to}) THEN s.previous_status
    ELSE ${from} END`
}
