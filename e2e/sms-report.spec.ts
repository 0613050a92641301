import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { getSession } from '#contract/identity/identity.calls.ts'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import { smsReportList } from '#contract/sms-report/sms-report.calls.ts'
import { expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { answerWith } from './support/answers.ts'
import { chooseFilter, openFilter, typeFilter } from './support/list-filters.ts'
import { listRows } from './support/list-rows.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Mensajes' })
const rows = (page: Page) => listRows(page, 'Mensajes')

/** The columns of the specification, by their names on the page, and what can be done with a row. */
const REPORT = ['Hora', 'SIM', 'Plataforma', 'Resultado', 'Mensaje', 'Usuario', 'Acciones']
const PLATFORM: Readonly<Record<string, string>> = { portal: 'Portal', api: 'API', rule: 'Regla', device: 'Dispositivo' }

/** The newest messages of the logged-in user, from the server. */
async function newest(page: Page, query: string) {
  const response = await page.request.get(`/api/sms/report?${query}`, { headers: { 'x-api-key': 'enlace-web' } })
  return decodeList(smsReportList, decodeTsv(await response.text()))
}

test('the report has a menu entry, and shows each message with its result [S2.16, S3.39]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await page.getByRole('button', { name: 'Reportes' }).click()
  await page.getByRole('menuitem', { name: 'SMS', exact: true }).click()
  await expect(page).toHaveTitle(/Reporte de SMS/)
  await expect(table(page).getByRole('columnheader')).toHaveText(REPORT)
  await expect(rows(page)).toHaveCount(50)
  // a day is said once, over its messages
  await expect(table(page).locator('[scope=rowgroup]').first()).toHaveText(/\d{4}$/)
  // label and ICC are in one line, so that a row is as high as elsewhere
  const heights = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeLessThan(50)
  const icon = (name: RegExp) => page.getByRole('button', { name }).locator('svg')
  await expect(icon(/^Vencido/)).toHaveClass(/clock/)
  await expect(icon(/^No enviado/)).toHaveClass(/triangle/)
  // failures are first: on a phone their chips are seen without scrolling
  const chips = page.getByRole('button', { name: /^(No enviados|Vencidos|Entregados|Recibidos)/ })
  await expect(chips).toHaveText([/^No enviados/, /^Vencidos/, /^Entregados/, /^Recibidos/])
  const [message] = await newest(page, 'limit=1&result=delivered')
  await page.getByRole('button', { name: /^Entregado/ }).click()
  const first = rows(page).first()
  await expect(first).toContainText(message?.message ?? '')
  await expect(first).toContainText('Entregado')
  await expect(first.getByRole('cell').nth(REPORT.indexOf('Plataforma') - 1)).toHaveText(
    PLATFORM[message?.platform ?? ''] ?? '?',
  )
  // why one did not arrive stands below its text, and is read whole
  const cause = rows(page).getByText('El dispositivo no estuvo disponible a tiempo').first()
  await page.getByRole('button', { name: /^Vencido/ }).click()
  await expect(cause).toBeVisible()
  expect(await cause.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
  // and it can be sent again: its text is there already
  const [expired] = await newest(page, 'limit=1&result=expired')
  await page
    .getByRole('button', { name: `Reenviar: ${expired?.icc}`, exact: true })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: /SMS/ }).getByLabel('Mensaje')).toHaveValue(expired?.message ?? '')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Vencido/ }).click()
  await page.getByRole('button', { name: 'Mostrar más' }).click()
  await expect(rows(page)).toHaveCount(100)
})

test('on a phone a message shows its platform and sender, too [S3.39]', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAs(page, ANA)
  // devices go on sending meanwhile: among the newest there may be none of a person's
  const [message] = await newest(page, 'limit=1&platform=portal')
  await page.goto(`/sms-report?icc=${message?.icc}`)
  const card = rows(page)
    .filter({ hasText: message?.message ?? '?' })
    .first()
  await expect(card.getByText(PLATFORM[message?.platform ?? ''] ?? '?', { exact: true })).toBeVisible()
  await expect(card.getByTitle(message?.user ?? '?', { exact: true })).toBeVisible()
})

test('filters are in the address, and an empty result offers to clear them', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/sms-report')
  await chooseFilter(page, 'Plataforma', 'Dispositivo')
  await expect(page).toHaveURL('/sms-report?platform=device')
  await expect(rows(page).first()).toContainText('Recibido')
  await page.getByRole('button', { name: 'Míos' }).click()
  await expect(page).toHaveURL('/sms-report?platform=device&mine=true')
  await expect(page.getByText('Ningún resultado coincide con los filtros')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await expect(page).toHaveURL('/sms-report')

  const [message] = await newest(page, 'limit=1')
  await typeFilter(page, 'ICC', '123')
  await expect(page.getByText('Un ICC tiene 19 o 20 dígitos')).toBeVisible()
  await page.getByRole('searchbox', { name: 'ICC' }).fill(message?.icc ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/sms-report?icc=${message?.icc}`)
  await expect(rows(page).first()).toContainText(message?.message ?? '')
  await page.reload()
  await expect(page.getByRole('button', { name: `ICC ${message?.icc}`, exact: true })).toBeVisible()
  await page.goto(`/sms-report?icc=${message?.icc}&to=2020-01-01`)
  await expect(page.getByRole('button', { name: 'Fecha Hasta el 1 ene 2020', exact: true })).toBeVisible()
  await expect(page.getByText('Ningún resultado coincide con los filtros')).toBeVisible()
})

test('a span of days is a preset, two days of a calendar, or one with an open end', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-24T15:00:00Z')
  await logInAs(page, ANA)
  await page.goto('/sms-report')
  await openFilter(page, 'Fecha')
  await page.getByRole('button', { name: 'Últimos 7 días' }).click()
  await expect(page).toHaveURL('/sms-report?from=2026-11-18&to=2026-11-24')
  await page.getByRole('button', { name: 'Fecha Últimos 7 días', exact: true }).click()
  await page.getByRole('button', { name: '3 nov 2026', exact: true }).click()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/sms-report?from=2026-10-26&to=2026-11-03')
  await page.getByRole('button', { name: /^Fecha .* – / }).click()
  await page.getByRole('button', { name: '10 nov 2026', exact: true }).click()
  await page.getByRole('button', { name: 'Hasta el 10 nov 2026' }).click()
  await expect(page).toHaveURL('/sms-report?to=2026-11-10')
  await page.getByRole('button', { name: 'Quitar Fecha Hasta el 10 nov 2026' }).click()
  await expect(page).toHaveURL('/sms-report')
})

test('arrow keys go from row to row, and a click on a row opens its SIM', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/sms-report')
  const links = rows(page).getByRole('link')
  await links.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(links.first()).toBeFocused()
  await rows(page).first().getByRole('cell').first().click()
  await expect(page).toHaveURL(/\/sims\/\d+$/)
})

test('a column can be left out, and stays so', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/sms-report')
  await page.getByRole('button', { name: 'Vista' }).click()
  await page.getByRole('checkbox', { name: 'Plataforma' }).uncheck()
  await page.keyboard.press('Escape')
  const shown = REPORT.filter((name) => name !== 'Plataforma')
  await expect(table(page).getByRole('columnheader')).toHaveText(shown)
  await page.reload()
  await expect(table(page).getByRole('columnheader')).toHaveText(shown)
})

test('a message is sent through the network, and its delivery appears by itself', async ({ page }) => {
  await logInAs(page, ANA)
  const headers = { 'x-api-key': 'enlace-web' }
  const found = await page.request.post('/api/sim/sims', {
    headers: { ...headers, accept: 'text/tab-separated-values' },
    data: { filter: { administrativeStatusIds: [2], gprsStatuses: [1], simTypeIds: [2] }, limit: 1 },
  })
  const [header = [], sim = []] = decodeTsv(await found.text())
  const icc = sim[header.indexOf('icc')] ?? ''
  const text = `Prueba ñandú ${Date.now()}`
  const sent = await page.request.post('/api/sim/sms', { headers, data: { icc, message: text } })
  expect(sent.status(), await sent.text()).toBe(200)
  await page.goto(`/sms-report?icc=${icc}`)
  const row = rows(page).filter({ hasText: text })
  await expect(row).toContainText('Entregado', { timeout: 60_000 })
})

test('the filtered rows are exported as CSV, XLSX and TSV', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/sms-report?result=expired')
  for (const [name, pattern] of [
    ['CSV, para leer', /^sms-\d{4}-\d\d-\d\d\.csv$/],
    ['Excel (XLSX)', /\.xlsx$/],
    ['TSV, para procesar', /\.tsv$/],
  ] as const) {
    await page.getByRole('button', { name: 'Exportar' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(pattern)
    const bytes = await readFile(await file.path())
    if (name.startsWith('CSV')) expect(bytes.toString()).toContain(';Vencido;El dispositivo no estuvo disponible a tiempo;')
    if (name.startsWith('Excel')) expect(bytes.subarray(0, 2).toString()).toBe('PK')
  }
})

test('without the permit the report is neither in the menu nor at its address [S2.24]', async ({ page }) => {
  await logInAs(page, ADMIN)
  const response = await page.request.get('/api/users/session/', { headers: { 'x-api-key': 'enlace-web' } })
  const { data } = await response.json()
  await answerWith(page, getSession, { ...data, menu: ['sims'], admin: '0' })
  await page.goto('/sms-report')
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Reportes' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Cobros'])
})

test('a failure is shown, and can be retried', async ({ page }) => {
  await logInAs(page, ANA)
  const refusal = { status: false, data: null, message: '', error: 'Algo falló', code: 'internal', requestId: 'req-7f3a91c2' }
  await page.route(/\/api\/sms\/report\?/, (route) => route.fulfill({ status: 400, json: refusal }))
  await page.goto('/sms-report')
  await expect(page.getByText('No se pudo cargar la lista')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(rows(page).first()).toBeVisible()
})

for (const size of SIZES) {
  test(`the report is accessible: ${size.width} px`, async ({ page }) => {
    await setPreferences(page, { language: size.width === 1280 ? 'en' : 'es' })
    await page.setViewportSize(size)
    await logInAs(page, ANA)
    await page.goto('/sms-report')
    await expect(listRows(page, size.width === 1280 ? 'Messages' : 'Mensajes')).toHaveCount(50)
    await expectAccessibleInBothThemes(page)
  })
}
