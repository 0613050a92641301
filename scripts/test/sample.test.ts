import { describe, expect, test } from 'vitest'
import { dayOf, playwrightTests, sampleOf } from './sample.ts'

const TESTS = ['a proves [S1.02]', 'b', 'c', 'd', 'e proves [S9.12]', 'f', 'g', 'h', 'i']
const runsDaily = (item: string) => item.includes('[S')
const on = (seed: number) => sampleOf(TESTS, { runsDaily, parts: 3, day: dayOf(seed) })

describe('the sample of a day', () => {
  test('has all that runs daily, and a part of the rest', () => {
    expect(on(20261128)).toEqual(['a proves [S1.02]', 'c', 'e proves [S9.12]', 'g'])
  })

  test.each([
    ['within a month', [20261127, 20261128, 20261129]],
    ['over the end of a month', [20261130, 20261201, 20261202]],
    ['over the end of a year', [20261231, 20270101, 20270102]],
  ])('three days in a row run every test, %s', (_, days) => {
    expect([...new Set(days.flatMap(on))].sort()).toEqual(TESTS)
  })

  test('is the same for the same day', () => {
    expect(on(20261128)).toEqual(on(20261128))
  })
})

test('tests are read from what Playwright lists', () => {
  const listed =
    'Listing tests:\n  a.spec.ts:20:1 › users edit [S2.29]\n  b.spec.ts:3:3 › a group › a test\nTotal: 2 tests in 2 files\n'
  expect(playwrightTests(listed)).toEqual(['a.spec.ts:20:1 › users edit [S2.29]', 'b.spec.ts:3:3 › a group › a test'])
})
