import { type RawBuilder, sql } from 'kysely'
import { compareText } from './compare-text.ts'
import type { RawRow } from './pipeline.ts'

/** What a cursor holds, each with the way it is written there and PostgreSQL's type for it. */
const KEY_TYPES = {
  integer: { sql: sql`bigint`, pattern: /^-?\d{1,18}$/ },
  text: { sql: sql`text`, pattern: /^[^\0]*$/ },
  day: { sql: sql`date`, pattern: /^\d{4}-\d\d-\d\d$/ },
  moment: { sql: sql`timestamptz`, pattern: /^(-infinity|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?\+00(:00)?)$/ },
} as const
type KeyType = keyof typeof KEY_TYPES

/** Keys of a row as its list prints them. */
export type PrintedKeys = readonly (string | null | undefined)[]

/** '2026-11-21T09:42:00.5+00:00' and '2026-11-21 09:42:00.500000+00' are one moment; '-infinity' is before any. */
const momentOf = (text: string): string =>
  text.replace('T', ' ').replace(/(?:\.(\d+))?\+00(?::00)?$/, (_, fraction = '') => `.${fraction.padEnd(6, '0')}`)

/** The orders of PostgreSQL's types over what it prints. */
const COMPARED: Readonly<Record<KeyType, (a: string, b: string) => number>> = {
  integer: (a, b) => Number(BigInt(a) - BigInt(b)),
  text: compareText,
  day: compareText,
  moment: (a, b) => compareText(momentOf(a), momentOf(b)),
}

/** Compares rows of several databases' answers by their keys, as the list's order does. */
export function compareKeys(
  order: readonly Pick<Key, 'type'>[],
  direction: 'ASC' | 'DESC' = 'ASC',
): (a: PrintedKeys, b: PrintedKeys) => number {
  return (a, b) => {
    for (const [index, { type }] of order.entries()) {
      const found = COMPARED[type](a[index] ?? '', b[index] ?? '')
      if (found !== 0) return direction === 'ASC' ? found : -found
    }
    return 0
  }
}

/** What a list is ordered by. */
export interface Key {
  readonly expression: RawBuilder<unknown>
  readonly type: KeyType
}

/** The cursor of a call is not one of its list. */
export class UnreadableCursor extends Error {
  override name = 'UnreadableCursor'
}

/** Where a page ended: the keys of its last row. Opaque on the wire. */
export function encodeCursor(keys: PrintedKeys): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url')
}

/**
 * The keys of a cursor, as text. How many there are says which of a list's orders it is of.
 * @throws UnreadableCursor for what encodeCursor did not make
 */
export function decodeCursor(cursor: string): string[] {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(keys) && keys.every((key) => typeof key === 'string')) return keys
  } catch {
    // not JSON
  }
  throw new UnreadableCursor()
}

/** @throws UnreadableCursor for keys of other types, or more or fewer of them */
export function assertKeys(keys: readonly string[], order: readonly Pick<Key, 'type'>[]): void {
  const isOfOrder = order.every(({ type }, index) => KEY_TYPES[type].pattern.test(keys[index] ?? '\0'))
  if (keys.length !== order.length || !isOfOrder) throw new UnreadableCursor()
}

/** A key of a cursor in its type. */
export const typedKey = (key: string, type: KeyType): RawBuilder<unknown> => sql`${key}::${KEY_TYPES[type].sql}`

/** Pages of rows in an order that is total: its last key is the row's own. */
export interface Keyset {
  readonly orderBy: RawBuilder<unknown>
  /** the condition that leaves out what the pages before had */
  readonly after: (cursor: string | undefined) => RawBuilder<unknown>
  readonly compare: (a: PrintedKeys, b: PrintedKeys) => number
}

export function keyset(keys: readonly Key[], direction: 'ASC' | 'DESC' = 'ASC'): Keyset {
  const [towards, beyond] = direction === 'ASC' ? [sql`ASC`, sql`>`] : [sql`DESC`, sql`<`]
  const after = (cursor: string): RawBuilder<unknown> => {
    const values = decodeCursor(cursor)
    assertKeys(values, keys)
    const typed = keys.map(({ type }, index) => typedKey(values[index] ?? '', type))
    return sql`(${sql.join(keys.map(({ expression }) => expression))}) ${beyond} (${sql.join(typed)})`
  }
  return {
    orderBy: sql`ORDER BY ${sql.join(keys.map(({ expression }) => sql`${expression} ${towards}`))}`,
    after: (cursor) => (cursor === undefined ? sql`true` : after(cursor)),
    compare: compareKeys(keys, direction),
  }
}

/**
 * The cursor of the next page; undefined after the last.
 * @param keysOf the keys of a row, in the order of the keyset
 */
export function nextCursor<Row = RawRow>(
  rows: readonly Row[],
  limit: number,
  keysOf: (row: Row) => PrintedKeys,
): string | undefined {
  const last = rows.at(-1)
  return rows.length < limit || last === undefined ? undefined : encodeCursor(keysOf(last))
}

/** The keys of a row that stand in columns of its list. */
export function keysIn<Names extends string>(names: readonly string[], keys: readonly Names[]): (row: RawRow) => PrintedKeys {
  const places = keys.map((key) => names.indexOf(key))
  return (row) => places.map((place) => row[place])
}
