import { type RawBuilder, sql } from 'kysely'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'

const { suspended, terminationRequested, terminationInProcess } = ADMINISTRATIVE_STATUS

/** The value of `previous_status` of sims s after a transition: where the SIM goes back to. */
export function previousStatusSql(from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`CASE
    WHEN ${from} = ${to} THEN s.previous_status
    -- a block keeps the status that it interrupted; a requested termination, or its withdrawal, must not hide that
    WHEN (${from}, ${to}) IN ((${suspended}::smallint, ${terminationRequested}::smallint), (${terminationRequested}::smallint, ${suspended}::smallint))
      THEN s.previous_status
    -- a termination that the network rejected can still be withdrawn to the status before it
    WHEN ${terminationInProcess}::smallint IN (${from}, ${to}) THEN s.previous_status
    ELSE ${from} END`
}
