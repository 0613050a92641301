import { expect, type Page } from '@playwright/test'
import { listSims, simList } from '#contract/sims/sims.calls.ts'
import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import { ADMIN, logInAs } from './support/people.ts'
import { filters, header, iccOf, openList, popup, row, rowCount } from './support/sims-page.ts'
import { test } from './support/test.ts'

const chip = (page: Page, name: string) => filters(page).getByRole('button', { name: new RegExp(`^${name}`) })

/** The ICCs that the server lists for a filter, of a company whose SIMs no other test changes. */
async function listed(page: Page, silentFor: string, sort: string): Promise<string[]> {
  const filter = { companyIds: [6], administrativeStatusIds: [2], silentFor }
  const headers = { 'x-api-key': 'enlace-web', accept: 'application/json' }
  const response = await page.request.post(`/api${listSims.path}`, { headers, data: { filter, sort, limit: 1000 } })
  const [, ...rows] = (await response.json()).data as string[][]
  return rows.map((one) => one[simList.names.indexOf('icc')] ?? '')
}

test('silent SIMs are found by a chip, longest first, and by how long they are silent', async ({ page }) => {
  await logInAs(page, ADMIN)
  const silent = await listed(page, '24h', 'lastSeen')
  expect(silent.length).toBeGreaterThan(10)
  await openList(page, '?company=6')
  await expect(chip(page, 'Silenciosas')).toHaveAccessibleDescription('Activas sin señal desde hace más de 24 h')
  await chip(page, 'Silenciosas').click()
  await expect(page).toHaveURL(/\?status=2&company=6&silent=24h|silent=24h/)
  await expect(chip(page, 'Silenciosas')).toHaveText(`Silenciosas ${silent.length}`)
  await expect.poll(() => rowCount(page)).toBe(silent.length)
  // 'Silenciosas' stands for its status, too
  await expect(filters(page).locator('[aria-pressed="true"]')).toHaveCount(1)

  await expect(header(page, 'Última señal')).toHaveAttribute('aria-sort', 'descending')
  await header(page, 'Última señal').getByRole('button').first().click()
  await expect(header(page, 'Última señal')).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => iccOf(page, 1)).toBe(silent[0])
  const age = row(page, 1).locator('time')
  await expect(age).toHaveText(/^hace \d+ [hd]$/)
  await expect(age.locator('..')).toHaveAttribute('title', /\d{4}, \d\d:\d\d/)

  const week = await listed(page, '7d', 'lastSeen')
  expect(week.length).toBeLessThan(silent.length)
  await chip(page, 'Filtro').click()
  await popup(page, 'Filtro').getByRole('button', { name: 'Sin señal' }).click()
  await page.getByRole('checkbox', { name: /^Más de 7 días/ }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => rowCount(page)).toBe(week.length)
  await expectAccessibleInBothThemes(page)

  await chip(page, 'Silenciosas').click()
  await expect.poll(() => rowCount(page)).toBe(silent.length)
  await chip(page, 'Silenciosas').click()
  await expect(page).toHaveURL(/\?company=6/)
  await expect(page).not.toHaveURL(/silent|status/)
  await chip(page, 'Silenciosas').click()
  await chip(page, 'Activas').click()
  await expect(chip(page, 'Activas')).toHaveAttribute('aria-pressed', 'true')
  await expect(page).not.toHaveURL(/silent/)
})

test('the foot says of which origins they are, and each is a filter', async ({ page }) => {
  await logInAs(page, ADMIN)
  await openList(page, '?status=2&silent=24h')
  const origins = page.getByRole('button', { name: /^Por origen: / })
  const first = origins.first()
  await expect(first).toHaveText(/\S [\d.]+$/)
  const counts = (await origins.allTextContents()).map((text) => Number(/[\d.]+$/.exec(text)?.[0].replaceAll('.', '')))
  expect(counts.length).toBeLessThanOrEqual(3)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  await first.click()
  await expect(page).toHaveURL(/origin=\d/)
  await expect.poll(() => rowCount(page)).toBe(counts[0])
  await expect(first).toHaveAttribute('aria-pressed', 'true')
  await expect(first).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await first.click()
  await expect(page).not.toHaveURL(/origin=/)
  await chip(page, 'Activas').click()
  await expect(origins).toHaveCount(0)
})

test('on a phone the button that diagnoses them has a word', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAs(page, ADMIN)
  await openList(page, '?company=6&status=2&silent=24h')
  await expect(page.getByRole('button', { name: /^Diagnosticar las \d+$/ })).toHaveText(/^Diagnosticar \d+$/)
  await expectAccessibleInBothThemes(page)
})

test('those that are silent for longer than is usual for them are found, and their pages say what is usual', async ({
  page,
}) => {
  await logInAs(page, ADMIN)
  const unusual = await listed(page, 'unusual', 'lastSeen')
  expect(unusual.length).toBeGreaterThan(0)
  await openList(page, '?company=6&status=2')
  await chip(page, 'Filtro').click()
  await popup(page, 'Filtro').getByRole('button', { name: 'Sin señal' }).click()
  await page.getByRole('checkbox', { name: /^Más de lo habitual en la SIM/ }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/silent=unusual/)
  await expect.poll(() => rowCount(page)).toBe(unusual.length)
  await expectAccessibleInBothThemes(page)

  await page.goto(`/sims/${unusual[0]}`)
  await expect(page.getByText('Sin señal por más tiempo que lo habitual en esta SIM')).toBeVisible()
  await page.getByRole('tab', { name: 'Conexión' }).click()
  await expect(page.getByText(/^hasta (\d+ d )?\d+ h/)).toBeVisible()
})

test('the dashboard leads to them', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/')
  await page
    .getByRole('region', { name: 'Requiere atención' })
    .getByRole('button', { name: /^Ver los/ })
    .click()
  await page.getByRole('link', { name: /silenciosas desde hace más de 24\sh/ }).click()
  await expect(chip(page, 'Silenciosas')).toHaveAttribute('aria-pressed', 'true')
  await expect(header(page, 'Última señal')).toHaveAttribute('aria-sort', 'descending')
})
