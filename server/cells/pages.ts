import type { RawBuilder } from 'kysely'
import type { Ctx } from '../context.ts'
import { type Keyset, nextCursor, type PrintedKeys } from '../db/keyset.ts'
import type { RawRow } from '../db/pipeline.ts'
import { rawRows } from '../db/raw-rows.ts'
import { fromEachCell } from './cell-context.ts'
import { combineSame, mergeSorted } from './merge.ts'

/** How the rows of a list that several cells give parts of stand in one. */
export interface RowOrder {
  readonly order: Pick<Keyset, 'compare'>
  readonly keysOf: (row: RawRow) => PrintedKeys
  /** one row of two with the same keys, for what several cells have a share of */
  readonly combine?: ((a: RawRow, b: RawRow) => RawRow) | undefined
}

interface Page {
  readonly kind: 'page'
  readonly rows: RawRow[]
  readonly nextCursor: string | undefined
}

/**
 * A page of a list in the order of its keyset. Each cell gives a page as long, for all of it may be of one.
 * @param limit undefined for a list that is one page
 */
export async function pageOfCells(
  ctx: Pick<Ctx, 'pool' | 'db' | 'readableCells'>,
  query: RawBuilder<unknown>,
  { limit, ...order }: RowOrder & { readonly limit: number | undefined },
): Promise<Page> {
  const pages = await fromEachCell(ctx, (cell) => rawRows(cell, query))
  const rows = mergeRows(pages, order, limit)
  return { kind: 'page', rows, nextCursor: limit === undefined ? undefined : nextCursor(rows, limit, order.keysOf) }
}

/** Rows of several cells in their order. */
export function mergeRows(
  pages: readonly (readonly RawRow[])[],
  { order, keysOf, combine }: RowOrder,
  limit?: number,
): RawRow[] {
  const compare = (a: RawRow, b: RawRow): number => order.compare(keysOf(a), keysOf(b))
  if (pages.length === 1 || !combine) return mergeSorted(pages, compare, limit)
  return combineSame(pages, (row) => JSON.stringify(keysOf(row)), combine)
    .sort(compare)
    .slice(0, limit)
}
