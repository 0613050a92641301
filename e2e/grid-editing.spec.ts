import { expect, type Locator, type Page } from '@playwright/test'
import { editFields } from '#contract/sims/sim-tools.calls.ts'
import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import { refuseWith } from './support/answers.ts'
import { ANA, logInAs } from './support/people.ts'
import { toastRegion } from './support/shell.ts'
import { grid, iccOf, openList, row } from './support/sims-page.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })

const headers = { 'x-api-key': 'enlace-web' }
/** SIMs of the demo that no other test edits: of one type and origin, the last by ICC. */
const LIST = '?type=3&sort=icc&desc=1'

const cell = (page: Page, place: number, field = 'customField1'): Locator => row(page, place).locator(`[data-field=${field}]`)
const input = (page: Page): Locator => grid(page).getByRole('textbox')

const labelOf = async (page: Page, icc: string): Promise<string> =>
  (await (await page.request.post('/api/sim/editCustom', { headers, data: { icc } })).json()).data.customField1

/** Text is copied in a spreadsheet. */
async function copy(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
}

async function showField2(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columnas' }).click()
  await page.getByRole('checkbox', { name: 'Campo 2' }).check()
  await page.keyboard.press('Escape')
}

test('a label is edited in its cell by keyboard: Enter goes down, Tab to the other field, Escape leaves it as it was', async ({
  page,
}) => {
  await logInAs(page, ANA)
  await openList(page, LIST)
  await showField2(page)
  const before = await cell(page, 1).innerText()
  const second = await cell(page, 2).innerText()
  const field2 = await cell(page, 2, 'customField2').innerText()
  await grid(page).focus()
  await page.keyboard.press('j')
  // Enter on a row opens it; on a cell it edits
  await page.keyboard.press('ArrowRight')
  await expect(grid(page)).toHaveAttribute('aria-activedescendant', 'sim-row-0-customField1')
  await page.keyboard.press('Enter')
  await expect(input(page)).toBeFocused()
  await expect(input(page)).toHaveAccessibleName(/^Etiqueta de /)
  await expect(input(page)).toHaveValue(before)
  await page.keyboard.type('nunca jk')
  await page.keyboard.press('Escape')
  await expect(cell(page, 1)).toHaveText(before)
  await expect(grid(page)).toBeFocused()

  await page.keyboard.press('F2')
  await page.keyboard.type('Excavadora 1')
  await page.keyboard.press('Enter')
  await expect(cell(page, 1)).toHaveText('Excavadora 1')
  await expect(input(page)).toHaveValue(second)
  await page.keyboard.press('Tab')
  await expect(input(page)).toHaveAccessibleName(/^Campo 2 de /)
  await page.keyboard.type('Patio Sur')
  await page.keyboard.press('Tab')
  await expect(cell(page, 2, 'customField2')).toHaveText('Patio Sur')
  await expect(input(page)).toHaveAccessibleName(/^Etiqueta de /)
  await page.keyboard.press('Escape')
  await expect(toastRegion(page)).toContainText('SIM editada')

  // only the last edit is taken back
  await page.keyboard.press('Control+z')
  await expect(cell(page, 2, 'customField2')).toHaveText(field2)
  expect(await labelOf(page, await iccOf(page, 1))).toBe('Excavadora 1')
  await expectAccessibleInBothThemes(page)
  await cell(page, 1).getByRole('button', { name: 'Editar (F2)' }).click({ force: true })
  await input(page).fill(before)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(cell(page, 1)).toHaveText(before)
})

test('what the server refuses is shown as it was', async ({ page }) => {
  await logInAs(page, ANA)
  await openList(page, LIST)
  const before = await cell(page, 5).innerText()
  await refuseWith(page, editFields, {
    code: 'conflict',
    error: 'Alguien cambió estos campos mientras tanto; no se guardó nada',
  })
  await cell(page, 5).getByRole('button', { name: 'Editar (F2)' }).click({ force: true })
  await input(page).fill('Perdida')
  await page.keyboard.press('Enter')
  await expect(toastRegion(page)).toContainText('Alguien cambió estos campos mientras tanto')
  await page.keyboard.press('Escape')
  await expect(cell(page, 5)).toHaveText(before)
})

test('a column copied in a spreadsheet is previewed, saved for the rows below, and undone where it was not changed since', async ({
  page,
}) => {
  await logInAs(page, ANA)
  await openList(page, LIST)
  await showField2(page)
  const places = [11, 12, 13]
  const iccs = await Promise.all(places.map((place) => iccOf(page, place)))
  const before = await Promise.all(places.map((place) => cell(page, place).innerText()))
  await cell(page, 11).click()
  await page.keyboard.press('Escape')
  await copy(page, 'Tractor 1\tNorte\r\n"Tractor ""2"""\t\r\nTractor 3\tSur\r\n')
  await page.keyboard.press('Control+v')
  const preview = page.getByRole('dialog', { name: 'Cambiar Etiqueta y Campo 2 de 3 SIMs' })
  await expect(preview.getByRole('row').filter({ hasText: 'Tractor "2"' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await preview.getByRole('button', { name: 'Cambiar 3 SIMs' }).click()
  await expect(preview).toHaveCount(0)
  await expect(cell(page, 12)).toHaveText('Tractor "2"')
  await expect(cell(page, 13, 'customField2')).toHaveText('Sur')
  await expect(toastRegion(page)).toContainText('3 SIMs editadas')

  await page.request.post('/api/sim/editCustom', { headers, data: { icc: iccs[1], customField1: 'De Luis' } })
  await toastRegion(page).getByRole('button', { name: 'Deshacer' }).click()
  await expect(toastRegion(page)).toContainText('2 SIMs deshechas; una había cambiado y queda como está')
  await expect(cell(page, 11)).toHaveText(before[0] ?? '')
  await expect(cell(page, 13)).toHaveText(before[2] ?? '')
  expect(await labelOf(page, iccs[1] ?? '')).toBe('De Luis')
  await page.request.post('/api/sim/editCustom', { headers, data: { icc: iccs[1], customField1: before[1] } })
})

test('too long a value, too many lines and too many columns change nothing, and say why', async ({ page }) => {
  await logInAs(page, ANA)
  await openList(page, LIST)
  const before = await cell(page, 21).innerText()
  await cell(page, 21).click()
  await page.keyboard.press('Escape')
  await copy(page, `Buena\n${'x'.repeat(121)}`)
  await page.keyboard.press('Control+v')
  const preview = page.getByRole('dialog', { name: 'Cambiar Etiqueta de 2 SIMs' })
  await expect(preview.getByRole('alert')).toContainText('Una línea no se puede guardar')
  await expect(preview).toContainText('más de 120 caracteres')
  await expect(preview.getByRole('button', { name: /^Cambiar/ })).toHaveAttribute('aria-disabled', 'true')
  await preview.getByRole('button', { name: 'Cancelar' }).click()
  await copy(page, Array.from({ length: 1001 }, (_, n) => `N ${n}`).join('\n'))
  await grid(page).focus()
  await page.keyboard.press('Control+v')
  await expect(toastRegion(page)).toContainText('Pegó 1.001 líneas y se pueden cambiar hasta 1.000 SIMs a la vez')
  await copy(page, 'a\tb\tc')
  await page.keyboard.press('Control+v')
  await expect(toastRegion(page)).toContainText('Pegó 3 columnas y desde esta celda hay 1')
  await expect(cell(page, 21)).toHaveText(before)
})
