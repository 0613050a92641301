import { expect, type Locator, type Page } from '@playwright/test'
import { getDashboard } from '#contract/dashboard.calls.ts'
import { getClientConfig } from '#contract/identity.calls.ts'
import { getSim } from '#contract/sims.calls.ts'
import { answerWith, letTilesIn } from './support/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes, remember, SIZES } from './support/look.ts'
import { ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const SANTIAGO = { latitude: -33.4918, longitude: -70.59739, locatedAt: '2026-11-21T12:40:00Z' }
const NOWHERE = { latitude: null, longitude: null, locatedAt: null }
const CONFIG = { supportChatUrl: null, mapTilesUrl: null, manualsUrl: null, demo: true }
/** One grey pixel, stretched over each tile. */
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

/** What the map says of itself: zoom 14, and a circle as drawn of 548 m within 1 %. */
async function expectOpeningView(page: Page): Promise<void> {
  // Without a graphics card the first picture of all takes the browser seconds.
  await expect(frame(page)).toHaveAttribute('data-zoom', '14', { timeout: 60_000 })
  await expect(frame(page)).toHaveAttribute('data-radius-m', /\d/)
  expect(Math.abs((await read(page, 'data-radius-m')) - 548) / 548).toBeLessThan(0.01)
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

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the map opens at zoom 14 with a circle of about 548 m [S9.11]', async ({ page }) => {
  await openMap(page)
  await expect(frame(page)).toHaveAttribute('data-map', 'webgl')
  await expectOpeningView(page)
  await expect(page.getByRole('region', { name: /^Mapa con la posición de la SIM/ })).toBeVisible()
  await expect(page.getByText('Escala: 200 m')).toBeAttached()
})

test('without WebGL a drawing shows the same zoom and circle [S9.11]', async ({ page }) => {
  await withoutWebgl(page)
  await openMap(page)
  await expect(frame(page)).toHaveAttribute('data-map', 'drawing')
  await expectOpeningView(page)
  await expect(page.getByRole('img', { name: 'Dibujo con la posición de la SIM en Chile' })).toBeVisible()
  await expect(page.getByText('se muestra un dibujo fijo')).toBeVisible()
  await page.getByRole('button', { name: 'Alejar' }).click()
  await expect(frame(page)).toHaveAttribute('data-zoom', '13')
  expect(Math.abs((await read(page, 'data-radius-m')) - 548) / 548).toBeLessThan(0.01)
  await expectAccessible(page)
})

test('buttons and keys zoom, one button leads back, Tab leaves the map', async ({ page }) => {
  await openMap(page)
  await expectOpeningView(page)
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

test('the map asks nobody but the portal, and runs no script made in memory', async ({ page, baseURL }) => {
  const isOwn = (url: string): boolean => new URL(url).origin === new URL(baseURL ?? page.url()).origin
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!isOwn(request.url())) elsewhere.push(request.url())
  })
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await openMap(page)
  await expectOpeningView(page)
  expect(workers.length).toBeGreaterThan(0)
  expect(workers.filter((url) => url.startsWith('blob:') || !isOwn(url))).toEqual([])
  expect(elsewhere).toEqual([])
})

test('the code of the map comes only when the map is looked at', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const ofMap = (): string[] => asked.filter((path) => /webgl-map|maplibre|world-/.test(path))
  await openSim(page)
  expect(ofMap()).toEqual([])
  await page.getByRole('tab', { name: 'Ubicación' }).click()
  await expectOpeningView(page)
  expect(ofMap()).toHaveLength(3)
})

test('says in words where it is, since when, and leads to a map outside', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openMap(page)
  const panel = page.getByRole('tabpanel')
  await expect(panel).toContainText('-33.49180, -70.59739')
  await expect(panel.getByText('Chile', { exact: true })).toBeVisible()
  await expect(panel).toContainText('21 nov 2026, 09:40 (GMT−3)')
  await expect(panel).toContainText('Radio de 548 m')
  const outside = panel.getByRole('link', { name: /Abrir en OpenStreetMap/ })
  await expect(outside).toHaveAttribute('rel', /noopener/)
  await expect(outside).toHaveAttribute('href', /mlat=-33.4918&mlon=-70.59739#map=14\/-33.4918\/-70.59739$/)
  await panel.getByRole('button', { name: 'Copiar las coordenadas' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('-33.49180, -70.59739')
})

test('tiles of the configured address are asked for and their source is named', async ({ page }) => {
  const asked: string[] = []
  await letTilesIn(page, 'https://tiles.test')
  await answerWith(page, getClientConfig, { ...CONFIG, mapTilesUrl: 'https://tiles.test/{z}/{x}/{y}.png#©+Mapas' })
  await page.route('https://tiles.test/**', (route) => {
    asked.push(new URL(route.request().url()).pathname)
    return route.fulfill({ body: PIXEL, contentType: 'image/png', headers: { 'access-control-allow-origin': '*' } })
  })
  await openMap(page)
  await expectOpeningView(page)
  await expect(page.getByText('Mapa: © Mapas')).toBeVisible()
  await expect(page.getByText('no responde')).toHaveCount(0)
  // 70.6° W and 33.5° S at one zoom finer, for tiles of 256 px
  expect(asked).toContain('/15/9958/19622.png')
})

test('where tiles do not come the outline stays, with a note', async ({ page }) => {
  await letTilesIn(page, 'https://tiles.test')
  await answerWith(page, getClientConfig, { ...CONFIG, mapTilesUrl: 'https://tiles.test/{z}/{x}/{y}.png' })
  await page.route('https://tiles.test/**', (route) => route.abort())
  await openMap(page)
  await expectOpeningView(page)
  await expect(page.getByText('El mapa de tiles.test no responde. Se muestra el contorno del mundo.')).toBeVisible()
  await expect(page.getByText('Contorno: Natural Earth')).toBeVisible()
})

test('a SIM without a position says so', async ({ page }) => {
  await openMap(page, NOWHERE)
  await expect(page.getByRole('tabpanel')).toContainText('Sin posición conocida')
  await expect(frame(page)).toHaveCount(0)
  await expectAccessible(page)
})

test('reads in English too', async ({ page }) => {
  await remember(page, { language: 'en' })
  await openMap(page)
  await expectOpeningView(page)
  await expect(page.getByRole('region', { name: /^Map with the position of the SIM/ })).toBeVisible()
  await expect(page.getByRole('tabpanel')).toContainText('Radius of 548 m')
})

for (const size of SIZES) {
  test(`axe finds nothing beside the map, ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size)
    await openMap(page)
    await expectOpeningView(page)
    await expectAccessibleInBothThemes(page)
  })
}
