import fc from 'fast-check'
import { expect, test } from 'vitest'
import { smsParts, smsSegments } from './sms-segments.ts'

test.each([
  ['', 'gsm7', 0],
  ['a'.repeat(160), 'gsm7', 1],
  ['a'.repeat(161), 'gsm7', 2],
  ['a'.repeat(306), 'gsm7', 2],
  ['a'.repeat(307), 'gsm7', 3],
  ['€'.repeat(80), 'gsm7', 1],
  ['€'.repeat(81), 'gsm7', 2],
  ['ñandú', 'ucs2', 1],
  ['ñ'.repeat(160), 'gsm7', 1],
  ['á'.repeat(70), 'ucs2', 1],
  ['á'.repeat(71), 'ucs2', 2],
  ['😀'.repeat(35), 'ucs2', 1],
  ['😀'.repeat(67), 'ucs2', 3],
] as const)('%j is sent as %s in %d', (text, encoding, segments) => {
  expect(smsSegments(text)).toMatchObject({ encoding, segments })
})

test('each part is as full as possible, and not fuller', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 700 }), (text) => {
      const { encoding, units, segments, free } = smsSegments(text)
      const room = encoding === 'gsm7' ? 153 : 67
      expect(free).toBeGreaterThanOrEqual(0)
      if (segments > 1) {
        expect(segments).toBeGreaterThanOrEqual(Math.ceil(units / room))
        // a part is left short by at most one unit, where a character of two did not fit
        expect(segments).toBeLessThanOrEqual(Math.ceil(units / (room - 1)))
      }
    }),
  )
})

test('the parts match the count and join to the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 700 }), (text) => {
      const { encoding, parts } = smsParts(text)
      expect(parts.join('')).toBe(text)
      expect({ encoding, segments: parts.length }).toMatchObject({
        encoding: smsSegments(text).encoding,
        segments: smsSegments(text).segments,
      })
    }),
  )
})
