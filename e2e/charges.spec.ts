import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { chargeList } from '#contract/charges/charges.calls.ts'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import { formatMoneyIn } from '#domain/money.ts'
import { expectAccessible, expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { listRows } from './support/list-rows.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const NAME = /Cobros por ciclo|Charges by cycle/
const table = (page: Page) => page.getByRole('table', { name: NAME })
const rows = (page: Page) => listRows(page, NAME)
const column = (page: Page, name: string) => page.getByRole('region', { name })

/** The documents of the logged-in user, from the server. */
async function charges(page: Page, query: string) {
  const response = await page.request.get(`/api/charges?${query}`, { headers: { 'x-api-key': 'enlace-web' } })
  return decodeList(chargeList, decodeTsv(await response.text()))
}

/** The newest document that was issued. */
async function newestInvoice(page: Page) {
  const found = [...(await charges(page, 'state=issued')), ...(await charges(page, 'state=paid'))]
  const [invoice] = found.filter(({ sims }) => sims > 0)
  if (!invoice) throw new Error('the demo has no issued invoice')
  return invoice
}

test('charges have a menu entry, filters are in the address, and a failure can be retried [S2.11, S2.25, S3.40]', async ({
  page,
}) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await page.getByRole('button', { name: 'Reportes' }).click()
  await page.getByRole('menuitem', { name: 'Cobros' }).click()
  await expect(page).toHaveTitle(/Cobros/)
  for (const name of ['Ciclo', 'Mes de cobro', 'Cliente', 'Descarga']) {
    await expect(table(page).getByRole('columnheader', { name, exact: true })).toBeVisible()
  }
  // what is late is the last that folds away
  await expect(page.getByRole('group', { name: 'Estado', exact: true }).getByRole('button').nth(1)).toHaveText(/^Vencidas/)
  await page.getByRole('button', { name: /^Pagadas/ }).click()
  await expect(page).toHaveURL('/report-charges?state=paid')
  await expect(rows(page).first()).toContainText('Pagada')
  await page.goto('/report-charges?period=2020')
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await expect(page).toHaveURL('/report-charges')
  await expect(rows(page).first()).toBeVisible()

  // an open cycle has an estimate and no invoice yet
  await page.getByRole('button', { name: /^Abiertas/ }).click()
  await expect(rows(page).first()).toContainText(/PDF el \d+ [a-z]{3}/)
  await rows(page).first().getByRole('button').click()
  await expect(page.getByRole('button', { name: 'Ver estimación' })).toBeVisible()
  const panel = page.getByRole('main').getByRole('complementary')
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText(/^Estimado de [a-z]+ \d{4}$/)
  // SIMs are rated at the close: nothing opens yet
  await expect(panel).toContainText('Las líneas de cada SIM se calculan al cierre.')
  await expect(panel.getByRole('link', { name: 'Ver detalle por SIM' })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/report-charges?state=open')
  await expect(rows(page).first().getByRole('rowheader')).toHaveText(/^[a-z]{3,4} \d{4}$/, { useInnerText: true })
  await page.setViewportSize({ width: 1280, height: 720 })

  const failure = { status: false, data: null, message: '', error: 'Algo falló', code: 'internal', requestId: 'req-7f3a91c2' }
  await page.route(/\/api\/charges\?/, (route) => route.fulfill({ status: 400, json: failure }))
  await page.goto('/report-charges')
  await expect(page.getByText('No se pudo cargar la lista')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('from an invoice down to the usage, by keyboard alone', async ({ page }) => {
  await logInAs(page, ANA)
  const invoice = await newestInvoice(page)
  await page.goto(`/report-charges?company=${invoice.companyId}`)
  await page.getByRole('button', { name: invoice.documentNumber, exact: true }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('main').getByRole('complementary')
  await expect(panel).toContainText(/Vence\s*\d+ [a-z]{3} \d{4}/)
  // the total stands under what it sums
  const ends = await panel.locator('.drill_amount').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
  expect(ends.length).toBeGreaterThan(1)
  for (const end of ends) expect(end).toBeCloseTo(ends[0] ?? 0, 0)
  await page.getByRole('link', { name: 'Ver detalle por SIM' }).press('Enter')
  await expect(page).toHaveURL(/document=\d+/)
  await expect(column(page, 'Conceptos')).toContainText(formatMoneyIn(invoice.total, invoice.currency, 'es'))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const concept = column(page, 'Conceptos').locator('[aria-current]')
  await expect(concept).toBeFocused()
  const name = (await concept.locator('.medium').textContent()) ?? ''
  const sims = column(page, name)
  await expect(sims.getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(sims.locator('[aria-current]')).toBeFocused()
  await expect(page).toHaveURL(/icc=89\d+/)
  await page.keyboard.press('ArrowLeft')
  await expect(concept).toBeFocused()
  await page.reload()
  await expect(sims.locator('[aria-current]')).toBeVisible()
})

test('what is to be paid stands on top; an invoice says why it differs from the one before', async ({ page }) => {
  await logInAs(page, ANA)
  const invoice = await newestInvoice(page)
  await page.goto(`/report-charges?document=${invoice.documentId}`)
  const detail = page.getByRole('region', { name: invoice.documentNumber })
  await expect(detail.getByRole('heading', { level: 3, name: /^\$[\d.]+ (más|menos) que en / })).toBeVisible()
  const bridge = detail.getByRole('region', { name: /^Comparación con / })
  const written = await bridge.getByRole('listitem').locator(':nth-child(3)').allTextContents()
  const amountOf = (text: string) => Number(text.replace(/[$.+]/g, '').replace('−', '-'))
  const [, difference = '', word] =
    /^\$([\d.]+) (más|menos)/.exec((await bridge.getByRole('heading').textContent()) ?? '') ?? []
  const sum = written.reduce((all, text) => all + amountOf(text), 0)
  expect(sum).toBe(amountOf(difference) * (word === 'más' ? 1 : -1))

  const debts = page.getByRole('region', { name: 'Por pagar' })
  await debts.getByRole('link', { name: /^Vencido/ }).click()
  await expect(page).toHaveURL(/state=overdue/)
  await expect(page.getByRole('row', { name: /Vencida hace/ })).toHaveCount(2)
  await expectAccessibleInBothThemes(page)
})

test('debts of several currencies are a table: the own one first, digits end at one line, a dash is nothing', async ({
  page,
}) => {
  await logInAs(page, ADMIN)
  await page.goto('/report-charges')
  const debts = page.getByRole('region', { name: 'Por cobrar' })
  const currencies = debts.getByRole('group')
  await expect(currencies.first()).toHaveAccessibleName('Por cobrar, CLP')
  await expect(debts.getByRole('link', { name: /^Vencido\s*—$/ }).first()).toBeVisible()
  await expect(debts.getByText('Estimado de los ciclos abiertos').first()).toBeVisible()
  const edges = await currencies.evaluateAll((rows) =>
    rows.map((row) => Math.round(row.querySelector('.currency-code')?.getBoundingClientRect().left ?? 0)),
  )
  expect(edges.length).toBeGreaterThan(1)
  expect(new Set(edges).size).toBe(1)
  await expectAccessibleInBothThemes(page)
})

test('the PDF is shown in the page, and the rows of the CSV add up to the total [S9.12]', async ({ page }) => {
  // a headless browser has no PDF reader, like a phone; the page gets the file all the same
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => true }))
  await logInAs(page, ANA)
  const { documentId, documentNumber, currency, total } = await newestInvoice(page)
  await page.goto(`/report-charges?document=${documentId}`)
  await page.getByRole('button', { name: 'Ver PDF' }).click()
  const dialog = page.getByRole('dialog', { name: documentNumber })
  await expect(dialog.getByTitle(`PDF: ${documentNumber}`)).toHaveAttribute('src', /^blob:/)
  expect((await dialog.boundingBox())?.width).toBe(750)
  const pdf = page.waitForEvent('download', (file) => file.suggestedFilename().startsWith(documentNumber))
  await dialog.getByRole('button', { name: 'Descargar PDF' }).click()
  expect((await readFile(await (await pdf).path())).subarray(0, 5).toString()).toBe('%PDF-')
  await page.keyboard.press('Escape')

  const csv = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV', exact: true }).click()
  const [head = '', ...lines] = (await readFile(await (await csv).path(), 'utf8')).trimEnd().split('\r\n')
  const place = head.split(';').indexOf('Monto')
  const sum = lines.reduce((all, line) => all + Number(line.split(';')[place]?.replace(',', '.')), 0)
  expect(formatMoneyIn(currency === 'CLP' ? sum : Math.round(sum * 100), currency, 'es')).toBe(
    formatMoneyIn(total, currency, 'es'),
  )
})

test('an administrator marks an invoice as paid and cancels it by a credit note; customers get neither action', async ({
  page,
}) => {
  await logInAs(page, ADMIN)
  const [invoice] = await charges(page, 'state=issued&companyId=14')
  if (!invoice?.issuedAt) throw new Error('the demo has no issued invoice of Bajío Norte')
  const { documentId, documentNumber, issuedAt, total, currency } = invoice
  const detail = page.getByRole('region', { name: documentNumber })
  const dialog = page.getByRole('dialog')
  await page.goto(`/report-charges?company=14&document=${documentId}`)
  await detail.getByRole('button', { name: 'Marcar pagada' }).click()
  await expect(dialog).toContainText(`pagó ${formatMoneyIn(total, currency, 'es')} ${currency}`)
  await dialog.getByLabel('Fecha de pago').fill('2020-01-01')
  await dialog.getByLabel('Referencia').fill('TR-4711')
  await dialog.getByRole('button', { name: 'Marcar pagada' }).click()
  await expect(dialog.getByText('La fecha de pago no puede ser anterior a la factura')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await dialog.getByLabel('Fecha de pago').fill(issuedAt.slice(0, 10))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Factura marcada como pagada')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(detail).toContainText(/Pagada el .*: TR-4711/)
  await expect(detail.getByRole('button', { name: 'Marcar pagada' })).toHaveCount(0)

  await detail.getByRole('button', { name: 'Nota de crédito' }).click()
  await dialog.getByRole('button', { name: `Anular ${documentNumber}` }).click()
  await expect(dialog.getByText('Indique el motivo: aparece en la nota')).toBeVisible()
  await expect(dialog.getByLabel('Motivo')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Motivo').fill('Plan equivocado')
  await dialog.getByRole('button', { name: `Anular ${documentNumber}` }).click()
  await expect(page.getByText('Factura anulada con una nota de crédito')).toBeVisible()
  await expect(rows(page).filter({ hasText: /Anulada, nota NC-\d+/ })).toContainText(documentNumber)
  await expect(rows(page).filter({ hasText: `Anula ${documentNumber}` })).toContainText(formatMoneyIn(-total, currency, 'es'))
  await expect(detail.getByRole('button', { name: 'Nota de crédito' })).toHaveCount(0)

  await logInAs(page, ANA)
  const own = await newestInvoice(page)
  await page.goto(`/report-charges?document=${own.documentId}`)
  await expect(page.getByRole('button', { name: 'Ver PDF' })).toBeVisible()
  for (const name of ['Marcar pagada', 'Nota de crédito']) await expect(page.getByRole('button', { name })).toHaveCount(0)
})

for (const size of SIZES) {
  test(`charges are accessible: ${size.width} px`, async ({ page }) => {
    await setPreferences(page, { language: size.width === 1280 ? 'en' : 'es' })
    await page.setViewportSize(size)
    await logInAs(page, ANA)
    const { documentId } = await newestInvoice(page)
    await page.goto(`/report-charges?document=${documentId}`)
    await expect(rows(page).first()).toBeVisible()
    await page.locator('[data-drill] [data-drill-column] [data-drill-row]').first().click()
    await expect(page.locator('[data-drill] [data-drill-column]')).toHaveCount(2)
    await page.locator('[data-drill] [data-drill-column]').nth(1).locator('[data-drill-row]').first().click()
    await expect(page.locator('[data-drill] [data-drill-column]')).toHaveCount(3)
    // on a phone the columns are below each other: the header would lie over a part of the open concept, which axe takes for its size
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessibleInBothThemes(page)
  })
}
