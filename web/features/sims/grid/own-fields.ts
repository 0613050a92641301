import type { ColumnState } from '#domain/table-state.ts'

/** The columns whose cells are edited in place: the company's own two. */
export const OWN_FIELDS = ['customField1', 'customField2'] as const
export type OwnField = (typeof OWN_FIELDS)[number]

/** Longest value, in characters; the server has the same limit. */
export const OWN_FIELD_MAX = 120

export const isOwnField = (id: string): id is OwnField => OWN_FIELDS.some((field) => field === id)

/** Those that are shown, in the order of the columns. */
export const shownOwnFields = (columns: readonly ColumnState[]): OwnField[] =>
  columns.flatMap(({ id, hidden }) => (!hidden && isOwnField(id) ? [id] : []))

/** The cell that is being edited. Its SIM may move to another row meanwhile. */
export interface EditedCell {
  readonly icc: string
  readonly field: OwnField
}

/** How an edit ends: where to go from its cell, and whether its text is kept. */
export type EditEnd = 'stay' | 'down' | 'next' | 'previous' | 'cancel'

/** A neighbour of a cell in the order of Tab: the other field, or the next row. */
export function cellAfter(
  shown: readonly OwnField[],
  { index, field }: { readonly index: number; readonly field: OwnField },
  end: EditEnd,
): { readonly index: number; readonly field: OwnField } {
  if (end === 'down') return { index: index + 1, field }
  if (end !== 'next' && end !== 'previous') return { index, field }
  const by = end === 'next' ? 1 : -1
  const place = shown.indexOf(field) + by
  const other = shown[place]
  if (other) return { index, field: other }
  return { index: index + by, field: (by > 0 ? shown[0] : shown.at(-1)) ?? field }
}
