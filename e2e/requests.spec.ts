import { expect, type Locator, type Page } from '@playwright/test'
import { getSession } from '#contract/identity/identity.calls.ts'
import { encodeTsv } from '#contract/list-codec.ts'
import { emptyCart, setCartLine, submitCart } from '#contract/requests/cart.calls.ts'
import { cancelRequest } from '#contract/requests/request-steps.calls.ts'
import { getRequests, requestList } from '#contract/requests/requests.calls.ts'
import { getBrands } from '#contract/store/store.calls.ts'
import { luhnDigit } from '#domain/identifiers.ts'
import { pngOf } from '#test/png.ts'
import { expectAccessible, expectAccessibleInBothThemes, setPreferences } from './support/accessibility.ts'
import { answerWith, refuseWith } from './support/answers.ts'
import { chooseFilter } from './support/list-filters.ts'
import { listRows } from './support/list-rows.ts'
import { ADMIN, ANA, createPerson, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const headers = { 'x-api-key': 'enlace-web' }
/** ICCs that no SIM of the demo has. */
const iccs = [1, 2].map((n) => `895609977000000000${n}`).map((digits) => digits + luhnDigit(digits))

const dialog = (page: Page): Locator => page.getByRole('dialog')
const products = (page: Page): Locator => page.getByRole('list', { name: 'Hardware' }).locator(':scope > li')

async function advance(page: Page, button: string, message: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await dialog(page).getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByText(message).first()).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
}

test('customer and operator take an order from the cart to its end, and its SIMs are in the list [S1.08, S2.10]', async ({
  page,
}) => {
  await logInAs(page, ANA)
  await page.request.delete(`/api${emptyCart.path}`, { headers })
  await page.goto('/')
  await page.getByRole('link', { name: 'Solicitud', exact: true }).click()
  await expect(page).toHaveURL('/requests')
  await page.getByRole('button', { name: 'Nueva solicitud' }).click()
  await expect(page.getByRole('button', { name: 'Agregar al carrito' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('combobox', { name: 'Tipo', exact: true })).toContainText('Elija origen')
  await expect(page.getByRole('combobox', { name: 'Plan', exact: true })).toContainText('Elija tipo')
  await page.getByRole('combobox', { name: 'Origen' }).selectOption({ label: 'Chile' })
  await expect(page.getByRole('combobox', { name: 'Plan', exact: true })).toContainText('Elija tipo')
  await page.getByRole('combobox', { name: 'Tipo', exact: true }).selectOption({ label: 'Local' })
  const plans = page.getByRole('combobox', { name: 'Plan', exact: true })
  const plan = plans.getByRole('option', { name: /^IoT 250 MB · \$1\.640 CLP\/mes/ })
  await plans.selectOption(await plan.getAttribute('value'))
  await page.getByLabel('Cantidad', { exact: true }).fill('2')
  await expect(page.getByText('2 SIMs × $1.640 = $3.280 CLP al mes')).toBeVisible()
  await page.getByRole('button', { name: 'Agregar al carrito' }).click()
  await page.getByRole('button', { name: 'Agregar GL320MG al carrito' }).click()
  await expect(page.getByLabel('Cantidad de GL320MG')).toHaveValue('1')
  // the quantity is shown before it is stored
  const stored = page.waitForResponse(
    (answer) =>
      answer.request().method() === setCartLine.method && answer.request().postData()?.includes('"quantity":2') === true,
  )
  await page.getByRole('button', { name: 'Uno más de GL320MG' }).click()
  await expect(page.getByLabel('Cantidad de GL320MG')).toHaveValue('2')
  expect((await stored).ok()).toBe(true)

  // the cart is stored on the server, and a reloaded page shows it
  await page.reload()
  await page.getByRole('button', { name: 'Carrito, 2 líneas' }).click()
  const cart = dialog(page)
  await expect(cart.getByText('Planes, al mes')).toBeVisible()
  await expect(cart.locator('[data-order-totals]')).toContainText('$117,80 USD')
  await expect(cart.locator('[data-order-totals]')).toContainText('$3.280 CLP')
  await expectAccessibleInBothThemes(page)
  // that of the last request
  await expect(cart.getByLabel('Dirección de entrega')).not.toHaveValue('')
  await cart.getByLabel('Dirección de entrega').fill('')
  await cart.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(cart.getByText('Este campo es requerido')).toBeVisible()
  await cart.getByLabel('Dirección de entrega').fill('Ruta 5 Sur 100, Talca')
  await cart.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page).toHaveURL(/\/requests\/\d+$/)
  await expect(page.getByText('Ruta 5 Sur 100, Talca')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancelar solicitud' })).toBeVisible()
  const address = page.url()

  await logInAs(page, ADMIN)
  await page.goto(address)
  await advance(page, 'Aprobar', 'Solicitud aprobada')
  await expect(page.getByText('Todavía no hay SIMs asignadas')).toBeVisible()
  await expect(page.getByRole('region', { name: 'SIMs asignadas' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Asignar 2 SIMs' }).click()
  await dialog(page).getByRole('button', { name: 'Lista de ICC' }).click()
  await dialog(page).getByRole('combobox', { name: 'APN de las SIMs nuevas' }).selectOption({ label: 'M2M Chile' })
  await dialog(page)
    .getByLabel('ICC', { exact: true })
    .fill(`${iccs[0]}\n${iccs[0]?.slice(0, -1)}x`)
  await dialog(page).getByRole('button', { name: 'Asignar', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('1 línea con error: no se asignó ninguna SIM')
  await dialog(page).getByLabel('ICC', { exact: true }).fill(iccs.join('\n'))
  await dialog(page).getByRole('button', { name: 'Asignar', exact: true }).click()
  const assigned = listRows(page, 'SIMs asignadas')
  await expect(assigned).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'SIMs asignadas' }).getByText('2', { exact: true })).toBeVisible()
  // also what is below the loaded rows, page by page
  await page.route(/\/requests\/detail\/\d+\?.*limit=1000/, (route) =>
    route.continue({ url: route.request().url().replace('limit=1000', 'limit=1') }),
  )
  await page.getByRole('button', { name: 'Copiar ICC', exact: true }).click()
  await expect(page.getByText('2 ICC copiados')).toBeVisible()
  await page.getByRole('region', { name: 'SIMs asignadas' }).getByRole('button', { name: 'Exportar' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel (XLSX)' }).click()
  expect((await file).suggestedFilename()).toMatch(/^solicitud-\d+-sims-.*\.xlsx$/)

  // a wrong SIM is unassigned, and another is assigned from stock
  await page.getByRole('button', { name: `Quitar la SIM ${iccs[1]} de la solicitud` }).click()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect(page.getByText('SIM quitada; volvió a las existencias')).toBeVisible()
  await expect(assigned).toHaveCount(1)
  await page.getByRole('button', { name: 'Asignar 1 SIM' }).click()
  await dialog(page).getByLabel('Cantidad', { exact: true }).fill('1')
  await dialog(page).getByRole('button', { name: 'Asignar', exact: true }).click()
  await expect(assigned).toHaveCount(2)
  await advance(page, 'Despachar', 'Solicitud despachada')

  await logInAs(page, ANA)
  await page.goto(address)
  await advance(page, 'Confirmar entrega', 'Entrega confirmada')
  await advance(page, 'Cerrar solicitud', 'Solicitud cerrada')
  await expect(page.locator('[aria-current="step"]')).toContainText('Cerrada')
  await expect(page.getByRole('listitem').filter({ hasText: 'Enviada' }).locator('.icon-active')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expect(page.getByText('Cerrada').first()).toBeVisible()
  await page.goto(`/sims?icc=${iccs[0]}`)
  const sim = page.getByRole('row').filter({ hasText: iccs[0] ?? '' })
  await expect(sim).toContainText('Lista para usar')
})

test('what waits for the reader comes first, and its row takes the next step', async ({ page }) => {
  await logInAs(page, ANA)
  await page.request.delete(`/api${emptyCart.path}`, { headers })
  const line = { planCode: 'CL-IOT250', quantity: 2 }
  const filled = await page.request.put(`/api${setCartLine.path}`, { headers, data: line })
  const order = { deliveryAddress: 'Ruta 5 Sur 100, Talca', totals: (await filled.json()).data.totals }
  const sent = await page.request.post(`/api${submitCart.path}`, { headers, data: order })
  const name = `Solicitud ${(await sent.json()).data.requestId}`

  await logInAs(page, ADMIN)
  await page.goto('/requests')
  const rows = listRows(page, 'Solicitudes')
  await expect(page.getByRole('table', { name: 'Solicitudes' }).locator('th[scope=rowgroup]')).toHaveText([
    'Por atender',
    'Las demás',
  ])
  await expect(rows.first().getByRole('button')).toBeVisible()
  await expect(rows.filter({ hasText: 'Rechazada' }).first().getByRole('button')).toHaveCount(0)
  const row = rows.filter({ hasText: `${name} ·` })
  await expect(row).toContainText('2 SIMs IoT 250 MB')
  await row.getByRole('button', { name: `Aprobar: ${name}` }).click()
  await dialog(page).getByRole('button', { name: 'Aprobar', exact: true }).click()
  await expect(page.getByText('Solicitud aprobada').first()).toBeVisible()
  await expect(row).toContainText('faltan 2')
  await row.getByRole('button', { name: `Asignar 2 SIMs: ${name}` }).click()
  await expect(dialog(page).getByRole('combobox', { name: 'Línea' })).toHaveText('IoT 250 MB: faltan 2')
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')

  // beside a panel, without the columns of age and SIMs, what is late or missing stays
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/requests?open=6')
  await expect(rows.filter({ hasText: 'Solicitud 6 ·' }).getByRole('rowheader')).toContainText(
    /hace \d+ d, con demora · faltan \d+/,
  )
  // its usual step comes first, and why the other is blocked is in view
  const panel = page.getByRole('complementary', { name: 'Solicitud 6' })
  await expect(panel.getByRole('button', { name: /^(Asignar \d+ SIMs|Despachar)$/ })).toHaveText([
    /^Asignar \d+ SIMs$/,
    'Despachar',
  ])
  await expect(panel.getByRole('button', { name: 'Despachar' })).toHaveAccessibleDescription('Asigne primero todas las SIMs')
  await expect(panel.getByText('Asigne primero todas las SIMs')).toBeVisible()
  await page.goto('/requests')

  // in less room than the list needs its state and its button are in view without scrolling
  await page.setViewportSize({ width: 900, height: 800 })
  const button = row.getByRole('button', { name: `Asignar 2 SIMs: ${name}` })
  await expect(button).toBeInViewport({ ratio: 1 })
  await expect(row.getByText('Aprobada')).toBeInViewport({ ratio: 1 })
})

test('the lines of a request that ended go into the cart once more, beside what is in it', async ({ page }) => {
  const email = 'rita.pedidos@andes.test'
  await createPerson(email, 'Rita', 'Soto')
  await logInAs(page, email)
  const filled = await page.request.put(`/api${setCartLine.path}`, { headers, data: { planCode: 'CL-IOT250', quantity: 3 } })
  const order = { deliveryAddress: 'Ruta 5 Sur 100, Talca', totals: (await filled.json()).data.totals }
  const sent = await page.request.post(`/api${submitCart.path}`, { headers, data: order })
  const { requestId } = (await sent.json()).data
  await page.goto(`/requests/${requestId}`)
  await expect(page.getByRole('button', { name: 'Cancelar solicitud' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pedir de nuevo' })).toHaveCount(0)
  await page.request.post(`/api${cancelRequest.path.replace('{id}', requestId)}`, { headers, data: {} })
  for (const quantity of ['3', '6']) {
    await page.goto(`/requests/${requestId}`)
    await page.getByRole('button', { name: 'Pedir de nuevo' }).click()
    await expect(page).toHaveURL('/requests?tab=store')
    await expect(page.getByText('1 línea agregada al carrito').first()).toBeVisible()
    await page.getByRole('button', { name: 'Carrito, 1 línea' }).click()
    await expect(dialog(page).getByLabel('Cantidad de IoT 250 MB')).toHaveValue(quantity)
  }
  // the same beside the list; the operator orders nothing for a customer, and has no empty cart beside the list
  await page.goto(`/requests?status=cancelled&open=${requestId}`)
  const panel = page.getByRole('complementary', { name: `Solicitud ${requestId}` })
  await expect(panel.getByRole('button', { name: 'Pedir de nuevo' })).toBeVisible()
  await logInAs(page, ADMIN)
  await page.request.delete(`/api${emptyCart.path}`, { headers })
  await page.goto(`/requests?status=cancelled&open=${requestId}`)
  await expect(panel.getByRole('heading', { name: 'Seguimiento' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Pedir de nuevo' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Carrito/ })).toHaveCount(0)
  await page.goto('/requests?tab=store')
  await expect(page.getByRole('button', { name: 'Carrito', exact: true })).toBeVisible()
})

test('the store is filtered by category, brand and text, and says when brands fail to load [S8.16]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/requests?tab=store')
  await expect(products(page)).not.toHaveCount(0)
  await page.getByRole('button', { name: /^Sensores/ }).click()
  await expect(page).toHaveURL('/requests?tab=store&category=4')
  await chooseFilter(page, 'Marca', /^Milesight\s*4/)
  await expect(products(page)).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Buscar', exact: true }).fill('agua')
  await expect(products(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'EM500-PP', exact: true }).click()
  await expect(dialog(page)).toContainText('Para redes de agua')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Buscar', exact: true }).fill('nada de esto')
  await expect(page.getByText('Ningún resultado coincide con los filtros')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await expect(page).toHaveURL('/requests?tab=store')
  await expectAccessible(page)

  await refuseWith(page, getBrands, { code: 'internal', error: 'Ha ocurrido un error' })
  await page.reload()
  await expect(page.getByText('Ha ocurrido un error trayendo las marcas')).toBeVisible()
})

test('an administrator sorts categories by keyboard and by dragging, and adds a product with a picture', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/requests?tab=store')
  await page.getByRole('button', { name: 'Ordenar categorías' }).click()
  const rows = dialog(page).getByRole('list', { name: 'Orden de las categorías' }).getByRole('listitem')
  await dialog(page)
    .getByRole('button', { name: /^Mover Antenas y accesorios, posición 6 de 6/ })
    .focus()
  await page.keyboard.press('ArrowUp')
  await expect(rows.nth(4)).toContainText('Antenas y accesorios')
  await expect(dialog(page).getByRole('button', { name: /^Mover Antenas y accesorios, posición 5 de 6/ })).toBeFocused()
  const handle = await dialog(page)
    .getByRole('button', { name: /^Mover Antenas/ })
    .boundingBox()
  const last = await rows.nth(5).boundingBox()
  if (!handle || !last) throw new Error('the list is not there')
  await page.mouse.move(handle.x + 10, handle.y + 10)
  await page.mouse.down()
  await page.mouse.move(handle.x + 10, last.y + last.height - 4, { steps: 4 })
  await page.mouse.up()
  await expect(rows.nth(5)).toContainText('Antenas y accesorios')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Nuevo producto' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo producto' })
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Este campo es requerido')).toHaveCount(4)
  await form.getByLabel('Nombre').fill('Caja estanca')
  await form.getByLabel('Marca').fill('Gewiss')
  await form.getByRole('combobox', { name: 'Categoría' }).selectOption({ label: 'Antenas y accesorios' })
  await form.getByLabel('Precio').fill('12.500')
  await form.getByLabel('Descripción', { exact: true }).fill('IP67\n120 × 80 mm')
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'notas.txt', mimeType: 'text/plain', buffer: Buffer.from('nada') })
  await expect(form.getByText('El archivo no es una imagen PNG, JPEG o WebP')).toBeVisible()
  // larger than the limit of the store: the page makes it smaller
  const buffer = pngOf(1600, 1200)
  await form.locator('input[type=file]').setInputFiles({ name: 'caja.png', mimeType: 'image/png', buffer })
  await expect(form.getByRole('img')).toHaveCount(0)
  await expect(form.locator('fieldset img')).toHaveJSProperty('naturalWidth', 960)
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Producto creado')).toBeVisible()
  const added = products(page).filter({ hasText: 'Caja estanca' })
  await expect(added).toContainText('$12.500 CLP')
  await expect(added.locator('img')).toBeVisible()
})

test('requests are filtered and shown on every screen with the permit, and only with it', async ({ page }) => {
  await setPreferences(page, { language: 'en' })
  await logInAs(page, ADMIN)
  await page.goto('/requests')
  await expect(page.getByText('Approve, prepare and ship your companies’ requests.')).toBeVisible()
  const rows = listRows(page, 'Requests')
  // what is asked for, and what is paid: once, then each month
  const eighth = rows.filter({ hasText: 'Request 8' })
  await expect(eighth.getByRole('rowheader')).toContainText('25 SIMs IoT 250 MB, 25 Teltonika FMC920 and 2 more')
  await expect(eighth.getByRole('rowheader')).toContainText('SIMs and hardware')
  await expect(eighth).toContainText('one-time $1,535,000 CLPone-time $117.80 USDper month $41,000 CLP')
  // old ones have their day
  await expect(rows.filter({ hasText: 'Request 1 ·' }).locator('time')).toHaveText(/^\d+ \S+ \d{4}$/)
  await expect(rows.filter({ hasText: 'Request 6 ·' })).toContainText(/\d+ d agolate/)
  // those that have ended have no chip of their own
  await expect(page.getByRole('button', { name: /^Delivered/ }).locator('svg')).toBeVisible()
  await page.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('button', { name: /^Rejected/ }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Pacífico Logística S.A.')
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await rows.getByRole('rowheader').getByRole('link').click()
  await expect(page.getByText('No hay stock de RUTX50 hasta enero', { exact: false })).toBeVisible()
  await expectAccessible(page)

  // one total for what is paid once, in two currencies
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/requests?open=8')
  const panel = page.getByRole('complementary', { name: 'Request 8' })
  await expect(panel).toContainText(/Transportes Andes Sur SpA · Ana Fuentes · \d+ \S+ ago/)
  // an address has the lines in which it was typed
  expect(await panel.getByText('Vespucio').innerText()).toBe('Av. Américo Vespucio 1820, bodega 4\nQuilicura, Santiago')
  const once = panel.locator('[data-order-totals] > div').filter({ hasText: 'Hardware, one-time' })
  await expect(once.getByRole('definition')).toHaveText(['$1,535,000 CLP', '$117.80 USD'])
  await expect(panel.getByRole('listitem').filter({ hasText: 'IoT 250 MB' })).toContainText('$41,000 CLPper month')
  await expect(panel.getByRole('listitem').filter({ hasText: 'IoT 250 MB' })).toContainText('$1,640 each')
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel (XLSX)' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
  // states whose chips have no room beside the panel are behind one, too
  await expect(page.getByRole('button', { name: /^Delivered/ })).toHaveCount(0)
  await page.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('button', { name: /^Cancelled/ }).click()
  await expect(page).toHaveURL(/status=cancelled/)

  const contentType = 'text/tab-separated-values'
  const body = encodeTsv(requestList.names, [])
  await page.route(`**/api${getRequests.path}*`, (route) => route.fulfill({ contentType, body }))
  await page.goto('/requests')
  await expect(page.getByText('No requests yet')).toBeVisible()

  const { data } = await (await page.request.get('/api/users/session/', { headers })).json()
  await answerWith(page, getSession, { ...data, menu: ['sims'] })
  await page.goto('/requests')
  await expect(page).toHaveURL('/')
})
