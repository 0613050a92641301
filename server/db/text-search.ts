import { type RawBuilder, sql } from 'kysely'

/** A text within a pattern of LIKE, of which no character is a wildcard. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** What a generated `search_text` holds anywhere, whatever the case and the accents: the text itself, not a pattern. */
export function holdsText(searchText: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${searchText} LIKE plain_letters(${`%${likeText(text.trim())}%`})`
}
