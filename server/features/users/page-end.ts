import { type RawBuilder, sql } from 'kysely'

/** What rows are ordered by: a text, and among equals their key. */
export interface Order {
  readonly key: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly isDescending?: boolean
}

interface End {
  readonly key: string
  readonly id: number
}

/** Where a page ended; undefined for what is no such place. */
function endOf(cursor: string | undefined): End | undefined {
  const [, id, encoded] = /^(\d{1,9})\.([\w-]*)$/.exec(cursor ?? '') ?? []
  if (id === undefined || encoded === undefined) return undefined
  const key = Buffer.from(encoded, 'base64url').toString()
  return key.includes('\0') ? undefined : { key, id: Number(id) }
}

/** Pages of an ordered list: the condition that leaves out what came before, the order, and the cursor of a row's key and id. */
export function pageEnd({ key, id, isDescending = false }: Order, cursor: string | undefined) {
  const end = endOf(cursor)
  const beyond = isDescending ? sql`<` : sql`>`
  const direction = isDescending ? sql`DESC` : sql`ASC`
  return {
    after: end ? sql`(${key}, ${id}) ${beyond} (${end.key}::text, ${end.id}::int)` : sql`true`,
    by: sql`ORDER BY ${key} ${direction}, ${id} ${direction}`,
    next: (lastKey: string | null | undefined, lastId: string | null | undefined): string =>
      `${lastId}.${Buffer.from(lastKey ?? '').toString('base64url')}`,
  }
}
