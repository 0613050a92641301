import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentNumbersIn, periodIn } from './document-search.ts'
import { documentNumber } from './rating/documents.ts'

describe('the numbers of documents in a text', () => {
  test.each([
    ['123', ['F-00000123', 'NC-00000123']],
    ['F-123', ['F-00000123']],
    ['f-00000123', ['F-00000123']],
    ['f123', ['F-00000123']],
    ['nc-7', ['NC-00000007']],
    ['factura 123', ['F-00000123', 'NC-00000123']],
    ['invoice F-123', ['F-00000123']],
    ['x-123', []],
    ['camión 123', []],
    ['123456789', []],
    ['', []],
  ])('%s', (text, expected) => {
    expect(documentNumbersIn(text)).toEqual(expected)
  })

  test('of its formatted number is the number itself', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('invoice' as const, 'credit_note' as const),
        fc.integer({ min: 1, max: 99_999_999 }),
        (kind, number) => {
          const formatted = documentNumber(kind, number)
          expect(documentNumbersIn(formatted)).toEqual([formatted])
          expect(documentNumbersIn(String(number))).toContain(formatted)
        },
      ),
    )
  })
})

describe('the period in a text', () => {
  test.each([
    ['2026-10', '2026-10'],
    ['10/2026', '2026-10'],
    ['2026/1', '2026-01'],
    ['octubre 2026', '2026-10'],
    ['Oct 2026', '2026-10'],
    ['2025 march', '2025-03'],
    ['factura de octubre', '2026-10'],
    ['diciembre', '2025-12'],
    ['noviembre', '2026-11'],
    ['enero', '2026-01'],
    ['2025', '2025'],
    ['invoices 2025', '2025'],
    ['13/2026', undefined],
    ['octavio', undefined],
    ['marcelo 2026', undefined],
    ['3734', undefined],
    ['octubre 2026 andes', undefined],
    ['', undefined],
  ])('%s', (text, expected) => {
    expect(periodIn(text, '2026-11-25')).toBe(expected)
  })

  test('a month without a year is never later than today', () => {
    const day = fc.date({ min: new Date('2024-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
    const month = fc.constantFrom('enero', 'abril', 'agosto', 'diciembre', 'may', 'sep')
    fc.assert(
      fc.property(day, month, (at, name) => {
        const today = at.toISOString().slice(0, 10)
        const period = periodIn(name, today) ?? ''
        expect(period <= today.slice(0, 7)).toBe(true)
        expect(Number(today.slice(0, 4)) - Number(period.slice(0, 4))).toBeLessThanOrEqual(1)
      }),
    )
  })
})
