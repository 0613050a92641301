import { type RawBuilder, sql } from 'kysely'

/** A moment as lists have it: ISO 8601 in UTC. */
export const isoText = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')`
