/**
 * The selected SIMs: single ones, or all that match the filter with exceptions. The second form costs nothing for a
 * million rows and is sent to the server as filter and exceptions.
 */
export type Selection =
  | { readonly kind: 'some'; readonly icc: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<string> }

export const NOTHING: Selection = { kind: 'some', icc: new Set() }
export const EVERYTHING: Selection = { kind: 'all', except: new Set() }

export function isSelected(selection: Selection, icc: string): boolean {
  return selection.kind === 'some' ? selection.icc.has(icc) : !selection.except.has(icc)
}

/** Number of selected SIMs of `total` matches. */
export function countSelected(selection: Selection, total: number): number {
  return selection.kind === 'some' ? selection.icc.size : Math.max(0, total - selection.except.size)
}

/** Selects or deselects rows; the others stay as they are. */
export function setSelected(selection: Selection, icc: Iterable<string>, selected: boolean): Selection {
  const isListed = selection.kind === 'some' ? selected : !selected
  const listed = new Set(selection.kind === 'some' ? selection.icc : selection.except)
  for (const one of icc) {
    if (isListed) listed.add(one)
    else listed.delete(one)
  }
  return selection.kind === 'some' ? { kind: 'some', icc: listed } : { kind: 'all', except: listed }
}

export function toggle(selection: Selection, icc: string): Selection {
  return setSelected(selection, [icc], !isSelected(selection, icc))
}

/** State of the head checkbox: 'mixed' when some of the page's rows are selected. */
export function pageState(selection: Selection, icc: readonly string[]): 'none' | 'mixed' | 'all' {
  const count = icc.filter((one) => isSelected(selection, one)).length
  if (count === 0) return 'none'
  return count === icc.length ? 'all' : 'mixed'
}

/** The head checkbox: selects the page, or deselects it when all of it is selected. */
export function togglePage(selection: Selection, icc: readonly string[]): Selection {
  return setSelected(selection, icc, pageState(selection, icc) !== 'all')
}
