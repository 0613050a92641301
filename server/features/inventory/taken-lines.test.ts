import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HeldNumber, takenLines } from './taken-lines.ts'

const none: readonly HeldNumber[] = []

test('a number that no line gives up is taken', () => {
  expect(takenLines({ imsi: [{ line: 2, givingLine: null }], msisdn: none })).toEqual({ imsi: [2], msisdn: [] })
})

test('lines that exchange their numbers are good', () => {
  const imsi = [
    { line: 2, givingLine: 3 },
    { line: 3, givingLine: 2 },
  ]
  expect(takenLines({ imsi, msisdn: none })).toEqual({ imsi: [], msisdn: [] })
})

test('a line that is bad for its MSISDN gives up no IMSI either', () => {
  const imsi = [{ line: 2, givingLine: 3 }]
  const msisdn = [{ line: 3, givingLine: null }]
  expect(takenLines({ imsi, msisdn })).toEqual({ imsi: [2], msisdn: [3] })
})

test('a line with a taken IMSI is not asked for its MSISDN', () => {
  const held = [{ line: 2, givingLine: null }]
  expect(takenLines({ imsi: held, msisdn: held })).toEqual({ imsi: [2], msisdn: [] })
})

test('two hundred thousand lines that each wait for the next are followed to the end', () => {
  const imsi = Array.from({ length: 200_000 }, (_, n) => ({ line: n, givingLine: n === 199_999 ? null : n + 1 }))
  expect(takenLines({ imsi, msisdn: none }).imsi).toHaveLength(200_000)
})

test('the lines are those that reading all of them until no more is found gives', () => {
  const lines = fc.shuffledSubarray(Array.from({ length: 12 }, (_, n) => n))
  // each line waits for another one, or for none; no two for the same
  const held = fc
    .tuple(lines, lines, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }))
    .map(([from, to, isGiven]) =>
      from.map((line, n) => ({ line, givingLine: isGiven[n] && to[n] !== line ? (to[n] ?? null) : null })),
    )
  fc.assert(
    fc.property(held, held, (imsi, msisdn) => {
      const bad = new Set<number>()
      for (let before = -1; before < bad.size; ) {
        before = bad.size
        for (const { line, givingLine } of [...imsi, ...msisdn]) if (givingLine === null || bad.has(givingLine)) bad.add(line)
      }
      const taken = takenLines({ imsi, msisdn })
      expect(new Set([...taken.imsi, ...taken.msisdn])).toEqual(bad)
      expect(taken.msisdn.filter((line) => taken.imsi.includes(line))).toEqual([])
    }),
  )
})
