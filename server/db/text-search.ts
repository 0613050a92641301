import { type RawBuilder, sql } from 'kysely'

/** What a generated `search_text` holds anywhere, whatever the case and the accents: the text itself, not a pattern. */
export function holdsText(searchText: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${searchText} LIKE plain_letters(${`%${text.trim().replace(/[\\%_]/g, '\\$&')}%`})`
}
