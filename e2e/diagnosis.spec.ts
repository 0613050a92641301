import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import { ANA, logInAs } from './support/people.ts'
import { bar, box, filters, openList } from './support/sims-page.ts'
import { test } from './support/test.ts'

const LUIS = 'luis@andes.test'
/** The simulated networks answer late, and some not at all. */
const NETWORK = { timeout: 90_000 }

const causes = (page: Page): Locator => page.getByRole('region', { name: 'Causas probables' })
const group = (page: Page, cause: string): Locator => causes(page).getByRole('listitem').filter({ hasText: cause })
const lines = (page: Page): Locator => page.getByRole('region', { name: 'Líneas' })
const figure = async (place: Locator): Promise<number> => Number((await place.locator('b').innerText()).replaceAll('.', ''))

/** Presses the button, and waits for the end on the page that it opens. @returns SIMs that are diagnosed */
async function diagnose(page: Page): Promise<number> {
  const start = page.getByRole('button', { name: /^Diagnosticar las/ })
  const count = Number((await start.innerText()).replaceAll(/\D/g, ''))
  await start.click()
  await expect(page).toHaveURL(/\/operations\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Diagnóstico de ${count.toLocaleString('es-CL', { useGrouping: 'always' } as Intl.NumberFormatOptions)} SIMs`,
  )
  await expect(page.locator('[data-operation-state]')).toContainText('Terminada', NETWORK)
  // the groups follow the state with their next answer
  await expect.poll(() => counted(page)).toBe(count)
  return count
}

/** SIMs in groups, and those that were left out. */
async function counted(page: Page): Promise<number> {
  const figures = await Promise.all((await causes(page).getByRole('listitem').all()).map(figure))
  // without any there is no such chip
  const leftOut = await lines(page)
    .getByRole('button', { name: /^Omitida/ })
    .allInnerTexts()
  return figures.reduce((sum, each) => sum + each, Number(leftOut.join('').replaceAll(/\D/g, '')))
}

test('silent SIMs are put into groups by cause, which the page keeps and its list of lines follows', async ({ page }) => {
  await logInAs(page, ANA)
  await openList(page)
  await filters(page)
    .getByRole('button', { name: /^Silenciosas/ })
    .click()
  await diagnose(page)
  const figures = await Promise.all((await causes(page).getByRole('listitem').all()).map(figure))
  expect(figures).toEqual(figures.toSorted((a, b) => b - a))
  await expectAccessibleInBothThemes(page)

  await page.reload()
  const off = group(page, 'Dispositivo apagado o sin cobertura')
  await expect(off.getByRole('link').first()).toBeVisible()
  const all = await figure(off)
  await off.getByRole('button', { name: `Ver las ${all} SIMs: Dispositivo apagado o sin cobertura` }).click()
  await expect(lines(page).getByRole('row').nth(1)).toContainText('Dispositivo apagado o sin cobertura')
  await expect(lines(page).getByRole('row').filter({ hasNotText: 'Dispositivo apagado o sin cobertura' })).toHaveCount(1)
})

test('the button of a group opens the operation with exactly its SIMs', async ({ page }) => {
  await logInAs(page, ANA)
  await openList(page, '?silent=30d&status=11&origin=2')
  const count = await diagnose(page)
  const hibernated = group(page, 'Hibernadas')
  const lying = await figure(hibernated)
  expect(lying).toBeLessThanOrEqual(count)
  await hibernated.getByRole('button', { name: /^Reactivar/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Reactivar/ })
  await dialog.getByRole('button', { name: 'Revisar' }).click()
  await expect(dialog.getByRole('status')).toContainText('Se incluirán')
  const judged = await dialog.locator('dd').allInnerTexts()
  expect(judged.reduce((sum, text) => sum + Number(text.replaceAll('.', '')), 0)).toBe(lying)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('who may not reactivate sees that in place of the button', async ({ page }) => {
  await logInAs(page, LUIS)
  await openList(page, '?silent=30d&status=11&origin=2')
  await diagnose(page)
  await expect(group(page, 'Hibernadas')).toContainText('No tiene permiso para esta operación')
})

test('a selection is diagnosed by keyboard, without a further step', async ({ page }) => {
  await logInAs(page, LUIS)
  await openList(page, '?silent=30d&status=1&origin=2')
  await box(page, 1).click()
  await box(page, 2).click()
  await bar(page).getByRole('button', { name: 'Acciones', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Diagnosticar', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diagnóstico de 2 SIMs')
  await expect(group(page, 'Sin activar')).toContainText('100,0 %', NETWORK)
})

test('the dashboard diagnoses its silent SIMs by one button, on a phone from their list', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  const needs = page.getByRole('region', { name: 'Requiere atención' })
  await needs.getByRole('button', { name: /^Ver los/ }).click()
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(needs.getByRole('button', { name: /^Diagnosticar/ })).toHaveCount(0)
  await page.setViewportSize(size)
  await diagnose(page)
  await expect(causes(page).getByRole('listitem').first()).toBeVisible()
})
