import { expect, type Page } from '@playwright/test'
import { mapSims } from '#contract/sims/map.calls.ts'
import { expectAccessibleInBothThemes, SIZES } from './support/accessibility.ts'
import { answerWith } from './support/answers.ts'
import { ANA, logInAs } from './support/people.ts'
import { withoutWebgl } from './support/sim-map.ts'
import { test } from './support/test.ts'

const map = (page: Page) => page.locator('[data-map]')
const places = (page: Page) => page.getByRole('region', { name: 'Lugares en esta parte del mapa' })
const zoomOf = async (page: Page): Promise<number> => Number(await map(page).getAttribute('data-zoom'))

/** Without a graphics card the first frame takes the browser seconds. */
const isDrawn = (page: Page) => expect(map(page)).toHaveAttribute('data-map', 'webgl', { timeout: 60_000 })

async function open(page: Page, address = '/map'): Promise<void> {
  await logInAs(page, ANA)
  await page.goto(address)
  await isDrawn(page)
}

/** Located SIMs that the server counts for a filter. */
async function located(page: Page, filter: object): Promise<number> {
  const answer = await page.request.post(`/api${mapSims.path}`, {
    headers: { 'x-api-key': 'enlace-web' },
    data: { filter, zoom: 3 },
  })
  return (await answer.json()).data.located
}

test('the list leads to the map of the same filter, and back', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/sims?status=11')
  await page.getByRole('link', { name: 'Mapa', exact: true }).click()
  await expect(page).toHaveURL('/map?status=11')
  const count = (await located(page, { administrativeStatusIds: [11] })).toLocaleString('de-DE')
  await expect(places(page).getByRole('heading', { name: `${count} SIMs en esta parte del mapa` })).toBeVisible()
  await page.getByRole('link', { name: 'Lista', exact: true }).click()
  await expect(page).toHaveURL('/sims?status=11')
})

test('a place opens until its SIMs are named, and a SIM opens beside the map', async ({ page }) => {
  await open(page)
  const many = places(page).getByRole('button', { name: /^Acercar a / })
  const sims = places(page).getByRole('button', { name: /^Abrir la SIM / })
  for (let zoom = await zoomOf(page); (await sims.count()) === 0; zoom = await zoomOf(page)) {
    await many.first().click()
    await expect.poll(() => zoomOf(page)).toBeGreaterThan(zoom)
    // the places of the view before are there until the new ones come
    await expect(places(page)).toHaveAttribute('aria-busy', 'false')
  }
  await sims.first().click()
  const icc = new URL(page.url()).searchParams.get('sim') ?? ''
  expect(icc).toMatch(/^\d{19,20}$/)
  await expect(page.getByRole('complementary', { name: `SIM ${icc}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/map')
  await page.getByRole('button', { name: 'Ver todas' }).click()
  await expect(places(page).getByRole('heading', { name: /^\d[\d.]* SIMs en esta parte del mapa$/ })).toBeVisible()
})

test('the map is where the SIMs of its filter are, and moves when it changes', async ({ page }) => {
  await open(page, '/map?origin=3')
  await expect(page.getByText(/^[\d.]+ de [\d.]+ SIMs con ubicación$/)).toBeVisible()
  await expect(page.getByText('anillo: parte con sesión')).toBeVisible()
  const count = (await located(page, { providerIds: [3] })).toLocaleString('de-DE')
  await expect(places(page).getByRole('heading', { name: `${count} SIMs en esta parte del mapa` })).toBeVisible()
  for (const place of await places(page).getByRole('listitem').all()) await expect(place).toContainText('México')
  const zoom = await zoomOf(page)
  await page.getByRole('button', { name: 'Quitar Origen México' }).click()
  await expect.poll(() => zoomOf(page)).toBeLessThan(zoom)
  await expect(places(page).getByRole('listitem').filter({ hasText: 'Chile' }).first()).toBeVisible()
})

test('a filter without located SIMs takes the map away, and another one brings it back', async ({ page }) => {
  await logInAs(page, ANA)
  const none = page.getByText('Ninguna SIM con ubicación')
  await page.goto('/map?status=1')
  await expect(none).toBeVisible()
  for (let round = 0; round < 2; round++) {
    await page.getByRole('button', { name: /^Todas/ }).click()
    await isDrawn(page)
    // drawn into what is shown now, not into what was taken away
    await expect(map(page).locator('canvas')).toBeVisible()
    await page.getByRole('button', { name: /^Por activar/ }).click()
    await expect(none).toBeVisible()
  }
})

test('without located SIMs the page says when they appear; a failure can be retried', async ({ page }) => {
  await logInAs(page, ANA)
  await answerWith(page, mapSims, { places: [], located: 0, extent: null, isCapped: false, asOf: new Date().toISOString() })
  await page.goto('/map')
  await expect(page.getByText('Ninguna SIM con ubicación')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.unroute(`**/api${mapSims.path}`)
  await page.route(`**/api${mapSims.path}`, (route) =>
    route.fulfill({ status: 500, json: { status: false, code: 'internal', error: 'Falla' } }),
  )
  await page.reload()
  await expect(page.getByText('No se pudo cargar el mapa')).toBeVisible({ timeout: 60_000 })
  await page.unroute(`**/api${mapSims.path}`)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(places(page).getByRole('button').first()).toBeVisible()
})

test('without WebGL the list of places opens by itself until its SIMs are named', async ({ page }) => {
  await withoutWebgl(page)
  await logInAs(page, ANA)
  await page.goto('/map')
  await expect(page.getByText('Este navegador no puede mostrar el mapa', { exact: false })).toBeVisible()
  const heading = places(page).getByRole('heading')
  await expect(heading).toBeVisible()
  await expectAccessibleInBothThemes(page)
  const all = await heading.textContent()
  const many = places(page).getByRole('button', { name: /^Acercar a / })
  const sims = places(page).getByRole('button', { name: /^Abrir la SIM / })
  // a mark of half a country is not its greatest town
  await expect(many.first()).toHaveAccessibleName(/^Acercar a la zona de /)
  await expect(many.first()).toContainText('Zona de ')
  for (let zoom = 3; (await sims.count()) === 0; zoom += 2) {
    // the list is also asked for again as it is
    const nearer = page.waitForResponse(
      (answer) => answer.url().endsWith(mapSims.path) && answer.request().postDataJSON().zoom > zoom,
    )
    await many.first().click()
    const { data } = await (await nearer).json()
    expect(data.located).toBeGreaterThan(0)
    await expect(heading).toHaveText(new RegExp(`^${data.located.toLocaleString('de-DE')} SIMs? en esta parte del mapa$`))
  }
  await page.getByRole('button', { name: 'Ver todas' }).click()
  await expect(heading).toHaveText(all ?? '')
  await expect(page.getByRole('button', { name: 'Ver todas' })).toHaveCount(0)
})

for (const size of SIZES) {
  test(`the map is accessible: ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size)
    await open(page)
    await expect(places(page).getByRole('button').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
}
