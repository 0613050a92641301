import { expect, type Locator, type Page } from '@playwright/test'
import { getDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { ANA, logInAs } from './people.ts'

export const town = (name: string, country: string, latitude: number, longitude: number, region = name) => ({
  ...{ name: { es: name, en: name }, region: { es: region, en: region } },
  ...{ country, latitude, longitude },
})

const SANTIAGO = {
  ...{ latitude: -33.4918, longitude: -70.59739, locatedAt: '2026-11-21T12:40:00Z' },
  townsAround: [town('Santiago', 'CL', -33.45694, -70.64827)],
}

export const ANDES = {
  ...{ latitude: -13.32, longitude: -74.37, locatedAt: '2026-11-21T12:40:00Z' },
  townsAround: [
    town('Ayacucho', 'PE', -13.15878, -74.22321),
    town('Huancavelica', 'PE', -12.78261, -74.97266),
    town('Andahuaylas', 'PE', -13.65556, -73.38722, 'Apurímac'),
    town('Ica', 'PE', -14.06777, -75.72861),
  ],
}

export const frame = (page: Page): Locator => page.locator('[data-map]')

const read = async (page: Page, name: string): Promise<number> => Number(await frame(page).getAttribute(name))

/** Opens a SIM of the demo, of a kind that has a map, as if it were at a position. */
export async function openSimAt(page: Page, position: object = SANTIAGO): Promise<void> {
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

export async function openMap(page: Page, position?: object): Promise<void> {
  await openSimAt(page, position)
  await page.getByRole('tab', { name: /Ubicación|Location/ }).click()
}

/** The map reports zoom 14, and a drawn circle of 548 m within 1 %. */
export async function expectOpeningView(page: Page): Promise<void> {
  // Without a graphics card the first frame takes the browser seconds.
  await expect(frame(page)).toHaveAttribute('data-zoom', '14', { timeout: 60_000 })
  await expect(frame(page)).toHaveAttribute('data-radius-m', /\d/)
  expect(Math.abs((await read(page, 'data-radius-m')) - 548) / 548).toBeLessThan(0.01)
}

/** The interactive map, once it shows its initial view. */
export async function expectInteractiveMap(page: Page): Promise<void> {
  await expect(frame(page)).toHaveAttribute('data-map', 'webgl', { timeout: 60_000 })
  await expectOpeningView(page)
}

/** A browser that cannot draw the map. */
export async function withoutWebgl(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext
    Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
      value(this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.startsWith('webgl') ? null : Reflect.apply(getContext, this, [kind, ...rest])
      },
    })
  })
}
