import { expect, type Locator, type Page } from '@playwright/test'
import { pastedText, withoutClipboard } from './support/clipboard.ts'
import { ANA, logInAs } from './support/people.ts'
import { answerSampleSim, ICC } from './support/sample-sim.ts'
import { openList, row } from './support/sims-page.ts'
import { test } from './support/test.ts'

const DOCKED = { width: 1440, height: 900 }

const panel = (page: Page, icc = ICC): Locator => page.getByLabel(`SIM ${icc}`, { exact: true }).and(page.locator('aside'))

const grid = (page: Page): Locator => page.getByRole('grid')

test.describe('beside the list', () => {
  test.use({ viewport: DOCKED })

  test('Enter opens the SIM of the row, J goes to the next, Escape closes', async ({ page }) => {
    await logInAs(page, ANA)
    await openList(page)
    await grid(page).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/[?&]sim=\d{18,20}/)
    const first = new URL(page.url()).searchParams.get('sim') ?? ''
    await expect(panel(page, first).getByRole('heading', { level: 2 })).toHaveAccessibleName(new RegExp(`SIM ${first}$`))
    await page.keyboard.press('j')
    await expect(panel(page, first)).toHaveCount(0)
    const second = new URL(page.url()).searchParams.get('sim') ?? ''
    expect(second).not.toBe(first)
    await expect(panel(page, second).getByRole('tab').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel(page, second)).toHaveCount(0)
    await expect(page).toHaveURL('/sims')
  })

  test('the arrows and J and K of the panel go through the list; Escape returns the focus to the list', async ({ page }) => {
    await logInAs(page, ANA)
    await openList(page)
    await row(page, 1).getByRole('gridcell').nth(2).click()
    await expect(page).toHaveURL(/[?&]sim=\d{18,20}/)
    const first = new URL(page.url()).searchParams.get('sim') ?? ''
    const previous = page.getByRole('button', { name: 'Anterior (K)' })
    await expect(previous).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: 'Siguiente (J)' }).click()
    await expect(panel(page, first)).toHaveCount(0)
    await expect(previous).not.toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('tab', { selected: true }).focus()
    await page.keyboard.press('k')
    await expect(panel(page, first)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel(page, first)).toHaveCount(0)
    await expect(grid(page)).toBeFocused()
  })

  test('shows number, status, session, network, usage, SMS and IP first', async ({ page }) => {
    await logInAs(page, ANA)
    await answerSampleSim(page)
    await page.goto(`/sims?sim=${ICC}`)
    const shown = panel(page)
    await expect(shown.getByRole('heading', { level: 2 })).toHaveText('Camión 214')
    await expect(shown.getByText('Teltonika FMC130').first()).toBeVisible()
    await expect(shown.getByText('Activa', { exact: true })).toBeVisible()
    await expect(shown.getByText('Conectada 2 h 14 min')).toBeVisible()
    await expect(shown.getByText('Movistar Chile, LTE')).toBeVisible()
    await expect(shown.getByText('212 MB de 250 MB, 85 %')).toBeVisible()
    await expect(shown.getByText('12 de 30')).toBeVisible()
    await expect(shown.getByText('10.41.18.207', { exact: true })).toBeVisible()
    await expect(shown.getByText('Datos al 21 nov 2026, 09:42 (GMT−3)')).toBeVisible()
  })

  test('the copied number has no spaces', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await logInAs(page, ANA)
    await answerSampleSim(page)
    await page.goto(`/sims?sim=${ICC}`)
    await panel(page).getByRole('button', { name: 'Copiar ICC' }).first().click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(ICC)
  })

  test('over plain HTTP, where there is no Clipboard API, it is copied as well, and the button keeps the focus', async ({
    page,
  }) => {
    await logInAs(page, ANA)
    await answerSampleSim(page)
    await page.goto(`/sims?sim=${ICC}`)
    await withoutClipboard(page)
    const button = panel(page).getByRole('button', { name: 'Copiar ICC' }).first()
    await button.click()
    await expect(button).toBeFocused()
    await expect.poll(() => pastedText(page)).toBe(ICC)
  })

  test('a number that was selected by hand is copied without spaces too', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await logInAs(page, ANA)
    await answerSampleSim(page)
    await page.goto(`/sims?sim=${ICC}&tab=device`)
    await panel(page).getByText('86 435605 118842 7', { exact: true }).selectText()
    await page.keyboard.press('Control+c')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('864356051188427')
  })

  test('the full page links back to the list with its filter', async ({ page }) => {
    await logInAs(page, ANA)
    await answerSampleSim(page)
    await page.goto(`/sims?status=2&sim=${ICC}`)
    await panel(page).getByRole('link', { name: 'Abrir en página completa' }).click()
    await expect(page).toHaveURL(`/sims/${ICC}?status=2`)
    await page.getByRole('navigation', { name: 'Ruta' }).getByRole('link', { name: 'SIMs' }).click()
    await expect(page).toHaveURL('/sims?status=2')
  })
})

test('on a narrow screen it floats over the list, traps the focus, and Escape returns it', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 })
  await logInAs(page, ANA)
  await openList(page)
  await grid(page).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^SIM \d+/ })
  await expect(dialog.getByRole('tab').first()).toBeVisible()
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(grid(page)).toBeFocused()
})
