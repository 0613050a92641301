import { expect, test } from 'vitest'
import type { CompanyData } from './companies.api.ts'
import { isOfTree } from './figures-choice.tsx'

test.each([
  ['the SIMs are with the subsidiaries', 0, 48_849, undefined, true],
  ['the subsidiaries have more', 400, 48_849, undefined, true],
  ['it has more itself', 28_885, 11_785, undefined, false],
  ['there are none', 0, 0, undefined, false],
  ['its own were chosen', 400, 48_849, 'false', false],
  ['all were chosen', 28_885, 11_785, 'true', true],
] as const)(
  'figures begin with subsidiaries where those have more SIMs, unless chosen: %s',
  (_, sims, simsBelow, chosen, isTree) => {
    expect(isOfTree({ children: 2, sims, simsBelow } as CompanyData, chosen)).toBe(isTree)
  },
)
