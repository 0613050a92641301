import { expect, test } from 'vitest'
import { layOutTable, tableLine } from './table.ts'

const columns = [
  { heading: 'ICC', isWhole: true },
  { heading: 'LABEL' },
  { heading: 'DATA', isRight: true, isWhole: true },
  { heading: 'GROUP' },
]
const row = ['89560300000000000011', 'A label that is far longer than others', '1.2 MB', 'North/Trucks']
const linesAt = (width?: number): string[] => {
  const layout = layOutTable(columns, [row], width)
  return [
    tableLine(
      columns.map(({ heading }) => heading),
      columns,
      layout,
    ),
    tableLine(row, columns, layout),
  ]
}

test('without a screen nothing is cut', () => {
  expect(linesAt()[1]).toBe(row.join('  '))
})

test('long texts are cut first, identifiers and numbers never, and then columns on the right are left out', () => {
  expect(linesAt(70)).toEqual([
    'ICC                   LABEL                         DATA  GROUP',
    '89560300000000000011  A label that is far longe…  1.2 MB  North/Trucks',
  ])
  expect(linesAt(50)[1]).toBe('89560300000000000011  A label that is far…  1.2 MB')
  expect(layOutTable(columns, [row], 10)).toEqual({ widths: [20], hidden: 3 })
})

test('a later row that is wider than its column is cut, its identifier is not', () => {
  const layout = layOutTable(columns, [['1', 'a', '1', 'b']], 40)
  expect(tableLine(row, columns, layout)).toBe('89560300000000000011  A la…  1.2 MB  Nort…')
})
