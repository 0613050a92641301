import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPlainTaxId, parseTaxId, taxIdKind } from './tax-id.ts'

/** As typed, as kept; numbers that authorities and companies publish themselves. */
const RIGHT = [
  ['CL', '61704000k', '61.704.000-K'],
  ['CL', '97.004.000-5', '97.004.000-5'],
  ['CL', ' 92580000-7 ', '92.580.000-7'],
  ['PE', '20131312955', '20131312955'],
  ['PE', '20-10001749-1', '20100017491'],
  ['MX', 'gode561231gr8', 'GODE561231GR8'],
  ['MX', 'TME-840315-KT6', 'TME840315KT6'],
  ['MX', 'SAT970701NN3', 'SAT970701NN3'],
  ['MX', 'XAXX010101000', 'XAXX010101000'],
  ['AR', '33693450239', '33-69345023-9'],
  ['AR', '30-54668997-9', '30-54668997-9'],
  ['CO', '899.999.068-1', '899999068-1'],
  ['CO', '8001972684', '800197268-4'],
  ['BR', '33.000.167/0001-01', '33.000.167/0001-01'],
  ['BR', '00000000000191', '00.000.000/0001-91'],
  // the authority's own example of the form with letters
  ['BR', '12abc34501de35', '12.ABC.345/01DE-35'],
  ['ES', 'a-28015865', 'A28015865'],
  ['ES', 'P2807900B', 'P2807900B'],
  ['ES', '12345678Z', '12345678Z'],
  ['ES', 'X1234567L', 'X1234567L'],
  ['EC', '1792048311001', '1792048311001'],
  ['DE', 'de 123 456 789', 'DE 123 456 789'],
  ['', 'XY-1/2', 'XY-1/2'],
] as const

const WRONG = [
  ['CL', '76.512.340-8', 'another check digit'],
  ['CL', '12-3', 'too short'],
  ['PE', '30131312955', 'no such prefix'],
  ['MX', 'TME841315KT6', 'no such month'],
  ['MX', 'XAXX010101004', 'a check that the generic one has not'],
  ['AR', '29-54668997-9', 'no such prefix'],
  ['CO', '899999068-2', 'another check digit'],
  ['BR', '00000000000000', 'nobody'],
  ['BR', '12ABC34501DE3A', 'a letter as check'],
  ['ES', 'P28079002', 'a digit where a letter belongs'],
  ['ES', 'A2801586E', 'a letter where a digit belongs'],
  ['ES', 'I12345674', 'no such kind'],
  ['EC', '-', 'no letter or digit'],
  ['EC', 'a\tb', 'a tab'],
] as const

const BODIES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  CL: fc.stringMatching(/^[1-9]\d{6,7}$/),
  PE: fc.stringMatching(/^20\d{8}$/),
  MX: fc.stringMatching(/^[A-Z]{3}\d{2}(0[1-9]|1[0-2])(0[1-9]|1\d|2[0-8])[A-Z\d]{2}$/),
  AR: fc.stringMatching(/^30\d{8}$/),
  CO: fc.stringMatching(/^[89]\d{8}$/),
  BR: fc.stringMatching(/^[A-Z1-9][A-Z\d]{11}$/),
  ES: fc.stringMatching(/^[ABEH]\d{7}$/),
}
const DIGITS = [...'0123456789']
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  CL: [...DIGITS, 'K'],
  MX: [...DIGITS, 'A'],
  BR: Array.from({ length: 100 }, (_, check) => String(check).padStart(2, '0')),
}

describe('tax ids', () => {
  test.each(RIGHT)('%s takes %s as %s', (country, typed, kept) => {
    expect(parseTaxId(country, typed)).toBe(kept)
  })

  test.each(WRONG)('%s refuses %s: %s', (country, typed) => {
    expect(parseTaxId(country, typed)).toBeUndefined()
  })

  test.each(Object.keys(BODIES))('%s: its own example is valid', (country) => {
    const { example } = taxIdKind(country) ?? { example: '' }
    expect(parseTaxId(country, example)).toBe(example)
  })

  test.each(Object.entries(BODIES))(
    '%s: at most one check fits a body, and what is kept is read as itself',
    (country, body) => {
      fc.assert(
        fc.property(body, (digits) => {
          const kept = (CHECKS[country] ?? DIGITS).flatMap((check) => parseTaxId(country, digits + check) ?? [])
          expect(kept.length).toBeLessThanOrEqual(1)
          if (country !== 'AR') expect(kept.length).toBe(1)
          for (const id of kept) {
            expect(parseTaxId(country, id)).toBe(id)
            expect(parseTaxId(country, ` ${id.toLowerCase().replace(/[.\-/]/g, ' ')} `)).toBe(id)
            expect(isPlainTaxId(id)).toBe(true)
          }
        }),
      )
    },
  )

  test('no text crashes the parser, and every accepted id fits its column', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(BODIES), 'EC', ''), fc.string({ unit: 'binary' }), (country, text) => {
        expect([...(parseTaxId(country, text) ?? '')].length).toBeLessThanOrEqual(30)
      }),
    )
  })
})
