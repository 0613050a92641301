import { type RawBuilder, sql } from 'kysely'

/** The time format of lists: ISO 8601 in UTC. */
export const isoText = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')`
