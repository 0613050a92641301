import { gzipSync } from 'node:zlib'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { expect, type Locator, type Page } from '@playwright/test'
import { Compression, TileType } from 'pmtiles'
import { getDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { getClientConfig } from '#contract/identity/identity.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { pmtilesArchive } from '../scripts/map/write-pmtiles.ts'
import { expectAccessible, expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { allowTiles, answerWith } from './support/answers.ts'
import { ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const town = (name: string, country: string, latitude: number, longitude: number, region = name) => ({
  ...{ name: { es: name, en: name }, region: { es: region, en: region } },
  ...{ country, latitude, longitude },
})
const SANTIAGO = {
  ...{ latitude: -33.4918, longitude: -70.59739, locatedAt: '2026-11-21T12:40:00Z' },
  townsAround: [town('Santiago', 'CL', -33.45694, -70.64827)],
}
const ANDES = {
  ...{ latitude: -13.32, longitude: -74.37, locatedAt: '2026-11-21T12:40:00Z' },
  townsAround: [
    town('Ayacucho', 'PE', -13.15878, -74.22321),
    town('Huancavelica', 'PE', -12.78261, -74.97266),
    town('Andahuaylas', 'PE', -13.65556, -73.38722, 'Apurímac'),
    town('Ica', 'PE', -14.06777, -75.72861),
  ],
}
const AT_SEA = {
  ...{ latitude: -40, longitude: -120, locatedAt: '2026-11-21T12:40:00Z' },
  townsAround: [town('Hanga Roa', 'CL', -27.15, -109.43, 'Valparaíso')],
}
const NOWHERE = { latitude: null, longitude: null, locatedAt: null, townsAround: [] }
const NO_TILES = { worldUrl: '/api/map/world', archiveUrl: null, archiveAttribution: '', tilesUrl: null }
const CONFIG = { supportChatUrl: null, map: NO_TILES, manualsUrl: null, demo: true }
/** One grey pixel, scaled to each tile. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGM4cfYSAATIAmhcBUkVAAAAAElFTkSuQmCC',
  'base64',
)

const frame = (page: Page): Locator => page.locator('[data-map]')
const read = async (page: Page, name: string): Promise<number> => Number(await frame(page).getAttribute(name))

/** Opens a SIM of the demo, of a kind that has a map, as if it were at a position. */
async function openSim(page: Page, position: object = SANTIAGO): Promise<void> {
  await logInAs(page, ANA)
  const dashboard = await page.request.get(`/api${getDashboard.path}`, { headers: { 'x-api-key': 'enlace-web' } })
  const [{ icc }] = (await dashboard.json()).data.topConsumptions
  await page.route(`**/api${getSim.path.replace('{icc}', icc)}`, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, simTypeId: 2, ...position } } })
  })
  await page.goto(`/sims/${icc}`)
  await expect(page.getByRole('tab', { name: 'Ubicación' }).or(page.getByRole('tab', { name: 'Location' }))).toBeVisible()
}

async function openMap(page: Page, position?: object): Promise<void> {
  await openSim(page, position)
  await page.getByRole('tab', { name: /Ubicación|Location/ }).click()
}

/** The map reports zoom 14, and a drawn circle of 548 m within 1 %. */
async function expectOpeningView(page: Page): Promise<void> {
  // Without a graphics card the first frame takes the browser seconds.
  await expect(frame(page)).toHaveAttribute('data-zoom', '14', { timeout: 60_000 })
  await expect(frame(page)).toHaveAttribute('data-radius-m', /\d/)
  expect(Math.abs((await read(page, 'data-radius-m')) - 548) / 548).toBeLessThan(0.01)
}

/** The interactive map, once it shows its initial view. */
async function expectInteractiveMap(page: Page): Promise<void> {
  await expect(frame(page)).toHaveAttribute('data-map', 'webgl', { timeout: 60_000 })
  await expectOpeningView(page)
}

async function withoutWebgl(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext
    Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
      value(this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.startsWith('webgl') ? null : Reflect.apply(getContext, this, [kind, ...rest])
      },
    })
  })
}

test('the map opens at zoom 14 with a circle of about 548 m [S9.11]', async ({ page }) => {
  await openMap(page)
  await expectInteractiveMap(page)
  await expect(page.getByRole('region', { name: /^Mapa con la posición de la SIM/ })).toBeVisible()
  await expect(page.getByText('Escala: 500 m')).toBeAttached()
})

for (const language of ['es', 'en'] as const) {
  const words = {
    es: { place: 'A 24 km al suroeste de Ayacucho, Perú', copy: 'Copiar las coordenadas', open: /Abrir en OpenStreetMap/ },
    en: { place: '24 km southwest of Ayacucho, Peru', copy: 'Copy the coordinates', open: /Open in OpenStreetMap/ },
  }[language]
  const noMap = { es: 'Este navegador no puede mostrar el mapa.', en: 'This browser can’t show the map.' }[language]

  for (const size of [
    { width: 360, height: 780 },
    { width: 1280, height: 900 },
  ]) {
    test(`without WebGL it shows the nearest town, the coordinates and a link to another map: ${language}, ${size.width} px`, async ({
      page,
    }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.setViewportSize(size)
      await setPreferences(page, { language })
      await withoutWebgl(page)
      await openMap(page, ANDES)
      const panel = page.getByRole('tabpanel')
      await expect(panel.getByText(noMap)).toBeVisible()
      await expect(frame(page)).toHaveCount(0)
      await expect(panel.getByRole('heading', { name: words.place })).toBeVisible()
      await expect(panel.getByText('-13.32000, -74.37000')).toHaveCount(1)
      await panel.getByRole('button', { name: words.copy }).click()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('-13.32000, -74.37000')
      const externalLink = panel.getByRole('link', { name: words.open })
      await expect(externalLink).toHaveAttribute('href', /mlat=-13.32&mlon=-74.37#map=14/)
      await expect(externalLink).toHaveAttribute('rel', /noopener/)
      await expect(panel.getByRole('listitem')).toHaveText([/^Ayacucho\s*24 km/, /^Huancavelica/, /^Andahuaylas/, /^Ica/])
      await expect(panel.getByText('GeoNames (CC BY 4.0)')).toBeVisible()
      await expectAccessibleInBothThemes(page)
    })
  }
}

test('buttons and keys zoom, one button returns to the SIM, Tab leaves the map', async ({ page }) => {
  await openMap(page)
  await expectInteractiveMap(page)
  await page.getByRole('button', { name: 'Acercar' }).click()
  await expect(frame(page)).toHaveAttribute('data-zoom', '15')
  await page.getByRole('button', { name: 'Volver a la posición' }).click()
  await expect(frame(page)).toHaveAttribute('data-zoom', '14')
  const canvas = page.getByRole('region', { name: /^Mapa con la posición/ })
  await canvas.focus()
  await page.keyboard.press('-')
  await expect(frame(page)).toHaveAttribute('data-zoom', '13')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Acercar' })).toBeFocused()
})

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

test('the code of the map loads only when the map is opened', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const ofMap = (): string[] => requests.filter((path) => /webgl-map|maplibre/.test(path))
  await openSim(page)
  expect(ofMap()).toEqual([])
  await page.getByRole('tab', { name: 'Ubicación' }).click()
  await expectInteractiveMap(page)
  expect(ofMap()).toHaveLength(2)
})

test('names the place and time in words, and links to an external map', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openMap(page)
  const panel = page.getByRole('tabpanel')
  await expect(panel).toContainText('-33.49180, -70.59739')
  await expect(panel.getByRole('heading', { name: /Santiago, Chile$/ })).toBeVisible()
  await expect(panel).toContainText('21 nov 2026, 09:40 (GMT−3)')
  await expect(panel).toContainText('Radio de 548 m')
  const externalLink = panel.getByRole('link', { name: /Abrir en OpenStreetMap/ })
  await expect(externalLink).toHaveAttribute('rel', /noopener/)
  await expect(externalLink).toHaveAttribute('href', /mlat=-33.4918&mlon=-70.59739#map=14\/-33.4918\/-70.59739$/)
  await panel.getByRole('button', { name: 'Copiar las coordenadas' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('-33.49180, -70.59739')
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

test('a SIM without a position says so', async ({ page }) => {
  await openMap(page, NOWHERE)
  await expect(page.getByRole('tabpanel')).toContainText('Sin posición conocida')
  await expect(frame(page)).toHaveCount(0)
  await expectAccessible(page)
})

test('is in English too', async ({ page }) => {
  await setPreferences(page, { language: 'en' })
  await openMap(page)
  await expectOpeningView(page)
  await expect(page.getByRole('region', { name: /^Map showing the SIM’s position/ })).toBeVisible()
  await expect(page.getByRole('tabpanel')).toContainText('548 m radius')
})

for (const [language, near, atSea] of [
  ['es', 'A 24 km al suroeste de Ayacucho, Perú', 'A 1.729 km al suroeste de Hanga Roa, Valparaíso, Chile'],
  ['en', '24 km southwest of Ayacucho, Peru', '1.729 km southwest of Hanga Roa, Valparaíso, Chile'],
] as const) {
  test(`names the nearest town, at any distance: ${language}`, async ({ page }) => {
    await setPreferences(page, { language })
    await openMap(page, ANDES)
    await expect(page.getByRole('heading', { name: near })).toBeVisible()
    await openMap(page, AT_SEA)
    await expect(page.getByRole('heading', { name: atSea })).toBeVisible()
    await expect(page.getByRole('tabpanel')).toContainText('-40.00000, -120.00000')
  })
}

test('the towns from the server are around the SIM', async ({ page }) => {
  await openMap(page, {})
  await expect(
    page.getByRole('heading', {
      name: /^(A \d+ km al [a-z]+ de|En) [A-ZÁÉÍÓÚÑ].*, (Chile|México|Perú|Ecuador|Argentina)/,
    }),
  ).toBeVisible()
})

test('at zoom 14 pointers name the towns around, and zoomed out the towns are on the map', async ({ page }) => {
  await openMap(page, ANDES)
  await expectInteractiveMap(page)
  const pointers = page.locator('.map-pointers > li')
  await expect(pointers).toHaveText([/^Ayacucho 24 km/, /^Huancavelica 89 km/, /^Andahuaylas 113 km/, /^Ica 169 km/])
  const [ayacucho, ica] = [await pointers.first().boundingBox(), await pointers.last().boundingBox()]
  // north-east and southwest
  expect(ayacucho?.x).toBeGreaterThan(ica?.x ?? 0)
  expect(ayacucho?.y).toBeLessThan(ica?.y ?? 0)
  for (let zoom = 13; zoom >= 9; zoom--) {
    await page.getByRole('button', { name: 'Alejar' }).click()
    await expect(frame(page)).toHaveAttribute('data-zoom', String(zoom))
  }
  await expect(pointers.filter({ hasText: 'Ayacucho' })).toHaveCount(0)
})

test('shows place, circle and towns at once, while code and tiles of the map load [S9.11]', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/webgl-map|maplibre|api\/map/, async (route) => {
    await held
    await route.fallback()
  })
  await openSim(page, ANDES)
  await expect(page.getByRole('tab', { name: 'Ubicación' })).toBeEnabled()
  await page.getByRole('tab', { name: 'Ubicación' }).click()
  await expect(page.getByRole('heading', { name: 'A 24 km al suroeste de Ayacucho, Perú' })).toBeVisible()
  await expect(page.getByRole('tabpanel')).toContainText('-13.32000, -74.37000')
  await expect(frame(page)).toHaveAttribute('data-map', 'loading')
  await expect(page.getByText(/^Cargando el mapa…/)).toBeVisible()
  const circle = page.getByRole('img', { name: /^Posición de la SIM: A 24 km al suroeste de Ayacucho/ }).locator('.circle')
  // px: a world of 256 px at zoom 0, seen at zoom 14
  const radius = 548 / ((40_075_017 * Math.cos((13.32 * Math.PI) / 180)) / (256 * 2 ** 14))
  expect(Number(await circle.getAttribute('r')) / radius).toBeCloseTo(1, 2)
  await expect(page.locator('.map-pointers > li').first()).toBeVisible()
  await expectAccessibleInBothThemes(page)
  release()
  await expectInteractiveMap(page)
  await expect(page.getByText(/^Cargando el mapa…/)).toHaveCount(0)
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
  const picture = (await page.locator('.map-place canvas').screenshot()).toString('base64')
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

for (const size of SIZES) {
  test(`axe finds nothing beside the map, ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size)
    await openMap(page)
    await expectOpeningView(page)
    await expectAccessibleInBothThemes(page)
  })
}
