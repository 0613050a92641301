import { expect, type Page } from '@playwright/test'
import type { CallData } from '#contract/call.ts'
import { getSearchParameters } from '#contract/sims/sims.calls.ts'
import { saveView } from '#contract/sims/views.calls.ts'
import { consumptionPercent } from '#domain/usage.ts'
import { holdBack, refuseWith } from './support/answers.ts'
import { ANA, logInAs } from './support/people.ts'
import { ask, facets, filters, header, iccOf, openList, popup, row, rowCount } from './support/sims-page.ts'
import { test } from './support/test.ts'

/** The 23 fields of a SIM in the specification's order and the derived percent, each with its name on the page. */
const NAMES = {
  providerId: 'Origen',
  simTypeId: 'Tipo',
  planCode: 'Plan',
  activationDate: 'Activación',
  icc: 'ICC',
  msisdn: 'MSISDN',
  imei: 'IMEI',
  device: 'Dispositivo',
  simAdministrativeStatusId: 'Estado',
  gprsStatus: 'Sesión',
  ip: 'IP',
  consumptionDailyData: 'Datos de hoy',
  consumptionMonthlyData: 'Datos del ciclo',
  consumptionDailyVoice: 'Voz de hoy',
  consumptionMonthlyVoice: 'Voz del ciclo',
  consumptionDailySms: 'SMS de hoy',
  consumptionMonthlySms: 'SMS del ciclo',
  customField1: 'Etiqueta',
  customField2: 'Campo 2',
  apnId: 'APN',
  planMb: 'Límite del plan (MB)',
  currentNetwork: 'Red actual',
  companyId: 'Empresa',
  percent: '% del plan',
} as const

const chip = (page: Page, name: string) => filters(page).getByRole('button', { name: new RegExp(`^${name}`) })

test.describe('the list', () => {
  test.beforeEach(async ({ page }) => {
    await logInAs(page, ANA)
  })

  test('shows the fleet, its count and its time', async ({ page }) => {
    await openList(page)
    await expect(page).toHaveTitle('SIMs | Enlace')
    const { total } = await facets(page)
    await expect.poll(() => rowCount(page)).toBe(total)
    const list = page.getByRole('region', { name: 'SIMs' })
    await expect(list.getByText(`${total.toLocaleString('de-DE')} SIMs`, { exact: true })).toBeVisible()
    await expect(page.getByText(/^al \d+ \w{3} \d{4}, \d\d:\d\d$/)).toBeVisible()
    await expect(page.getByText(/^filas 1–\d+$/)).toBeVisible()
  })

  test('offers every property of a SIM and the derived percent as a column [S3.06, S3.07]', async ({ page }) => {
    await page.setViewportSize({ width: 2560, height: 900 })
    await openList(page)
    await page.getByRole('button', { name: 'Columnas' }).click()
    await expect(popup(page, 'Columnas').getByRole('checkbox', { name: 'ICC', exact: true })).toBeVisible()
    const unchecked = popup(page, 'Columnas').getByRole('checkbox', { checked: false })
    while ((await unchecked.count()) > 0) await unchecked.first().click()
    await page.keyboard.press('Escape')
    for (const [field, name] of Object.entries(NAMES)) await expect(header(page, name), field).toHaveCount(1)
  })

  test('derives the percent from the cycle’s data and the plan’s threshold [S9.02]', async ({ page }) => {
    await openList(page, '?sort=-percent')
    const response = await page.request.post('/api/sim/sims', {
      headers: { 'x-api-key': 'enlace-web', accept: 'application/json' },
      data: { sort: 'percent', descending: true, limit: 1 },
    })
    const [names, first] = (await response.json()).data as [string[], string[]]
    const value = (name: string) => Number(first[names.indexOf(name)])
    const percent = consumptionPercent(value('consumptionMonthlyData'), value('planMb'))
    // in the first hours of a cycle it is 0 for all
    expect(value('planMb')).toBeGreaterThan(0)
    await expect(row(page, 1)).toContainText(`${percent.toLocaleString('de-DE')} %`)
  })

  const planOfFirst = (page: Page) => row(page, 1).getByRole('gridcell').nth(8)

  test('shows names in place of ids, and nothing while the names load', async ({ page }) => {
    const { plans } = await ask<CallData<typeof getSearchParameters>>(page, getSearchParameters)
    const release = await holdBack(page, getSearchParameters)
    await openList(page, '?origin=1')
    await expect(planOfFirst(page)).toHaveText('')
    release()
    await expect(planOfFirst(page)).not.toHaveText('')
    expect(plans.map(({ planName }) => planName)).toContain(await planOfFirst(page).innerText())
  })

  test('shows ids where the names cannot be loaded', async ({ page }) => {
    const { plans } = await ask<CallData<typeof getSearchParameters>>(page, getSearchParameters)
    await refuseWith(page, getSearchParameters, { code: 'internal', error: 'Error interno' })
    await openList(page, '?origin=1')
    await expect(planOfFirst(page)).not.toHaveText('')
    expect(plans.map(({ planCode }) => planCode)).toContain(await planOfFirst(page).innerText())
  })

  test('an icc parameter filters by that SIM and opens it; after closing it the filter stays [S2.09]', async ({ page }) => {
    await openList(page)
    const icc = await iccOf(page, 3)
    await openList(page, `?icc=${icc}`)
    await expect.poll(() => rowCount(page)).toBe(1)
    await expect.poll(() => iccOf(page, 1)).toBe(icc)
    const panel = page.getByRole('complementary', { name: new RegExp(`^SIM ${icc}`) })
    await expect(panel).toBeVisible()
    await panel.getByRole('button', { name: /^Cerrar/ }).click()
    await expect(panel).toBeHidden()
    await expect.poll(() => rowCount(page)).toBe(1)
    await filters(page)
      .getByRole('button', { name: `Quitar ICC ${icc}` })
      .click()
    await expect.poll(() => rowCount(page)).toBeGreaterThan(1)
  })

  test('a status chip filters, counts live, is in the address, and Back removes it [S1.05]', async ({ page }) => {
    await openList(page)
    const before = await rowCount(page)
    await chip(page, 'Hibernadas').click()
    const { total } = await facets(page, { administrativeStatusIds: [11] })
    await expect(chip(page, 'Hibernadas')).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL(/\?status=11$/)
    await expect.poll(() => rowCount(page)).toBe(total)
    await expect(row(page, 1)).toContainText('Hibernada')
    await expect(chip(page, 'Hibernadas')).toContainText(total.toLocaleString('de-DE'))
    await page.goBack()
    await expect.poll(() => rowCount(page)).toBe(before)
    await page.goForward()
    await expect.poll(() => rowCount(page)).toBe(total)
  })

  test('a filter has several values; Todos has an empty value and clears it [S1.05, S9.08]', async ({ page }) => {
    await openList(page)
    await filters(page).getByRole('button', { name: 'Filtro', exact: true }).click()
    await popup(page, 'Filtro').getByRole('button', { name: 'Origen' }).click()
    const values = popup(page, 'Filtro').getByRole('group', { name: 'Origen' })
    await values.getByRole('checkbox', { name: /^Chile/ }).check()
    await values.getByRole('checkbox', { name: /^Peru|^Perú/ }).check()
    const { total } = await facets(page, { providerIds: [1, 2] })
    await expect.poll(() => rowCount(page)).toBe(total)
    await expect(page).toHaveURL(/\?origin=1,2$/)
    const all = values.getByRole('checkbox', { name: 'Todos' })
    await expect(all).toHaveAttribute('value', '')
    await all.check()
    await expect(page).toHaveURL(/\/sims$/)
  })

  test('a filter is removed by its cross', async ({ page }) => {
    await openList(page, '?type=2')
    await filters(page)
      .getByRole('button', { name: /^Quitar Tipo/ })
      .click()
    await expect(page).toHaveURL(/\/sims$/)
  })

  test('its own search starts at three characters, at any position', async ({ page }) => {
    await openList(page)
    const text = (await iccOf(page, 2)).slice(-6)
    const field = page.getByRole('searchbox', { name: 'Buscar en la lista' })
    await field.fill(text.slice(0, 2))
    await expect(page.getByText('Escriba al menos 3 caracteres')).toBeVisible()
    await field.fill(text)
    await expect(page).toHaveURL(new RegExp(`search=${text}`))
    // the field says it: a chip beside it would take the room of others
    await expect(filters(page).getByRole('button', { name: /^Quitar Búsqueda/ })).toHaveCount(0)
    const { total } = await facets(page, { search: text })
    await expect.poll(() => rowCount(page)).toBe(total)
    await expect(
      page
        .getByRole('combobox', { name: /Buscar/ })
        .or(page.locator('header input'))
        .first(),
    ).toHaveValue(text)
  })

  test('a column’s name sorts, and shows the order', async ({ page }) => {
    await openList(page)
    await expect(header(page, 'ICC')).toHaveAttribute('aria-sort', 'ascending')
    await header(page, 'Datos del ciclo').getByRole('button').click()
    await expect(header(page, 'Datos del ciclo')).toHaveAttribute('aria-sort', 'descending')
    await expect(header(page, 'ICC')).toHaveAttribute('aria-sort', 'none')
    await expect(page).toHaveURL(/sort=-consumptionMonthlyData/)
    await header(page, 'Datos del ciclo').getByRole('button').click()
    await expect(page).toHaveURL(/sort=consumptionMonthlyData/)
    await expect(header(page, 'Estado').getByRole('button')).toHaveCount(0)
  })

  test('a success or an error appears as a popup with an icon and the message of the server [S8.18]', async ({ page }) => {
    await openList(page, '?status=11')
    const saveAs = async (name: string) => {
      await page.getByRole('button', { name: /^Vista:/ }).click()
      await page.getByRole('textbox', { name: 'Nombre de la vista' }).fill(name)
      await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    }
    const toast = (text: string) => page.getByRole('region', { name: 'Avisos' }).getByRole('listitem').filter({ hasText: text })
    const answer = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith(saveView.path),
    )
    const name = `Dormidas ${Date.now()}`
    await saveAs(name)
    const { message } = await (await answer).json()
    expect(message).toContain(name)
    await expect(toast(message).locator('svg.icon-active')).toBeVisible()
    await page.getByRole('button', { name: `Vista: ${name}` }).click()
    await page.getByRole('button', { name: `Eliminar la vista ${name}` }).click()
    await expect(toast(`Vista «${name}» eliminada`)).toBeVisible()
    await page.keyboard.press('Escape')
    await refuseWith(page, saveView, { code: 'conflict', error: 'Hay demasiadas vistas' })
    await saveAs('Otra')
    await expect(toast('Hay demasiadas vistas').locator('svg.icon-stop')).toBeVisible()
  })

  test('a saved view restores its filter, and is deleted', async ({ page }) => {
    await openList(page, '?status=11')
    const name = `Hibernadas ${Date.now()}`
    await page.getByRole('button', { name: /^Vista:/ }).click()
    await page.getByRole('textbox', { name: 'Nombre de la vista' }).fill(name)
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(page.getByRole('button', { name: `Vista: ${name}` })).toBeVisible()
    await page.getByRole('button', { name: `Vista: ${name}` }).click()
    await popup(page, 'Vistas').getByRole('button', { name: 'Todas las SIMs' }).click()
    await expect(page).toHaveURL(/\/sims$/)
    await page.getByRole('button', { name: 'Vista: Todas las SIMs' }).click()
    await popup(page, 'Vistas').getByRole('button', { name, exact: true }).click()
    await expect(page).toHaveURL(/\?status=11$/)
    await page.getByRole('button', { name: `Vista: ${name}` }).click()
    await popup(page, 'Vistas')
      .getByRole('button', { name: `Eliminar la vista ${name}` })
      .click()
    await expect(popup(page, 'Vistas').getByRole('button', { name, exact: true })).toHaveCount(0)
  })
})
