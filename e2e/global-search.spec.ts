import { expect, type Page } from '@playwright/test'
import { encodeTsv } from '#contract/list-codec.ts'
import { globalSearch, simList } from '#contract/sims/sims.calls.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './support/accessibility.ts'
import { holdBack, refuseWith } from './support/answers.ts'
import { ANA, logInAs } from './support/people.ts'
import { mainMenu, openAs, search } from './support/shell.ts'
import { test } from './support/test.ts'

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

/** The page's last announcement to screen readers. */
const announcement = (page: Page) => page.locator('.announcer')

test('Enter runs the global search and shows the SIMs found; leaving the list clears it [S2.05, S2.27]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(search(page)).toBeVisible()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await search(page).fill('8956')
  await search(page).press('Enter')
  await expect(page).toHaveURL('/sims?search=8956')
  await expect(search(page)).toHaveValue('8956')
  await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/')
  await expect(search(page)).toHaveValue('')
})

test('the icon runs the global search too; without results the page stays and says so', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(search(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(search(page)).toBeFocused()
  await search(page).fill('camion 99 de nadie')
  await page.getByRole('search').getByRole('button', { name: 'Buscar' }).click()
  await expect(page.getByText('Ninguna SIM con «camion 99 de nadie»').first()).toBeVisible()
  await expect(page).toHaveURL('/')
  await search(page).fill('8956')
  await page.getByRole('search').getByRole('button', { name: 'Buscar' }).click()
  await expect(page).toHaveURL('/sims?search=8956')
})

for (const path of ['/', '/sims', '/help']) {
  test(`a text that is too short shows an error at the field, on ${path} [S8.01, S8.04, S2.27]`, async ({ page }) => {
    await logInAs(page, ANA)
    await page.goto(path)
    // a list announces its count, and would overwrite the announcement of the field
    if (path === '/sims') await expect(announcement(page)).toHaveText(/^[\d.]+ SIMs$/)
    for (const text of ['8', '89']) {
      await search(page).fill(text)
      await search(page).press('Enter')
      await expect(search(page)).toHaveAccessibleDescription('Escriba al menos 3 caracteres')
      await expect(search(page)).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByRole('banner').getByText('Escriba al menos 3 caracteres')).toBeVisible()
      await expect(announcement(page)).toHaveText('Escriba al menos 3 caracteres')
    }
    await expectAccessibleInBothThemes(page)
    await search(page).fill('8956')
    await expect(search(page)).not.toHaveAttribute('aria-invalid')
    await search(page).press('Enter')
    await expect(page).toHaveURL('/sims?search=8956')
  })
}

test('a search that fails shows the message of the server, and can be retried [S8.01, S8.04, S2.27]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await refuseWith(page, globalSearch, { code: 'internal', error: 'El servidor de búsqueda no responde' })
  await search(page).fill('camion')
  await search(page).press('Enter')
  await expect(page.getByRole('banner').getByText('El servidor de búsqueda no responde')).toBeVisible()
  await expect(search(page)).toHaveAccessibleDescription('El servidor de búsqueda no responde')
  await expect(announcement(page)).toHaveText('El servidor de búsqueda no responde')
  await expect(page).toHaveURL('/')
  await page.unrouteAll()
  await refuseWith(page, globalSearch, { code: 'invalid_request', error: 'Ese texto no se puede buscar' })
  await search(page).press('Enter')
  await expect(page.getByRole('banner').getByText('Ese texto no se puede buscar')).toBeVisible()
  await page.unrouteAll()
  await page.route('**/api/sim/globalSearch/*', (route) => route.abort())
  await page.getByRole('search').getByRole('button', { name: 'Buscar' }).click()
  await expect(search(page)).toHaveAccessibleDescription('No hay conexión con el servicio')
  await page.unrouteAll()
  await search(page).fill('8956')
  await search(page).press('Enter')
  await expect(page).toHaveURL('/sims?search=8956')
})

test('a failure while typing is shown in the list', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await refuseWith(page, globalSearch, { code: 'internal', error: 'El servidor de búsqueda no responde' })
  await search(page).pressSequentially('camion')
  await expect(page.getByRole('banner').getByText('El servidor de búsqueda no responde')).toBeVisible()
})

test('Enter searches SIMs even for the name of a page; the page is chosen with the arrow keys [S2.27]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  const request = page.waitForRequest('**/api/sim/globalSearch/Cobros')
  await search(page).fill('Cobros')
  await search(page).press('Enter')
  await request
  await expect(page.getByText('Ninguna SIM con «Cobros»').first()).toBeVisible()
  await expect(page).toHaveURL('/')
  await search(page).press('ArrowDown')
  await search(page).press('Enter')
  await expect(page).toHaveURL('/report-charges')
})

const SIMS = { name: /\b89\d{17,18}\b/ }

test('the global search offers SIMs, pages and actions while typing', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await search(page).pressSequentially('8956')
  const sims = page.getByRole('option', SIMS)
  await expect(sims.first()).toBeVisible()
  await expectAccessible(page)
  await search(page).fill('oscuro')
  await page.getByRole('option', { name: 'Usar el tema oscuro' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await search(page).fill('sim')
  await expect(group(page, 'Páginas').getByRole('option')).toHaveText(['Sims', 'SIMs notificadas'])
  await search(page).press('ArrowDown')
  const chosen = (await page.getByRole('option', { name: 'Sims', exact: true }).getAttribute('id')) ?? ''
  await expect(search(page)).toHaveAttribute('aria-activedescendant', chosen)
  await search(page).press('Enter')
  await expect(page).toHaveURL('/sims')
})

test('SIMs found for an earlier text are not offered while the search runs', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await search(page).fill('8956')
  const sims = page.getByRole('option', SIMS)
  await expect(sims.first()).toBeVisible()
  const release = await holdBack(page, globalSearch)
  const request = page.waitForRequest('**/api/sim/globalSearch/89560')
  await search(page).fill('89560')
  await request
  await expect(sims.first()).toBeVisible()
  const nextRequest = page.waitForRequest('**/api/sim/globalSearch/cobros')
  await search(page).fill('cobros')
  await nextRequest
  await expect(group(page, 'Páginas').getByRole('option')).toHaveText(['Cobros'])
  await expect(sims).toHaveCount(0)
  release()
})

test('the chosen option stays chosen when SIMs are added above it', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  const found = simList.names.map((name) => (name === 'icc' ? '8956030000000000017' : ''))
  await page.route(/\/api\/sim\/globalSearch\//, (route) =>
    route.fulfill({ contentType: 'text/tab-separated-values', body: encodeTsv(simList.names, [found]) }),
  )
  const release = await holdBack(page, globalSearch)
  await search(page).fill('planes')
  const chosen = group(page, 'Páginas').getByRole('option', { name: 'Mis planes' })
  await expect(chosen).toBeVisible()
  await search(page).press('ArrowDown')
  await expect(search(page)).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '')
  release()
  await expect(page.getByRole('option').first()).toContainText('8956')
  await search(page).press('Enter')
  await expect(page).toHaveURL('/plans')
})

test('without the permit for SIMs the search finds pages and actions only', async ({ page }) => {
  await openAs(page, [])
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await search(page).pressSequentially('895603')
  await search(page).press('Enter')
  await expect(search(page)).toHaveAccessibleDescription('No tiene permiso para ver SIMs')
  await search(page).fill('dash')
  await expect(page.getByRole('option', { name: 'Dashboard' })).toBeVisible()
  expect(requests.filter((address) => address.includes('globalSearch'))).toEqual([])
})
