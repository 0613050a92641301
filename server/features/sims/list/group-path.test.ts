import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UNGROUPED } from '#server/records/tag-names.ts'
import { chooseGroupPath, type GroupedEstimate } from './group-path.ts'

const request = { filter: {}, descending: false, after: undefined, limit: 100, skip: 0 } as const
const fleet = (matching: number, grouped = 500_000): GroupedEstimate => ({
  estimate: {
    stretches: [{ inScope: 1_000_000, matching }],
    inFleet: 1_000_000,
    kinds: 50,
    ofKind: matching,
    companies: 'all',
  },
  grouped,
  tagged: undefined,
})
const tried = (...asked: Parameters<typeof chooseGroupPath>) => chooseGroupPath(...asked).map(({ path }) => path)

test('a list of everything is walked by groups, to the end if need be', () => {
  expect(chooseGroupPath(request, fleet(1_000_000))).toEqual([{ path: 'groups' }])
  expect(chooseGroupPath(request, fleet(1_000_000, 1_000_000))).toEqual([{ path: 'groups', areAllGrouped: true }])
})

test('what is rare is gathered, what is common is walked to', () => {
  expect(tried(request, fleet(300))).toEqual(['gather'])
  expect(tried(request, fleet(0))).toEqual(['gather'])
  expect(tried(request, fleet(20_000))).toEqual(['groups', 'gather'])
  expect(tried(request, fleet(200_000))).toEqual(['groups', 'groups', 'gather'])
})

test('a filter by a group walks that group alone', () => {
  const inGroup = { ...request, filter: { groups: ['North'] } }
  const [first, longer, sure] = chooseGroupPath(inGroup, { ...fleet(1_000_000), tagged: 100_000 })
  expect(first).toEqual({ path: 'groups', atMost: 400, areNamedFixed: true })
  expect(longer?.atMost).toBeGreaterThan(100_000)
  expect(sure).toEqual({ path: 'tagged' })
  expect(tried(inGroup, { ...fleet(50), tagged: 100_000 })).toEqual(['gather'])
})

test('SIMs that are in no group are reached behind all others, and first in the other direction', () => {
  const rows = (descending: boolean, after?: readonly string[]) =>
    chooseGroupPath({ ...request, descending, after }, fleet(500_000, 900_000))[0].atMost ?? 0
  expect(rows(false)).toBeLessThan(rows(true))
  expect(rows(true)).toBe(rows(false, [UNGROUPED, '7', '1']))
})

test('a walk that may be given up is followed by a path that is not, and reads a page at least', () => {
  const million = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(
      million,
      million,
      fc.option(million, { nil: undefined }),
      fc.boolean(),
      (matching, grouped, tagged, descending) => {
        const filter = tagged === undefined ? {} : { groups: ['North'] }
        const ways = chooseGroupPath({ ...request, filter, descending }, { ...fleet(matching, grouped), tagged })
        expect(ways.at(-1)?.atMost).toBeUndefined()
        for (const { atMost } of ways.slice(0, -1)) expect(atMost).toBeGreaterThanOrEqual(100)
      },
    ),
  )
})
