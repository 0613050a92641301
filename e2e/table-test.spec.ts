import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes, SIZES } from './support/accessibility.ts'
import { ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const state = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Estado de la tabla' }).getByRole('button', { name })

async function openPage(page: Page): Promise<void> {
  await logInAs(page, ANA)
  await page.goto('/table-test')
  await expect(page.getByRole('heading', { level: 1, name: 'Página de prueba' })).toBeVisible()
}

test('the table has a test page, which is in no menu and no search [S2.19]', async ({ page }) => {
  await openPage(page)
  await expect(page).toHaveTitle('Página de prueba | Enlace')
  await expect(page.getByRole('table', { name: 'Tabla' }).getByRole('row')).toHaveCount(7)
  await expect(page.locator('a[href="/table-test"]')).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(page.getByRole('option', { name: 'Sims', exact: true })).toBeVisible()
  await expect(page.getByRole('option', { name: /prueba/ })).toHaveCount(0)
})

test('its code loads only when it is opened', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await logInAs(page, ANA)
  await page.goto('/sims')
  await expect(page.getByRole('grid', { name: 'SIMs' })).toBeVisible()
  expect(requests.filter((address) => address.includes('table-test'))).toEqual([])
})

test('rows have a name, figures are right-aligned, truncated text has a tooltip', async ({ page }) => {
  await openPage(page)
  const table = page.getByRole('table', { name: 'Tabla' })
  await expect(table.getByRole('rowheader')).toHaveCount(6)
  await expect(table.getByRole('cell', { name: '212 MB' })).toHaveCSS('text-align', 'right')
  await expect(table.getByRole('cell', { name: /^Medidor de caudal/ })).toHaveAttribute('title', /compuerta 7$/)
})

test('each of its states is shown and accessible', async ({ page }) => {
  test.slow()
  await openPage(page)
  await state(page, 'Cargando').click()
  const table = page.getByRole('table', { name: 'Tabla' })
  await expect(table).toHaveAttribute('aria-busy', 'true')
  await expectAccessible(page)
  await state(page, 'Vacía').click()
  await expect(page.getByText('No hay filas que mostrar')).toBeVisible()
  await expectAccessible(page)
  await state(page, 'Sin permiso').click()
  await expect(page.getByText('Pida el permiso sims')).toBeVisible()
  await expectAccessible(page)
  await state(page, 'Error').click()
  await expect(page.getByRole('alert')).toContainText('No se pudieron cargar las filas')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(table).not.toHaveAttribute('aria-busy')
})

const WIDTHS = { 'Menú de opciones': 700, Pruebas: 1000, Confirmación: 500, Otros: 750 }

test('dialogs are 700 wide for the option menu, 1000 for tests, 500 for confirmations, 750 for others [S9.12]', async ({
  page,
}) => {
  await openPage(page)
  for (const [name, width] of Object.entries(WIDTHS)) {
    const button = page.getByRole('button', { name, exact: true })
    await button.click()
    const dialog = page.getByRole('dialog', { name })
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(width)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(button).toBeFocused()
  }
})

test('on a phone every dialog fits the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 720 })
  await openPage(page)
  for (const name of Object.keys(WIDTHS)) {
    await page.getByRole('button', { name, exact: true }).click()
    const box = await page.getByRole('dialog', { name }).boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true)
    await page.keyboard.press('Escape')
  }
})

test('at most 20 notifications are at the bottom right, each with its icon [S9.09]', async ({ page }) => {
  await openPage(page)
  await page.clock.install()
  // 22 clicks may take longer than a notification stays
  await page.clock.pauseAt(Date.now() + 60_000)
  const success = page.getByRole('button', { name: 'Éxito' })
  for (let times = 0; times < 22; times++) await success.click()
  const toasts = page.getByRole('region', { name: 'Avisos' }).getByRole('listitem')
  await expect(toasts).toHaveCount(20)
  await expect(toasts.locator('svg.icon-active')).toHaveCount(20)
})

test('what can be undone says so for 10 s, longer while it is hovered or focused, and Ctrl+Z undoes the newest', async ({
  page,
}) => {
  await openPage(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const toasts = page.getByRole('region', { name: 'Avisos' }).getByRole('listitem')
  const undo = toasts.getByRole('button', { name: 'Deshacer' })
  const shown = page.getByRole('button', { name: 'Se puede deshacer' })
  await shown.click()
  await page.clock.runFor(9_900)
  await expect(undo).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(toasts).toHaveCount(0)

  await shown.click()
  await undo.focus()
  await page.clock.runFor(60_000)
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toasts).toHaveText('Cambio deshecho')
  await page.clock.runFor(3_100)
  await expect(toasts).toHaveCount(0)

  // in a field Ctrl+Z is the browser's own
  await shown.click()
  await page.keyboard.press('/')
  const search = page.getByRole('combobox').first()
  await expect(search).toBeFocused()
  await page.keyboard.type('abc')
  await page.keyboard.press('Control+z')
  await expect(undo).toHaveCount(1)
  await page.keyboard.press('Escape')
  await shown.focus()
  await page.keyboard.press('Control+z')
  await expect(toasts).toHaveText('Cambio deshecho')
})

for (const size of SIZES) {
  test(`axe finds nothing on the test page, ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size)
    await openPage(page)
    await expectAccessibleInBothThemes(page)
  })
}
