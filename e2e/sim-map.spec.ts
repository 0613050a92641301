import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, SIZES } from './support/accessibility.ts'
import { ANDES, expectInteractiveMap, expectOpeningView, frame, openMap, openSimAt, town } from './support/sim-map.ts'
import { test } from './support/test.ts'

/** Files of maplibre-gl and of what draws with it. */
const MAP_CODE = /\/assets\/(ground|webgl-map|maplibre)/

test('the map opens at zoom 14 with a circle of about 548 m [S9.11]', async ({ page }) => {
  await openMap(page)
  await expectInteractiveMap(page)
  await expect(page.getByRole('region', { name: /^Mapa con la posición de la SIM/ })).toBeVisible()
  await expect(page.getByText('Escala: 500 m')).toBeAttached()
})

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

test('the code of the map loads only when the map is opened', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const ofMap = (): string[] => requests.filter((path) => MAP_CODE.test(path))
  await openSimAt(page)
  expect(ofMap()).toEqual([])
  await page.getByRole('tab', { name: 'Ubicación' }).click()
  await expectInteractiveMap(page)
  // what is drawn on the ground, the ground, and its worker
  expect(ofMap()).toHaveLength(3)
})

test('at zoom 14 pointers name the towns around, and zoomed out the towns are on the map', async ({ page }) => {
  await openMap(page, ANDES)
  await expectInteractiveMap(page)
  const pointers = page.locator('[data-pointers] > li')
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
  await page.route(
    ({ pathname }) => MAP_CODE.test(pathname) || pathname.startsWith('/api/map/'),
    async (route) => {
      await held
      await route.fallback()
    },
  )
  await openSimAt(page, ANDES)
  await expect(page.getByRole('tab', { name: 'Ubicación' })).toBeEnabled()
  await page.getByRole('tab', { name: 'Ubicación' }).click()
  await expect(page.getByRole('heading', { name: 'A 24 km al suroeste de Ayacucho, Perú' })).toBeVisible()
  await expect(page.getByRole('tabpanel')).toContainText('-13.32000, -74.37000')
  await expect(frame(page)).toHaveAttribute('data-map', 'loading')
  await expect(page.getByText(/^Cargando el mapa…/)).toBeVisible()
  const circle = page
    .getByRole('img', { name: /^Posición de la SIM: A 24 km al suroeste de Ayacucho/ })
    .locator('circle')
    .first()
  // px: a world of 256 px at zoom 0, seen at zoom 14
  const radius = 548 / ((40_075_017 * Math.cos((13.32 * Math.PI) / 180)) / (256 * 2 ** 14))
  expect(Number(await circle.getAttribute('r')) / radius).toBeCloseTo(1, 2)
  await expect(page.locator('[data-pointers] > li').first()).toBeVisible()
  await expectAccessibleInBothThemes(page)
  release()
  await expectInteractiveMap(page)
  await expect(page.getByText(/^Cargando el mapa…/)).toHaveCount(0)
})

for (const size of SIZES) {
  test(`axe finds nothing beside the map, ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size)
    await openMap(page)
    await expectOpeningView(page)
    await expectAccessibleInBothThemes(page)
  })
}

/** Where it was, and how many days ago; it is in Santiago now. */
const VISITS = [
  { daysAgo: 20, ...town('Concepción', 'CL', -36.82, -73.05) },
  { daysAgo: 3, ...town('Talca', 'CL', -35.43, -71.66) },
  { daysAgo: 2, ...town('Rancagua', 'CL', -34.17, -70.74) },
]

/** Answers with the visits of the days that are asked for: which SIM of the demo it is decides nothing. */
const answerPositions = (page: Page) =>
  page.route(/\/api\/sim\/positions\//, async (route) => {
    const days = Number(new URL(route.request().url()).searchParams.get('days'))
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString()
    const positions = VISITS.filter(({ daysAgo }) => daysAgo < days).map(({ daysAgo, ...place }) => ({
      ...{ at: at(daysAgo), latitude: place.latitude, longitude: place.longitude, town: place },
    }))
    await route.fulfill({ json: { status: true, code: 'ok', error: '', message: '', data: { positions, asOf: at(0) } } })
  })

test('where a SIM was is a line on the map and a list of places, the latest first; a place moves the map there', async ({
  page,
}) => {
  await answerPositions(page)
  await openMap(page)
  await expectInteractiveMap(page)
  const path = page.getByRole('region', { name: 'Recorrido' })
  await expect(path.getByRole('status')).toHaveText(/^2 lugares, \d+ km en línea recta$/)
  await expect(path.getByRole('listitem')).toHaveText([/Rancagua/, /Talca/])
  await path.getByRole('button', { name: /Talca/ }).click()
  await expect(frame(page)).not.toHaveAttribute('data-radius-m')
  await path.getByRole('button', { name: 'Ver completo' }).click()
  await expect(frame(page)).not.toHaveAttribute('data-zoom', '14')
  await page.getByRole('button', { name: 'Volver a la posición' }).click()
  await expectOpeningView(page)
  await path.getByRole('button', { name: 'Últimos 30 días' }).click()
  await expect(path.getByRole('listitem')).toHaveText([/Rancagua/, /Talca/, /Concepción/])
  await expectAccessibleInBothThemes(page)
  await path.getByRole('button', { name: 'Últimas 24 horas' }).click()
  await expect(path.getByRole('status')).toHaveText('No se movió en este período.')
  await expect(path.getByRole('listitem')).toHaveCount(0)
})
