import { expect, type Locator, type Page } from '@playwright/test'

export const CHILE = 1

export const dialog = (page: Page): Locator => page.getByRole('dialog')
export const button = (place: Page | Locator, name: string | RegExp): Locator => place.getByRole('button', { name })
export const actions = (page: Page): Locator => page.getByRole('toolbar', { name: /^(Acciones de la SIM|SIM actions)$/ })
export const chip = (page: Page, word: string): Locator => page.locator('[data-sim-statuses]').getByText(word, { exact: true })

/** A SIM of the demo; each test uses another place. */
export async function simWith(page: Page, filter: object, place = 0): Promise<string> {
  const response = await page.request.post('/api/sim/sims', {
    headers: { 'x-api-key': 'enlace-web', accept: 'text/tab-separated-values' },
    data: { filter, sort: 'icc', descending: false, limit: place + 1, skip: 0 },
  })
  const [names = '', ...rows] = (await response.text()).trimEnd().split('\n')
  const icc = rows[place]?.split('\t')[names.split('\t').indexOf('icc')]
  if (!icc) throw new Error(`the demo has no SIM ${place} with ${JSON.stringify(filter)}`)
  return icc
}

export async function openSim(page: Page, filter: object, place = 0): Promise<string> {
  const icc = await simWith(page, filter, place)
  await page.goto(`/sims/${icc}`)
  await expect(button(actions(page), /opciones|options/)).toBeVisible()
  return icc
}

export async function openMenu(page: Page): Promise<Locator> {
  await button(actions(page), /^(Más opciones|More options)$/).click()
  await expect(dialog(page).getByRole('listitem').first()).toBeVisible()
  return dialog(page)
}

/** Opens the dialog of an entry of the menu. */
export async function choose(page: Page, name: RegExp): Promise<Locator> {
  const menu = await openMenu(page)
  await button(menu, name).click()
  await expect(menu.getByRole('heading', { level: 2 })).not.toContainText(/^(Opciones|Options)/)
  return dialog(page)
}

/** Of the demo: active, editable, of one origin. */
export const ACTIVE = { simTypeIds: [2], administrativeStatusIds: [2], providerIds: [CHILE] }
