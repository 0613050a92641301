import { expect, type Locator, type Page } from '@playwright/test'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import { massReset } from '#contract/operations/mass-actions.calls.ts'
import { listSims, simList } from '#contract/sims/sims.calls.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './support/accessibility.ts'
import { ANA, logInAs } from './support/people.ts'
import { ask } from './support/sims-page.ts'
import { test } from './support/test.ts'

/** Lists of which a row opens beside them, with what its panel shows and the page it can have. */
const LISTS = [
  { path: '/operations', shows: 'Líneas', page: /^\/operations\/\d+$/ },
  { path: '/report-charges', shows: 'Conceptos', page: /^\/report-charges\?document=\d+$/ },
  { path: '/requests', shows: 'Seguimiento', page: /^\/requests\/\d+$/ },
  { path: '/users', shows: 'Verificación en dos pasos', page: undefined },
] as const

/** Its rows, not the placeholders in which they load, nor headings between them: a press there opens nothing. */
const rows = (page: Page): Locator =>
  page.getByRole('main').locator('table:not([aria-busy]) tbody tr:not(:has(> [scope=rowgroup]))')
const opened = (page: Page): string => new URL(page.url()).searchParams.get('open') ?? ''
const pathOf = (page: Page): string => page.url().slice(new URL(page.url()).origin.length)

/** Presses the last cell of a row that has no button or link in it. */
async function pressRow(page: Page, place: number): Promise<void> {
  // what stands above the rows has come: they do not move under the pointer any more
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  await rows(page).nth(place).locator('td:not(:has(a, button)):visible').last().click()
}

/** Restarts two SIMs, each in an operation of its own. */
async function makeOperations(page: Page): Promise<void> {
  const response = await page.request.post(`/api${listSims.path}`, {
    headers: { 'x-api-key': 'enlace-web', accept: 'text/tab-separated-values' },
    data: { filter: { administrativeStatusIds: [2] }, limit: 2 },
  })
  for (const { icc } of decodeList(simList, decodeTsv(await response.text()))) await ask(page, massReset, { icc: [icc] })
}

test.describe('beside its list', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  for (const { path, shows, page: ownPage } of LISTS) {
    test(`a row of ${path} opens; J and the arrows go to the next one, Escape returns to the row`, async ({ page }) => {
      await logInAs(page, ANA)
      if (path === '/operations') await makeOperations(page)
      await page.goto(path)
      await pressRow(page, 0)
      const panel = page.getByRole('main').getByRole('complementary')
      await expect(panel.getByText(shows).first()).toBeVisible()
      await expect(rows(page).first()).toHaveAttribute('aria-current', 'true')
      const first = opened(page)
      await expectAccessibleInBothThemes(page)

      // the row keeps the focus: its keys go on from there
      await page.keyboard.press('ArrowDown')
      await expect(rows(page).nth(1)).toHaveAttribute('aria-current', 'true')
      const second = opened(page)
      expect(second).not.toBe(first)
      await panel.getByRole('button', { name: 'Anterior (K)' }).focus()
      await page.keyboard.press('k')
      await expect.poll(() => opened(page)).toBe(first)
      await expect(panel.getByRole('button', { name: 'Anterior (K)' })).toHaveAttribute('aria-disabled', 'true')
      await page.keyboard.press('j')
      await expect.poll(() => opened(page)).toBe(second)

      await page.reload()
      await expect(panel.getByText(shows).first()).toBeVisible()
      await panel.getByRole('button', { name: 'Siguiente (J)' }).focus()
      await page.keyboard.press('Escape')
      await expect(panel).toHaveCount(0)
      expect(pathOf(page)).toBe(path)
      await expect(rows(page).nth(1).locator('th').locator(':focus')).toHaveCount(1)

      await page.keyboard.press('Enter')
      await expect.poll(() => opened(page)).toBe(second)
      await page.goBack()
      await expect(panel).toHaveCount(0)
      if (!ownPage) return
      await pressRow(page, 0)
      await panel.getByRole('link', { name: 'Abrir en página completa' }).click()
      await expect.poll(() => pathOf(page)).toMatch(ownPage)
      await page.goBack()
      await expect(panel.getByText(shows).first()).toBeVisible()
    })
  }
})

test('Escape closes it also when the row that had the focus is gone', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/requests')
  await pressRow(page, 0)
  await expect(page).toHaveURL(/open=/)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/requests')
})

test('a dialog or a field over the panel has its own keys', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/users?search=luis')
  await pressRow(page, 0)
  const panel = page.getByRole('main').getByRole('complementary')
  await panel.getByRole('button', { name: 'Editar datos' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Nombre', { exact: true })).toBeVisible()
  const before = page.url()
  await dialog.getByLabel('Nombre', { exact: true }).press('j')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(panel).toBeVisible()
  expect(page.url()).toBe(before)
})

for (const { path, shows } of LISTS.slice(1)) {
  test(`on a phone a row of ${path} opens over the whole list`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await logInAs(page, ANA)
    await page.goto(path)
    await rows(page).first().locator('th').locator('a, button').first().click()
    const panel = page.getByRole('dialog').filter({ hasText: shows })
    await expect(panel.getByText(shows).first()).toBeVisible()
    await expect.poll(async () => (await panel.boundingBox())?.width).toBe(390)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    expect(pathOf(page)).toBe(path)
  })
}
