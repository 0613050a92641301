import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'

export const CHILE = 1

export const dialog = (page: Page): Locator => page.getByRole('dialog')
export const button = (place: Page | Locator, name: string | RegExp): Locator => place.getByRole('button', { name })
export const actions = (page: Page): Locator => page.getByRole('toolbar', { name: /^(Acciones de la SIM|SIM actions)$/ })
export const chip = (page: Page, word: string): Locator => page.locator('[data-sim-statuses]').getByText(word, { exact: true })

/** Further SIMs to try when others have claimed those before. */
const SPARE = 200

/**
 * A SIM of the demo: the first from this place on that is free, as places move when other tests change the status of SIMs. The
 * tests of a file get the same one for the same place while it has the same properties.
 */
export async function simWith(page: Page, filter: object, place = 0): Promise<string> {
  const response = await page.request.post('/api/sim/sims', {
    headers: { 'x-api-key': 'enlace-web', accept: 'text/tab-separated-values' },
    data: { filter, sort: 'icc', descending: false, limit: place + SPARE, skip: 0 },
  })
  const [names = '', ...rows] = (await response.text()).trimEnd().split('\n')
  const column = names.split('\t').indexOf('icc')
  const claimant = JSON.stringify([test.info().file, filter, place])
  const icc = rows
    .slice(place)
    .flatMap((row) => row.split('\t')[column] ?? [])
    .find((candidate) => claim(candidate, claimant))
  if (!icc) throw new Error(`the demo has no free SIM from place ${place} on with ${JSON.stringify(filter)}`)
  return icc
}

/** Whether the SIM is the claimant's; one that is free becomes so. */
function claim(icc: string, claimant: string): boolean {
  const file = join(process.env.ENLACE_E2E_CLAIMS ?? '', icc)
  try {
    writeFileSync(file, claimant, { flag: 'wx' })
    return true
  } catch {
    // the other worker may be just writing it: what is not whole is not ours
    return readFileSync(file, 'utf8') === claimant
  }
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
/** Meters: the demo has groups and tags for trucks and cameras. */
export const WITHOUT_LABELS = { ...ACTIVE, planCodes: ['CL-TEL50'] }
