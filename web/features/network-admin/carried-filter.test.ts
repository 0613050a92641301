import { expect, test } from 'vitest'
import { carriedFilter } from './carried-filter.ts'

const route = (originId: number, simTypeId: number, sims = 5) => ({ originId, simTypeId, sims })

test('the SIMs of a network are those of its origins and types, if it has each of these in all of those', () => {
  expect(carriedFilter([route(1, 2)])).toEqual({ providerIds: [1], simTypeIds: [2] })
  expect(carriedFilter([route(1, 2), route(1, 4), route(3, 2), route(3, 4)])).toEqual({
    providerIds: [1, 3],
    simTypeIds: [2, 4],
  })
})

test('another network has the SIMs of a type in one of the origins: no filter finds only its own', () => {
  expect(carriedFilter([route(1, 2), route(1, 4), route(3, 2)])).toBeUndefined()
})

test('routes without SIMs neither widen the filter nor prevent it', () => {
  expect(carriedFilter([route(1, 2), route(5, 6, 0)])).toEqual({ providerIds: [1], simTypeIds: [2] })
  expect(carriedFilter([route(1, 2), route(1, 4), route(3, 2), route(3, 4, 0)])).toBeDefined()
  expect(carriedFilter([route(1, 2, 0)])).toBeUndefined()
  expect(carriedFilter([])).toBeUndefined()
})
