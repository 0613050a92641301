import { expect, test } from 'vitest'
import { readTiles } from './tiles.ts'

const ORIGIN = 'https://enlace.test'

test('an address is taken as it is and its host named', () => {
  expect(readTiles('https://tiles.test/map/{z}/{x}/{y}.png', ORIGIN)).toEqual({
    addresses: ['https://tiles.test/map/{z}/{x}/{y}.png'],
    host: 'tiles.test',
    attribution: 'tiles.test',
  })
})

test('a path is one of this page’s origin', () => {
  expect(readTiles('/tiles/{z}/{x}/{y}.png', ORIGIN).addresses).toEqual(['https://enlace.test/tiles/{z}/{x}/{y}.png'])
})

test('{s} becomes three addresses, {r} goes', () => {
  expect(readTiles('https://{s}.tiles.test/{z}/{x}/{y}{r}.png', ORIGIN).addresses).toEqual([
    'https://a.tiles.test/{z}/{x}/{y}.png',
    'https://b.tiles.test/{z}/{x}/{y}.png',
    'https://c.tiles.test/{z}/{x}/{y}.png',
  ])
})

test('OpenStreetMap is named as it asks; what follows # is named instead', () => {
  expect(readTiles('https://tile.openstreetmap.org/{z}/{x}/{y}.png', ORIGIN).attribution).toBe('© OpenStreetMap contributors')
  const tiles = readTiles('https://tiles.test/{z}/{x}/{y}.png#©+Mapas+del+Sur', ORIGIN)
  expect([tiles.addresses[0], tiles.attribution]).toEqual(['https://tiles.test/{z}/{x}/{y}.png', '© Mapas del Sur'])
})

test('what is no address is refused', () => {
  expect(() => readTiles('https://', ORIGIN)).toThrow()
})
