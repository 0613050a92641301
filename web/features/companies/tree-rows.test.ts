import { expect, test } from 'vitest'
import type { CompanyRow } from './companies.api.ts'
import { type BranchPage, OWN, openCompanies, treeKey, treeRows } from './tree-rows.ts'

const company = (companyId: number, children = 0): CompanyRow => ({
  ...{ companyId, parentId: null, businessName: `C${companyId}`, fantasyName: '', tin: '', country: '', countryName: '' },
  ...{ above: '', children, users: 0, sims: 0, simsBelow: 0, state: 'active', activeSims: 0, connectedSims: 0 },
})
const page = (rows: CompanyRow[], nextCursor: string | null = null): BranchPage => ({
  data: { rows, nextCursor },
  isFailed: false,
})
const text = (rows: ReturnType<typeof treeRows>) =>
  rows.map((row) => `${'-'.repeat(row.level)}${row.kind === 'company' ? row.company.companyId : row.kind}`)

const branches = new Map([
  [OWN, [page([company(1, 3)])]],
  [1, [page([company(2, 201), company(3)]), page([company(4, 1)])]],
  [2, [page([company(20)], '20')]],
  [4, [{ data: undefined, isFailed: false }]],
])

test('rows are below their company, in the order of the pages', () => {
  expect(text(treeRows(branches, new Set()))).toEqual(['-1'])
  expect(text(treeRows(branches, new Set([1])))).toEqual(['-1', '--2', '--3', '--4'])
  const rows = treeRows(branches, new Set([1, 2, 3, 4]))
  expect(text(rows)).toEqual(['-1', '--2', '---20', '---more', '--3', '--4', '---waiting'])
  expect(rows[3]).toMatchObject({ parent: 2, shown: 1 })
})

test('whole levels are open from the top as long as their rows are at most thirty, and what was opened or closed by hand', () => {
  const loaded = new Map([
    [OWN, [company(1, 3)]],
    [1, [company(2, 20), company(3, 6), company(4)]],
    [2, [company(20, 1)]],
    [3, [company(30, 1)]],
  ])
  const opened = (turned: [number, boolean][] = []) => [...openCompanies((parent) => loaded.get(parent), new Map(turned))]
  // 1 + 3 + 26 rows; the next level would be two more
  expect(opened()).toEqual([1, 2, 3])
  expect(
    opened([
      [2, false],
      [30, true],
    ]),
  ).toEqual([1, 3, 30])
  // a level of which a part loads is not judged yet
  loaded.delete(3)
  expect(opened()).toEqual([1, 2, 3])
  loaded.set(1, [company(2, 28)])
  expect(opened()).toEqual([1])
  loaded.set(OWN, [company(1, 30)])
  expect(opened()).toEqual([])
  expect(opened([[1, true]])).toEqual([1])
  loaded.clear()
  expect(opened()).toEqual([])
})

test('a failed branch has an error row, and the branches of a closed company have none', () => {
  expect(text(treeRows(new Map([[OWN, [{ data: undefined, isFailed: true }]]]), new Set()))).toEqual(['-failed'])
  expect(text(treeRows(branches, new Set([2])))).toEqual(['-1'])
})

test.each([
  ['ArrowRight', 1, 2],
  ['ArrowRight', 4, undefined],
  ['ArrowRight', 5, 'open'],
  ['ArrowLeft', 1, 'close'],
  ['ArrowLeft', 2, 1],
  ['ArrowLeft', 5, 0],
  ['ArrowDown', 5, 5],
  ['ArrowUp', 0, 0],
  ['End', 0, 5],
  ['PageUp', 4, 0],
  ['x', 0, undefined],
] as const)('%s at line %i', (key, at, to) => {
  expect(treeKey(key, treeRows(branches, new Set([1, 2])), at)).toBe(to)
})
