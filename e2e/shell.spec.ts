import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './support/accessibility.ts'
import { ANA, logInAs } from './support/people.ts'
import { SESSION } from './support/sample-data.ts'
import { mainMenu, openAs, search } from './support/shell.ts'
import { test } from './support/test.ts'

test('the header shows the user and their company [S1.02]', async ({ page }) => {
  await openAs(page, SESSION.menu)
  const header = page.getByRole('banner')
  await expect(header.getByText('Transportes Andes Sur SpA')).toBeVisible()
  await expect(header.getByRole('button', { name: 'Menú de Carolina Fuentes' })).toContainText('Carolina Fuentes')
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
  await drawer.getByRole('link', { name: 'Sims', exact: true }).click()
  await expect(page).toHaveURL('/sims')
  await expect(drawer).toBeHidden()
  await page.setViewportSize({ width: 992, height: 800 })
  await expect(mainMenu(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Abrir el menú' })).toBeHidden()
})

test('the user menu has theme, account and logout [S2.28]', async ({ page }) => {
  await openAs(page, SESSION.menu)
  await page.emulateMedia({ colorScheme: 'light' })
  const open = page.getByRole('button', { name: 'Menú de Carolina Fuentes' })
  await open.click()
  const menu = page.getByRole('dialog', { name: 'Menú de Carolina Fuentes' })
  await menu.getByRole('button', { name: 'Oscuro' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await menu.getByRole('button', { name: 'Claro' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await menu.getByRole('button', { name: 'Sistema' }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
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

test('Escape closes a menu of the header from its button, too', async ({ page }) => {
  // the focus enters a menu a moment after it is shown
  await logInAs(page, ANA)
  await page.goto('/')
  for (const name of ['Alarmas', /^Menú de /]) {
    const button = page.getByRole('button', { name })
    const layer = page.getByRole('menu').or(page.getByRole('dialog', { name }))
    await button.click()
    await expect(layer).toBeVisible()
    await expect(button).not.toBeFocused()
    await button.focus()
    await page.keyboard.press('Escape')
    await expect(layer).toHaveCount(0)
    await expect(button).toBeFocused()
  }
})

test('login and dashboard load without the component library', async ({ page }) => {
  // what loads once the page is idle may come at any moment
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text())
  })
  const isLoaded = async () => (await Promise.all(scripts)).some((script) => script.includes('MantineProvider'))
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await openAs(page, SESSION.menu)
  await expect(page.getByText('936.904').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Mayores consumos' })).toBeVisible()
  expect(scripts.length).toBeGreaterThan(3)
  expect(await isLoaded()).toBe(false)
  await page.getByRole('button', { name: 'Menú de Carolina Fuentes' }).click()
  await expect(page.getByRole('dialog', { name: 'Menú de Carolina Fuentes' })).toBeVisible()
  expect(await isLoaded()).toBe(true)
})

test('the first tab stop skips the header', async ({ page }) => {
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

test('keys lead to screens and to the list of keys, and single ones can be turned off', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/plans')
  await expect(page.getByRole('heading', { name: 'Mis planes' })).toBeVisible()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Atajos de teclado' })
  await expect(keys.getByRole('region', { name: 'Ir a' })).toContainText('Sims')
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page).toHaveURL('/sims')
  await page.getByRole('grid').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(page).toHaveURL('/sms-report')

  await page.getByRole('button', { name: /^Menú de Ana/ }).click()
  await page.getByRole('button', { name: 'Atajos de teclado' }).click()
  await keys.getByRole('switch', { name: 'Atajos de una tecla' }).click()
  await expect(keys.getByRole('switch')).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(search(page)).toBeFocused()
  await expect(page).toHaveURL('/sms-report')
  await expect(keys).toBeHidden()
})
