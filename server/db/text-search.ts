import { type RawBuilder, sql } from 'kysely'

/** What a generated `search_text` holds anywhere, whatever the case and the accents: the text itself, not a pattern. */
export function holdsText(searchText: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${searchText} LIKE plain_letters(${`%${text.trim().replace(/[\\%_]/g, '\\$&')}%`})`
}

/** A moment as lists have it, to the microsecond, so that it can be compared again: ISO 8601 in UTC. */
export const momentText = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')`
