import { expect, test } from 'vitest'
import { readMaps, readTiles } from './tiles.ts'

const ORIGIN = 'https://enlace.test'

test('an address is taken as it is and its host named', () => {
  expect(readTiles('https://tiles.test/map/{z}/{x}/{y}.png', ORIGIN)).toEqual({
    kind: 'server',
    addresses: ['https://tiles.test/map/{z}/{x}/{y}.png'],
    name: 'tiles.test',
    attribution: 'tiles.test',
  })
})

test('a path is one of this page’s origin', () => {
  expect(readTiles('/tiles/{z}/{x}/{y}.png', ORIGIN)).toMatchObject({
    addresses: ['https://enlace.test/tiles/{z}/{x}/{y}.png'],
  })
})

test('{s} becomes three addresses, {r} goes', () => {
  expect(readTiles('https://{s}.tiles.test/{z}/{x}/{y}{r}.png', ORIGIN)).toHaveProperty('addresses', [
    'https://a.tiles.test/{z}/{x}/{y}.png',
    'https://b.tiles.test/{z}/{x}/{y}.png',
    'https://c.tiles.test/{z}/{x}/{y}.png',
  ])
})

test('OpenStreetMap is named as it asks; what follows # is named instead', () => {
  expect(readTiles('https://tile.openstreetmap.org/{z}/{x}/{y}.png', ORIGIN).attribution).toBe('© OpenStreetMap contributors')
  const tiles = readTiles('https://tiles.test/{z}/{x}/{y}.png#©+Mapas+del+Sur', ORIGIN)
  expect(tiles).toMatchObject({ addresses: ['https://tiles.test/{z}/{x}/{y}.png'], attribution: '© Mapas del Sur' })
})

test('what is no address is refused', () => {
  expect(() => readTiles('https://', ORIGIN)).toThrow()
})

const PLAIN = { worldUrl: '/api/map/world?v=1', archiveUrl: null, archiveAttribution: '', tilesUrl: null }

test('the world is there without tiles; an archive is one of the portal', () => {
  expect(readMaps(PLAIN, ORIGIN)).toEqual({ world: 'https://enlace.test/api/map/world?v=1', tiles: undefined })
  expect(readMaps({ ...PLAIN, archiveUrl: '/api/map/own?v=2', archiveAttribution: '© OSM' }, ORIGIN).tiles).toEqual({
    kind: 'archive',
    address: 'https://enlace.test/api/map/own?v=2',
    name: 'enlace.test',
    attribution: '© OSM',
  })
})
