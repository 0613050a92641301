import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pastedCells } from './pasted-cells.ts'

test.each([
  ['Camión 1', [['Camión 1']]],
  ['Camión 1\nCamión 2\n', [['Camión 1'], ['Camión 2']]],
  ['Camión 1\r\n\r\nCamión 3\r\n', [['Camión 1'], [''], ['Camión 3']]],
  [
    'A\tNorte\nB\t\n',
    [
      ['A', 'Norte'],
      ['B', ''],
    ],
  ],
  [' A \t B ', [['A', 'B']]],
  ['"Grúa ""7"""\n"dos\nlíneas"\tx', [['Grúa "7"'], ['dos líneas', 'x']]],
  ['"sin cierre\nB', [['"sin cierre'], ['B']]],
  ['12" de largo', [['12" de largo']]],
  ['', [['']]],
])('%j is read as rows and columns', (text, cells) => {
  expect(pastedCells(text)).toEqual(cells)
})

test('whatever is copied as a spreadsheet does comes back', () => {
  const cell = fc.string({ maxLength: 8, unit: fc.constantFrom('a', '"', 'ñ', ',', '7') }).map((text) => text.trim())
  const quoted = (text: string) => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }), (rows) => {
      const copied = rows.map((row) => row.map(quoted).join('\t')).join('\r\n')
      expect(pastedCells(`${copied}\r\n`)).toEqual(rows)
    }),
  )
})
