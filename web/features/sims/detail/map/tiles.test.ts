import { expect, test } from 'vitest'
import { readMaps, readTiles } from './tiles.ts'

const ORIGIN = 'https://enlace.test'

test('an address is kept as it is and named by its host', () => {
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

test('OpenStreetMap has its required attribution; text after # replaces it', () => {
  expect(readTiles('https://tile.openstreetmap.org/{z}/{x}/{y}.png', ORIGIN).attribution).toBe('© OpenStreetMap contributors')
  const tiles = readTiles('https://tiles.test/{z}/{x}/{y}.png#©+Mapas+del+Sur', ORIGIN)
  expect(tiles).toMatchObject({ addresses: ['https://tiles.test/{z}/{x}/{y}.png'], attribution: '© Mapas del Sur' })
})

test('an invalid address is rejected', () => {
  expect(() => readTiles('https://', ORIGIN)).toThrow()
})

const PLAIN = { worldUrl: '/api/map/world?v=1', archiveUrl: null, archiveAttribution: '', tilesUrl: null }

test('the world needs no tiles; an archive is on the portal', () => {
  expect(readMaps(PLAIN, ORIGIN)).toEqual({ world: 'https://enlace.test/api/map/world?v=1', tiles: undefined })
  expect(readMaps({ ...PLAIN, archiveUrl: '/api/map/own?v=2', archiveAttribution: '© OSM' }, ORIGIN).tiles).toEqual({
    kind: 'archive',
    address: 'https://enlace.test/api/map/own?v=2',
    name: 'enlace.test',
    attribution: '© OSM',
  })
})
