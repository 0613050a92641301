import { gzipSync } from 'node:zlib'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { expect, type Page } from '@playwright/test'
import { Compression, TileType } from 'pmtiles'
import { getClientConfig } from '#contract/identity/identity.calls.ts'
import { pmtilesArchive } from '../scripts/map/write-pmtiles.ts'
import { allowTiles, answerWith } from './support/answers.ts'
import { expectInteractiveMap, openMap } from './support/sim-map.ts'
import { test } from './support/test.ts'

const NO_TILES = { worldUrl: '/api/map/world', archiveUrl: null, archiveAttribution: '', tilesUrl: null }

const CONFIG = { supportChatUrl: null, map: NO_TILES, manualsUrl: null, demo: true }

/** One grey pixel, scaled to each tile. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGM4cfYSAATIAmhcBUkVAAAAAElFTkSuQmCC',
  'base64',
)

test('the map requests only the portal, and runs no script made in memory', async ({ page, baseURL }) => {
  const isOwn = (url: string): boolean => new URL(url).origin === new URL(baseURL ?? page.url()).origin
  const foreignRequests: string[] = []
  page.on('request', (request) => {
    if (!isOwn(request.url())) foreignRequests.push(request.url())
  })
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await openMap(page)
  await expectInteractiveMap(page)
  expect(workers.length).toBeGreaterThan(0)
  expect(workers.filter((url) => url.startsWith('blob:') || !isOwn(url))).toEqual([])
  expect(foreignRequests).toEqual([])
})

test('tiles of the configured address are requested and attributed', async ({ page }) => {
  const requests: string[] = []
  await allowTiles(page, 'https://tiles.test')
  await answerWith(page, getClientConfig, {
    ...CONFIG,
    map: { ...NO_TILES, tilesUrl: 'https://tiles.test/{z}/{x}/{y}.png#©+Mapas' },
  })
  await page.route('https://tiles.test/**', (route) => {
    requests.push(new URL(route.request().url()).pathname)
    return route.fulfill({ body: PIXEL, contentType: 'image/png', headers: { 'access-control-allow-origin': '*' } })
  })
  await openMap(page)
  await expectInteractiveMap(page)
  await expect(page.getByText('Mapa: © Mapas · Ciudades: GeoNames')).toBeVisible()
  await expect(page.getByText('no responde')).toHaveCount(0)
  // 70.6° W and 33.5° S: the tiles of other maps at zoom 14
  expect(requests).toContain('/14/4979/9811.png')
})

test('without tiles the world stays, with a note', async ({ page }) => {
  await allowTiles(page, 'https://tiles.test')
  await answerWith(page, getClientConfig, { ...CONFIG, map: { ...NO_TILES, tilesUrl: 'https://tiles.test/{z}/{x}/{y}.png' } })
  await page.route('https://tiles.test/**', (route) => route.abort())
  await openMap(page)
  await expectInteractiveMap(page)
  await expect(page.getByText('El mapa de tiles.test no responde. Se muestran fronteras, regiones y ciudades.')).toBeVisible()
  await expect(page.getByText('Mapa: Natural Earth')).toBeVisible()
})

/** An archive of one tile: a lake around Santiago, in the schema of Protomaps or OpenMapTiles. */
function lakeArchive(layer: 'protomaps' | 'openmaptiles'): Buffer {
  const ring = [
    [-70.7, -33.6],
    [-70.5, -33.6],
    [-70.5, -33.4],
    [-70.7, -33.4],
    [-70.7, -33.6],
  ]
  const lake = {
    type: 'Feature',
    geometry: { type: 'Polygon', coordinates: [ring] },
    properties: { kind: 'lake', class: 'lake' },
  } as const
  const tile = new GeoJSONVT({ type: 'FeatureCollection', features: [lake] }, { maxZoom: 10 }).getTile(10, 311, 613)
  if (!tile) throw new Error('the lake is in another tile')
  const content = gzipSync(fromGeojsonVt({ water: tile }, { version: 2 }))
  const layers = ['water', layer === 'protomaps' ? 'roads' : 'transportation']
  const metadata = { vector_layers: layers.map((id) => ({ id, fields: {} })) }
  return pmtilesArchive({
    tiles: [{ z: 10, x: 311, y: 613, content }],
    type: TileType.Mvt,
    compression: Compression.Gzip,
    metadata,
  })
}

/** The colour of the map beside its middle, where no marker is. */
async function colorBesideMiddle(page: Page): Promise<string> {
  const picture = (await page.locator('[data-map] canvas').screenshot()).toString('base64')
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
    context?.drawImage(image, 0, 0)
    return [...(context?.getImageData(image.width * 0.25, image.height * 0.62, 1, 1).data ?? [])].slice(0, 3).join()
  }, picture)
}

for (const schema of ['protomaps', 'openmaptiles'] as const) {
  test(`the configured archive is drawn over the world: ${schema}`, async ({ page }) => {
    const archive = lakeArchive(schema)
    const ranges: string[] = []
    await answerWith(page, getClientConfig, {
      ...CONFIG,
      map: { ...NO_TILES, archiveUrl: '/api/map/own?v=1', archiveAttribution: '© Lago' },
    })
    await page.route('**/api/map/own*', (route) => {
      const [, from = '', to = ''] = /bytes=(\d+)-(\d+)/.exec(route.request().headers().range ?? '') ?? []
      ranges.push(route.request().headers()['x-api-key'] ?? '')
      const body = archive.subarray(Number(from), Math.min(archive.length, Number(to) + 1))
      const range = `bytes ${from}-${Number(from) + body.length - 1}/${archive.length}`
      return route.fulfill({
        status: 206,
        body,
        headers: { 'content-range': range, 'content-type': 'application/vnd.pmtiles' },
      })
    })
    await openMap(page)
    await expectInteractiveMap(page)
    await expect(page.getByText('Mapa: © Lago')).toBeVisible()
    await expect(page.getByText('no responde')).toHaveCount(0)
    expect(new Set(ranges)).toEqual(new Set(['enlace-web']))
    const sea = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--map-sea').trim())
    const rgb = [1, 3, 5].map((n) => Number.parseInt(sea.slice(n, n + 2), 16)).join()
    await expect.poll(() => colorBesideMiddle(page)).toBe(rgb)
  })
}
