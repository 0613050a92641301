import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countSelected,
  EVERYTHING,
  isSelected,
  NOTHING,
  pageState,
  type Selection,
  setSelected,
  toggle,
  togglePage,
} from './selection.ts'

const rows = ['a', 'b', 'c', 'd']

test('a row is selected and deselected', () => {
  const one = toggle(NOTHING, 'b')
  expect(rows.map((row) => isSelected(one, row))).toEqual([false, true, false, false])
  expect(toggle(one, 'b')).toEqual(NOTHING)
})

test('the head checkbox selects the page, and deselects it when all of it was selected', () => {
  const page = togglePage(toggle(NOTHING, 'z'), rows)
  expect(pageState(page, rows)).toBe('all')
  expect(countSelected(page, 100)).toBe(5)
  expect(pageState(toggle(page, 'a'), rows)).toBe('mixed')
  const none = togglePage(page, rows)
  expect(pageState(none, rows)).toBe('none')
  expect(isSelected(none, 'z')).toBe(true)
})

test('the selection of all matches counts the total without the exceptions', () => {
  const most = toggle(EVERYTHING, 'c')
  expect(isSelected(most, 'c')).toBe(false)
  expect(isSelected(most, 'never seen')).toBe(true)
  expect(countSelected(most, 28_640)).toBe(28_639)
})

test('both forms are equivalent after the same clicks', () => {
  const clicks = fc.array(fc.tuple(fc.constantFrom(...rows), fc.boolean()))
  fc.assert(
    fc.property(clicks, (list) => {
      let some: Selection = setSelected(NOTHING, rows, true)
      let all: Selection = EVERYTHING
      for (const [row, selected] of list) {
        some = setSelected(some, [row], selected)
        all = setSelected(all, [row], selected)
      }
      for (const row of rows) expect(isSelected(all, row)).toBe(isSelected(some, row))
      expect(countSelected(all, rows.length)).toBe(countSelected(some, rows.length))
    }),
  )
})
