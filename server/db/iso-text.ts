import { type RawBuilder, sql } from 'kysely'

const format = (column: RawBuilder<unknown>, fraction: '' | '.MS' | '.US'): RawBuilder<string> =>
  sql<string>`to_char(${column} AT TIME ZONE 'UTC', ${sql.lit(`YYYY-MM-DD"T"HH24:MI:SS${fraction}"+00:00"`)})`

/** A moment to the second: ISO 8601 in UTC. */
export const secondText = (column: RawBuilder<unknown>): RawBuilder<string> => format(column, '')

/** A moment to the millisecond, as what JavaScript makes of a Date. */
export const isoText = (column: RawBuilder<unknown>): RawBuilder<string> => format(column, '.MS')

/** A moment to the microsecond, so that it can be compared again. */
export const momentText = (column: RawBuilder<unknown>): RawBuilder<string> => format(column, '.US')
