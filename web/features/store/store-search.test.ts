import { expect, test } from 'vitest'
import { storeFilterOf } from './store-search.ts'

test('an address of the store filters by what can be read in it', () => {
  expect(storeFilterOf({ category: '2', brand: '3', search: 'agua' })).toEqual({ category: 2, brand: 3, search: 'agua' })
  expect(storeFilterOf({ category: 'x', brand: '0' })).toEqual({ category: undefined, brand: undefined, search: '' })
})
