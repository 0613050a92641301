import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { column, decodeList, decodeTsv, defineList, encodeTsv } from './list-codec.ts'

const list = defineList({ name: column.text, used: column.number, at: column.nullable(column.time), open: column.boolean })
const nasty = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\t', '\n', '\r', '\\', 'N', 'n', 't', '\v', '\b', '\f'),
    fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
  ),
})

describe('tab-separated text', () => {
  test('gives back every text that was put in, tabs, line ends and \\N included [S7.42]', () => {
    const rows = fc.array(fc.tuple(nasty, nasty))
    fc.assert(
      fc.property(rows, (cells) => {
        expect(decodeTsv(encodeTsv(['a', 'b'], cells))).toEqual([['a', 'b'], ...cells])
      }),
    )
  })

  test('distinguishes a missing value from an empty one', () => {
    expect(decodeTsv(encodeTsv(['a', 'b'], [[null, '']]))).toEqual([
      ['a', 'b'],
      [null, ''],
    ])
  })

  test('with lines of unequal width is refused with the line number', () => {
    expect(() => decodeTsv('a\tb\n1\t2\n3\n')).toThrow('line 3 has 1 cells, the header has 2')
  })
})

describe('rows', () => {
  const table = [
    ['used', 'name', 'at', 'open', 'unknown'],
    ['12.5', 'Camión', null, 't', 'x'],
  ]

  test('are read by the names in the header, whatever the order; unknown columns are left out', () => {
    expect(decodeList(list, table)).toEqual([{ used: 12.5, name: 'Camión', at: null, open: true }])
  })

  test('are the same from a list of arrays with real types', () => {
    expect(
      decodeList(list, [
        ['name', 'used', 'at', 'open'],
        ['Camión', 12.5, null, true],
      ]),
    ).toEqual(decodeList(list, table))
  })
})
