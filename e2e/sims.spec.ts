import { expect, type Page } from '@playwright/test'
import type { CallData } from '#contract/call.ts'
import { getSearchParameters, getSimFacets, listSims, saveView, simList } from '#contract/sims/sims.calls.ts'
import { consumptionPercent } from '#domain/usage.ts'
import { expectAccessible, expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { answerWith, holdBack, refuseWith } from './support/answers.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { ask, filters, grid, header, iccOf, openList, row, rowAt, rowCount } from './support/sims-page.ts'
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

type Facets = CallData<typeof getSimFacets>

const chip = (page: Page, name: string) => filters(page).getByRole('button', { name: new RegExp(`^${name}`) })
const facets = (page: Page, filter: object = {}) => ask<Facets>(page, getSimFacets, { filter })
const popup = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

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
    expect(percent).toBeGreaterThan(0)
    await expect(row(page, 1)).toContainText(`${percent.toLocaleString('de-DE')} %`)
  })

  test('shows names in place of ids', async ({ page }) => {
    await openList(page, '?origin=1')
    const { plans } = await ask<CallData<typeof getSearchParameters>>(page, getSearchParameters)
    const shown = await row(page, 1).getByRole('gridcell').nth(5).innerText()
    expect(plans.map((plan) => plan.planName)).toContain(shown.trim())
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
    const field = page.getByRole('textbox', { name: 'Buscar en la lista' })
    await field.fill(text.slice(0, 2))
    await expect(page.getByText('Escriba al menos 3 caracteres')).toBeVisible()
    await field.fill(text)
    await expect(page).toHaveURL(new RegExp(`search=${text}`))
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

test.describe('columns', () => {
  test.beforeEach(async ({ page }) => {
    await logInAs(page, ANA)
  })

  /** Position of a column; -1 when it is not shown. */
  const positionOf = async (page: Page, name: string) =>
    (await grid(page).getByRole('columnheader').allInnerTexts()).indexOf(name)
  const stateComesAfterPlan = (page: Page) =>
    expect.poll(async () => (await positionOf(page, 'Estado')) - (await positionOf(page, 'Plan'))).toBeGreaterThan(0)

  test('the stored state of an older version is read [S3.09]', async ({ page }) => {
    await page.addInitScript(() => {
      const old = [
        { colId: 'planCode', width: 180 },
        { colId: 'simTechnicalStatusId', width: 200 },
      ]
      localStorage.setItem('enlace.sims.columns', JSON.stringify(old))
    })
    await openList(page)
    for (const name of ['Plan', 'Estado', 'Activación']) await expect(header(page, name)).toBeVisible()
    await stateComesAfterPlan(page)
    await expect.poll(async () => (await header(page, 'Estado').boundingBox())?.width).toBe(200)
  })

  test('are hidden, moved, widened and pinned by keyboard, and stored', async ({ page }) => {
    await openList(page)
    await page.getByRole('button', { name: 'Columnas' }).click()
    const chooser = popup(page, 'Columnas')
    await chooser.getByRole('checkbox', { name: 'Sesión' }).press('Space')
    const grip = chooser.getByRole('button', { name: 'Mover Plan' })
    await grip.press('ArrowUp')
    await grip.press('ArrowUp')
    const width = (await header(page, 'Plan').boundingBox())?.width ?? 0
    await grip.press('ArrowRight')
    await chooser.getByRole('button', { name: 'Fijar Etiqueta a la izquierda' }).press('Enter')
    await chooser.getByText('ICC', { exact: true }).hover()
    await expect(chooser.getByRole('button', { name: 'Subir ICC' })).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await expect(header(page, 'Sesión')).toHaveCount(0)
    await page.reload()
    await expect(header(page, 'Plan')).toBeVisible()
    await expect(header(page, 'Sesión')).toHaveCount(0)
    await stateComesAfterPlan(page)
    await expect.poll(async () => (await header(page, 'Plan').boundingBox())?.width).toBe(width + 16)
    const left = (await header(page, 'Etiqueta').boundingBox())?.x
    await grid(page).evaluate((element) => element.scrollBy(400, 0))
    await expect.poll(async () => (await header(page, 'Etiqueta').boundingBox())?.x).toBe(left)
  })

  test('are widened and moved by dragging', async ({ page }) => {
    await openList(page)
    const label = await header(page, 'Etiqueta').boundingBox()
    if (!label) throw new Error('the column is not rendered')
    const edge = { x: label.x + label.width - 3, y: label.y + 16 }
    await page.mouse.move(edge.x, edge.y)
    await page.mouse.down()
    await page.mouse.move(edge.x + 60, edge.y, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => (await header(page, 'Etiqueta').boundingBox())?.width).toBe(label.width + 60)
    await header(page, 'Plan').dragTo(header(page, 'Estado'), { steps: 6 })
    await stateComesAfterPlan(page)
  })

  test('a comfortable list has higher rows, also after a reload', async ({ page }) => {
    await openList(page)
    await expect.poll(async () => (await rowAt(page, 1).boundingBox())?.height).toBe(36)
    await page.getByRole('button', { name: 'Cómoda' }).click()
    await expect.poll(async () => (await row(page, 1).boundingBox())?.height).toBe(44)
    await page.reload()
    await expect.poll(async () => (await row(page, 1).boundingBox())?.height).toBe(44)
  })
})

test.describe('states', () => {
  const NONE = {
    total: 0,
    isCapped: false,
    isAtLeast: false,
    administrativeStatusIds: [],
    gprsStatuses: [],
    providerIds: [],
    simTypeIds: [],
    planCodes: [],
    apnIds: [],
    companyIds: [],
    asOf: '2026-11-21T12:42:00Z',
  } satisfies Facets

  const withoutSims = async (page: Page) => {
    await answerWith(page, getSimFacets, NONE)
    await page.route(`**/api${listSims.path}`, (route) =>
      route.fulfill({ contentType: 'text/tab-separated-values', body: `${simList.names.join('\t')}\n` }),
    )
  }

  test('while rows load, placeholders have their height', async ({ page }) => {
    await logInAs(page, ANA)
    const release = await holdBack(page, listSims)
    await page.goto('/sims')
    await expect(rowAt(page, 1)).toHaveAttribute('aria-busy', 'true')
    await expect.poll(async () => (await rowAt(page, 1).boundingBox())?.height).toBe(36)
    release()
    await expect(row(page, 1)).toBeVisible()
  })

  test('an empty result names the search and offers to clear filters', async ({ page }) => {
    await logInAs(page, ANA)
    await page.goto('/sims?search=zzz%2099&origin=1')
    await expect(page.getByText('Ninguna SIM con «zzz 99»')).toBeVisible()
    await page.getByRole('button', { name: 'Quitar Origen', exact: true }).click()
    await expect(page).toHaveURL(/\?search=zzz/)
    await page.getByRole('button', { name: 'Quitar filtros' }).click()
    await expect(row(page, 1)).toBeVisible()
  })

  test('the values of a filter: loading, then failed with a retry, then loaded [S4.16]', async ({ page }) => {
    await logInAs(page, ANA)
    const release = await holdBack(page, getSearchParameters)
    await page.goto('/sims')
    await filters(page).getByRole('button', { name: 'Filtro', exact: true }).click()
    const menu = popup(page, 'Filtro')
    await menu.getByRole('button', { name: 'Origen' }).click()
    await expect(menu.getByRole('status', { name: 'Cargando' })).toBeVisible()
    await page.unrouteAll()
    await refuseWith(page, getSearchParameters, { code: 'internal', error: 'No se pudo leer' })
    release()
    await page.reload()
    await filters(page).getByRole('button', { name: 'Filtro', exact: true }).click()
    await menu.getByRole('button', { name: 'Origen' }).click()
    await expect(menu.getByRole('alert')).toContainText('No se pudieron cargar los valores')
    await page.unrouteAll()
    await menu.getByRole('button', { name: 'Reintentar' }).click()
    await expect(menu.getByRole('checkbox', { name: /^Chile/ })).toBeVisible()
  })

  test('an error is shown with its request id, and can be retried', async ({ page }) => {
    await logInAs(page, ANA)
    await refuseWith(page, listSims, { code: 'unavailable', error: 'El servicio no respondió' })
    await page.goto('/sims')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('No se pudieron cargar las SIMs')
    await expect(alert).toContainText('El servicio no respondió')
    await expect(alert).toContainText('req-7f3a91c2')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(row(page, 1)).toBeVisible()
  })

  test('rows that fail later keep the loaded ones, and can be retried', async ({ page }) => {
    await logInAs(page, ANA)
    await openList(page)
    await refuseWith(page, listSims, { code: 'unavailable', error: 'El servicio no respondió' })
    await grid(page).focus()
    await page.keyboard.press('End')
    await expect(page.getByRole('alert')).toContainText('El servicio no respondió (Petición req-7f3a91c2)')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(row(page, await rowCount(page))).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('without SIMs an administrator gets the import, a customer an explanation', async ({ page }) => {
    await withoutSims(page)
    await logInAs(page, ADMIN)
    await page.goto('/sims')
    const place = page.getByText('Todavía no hay SIMs').locator('..')
    await expect(place.getByRole('button', { name: 'Importar' })).toBeVisible()
    await logInAs(page, ANA)
    await page.goto('/sims')
    await expect(place).toContainText('Sus SIMs aparecerán aquí')
    await expect(page.getByRole('button', { name: 'Importar' })).toHaveCount(0)
  })
})

test.describe('appearance', () => {
  for (const size of SIZES) {
    test(`axe finds nothing in the list at ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size)
      await logInAs(page, ANA)
      await openList(page, '?origin=1&search=8956')
      await row(page, 2).getByRole('checkbox').click()
      await expectAccessibleInBothThemes(page)
    })
  }

  for (const name of ['Columnas', 'Exportar', /^Vista:/, /^Más/, 'Filtro']) {
    test(`the open menu ${name} is accessible`, async ({ page }) => {
      await logInAs(page, ANA)
      await openList(page, '?status=2')
      await page.getByRole('button', { name }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name }).first()).toBeFocused()
    })
  }

  test('on a phone a menu sorts', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await logInAs(page, ANA)
    await openList(page)
    await page.getByRole('button', { name: 'Más acciones de la lista' }).click()
    await page.getByRole('button', { name: /^Ordenar/ }).click()
    await page.getByRole('group', { name: 'Orden' }).getByRole('button', { name: '% del plan' }).click()
    await expect(page).toHaveURL(/sort=-percent/)
  })

  test('on a phone the same menu shows the columns, the focus follows, and axe finds nothing', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await logInAs(page, ANA)
    await openList(page)
    await page.getByRole('button', { name: 'Más acciones de la lista' }).click()
    const menu = popup(page, 'Más acciones de la lista')
    await expect(menu.getByRole('button', { name: /Importar/ })).toHaveCount(0)
    await expectAccessible(page)
    await menu.getByRole('button', { name: /^Columnas 12 de 24/ }).click()
    await expect(menu.getByRole('button', { name: 'Columnas', exact: true })).toBeFocused()
    await menu.getByRole('checkbox', { name: 'Sesión' }).uncheck()
    await menu.getByText('Plan', { exact: true }).hover()
    await menu.getByRole('button', { name: 'Subir Plan' }).click()
    await expectAccessible(page)
    await menu.getByRole('button', { name: 'Columnas', exact: true }).click()
    await expect(menu.getByRole('button', { name: /^Columnas 11 de 24/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Más acciones de la lista' })).toBeFocused()
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(header(page, 'Plan')).toBeVisible()
    await expect(header(page, 'Sesión')).toHaveCount(0)
  })

  test('on a phone all matching SIMs can be selected', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await logInAs(page, ANA)
    await openList(page)
    const total = (await facets(page)).total.toLocaleString('de-DE')
    await row(page, 2).getByRole('checkbox').click()
    await page.getByRole('button', { name: `Seleccionar las ${total}` }).click()
    const bar = page.getByRole('toolbar').filter({ hasText: `${total} SIMs` })
    await expect(bar.getByRole('button', { name: 'Acciones' })).toBeInViewport({ ratio: 1 })
  })

  test('a long label ends in an ellipsis and leaves its status and session readable', async ({ page }) => {
    await logInAs(page, ANA)
    await page.route(`**/api${listSims.path}`, async (route) => {
      const response = await route.fetch()
      const [head = '', ...rows] = (await response.text()).split('\n')
      const place = head.split('\t').indexOf('customField1')
      const longer = rows.map((line) =>
        line === '' ? line : line.split('\t').with(place, 'Departamento de Telemetría '.repeat(4)).join('\t'),
      )
      await route.fulfill({ response, body: [head, ...longer].join('\n') })
    })
    await openList(page, '?status=2')
    const label = row(page, 1).getByText(/^Departamento/)
    await expect(label).toHaveCSS('text-overflow', 'ellipsis')
    expect(await label.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
    await page.setViewportSize({ width: 390, height: 844 })
    for (const word of ['Activa', /^(Conectada|Sin sesión)$/]) {
      const cut = await row(page, 1)
        .getByText(word, { exact: true })
        .evaluate((element) => element.scrollWidth - element.clientWidth)
      expect(cut).toBe(0)
    }
  })

  test('on a phone the rows are cards, and nothing scrolls horizontally from 360 px on', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 720 })
    await logInAs(page, ANA)
    await openList(page)
    await expect(grid(page).getByRole('columnheader')).toHaveCount(0)
    await expect.poll(async () => (await row(page, 1).boundingBox())?.height).toBe(68)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide).toBe(0)
    await expectAccessible(page)
  })

  test('is in English too', async ({ page }) => {
    await setPreferences(page, { language: 'en' })
    await logInAs(page, ANA)
    await openList(page)
    await expect(header(page, 'Label')).toBeVisible()
    await expect(filters(page).getByRole('button', { name: /^Hibernated/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible()
  })
})
