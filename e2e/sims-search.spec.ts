import { expect, type Page } from '@playwright/test'
import { encodeTsv } from '#contract/list-codec.ts'
import { exportSims, getSimFacets, listSims, searchSims, simList } from '#contract/sims/sims.calls.ts'
import { consumptionPercent } from '#domain/usage.ts'
import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import { answerWith } from './support/answers.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { bar, filters, grid, header, iccOf, NO_COUNTS, openList, row, rowCount } from './support/sims-page.ts'
import { test } from './support/test.ts'

const chip = (page: Page, name: string) => filters(page).getByRole('button', { name: new RegExp(`^${name}`) })
const banner = (page: Page) => page.getByRole('status').filter({ hasText: /^Coinciden más de 500 SIMs/ })

test.describe('a text that more than five hundred SIMs contain', () => {
  // of a company whose SIMs no other test changes
  const SEARCH = '?company=6&search=Terminal'

  test('is sorted, counted and selected completely', async ({ page }) => {
    await logInAs(page, ADMIN)
    const headers = { 'x-api-key': 'enlace-web', accept: 'application/json' }
    const whole = await page.request.post(`/api${listSims.path}`, {
      headers,
      data: { filter: { companyIds: [6], search: 'Terminal' } },
    })
    const [, ...rows] = (await whole.json()).data as (string | number)[][]
    const cell = (one: (string | number)[], name: keyof (typeof simList)['columns']) => one[simList.names.indexOf(name)] ?? ''
    const percentOf = (one: (string | number)[]) =>
      consumptionPercent(Number(cell(one, 'consumptionMonthlyData')), Number(cell(one, 'planMb')))
    expect(rows.length).toBeGreaterThan(500)

    await openList(page, `${SEARCH}&sort=-percent`)
    await expect(chip(page, 'Todas')).toHaveText(`Todas ${rows.length.toLocaleString('de')}`)
    const active = rows.filter((one) => cell(one, 'simAdministrativeStatusId') === 2).length
    await expect(chip(page, 'Activas')).toHaveText(`Activas ${active.toLocaleString('de')}`)
    await expect.poll(() => rowCount(page)).toBe(rows.length)
    const greatest = Math.max(...rows.map(percentOf))
    const first = await iccOf(page, 1)
    expect(percentOf(rows.find((one) => cell(one, 'icc') === first) ?? [])).toBe(greatest)
    await expect(header(page, '% del plan')).toHaveAttribute('aria-sort', 'descending')
    await expect(banner(page)).toHaveCount(0)

    await row(page, 1).getByRole('checkbox').check()
    await page.getByRole('button', { name: `Seleccionar las ${rows.length.toLocaleString('de')}` }).click()
    await expect(bar(page).getByText(`${rows.length.toLocaleString('de')} SIMs`, { exact: true })).toBeVisible()
  })
})

test.describe('a list that has only some of the matches', () => {
  const iccAt = (index: number) => `8956${String(index).padStart(15, '0')}`
  const FACETS = {
    total: 500,
    isCapped: true,
    isAtLeast: true,
    ...NO_COUNTS,
    administrativeStatusIds: [
      { id: 2, count: 420 },
      { id: 11, count: 80 },
    ],
    providerIds: [{ id: 1, count: 500 }],
  }

  const answerPartialList = async (page: Page) => {
    await page.route(`**/api${searchSims.path}`, async (route) => {
      const { cursor, skip = 0, limit = 100 } = route.request().postDataJSON()
      const from = Number(cursor ?? 0) + skip
      const cells = (index: number) =>
        simList.names.map((name) => {
          if (name === 'icc') return iccAt(index)
          return name === 'customField1' ? `Camión ${index + 1}` : name === 'planMb' ? 250 : 1
        })
      const rows = Array.from({ length: Math.max(0, Math.min(limit, 500 - from)) }, (_, step) => cells(from + step))
      const next: Record<string, string> = from + rows.length < 500 ? { 'x-next-cursor': String(from + rows.length) } : {}
      const tsv = { contentType: 'text/tab-separated-values', body: encodeTsv(simList.names, rows) }
      await route.fulfill({ ...tsv, headers: { 'x-search-capped': '500', ...next } })
    })
    await answerWith(page, getSimFacets, FACETS)
  }

  test.beforeEach(async ({ page }) => {
    await logInAs(page, ANA)
    await answerPartialList(page)
  })

  test('says so over the rows, in every count and at its foot', async ({ page }) => {
    await openList(page, '?search=Cami%C3%B3n')
    await expect(banner(page)).toBeVisible()
    await expect(chip(page, 'Todas')).toHaveText('Todas 500+')
    await expect(chip(page, 'Activas')).toHaveText('Activas 420+')
    // none of the counted SIMs has it: the count is unknown
    await expect(chip(page, 'Por alarma')).toHaveText('Por alarma')
    await expect(page.getByText('500 SIMs de más de 500')).toBeVisible()
    await filters(page).getByRole('button', { name: 'Filtro', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Filtro', exact: true })
    await menu.getByRole('button', { name: 'Origen' }).click()
    await expect(menu.getByText('500+')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expectAccessibleInBothThemes(page)
  })

  test('cannot be sorted, and says why', async ({ page }) => {
    await openList(page, '?search=Cami%C3%B3n&sort=-percent')
    await expect(banner(page)).toBeVisible()
    const percent = header(page, '% del plan')
    await expect(percent).toHaveAttribute('aria-sort', 'none')
    const button = percent.getByRole('button', { name: '% del plan' })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await button.focus()
    await expect(page.getByRole('tooltip', { name: /^No se puede ordenar/ })).toBeVisible()
    await button.click({ force: true })
    await expect(page).toHaveURL(/sort=-percent$/)
  })

  test('is selected as far as it is shown, and exported completely', async ({ page }) => {
    await openList(page, '?search=Cami%C3%B3n')
    await row(page, 1).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Seleccionar las 500 primeras' }).click()
    await expect(bar(page).getByText('500 SIMs', { exact: true })).toBeVisible()
    const chosen = page.waitForRequest(`**/api${exportSims.path}`)
    await bar(page).getByRole('button', { name: 'Exportar 500 SIMs' }).click()
    const { icc } = (await chosen).postDataJSON()
    expect(icc).toEqual(Array.from({ length: 500 }, (_, index) => iccAt(index)))

    await page.getByRole('button', { name: 'Quitar la selección' }).click()
    await page.getByRole('button', { name: 'Exportar', exact: true }).click()
    await expect(page.getByText('Exportar todas las coincidencias, más de 500')).toBeVisible()
  })

  test('says the same on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openList(page, '?search=Cami%C3%B3n')
    await expect(banner(page)).toBeVisible()
    await expect(grid(page)).toBeVisible()
    await page.getByRole('button', { name: 'Más acciones de la lista' }).click()
    const menu = page.getByRole('dialog', { name: 'Más acciones de la lista' })
    await expect(menu.getByRole('button', { name: /^Exportar/ })).toContainText('500+')
    await menu.getByRole('button', { name: /^Ordenar/ }).click()
    await expect(menu.getByText(/^No se puede ordenar/)).toBeVisible()
    await expect(menu.getByRole('button', { name: 'IMEI' })).toHaveAttribute('aria-disabled', 'true')
    await expectAccessibleInBothThemes(page)
  })
})
