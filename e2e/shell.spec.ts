import { expect, type Page } from '@playwright/test'
import { getProfile } from '#contract/account.calls.ts'
import { getDashboard } from '#contract/dashboard.calls.ts'
import { getAddress, getSession } from '#contract/identity.calls.ts'
import { markPopupSeen } from '#contract/popups.calls.ts'
import type { Permit } from '#domain/permits.ts'
import { answerWith, holdBack, refuseWith } from './support/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './support/look.ts'
import { ANA, logInAs } from './support/people.ts'
import { DASHBOARD, PROFILE, SESSION } from './support/sample-data.ts'
import { test } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function openAs(page: Page, menu: Permit[], path = '/'): Promise<void> {
  await answerWith(page, getSession, { ...SESSION, menu })
  await answerWith(page, getDashboard, DASHBOARD)
  await answerWith(page, getProfile, PROFILE)
  await answerWith(page, getAddress, [{ countryId: 1, countryName: 'Chile' }])
  await page.goto(path)
}

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' })
const search = (page: Page) => page.getByRole('combobox', { name: 'Buscar SIMs, páginas y acciones' })

test('screens have addresses without a hash, and Back returns [S2.01]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await mainMenu(page).getByRole('link', { name: 'SIMs' }).click()
  await expect(page).toHaveURL('/sims')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await page.goForward()
  await page.reload()
  await expect(page).toHaveURL('/sims')
})

test('unknown paths lead home [S2.02]', async ({ page }) => {
  await logInAs(page, ANA)
  for (const path of ['/nowhere', '/sims/of/nobody/else', '/index.php?x=1']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola,')
})

test('the title is the title of the route and the product [S2.03]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(page).toHaveTitle('Dashboard | Enlace')
  await mainMenu(page).getByRole('link', { name: 'SIMs' }).click()
  await expect(page).toHaveTitle('SIMs | Enlace')
})

test('a screen without its permit leads home, where none is needed [S2.04, S2.06, S6.03]', async ({ page }) => {
  await openAs(page, ['plans'], '/sims?status=2')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola,')
  await expect(mainMenu(page).getByRole('link')).toHaveText(['Dashboard', 'Mis planes'])
})

test('the header shows who is logged in and their company [S1.02]', async ({ page }) => {
  await openAs(page, SESSION.menu)
  const header = page.getByRole('banner')
  await expect(header.getByText('Transportes Andes Sur SpA')).toBeVisible()
  await expect(header.getByRole('button', { name: 'Menú de Carolina Fuentes' })).toContainText('Carolina Fuentes')
})

test('every entry of the menu leads to a screen', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(mainMenu(page).getByRole('link').first()).toBeVisible()
  const paths = await mainMenu(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(paths.length).toBeGreaterThan(1)
  for (const path of paths) {
    await page.goto(path ?? '')
    await expect(page).toHaveURL(path ?? '')
    await expect(mainMenu(page).locator('[aria-current="page"]')).toHaveAttribute('href', path ?? '')
  }
})

test('on small screens the menu is a drawer [S2.26]', async ({ page }) => {
  await page.setViewportSize({ width: 991, height: 800 })
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(mainMenu(page)).toBeHidden()
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menú principal' })
  await expect(drawer.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
  await drawer.getByRole('link', { name: 'SIMs', exact: true }).click()
  await expect(page).toHaveURL('/sims')
  await expect(drawer).toBeHidden()
  await page.setViewportSize({ width: 992, height: 800 })
  await expect(mainMenu(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Abrir el menú' })).toBeHidden()
})

test.describe('the global search', () => {
  test('Enter runs it and shows the SIMs that it found, leaving them clears it [S2.05, S2.27]', async ({ page }) => {
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

  test('the icon runs it too; without results it stays and says so', async ({ page }) => {
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

  test('it offers SIMs, pages and actions while one types', async ({ page }) => {
    await logInAs(page, ANA)
    await page.goto('/')
    await search(page).pressSequentially('8956')
    const sims = page.getByRole('option', { name: /^8956/ })
    await expect(sims.first()).toBeVisible()
    await expectAccessible(page)
    await search(page).fill('oscuro')
    await page.getByRole('option', { name: 'Usar el tema oscuro' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await search(page).fill('sim')
    await expect(page.getByRole('option')).toHaveText(['SIMs', 'SIMs notificadas'])
    await search(page).press('ArrowDown')
    await expect(search(page)).toHaveAttribute('aria-activedescendant')
    await search(page).press('Enter')
    await expect(page).toHaveURL('/sims')
  })

  test('whoever may not see SIMs finds pages and actions only', async ({ page }) => {
    await openAs(page, [])
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await search(page).pressSequentially('895603')
    await search(page).press('Enter')
    await search(page).fill('dash')
    await expect(page.getByRole('option', { name: 'Dashboard' })).toBeVisible()
    expect(asked.filter((address) => address.includes('globalSearch'))).toEqual([])
  })
})

test('the user menu has the theme, the account and the way out [S2.28]', async ({ page }) => {
  await openAs(page, SESSION.menu)
  await page.emulateMedia({ colorScheme: 'light' })
  const open = page.getByRole('button', { name: 'Menú de Carolina Fuentes' })
  await open.click()
  const menu = page.getByRole('dialog', { name: 'Menú de Carolina Fuentes' })
  await menu.getByRole('button', { name: 'Oscuro' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await menu.getByRole('button', { name: 'Claro' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await menu.getByRole('button', { name: 'Cómoda' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable')
  await expect(menu.getByRole('link', { name: 'Cerrar sesión' })).toHaveAttribute('href', '/logout')
  await menu.getByRole('button', { name: 'Cuenta' }).click()
  const account = page.getByRole('dialog', { name: 'Cuenta' })
  await expect(account.getByLabel('E-mail')).toHaveValue('carolina.fuentes@andes.test')
  await expect(account.getByLabel('E-mail')).toHaveAttribute('readonly')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(account).toBeHidden()
})

test('a popup that the user info flags opens with its title and content, once [S2.39, S3.05]', async ({ page }) => {
  await answerWith(page, getSession, { ...SESSION, popup1: 'mantencion', popup2: 'novedades' })
  await answerWith(page, getDashboard, DASHBOARD)
  await answerWith(page, markPopupSeen, null)
  await page.route('**/api/popups/mantencion', (route) =>
    route.fulfill({
      json: { status: true, data: { popupTitle: 'Mantención', popupContent: 'El domingo' }, message: '', error: null },
    }),
  )
  await page.route('**/api/popups/novedades', (route) =>
    route.fulfill({
      json: { status: true, data: { popupTitle: 'Novedades', popupContent: 'Hay más' }, message: '', error: null },
    }),
  )
  await page.goto('/')
  const first = page.getByRole('dialog', { name: 'Mantención' })
  await expect(first).toContainText('El domingo')
  await expectAccessible(page)
  const seen = page.waitForRequest('**/api/popups/mantencion/seen')
  await first.getByRole('button', { name: 'Entendido' }).click()
  await seen
  const second = page.getByRole('dialog', { name: 'Novedades' })
  await expect(second).toContainText('Hay más')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('under a dialog the page stands still and keeps its width', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await openAs(page, SESSION.menu)
  await expect(page.getByText('936.904').first()).toBeVisible()
  const width = (await page.getByRole('main').boundingBox())?.width
  await page.getByRole('button', { name: 'Menú de Carolina Fuentes' }).click()
  await page.getByRole('button', { name: 'Cuenta' }).click()
  await expect(page.getByRole('dialog', { name: 'Cuenta' })).toBeVisible()
  await page.mouse.move(640, 300)
  await page.mouse.wheel(0, 400)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect((await page.getByRole('main').boundingBox())?.width).toBe(width)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
})

test('a dialog and the drawer give the focus back to what opened them, the first time too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, SESSION.menu)
  const opener = page.getByRole('button', { name: 'Abrir el menú' })
  await opener.click()
  await expect(page.getByRole('dialog', { name: 'Menú principal' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.getByRole('button', { name: 'Menú de Carolina Fuentes' }).click()
  await page.getByRole('button', { name: 'Cuenta' }).click()
  await expect(page.getByRole('dialog', { name: 'Cuenta' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Menú de Carolina Fuentes' })).toBeFocused()
})

test('no popup is asked for when both flags are 0', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openAs(page, SESSION.menu)
  await expect(page.getByText('936.904').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(asked.filter((address) => address.includes('/popups/'))).toEqual([])
})

test('a loading picture fills the page until the session check has succeeded [S2.38]', async ({ page }) => {
  await answerWith(page, getSession, SESSION)
  await answerWith(page, getDashboard, DASHBOARD)
  const release = await holdBack(page, getSession)
  await page.goto('/')
  const picture = page.getByRole('img', { name: 'Enlace' })
  await expect(picture).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  release()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(picture).toHaveCount(0)
})

test('the code of a screen that does not come can be asked for again', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola,')
  await page.route('**/assets/sims*.js', (route) => route.abort())
  await mainMenu(page).getByRole('link', { name: 'SIMs' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'La pantalla no llegó' })).toBeVisible()
  await page.unroute('**/assets/sims*.js')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'La pantalla no llegó' })).toHaveCount(0)
  await expect(mainMenu(page).getByRole('link', { name: 'SIMs' })).toHaveAttribute('aria-current', 'page')
})

test('toasts stay 3000 ms at the bottom right [S9.09]', async ({ page }) => {
  await page.clock.install()
  await refuseWith(page, getSession, { code: 'session_expired', error: 'Su sesión ha caducado' })
  await page.goto('/')
  const toast = page.getByRole('region', { name: 'Avisos' }).getByRole('listitem')
  await expect(toast).toHaveText('Su sesión ha caducado')
  await expect(toast.locator('svg').first()).toBeVisible()
  const box = await toast.boundingBox()
  const view = page.viewportSize()
  expect((view?.width ?? 0) - ((box?.x ?? 0) + (box?.width ?? 0))).toBe(16)
  expect((view?.height ?? 0) - ((box?.y ?? 0) + (box?.height ?? 0))).toBe(16)
  await page.clock.runFor(2500)
  await expect(toast).toHaveCount(1)
  await page.clock.runFor(700)
  await expect(toast).toHaveCount(0)
})

test('the first stop of the keyboard skips the header', async ({ page }) => {
  await openAs(page, SESSION.menu)
  await expect(page.getByText('936.904').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Ir al contenido' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('axe finds nothing with the user menu open', async ({ page }) => {
  await openAs(page, SESSION.menu)
  await page.getByRole('button', { name: 'Menú de Carolina Fuentes' }).click()
  await expect(page.getByRole('dialog', { name: 'Menú de Carolina Fuentes' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('axe finds nothing with drawer and search on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, SESSION.menu)
  await page.getByRole('banner').getByRole('button', { name: 'Buscar', exact: true }).last().click()
  await expect(search(page)).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  await expect(page.getByRole('dialog', { name: 'Menú principal' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})
