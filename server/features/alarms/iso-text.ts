import { type RawBuilder, sql } from 'kysely'

/** A moment as lists have it, to the microsecond, so that a cursor is the very moment. */
export const isoText = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')`
