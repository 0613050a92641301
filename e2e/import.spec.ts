import { expect, type Page } from '@playwright/test'
import { luhnDigit } from '#domain/identifiers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './support/accessibility.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

/** An ICC that no other test creates: of Argentina, with the browser's clock in it. */
function iccid(n: number): string {
  const digits = `895499${String(Date.now() % 1_000_000_000).padStart(9, '0')}${String(n).padStart(4, '0')}`
  return digits + luhnDigit(digits)
}

const HEADER = 'Número raro;Cliente;Plan;APN;Etiqueta'
const right = (icc: string, label = 'Estación nueva'): string => `${icc};Pampa Agro;Agro 100 MB;IoT Argentina;${label}`

async function openDialog(page: Page) {
  await logInAs(page, ADMIN)
  await page.goto('/sims')
  await page.getByRole('button', { name: 'Importar', exact: true }).click()
  return page.getByRole('dialog', { name: 'Importar SIMs' })
}

async function chooseFile(page: Page, lines: string[], name = 'entrega.csv'): Promise<void> {
  const buffer = Buffer.from([HEADER, ...lines].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
}

test('an administrator maps the columns, checks, skips the invalid lines and finds the SIM', async ({ page }) => {
  const [first, second] = [iccid(1), iccid(2)]
  const dialog = await openDialog(page)
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(750)
  await chooseFile(page, [right(first), right(second), `${first.slice(0, -1)}x;Pampa Agro;Agro 100 MB;IoT Argentina;Mala`])

  await expect(dialog.getByText('CSV en UTF-8, separado por punto y coma')).toBeVisible()
  await expect(dialog.getByLabel('Campo de la columna Cliente')).toHaveValue('company')
  await expect(dialog.getByRole('alert')).toHaveText('Indique la columna del ICC')
  await dialog.getByLabel('Campo de la columna Número raro').selectOption({ label: 'ICC' })
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Revisar el archivo' }).click()

  await expect(dialog.getByText('3 líneas revisadas')).toBeVisible()
  await expect(dialog.getByRole('cell', { name: 'tiene caracteres que no son dígitos' }).first()).toBeVisible()
  const apply = dialog.getByRole('button', { name: 'Importar 2 SIMs' })
  await expect(apply).toHaveAttribute('aria-disabled', 'true')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar errores' }).click()
  expect((await download).suggestedFilename()).toBe('entrega-lineas-malas.csv')

  await dialog.getByRole('button', { name: 'Omitir errores' }).click()
  await apply.click()
  await expect(dialog.getByText('2 SIMs nuevas y 0 con cambios. Se omitió 1 línea con error.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  await page.goto(`/sims?icc=${second}`)
  await expect(page.getByRole('heading', { name: /^Estación nueva/ })).toBeVisible()
})

test('the steps say where the import of a file is, until it is done', async ({ page }) => {
  const dialog = await openDialog(page)
  const steps = dialog.getByRole('list', { name: 'Pasos' })
  const current = steps.locator('[aria-current=step]')
  await expect(steps.getByRole('listitem')).toHaveCount(3)
  await expect(current).toContainText('Archivo')
  await chooseFile(page, [right(iccid(41))])
  await expect(current).toContainText('Columnas')
  await dialog.getByLabel('Campo de la columna Número raro').selectOption({ label: 'ICC' })
  await dialog.getByRole('button', { name: 'Revisar el archivo' }).click()
  await expect(current).toContainText('Revisión')
  await dialog.getByRole('button', { name: 'Importar 1 SIM' }).click()
  await expect(dialog.getByText('1 SIM nueva y 0 con cambios.')).toBeVisible()
  await expect(steps).toHaveCount(0)
})

test('the same file has nothing to import the second time', async ({ page }) => {
  const lines = [right(iccid(11))]
  const dialog = await openDialog(page)
  for (const isSecond of [false, true]) {
    await chooseFile(page, lines)
    await dialog.getByLabel('Campo de la columna Número raro').selectOption({ label: 'ICC' })
    await dialog.getByRole('button', { name: 'Revisar el archivo' }).click()
    if (isSecond) await expect(dialog.getByText('No hay nada que importar')).toBeVisible()
    else {
      await dialog.getByRole('button', { name: 'Importar 1 SIM' }).click()
      await expect(dialog.getByText('1 SIM nueva y 0 con cambios.')).toBeVisible()
      await dialog.getByRole('button', { name: 'Otro archivo' }).click()
    }
  }
})

test('on a phone an administrator imports from the menu of the list, full screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAs(page, ADMIN)
  await page.goto('/sims')
  const menu = page.getByRole('button', { name: 'Más acciones de la lista' })
  await menu.click()
  await page.getByRole('button', { name: 'Importar SIMs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Importar SIMs' })
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  const overflow = () => dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
  await chooseFile(page, [right(iccid(31)), 'mala;Nadie;;;', `${iccid(32).slice(0, -1)}x;Nadie;;;`])
  await dialog.getByLabel('Campo de la columna Número raro').selectOption({ label: 'ICC' })
  await expectAccessible(page)
  await expect.poll(() => overflow()).toBe(0)
  await dialog.getByRole('button', { name: 'Revisar el archivo' }).click()
  await expect(dialog.getByText('3 líneas revisadas')).toBeVisible()
  await expect(dialog.getByRole('cell', { name: 'Empresa: No existe' }).first()).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => overflow()).toBe(0)
  // the decision is visible without scrolling
  await expect(dialog.getByRole('button', { name: 'Importar 1 SIM' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(menu).toBeFocused()
})

test('a file with only errors says so, and not that the fleet is up to date', async ({ page }) => {
  const dialog = await openDialog(page)
  for (const [lines, text] of [
    [
      [`${iccid(33).slice(0, -1)}x;Nadie;;;`, 'mala;Nadie;;;'],
      'Las 2 líneas tienen errores. Corríjalas y vuelva a subir el archivo.',
    ],
    [['mala;Nadie;;;'], 'La única línea tiene un error. Corríjala y vuelva a subir el archivo.'],
  ] as const) {
    await chooseFile(page, [...lines])
    await dialog.getByLabel('Campo de la columna Número raro').selectOption({ label: 'ICC' })
    await dialog.getByRole('button', { name: 'Revisar el archivo' }).click()
    await expect(dialog.getByText(text)).toBeVisible()
    await expect(dialog.getByText('la flota ya tiene estos datos')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Importar', exact: true }).click()
  }
})

test('a file that is no table is rejected with its reason, once', async ({ page }) => {
  const dialog = await openDialog(page)
  await page.locator('input[type=file]').setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from([0, 1, 2]) })
  await expect(dialog.getByRole('alert')).toHaveText('No es un archivo CSV, TSV ni XLSX')
  await expect(page.getByRole('region', { name: 'Avisos' }).getByRole('listitem')).toHaveCount(0)
})

test('the import is for administrators only', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/sims')
  await expect(page.getByRole('button', { name: 'Exportar' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Importar', exact: true })).toHaveCount(0)
})

test('every step is accessible', async ({ page }) => {
  test.slow()
  const dialog = await openDialog(page)
  await expect(dialog.getByRole('button', { name: 'Elegir archivo' })).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await chooseFile(page, [right(iccid(21)), 'mala;;;;'])
  await dialog.getByLabel('Campo de la columna Número raro').selectOption({ label: 'ICC' })
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Revisar el archivo' }).click()
  await expect(dialog.getByText('2 líneas revisadas')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})
