import { expect, type Locator, type Page } from '@playwright/test'
import { encodeTsv } from '#contract/list-codec.ts'
import { listSims, simList } from '#contract/sims/sims.calls.ts'
import { getUsers, userList } from '#contract/users/users.calls.ts'
import { ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

/** Longer than the debounce of any field. */
const AFTER_TYPING_MS = 1000

/** Opens an empty list with the clock stopped: all that follows happens while typing pauses. */
async function openEmptyList(page: Page, path: string, call: { path: string }, names: readonly string[]): Promise<void> {
  await page.clock.install()
  await logInAs(page, ANA)
  const body = encodeTsv(names, [])
  await page.route(new RegExp(`/api${call.path}(\\?|$)`), (route) =>
    route.fulfill({ contentType: 'text/tab-separated-values', body }),
  )
  await page.goto(path)
  await expect(clear(page)).toBeVisible()
  await page.clock.pauseAt(Date.now() + 3_600_000)
}

const clear = (page: Page) => page.getByRole('main').getByRole('button', { name: /^(Quitar filtros|Borrar búsqueda)$/ })

/** Clears the filters: what was typed in the field is gone, and stays so when typing would be over. */
async function expectCleared(page: Page, field: Locator, path: string): Promise<void> {
  await clear(page).click()
  await expect(page).toHaveURL(path)
  await page.clock.runFor(AFTER_TYPING_MS)
  await expect(field).toHaveValue('')
  await expect(page).toHaveURL(path)
}

test('text typed while the filters are cleared does not restore them', async ({ page }) => {
  await openEmptyList(page, '/users?state=active&permit=plans&search=nadie', getUsers, userList.names)
  const field = page.getByRole('searchbox')
  await field.press('End')
  await field.pressSequentially(' x')
  await expectCleared(page, field, '/users')
})

test('text that was typed and not yet searched is cleared with the filters', async ({ page }) => {
  await openEmptyList(page, '/users?state=active', getUsers, userList.names)
  const field = page.getByRole('searchbox')
  await field.pressSequentially('ana')
  await expectCleared(page, field, '/users')
})

test('a filter chosen while typing is kept with the typed text', async ({ page }) => {
  await openEmptyList(page, '/users?search=nadie', getUsers, userList.names)
  const field = page.getByRole('searchbox')
  await field.fill('ana')
  await page.getByRole('button', { name: /^Activo/ }).click()
  await expect(page).toHaveURL('/users?search=nadie&state=active')
  await page.clock.runFor(AFTER_TYPING_MS)
  await expect(page).toHaveURL('/users?search=ana&state=active')
  await expect(field).toHaveValue('ana')
})

test("the SIM list's own field clears its text with the filters too", async ({ page }) => {
  await openEmptyList(page, '/sims?status=2', listSims, simList.names)
  const field = page.getByRole('searchbox', { name: 'Buscar en la lista' })
  await field.pressSequentially('camion')
  await expectCleared(page, field, '/sims')
})
