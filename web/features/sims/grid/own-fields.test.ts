import { expect, test } from 'vitest'
import { cellAfter, shownOwnFields } from './own-fields.ts'

const column = (id: string, hidden = false) => ({ id, hidden, width: 100, pinned: false })

test('own fields are edited in the order of the columns, hidden ones not', () => {
  expect(shownOwnFields([column('customField2'), column('icc'), column('customField1')])).toEqual([
    'customField2',
    'customField1',
  ])
  expect(shownOwnFields([column('customField2', true), column('customField1')])).toEqual(['customField1'])
})

test('Enter goes down, Tab to the other field and then to the next row, and back', () => {
  const both = ['customField1', 'customField2'] as const
  const first = { index: 4, field: 'customField1' } as const
  const second = { index: 4, field: 'customField2' } as const
  expect(cellAfter(both, first, 'down')).toEqual({ index: 5, field: 'customField1' })
  expect(cellAfter(both, first, 'next')).toEqual(second)
  expect(cellAfter(both, second, 'next')).toEqual({ index: 5, field: 'customField1' })
  expect(cellAfter(both, second, 'previous')).toEqual(first)
  expect(cellAfter(both, first, 'previous')).toEqual({ index: 3, field: 'customField2' })
  expect(cellAfter(['customField1'], first, 'next')).toEqual({ index: 5, field: 'customField1' })
  expect(cellAfter(both, first, 'stay')).toEqual(first)
})
