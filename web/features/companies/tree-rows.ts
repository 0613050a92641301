import type { ListPage } from '#web/lib/call.ts'
import type { CompanyRow } from './companies.api.ts'

/** A row of the tree. Level 1 is the user's own company. */
export type TreeRow =
  | { readonly kind: 'company'; readonly company: CompanyRow; readonly level: number; readonly isOpen: boolean }
  /** placeholder for companies that load, of which only the count is known */
  | { readonly kind: 'waiting'; readonly parent: number; readonly level: number }
  /** the next page of a branch loads when this row becomes visible, after so many companies */
  | { readonly kind: 'more'; readonly parent: number; readonly level: number; readonly shown: number }
  | { readonly kind: 'failed'; readonly parent: number; readonly level: number }

/** A loaded or requested page of a branch. */
export interface BranchPage {
  readonly data: ListPage<CompanyRow> | undefined
  readonly isFailed: boolean
}

/** The requested pages of a branch, in order; a page starts at the cursor of the one before. */
export type Branches = ReadonlyMap<number, readonly BranchPage[]>

/** The branch of the user's own company, which is the root. */
export const OWN = 0

/** The rows of the tree, from the pages of its open branches. */
export function treeRows(branches: Branches, open: ReadonlySet<number>, parent = OWN, level = 1): TreeRow[] {
  const pages = branches.get(parent) ?? []
  const rows: TreeRow[] = []
  let shown = 0
  for (const { data, isFailed } of pages) {
    if (!data) return [...rows, { kind: isFailed ? 'failed' : 'waiting', parent, level }]
    shown += data.rows.length
    for (const company of data.rows) {
      const isOpen = company.children > 0 && open.has(company.companyId)
      rows.push({ kind: 'company', company, level, isOpen })
      if (isOpen) rows.push(...treeRows(branches, open, company.companyId, level + 1))
    }
  }
  const last = pages.at(-1)?.data
  if (last?.nextCursor) rows.push({ kind: 'more', parent, level, shown })
  return rows
}

/** Rows that are open by themselves, at most. */
const OPEN_AT_FIRST = 30

/**
 * The open companies: whole levels from the top, as long as all their rows are few, and what a person opened; less what they closed.
 * @param childrenOf the loaded companies below one, undefined before they have loaded
 */
export function openCompanies(
  childrenOf: (parent: number) => readonly CompanyRow[] | undefined,
  turned: ReadonlyMap<number, boolean>,
): Set<number> {
  const open = new Set<number>()
  let level = childrenOf(OWN)
  let rows = level?.length ?? 0
  while (level) {
    const parents: readonly CompanyRow[] = level.filter(({ children }) => children > 0)
    rows += parents.reduce((sum, { children }) => sum + children, 0)
    if (parents.length === 0 || rows > OPEN_AT_FIRST) break
    for (const { companyId } of parents) open.add(companyId)
    const below = parents.map(({ companyId }) => childrenOf(companyId))
    // a level is judged as a whole, so that nothing closes by itself while it loads
    level = below.every((one) => one !== undefined) ? below.flat() : undefined
  }
  for (const [companyId, isOpen] of turned) {
    if (isOpen) open.add(companyId)
    else open.delete(companyId)
  }
  return open
}

/** The row that a key moves to; 'open' or 'close' for a branch; undefined for other keys. */
export function treeKey(key: string, rows: readonly TreeRow[], at: number): number | 'open' | 'close' | undefined {
  const row = rows[at]
  const last = rows.length - 1
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + 15,
    PageUp: at - 15,
    Home: 0,
    End: last,
  }
  const to = moves[key]
  if (to !== undefined) return Math.min(last, Math.max(0, to))
  if (row?.kind !== 'company') return undefined
  if (key === 'ArrowRight' && row.company.children > 0) return row.isOpen ? Math.min(last, at + 1) : 'open'
  if (key !== 'ArrowLeft') return undefined
  return row.isOpen ? 'close' : parentAt(rows, at)
}

/** The row of the parent company; undefined for the root. */
function parentAt(rows: readonly TreeRow[], at: number): number | undefined {
  const level = rows[at]?.level ?? 1
  for (let place = at - 1; place >= 0; place--) if ((rows[place]?.level ?? level) < level) return place
  return undefined
}
