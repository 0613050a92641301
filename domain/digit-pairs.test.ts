import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digitPairs, iccBeginnings, UNINDEXED_DIGITS } from './digit-pairs.ts'

const digits = (constraints: { minLength: number; maxLength: number }) =>
  fc.array(fc.constantFrom(...'0123456789'), constraints).map((list) => list.join(''))
const pairsOf = (text: string): string[] => text.match(/../g) ?? []
const holds = (whole: readonly string[], part: readonly string[]): boolean =>
  whole.some((_, start) => part.every((pair, index) => whole[start + index] === pair))

test('wherever a text occurs in a longer one, one of its forms occurs in the pairs of the longer one', () => {
  fc.assert(
    fc.property(
      digits({ minLength: 0, maxLength: 9 }),
      digits({ minLength: 4, maxLength: 20 }),
      digits({ minLength: 0, maxLength: 9 }),
      (before, text, after) => {
        const whole = `${before + text + after}000`
        const cuts = [pairsOf(whole), pairsOf(whole.slice(1))]
        expect(digitPairs(text).some((form) => cuts.some((cut) => holds(cut, pairsOf(form))))).toBe(true)
      },
    ),
  )
})

test.each([
  ['123', 0],
  ['1234', 100],
  ['12345', 10],
  ['123456', 1],
  ['1234567', 1],
  ['12345678', 1],
])('%s has %i forms, each of six digits or more', (text, count) => {
  const forms = digitPairs(text)
  expect(forms).toHaveLength(count)
  for (const form of forms) expect([form.length % 2, form.length >= 6]).toEqual([0, true])
})

test('the texts that start with an unindexed digit of an ICC are those that begin as one of its beginnings', () => {
  const sim = fc.tuple(digits({ minLength: 17, maxLength: 18 }), fc.nat(UNINDEXED_DIGITS + 1), fc.integer({ min: 4, max: 8 }))
  fc.assert(
    fc.property(sim, fc.option(digits({ minLength: 4, maxLength: 8 })), ([rest, start, length], other) => {
      const icc = `89${rest}`
      const text = other ?? icc.slice(start, start + length)
      const beginnings = iccBeginnings(text)
      const startsAt = Array.from({ length: UNINDEXED_DIGITS }, (_, index) => index)
      expect(beginnings.filter((beginning) => icc.startsWith(beginning))).toHaveLength(
        startsAt.some((index) => icc.startsWith(text, index)) ? 1 : 0,
      )
    }),
  )
})
