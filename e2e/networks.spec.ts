import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, type Locator, type Page } from '@playwright/test'
import { encodeTsv } from '#contract/list-codec.ts'
import { listComparisons, startComparison } from '#contract/network-admin/comparisons.calls.ts'
import { driftList, listDrifts, listNetworks, type NetworkData } from '#contract/network-admin/networks.calls.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './support/accessibility.ts'
import { answerWith } from './support/answers.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name })
const openDetails = (network: Locator) => network.getByRole('button', { name: /^Detalles de/ }).click()
async function act(network: Locator, name: string): Promise<void> {
  await network.getByRole('button', { name: /^Acciones de/ }).click()
  await network.getByRole('button', { name, exact: true }).click()
}

/** Changes the server's answer about each network. */
async function changeNetworks(page: Page, change: (network: NetworkData) => NetworkData): Promise<void> {
  await page.route(`**/api${listNetworks.path}`, async (route) => {
    const response = await route.fetch()
    const json: { data: { networks: NetworkData[] } } = await response.json()
    await route.fulfill({ response, json: { ...json, data: { ...json.data, networks: json.data.networks.map(change) } } })
  })
}

/** As if no SIM differed: the demo's last comparison found some. */
async function answerNoDrifts(page: Page): Promise<void> {
  const body = encodeTsv(driftList.names, [])
  await page.route(new RegExp(`/api${listDrifts.path}(\\?|$)`), (route) =>
    route.fulfill({ contentType: 'text/tab-separated-values', body }),
  )
  await changeNetworks(page, (one) => ({ ...one, drifts: 0 }))
}

test('networks are for administrators only', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/networks')
  await expect(page).toHaveURL('/')
  await page.getByRole('navigation').getByRole('button', { name: 'Administración' }).click()
  await expect(page.getByRole('menuitem', { name: 'Empresas' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Redes' })).toHaveCount(0)
})

test('an administrator finds the networks in the menu, sees the health of each, and configures one', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/')
  await page.getByRole('button', { name: 'Administración' }).click()
  await page.getByRole('menuitem', { name: 'Redes' }).click()
  const network = card(page, 'T-Mobile USA')
  await expect(network.getByText('Operativa')).toBeVisible()
  await expect(network.getByRole('img', { name: /^En 24 h: [\d.]+ peticiones, \d+ fallidas$/ })).toBeVisible()

  await act(network, 'Configurar')
  const form = page.getByRole('dialog', { name: 'Configurar la red' })
  await expect(form.getByText(/suspender · reanudar/)).toBeVisible()
  await expect(form.getByLabel('Nombre')).toBeFocused()
  await form.getByLabel('Peticiones por segundo').fill('0')
  await form.getByLabel('Intentos').fill('muchos')
  await form.getByLabel('Estado del operador').selectOption({ label: 'Intermitente' })
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Escriba un número entre 1 y 100.000')).toBeVisible()
  await expect(form.getByText('Escriba un número entre 1 y 10', { exact: true })).toBeVisible()
  await expect(form.getByText('Este campo es requerido')).toBeVisible()

  await form.getByLabel('Peticiones por segundo').fill('250')
  await form.getByLabel('Intentos').fill('2')
  await form.getByLabel('Texto para los clientes').fill('Trabajos en la red')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Red T-Mobile USA configurada')).toBeVisible()
  await expect(network.getByText('Fijado por un administrador: Trabajos en la red')).toBeVisible()
  await openDetails(network)
  await expect(network.getByText(/250 por segundo.*2 intentos/)).toBeVisible()

  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Estado de operadores' }).getByText('Trabajos en la red')).toBeVisible()

  await page.goto('/networks')
  await act(network, 'Configurar')
  await form.getByLabel('Estado del operador').selectOption('')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(network.getByText('Operativa')).toBeVisible()
})

test('networks in trouble are first, with what is wrong, their incidents, and the curves of 24 hours', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/networks')
  await expect(page.getByRole('region', { name: /Movistar|T-Mobile|Vodafone/ })).toHaveCount(7)
  const names = await page.getByRole('heading', { level: 2, name: /Movistar|T-Mobile|Vodafone/ }).allTextContents()
  expect(names.slice(0, 3)).toEqual(['Movistar Ecuador', 'Movistar México', 'Movistar Chile'])
  const failing = card(page, 'Movistar Ecuador')
  await expect(failing.getByText('Sin servicio', { exact: true })).toBeVisible()
  await expect(failing).toContainText(/desde \d/)
  await expect(failing).toContainText(/(falla ahora|último error, hace .+): \S+ \S/)
  // a share: few calls that all fail are worse than many of which some do
  await expect(failing.getByRole('definition').nth(1)).toHaveText(/^\d+(,\d)?\s%$/)
  await expect(failing.getByRole('definition').nth(2)).toHaveText(/^[\d.]+ de [\d.]+$/)
  await failing.getByRole('button', { name: 'Probar Movistar Ecuador' }).click()
  await expect(page.getByRole('dialog', { name: 'Probar Movistar Ecuador' })).toBeVisible()
  await page.keyboard.press('Escape')
  await failing.getByRole('button', { name: 'Informar a los clientes: Movistar Ecuador' }).click()
  await expect(page.getByRole('dialog', { name: 'Configurar la red' }).getByLabel('Estado del operador')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(failing.getByRole('link', { name: /^[\d.]+ SIMs de Movistar Ecuador$/ })).toHaveAttribute(
    'href',
    /^\/sims\?origin=\d+&type=/,
  )
  await openDetails(failing)
  await expect(
    failing.getByRole('listitem').filter({ hasText: 'Sin servicio · continúa · hasta 100 % de fallos' }),
  ).toBeVisible()
  await expect(failing.getByRole('listitem').filter({ hasText: 'Sin servicio · duró 47 min' })).toBeVisible()
  await failing.getByRole('slider', { name: 'Peticiones por media hora' }).focus()
  await page.keyboard.press('End')
  await expect(failing.getByRole('slider', { name: 'Peticiones por media hora' })).toHaveAttribute(
    'aria-valuetext',
    /^\d\d:\d\d: \d+$/,
  )
  await expectAccessibleInBothThemes(page)
})

test('SIMs of an origin and type are routed to another network by keyboard, and back', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/networks')
  await page.getByRole('tab', { name: 'Redes' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Rutas' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('button', { name: 'Nueva red' })).toHaveCount(0)
  const saving = page.getByRole('button', { name: 'Guardar las rutas', exact: true })
  await expect(saving).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByLabel('Red de Ecuador', { exact: true })).toHaveAccessibleDescription('Sin servicio')
  await expect(page.getByRole('row', { name: /^Perú/ }).getByText('Operativa')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Red de cada origen' }).getByRole('columnheader')).toHaveText([
    'Origen',
    'Red',
    'SIMs',
    'Excepciones',
  ])
  await expect(page.getByRole('link', { name: '520 SIMs de Alemania' })).toHaveAttribute('href', /^\/sims\?/)
  await page.getByRole('button', { name: 'Agregar excepción a Alemania' }).press('Enter')
  await page.getByRole('button', { name: 'Vodafone, 520 SIMs' }).press('Enter')
  const route = page.getByLabel('Red de Alemania, Vodafone')
  await route.selectOption({ label: 'T-Mobile USA' })
  await expect(page.getByText('520 SIMs pasan a otra red')).toBeVisible()
  await expect(route).toHaveAccessibleDescription(/antes Vodafone Alemania$/)
  await page.getByRole('button', { name: 'Guardar las rutas de 1 origen' }).click()
  await expect(page.getByText('Rutas guardadas')).toBeVisible()
  await page.reload()
  await expect(route.locator('option:checked')).toHaveText('T-Mobile USA')
  await page.getByRole('button', { name: 'Quitar la excepción de Alemania, Vodafone' }).press('Enter')
  await page.getByRole('button', { name: 'Guardar las rutas de 1 origen' }).click()
  await expect(page.getByText('Rutas guardadas').last()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Red de Alemania', { exact: true }).locator('option:checked')).toHaveText('Vodafone Alemania')
  await expect(route).toHaveCount(0)
})

test('the remove dialog of a network follows its routes while it is open', async ({ page }) => {
  await logInAs(page, ADMIN)
  let isNeeded = true
  await changeNetworks(page, (one) => (isNeeded ? one : { ...one, carries: [], sims: 0 }))
  await page.goto('/networks')
  await act(card(page, 'Vodafone Alemania'), 'Configurar')
  await page.getByRole('dialog', { name: 'Configurar la red' }).getByRole('button', { name: 'Quitar la red' }).click()
  const question = page.getByRole('dialog', { name: 'Quitar Vodafone Alemania' })
  await expect(question.getByText(/^No se puede quitar/)).toBeVisible()
  isNeeded = false
  await expect(question.getByRole('button', { name: 'Quitar' })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('an administrator adds a network, sees a wrong key reported, routes SIMs to it, and removes it without routes', async ({
  page,
}) => {
  const carrier = await openCarrier()
  await logInAs(page, ADMIN)
  await page.goto('/networks')
  await page.getByRole('button', { name: 'Nueva red' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva red' })
  await form.getByLabel('Tipo de red').selectOption('soracom')
  await expect(form.getByLabel('Peticiones por segundo')).toHaveValue('5')
  await form.getByRole('button', { name: 'Agregar red' }).click()
  await expect(form.getByText('Este campo es requerido')).toHaveCount(4)
  await expect(form.getByLabel('Nombre')).toBeFocused()
  await form.getByLabel('Nombre').fill('Soracom Andes')
  await expect(form.getByLabel('Identificador', { exact: true })).toHaveValue('soracom-andes')
  await form.getByLabel('Dirección de la API').fill(carrier.url)
  await form.getByLabel('Identificador de la clave').fill('keyId-portal')
  await form.getByLabel('Clave secreta').fill('secret-wrong')
  await form.getByRole('button', { name: 'Probar' }).click()
  await expect(form.getByText('1 parte no responde bien')).toBeVisible()
  await expect(form.getByRole('listitem').filter({ hasText: 'Cuenta' })).toContainText('HTTP 401')
  await expectAccessible(page)
  await form.getByLabel('Clave secreta').fill(carrier.key)
  await form.getByRole('button', { name: 'Probar' }).click()
  await expect(form.getByText('Todo responde')).toBeVisible()
  await form.getByRole('button', { name: 'Agregar red' }).click()
  const network = card(page, 'Soracom Andes')
  await openDetails(network)
  await expect(network.getByRole('link', { name: 'Ninguna ruta la usa' })).toBeVisible()

  await act(network, 'Probar')
  await expect(page.getByRole('dialog').getByText('Todo responde')).toBeVisible()
  await page.keyboard.press('Escape')
  await routeGermanSims(page, 'Soracom Andes')
  await page.getByRole('tab', { name: 'Redes' }).click()
  await openDetails(network)
  await expect(network.getByRole('link', { name: 'Alemania, Vodafone' })).toHaveAttribute('href', '/sims?origin=7&type=5')

  const setUp = page.getByRole('dialog', { name: 'Configurar la red' })
  const openRemoveDialog = async () => {
    await act(network, 'Configurar')
    await expect(setUp.getByLabel('Clave secreta')).toHaveValue('')
    await expect(setUp.getByText('Guardado. Vacío: se conserva el actual.')).toBeVisible()
    await setUp.getByRole('button', { name: 'Quitar la red' }).click()
  }
  await openRemoveDialog()
  await expect(page.getByText('No se puede quitar: 1 ruta la usa.')).toBeVisible()
  await page.keyboard.press('Escape')
  await routeGermanSims(page, 'Vodafone Alemania')
  await page.getByRole('tab', { name: 'Redes' }).click()
  await openRemoveDialog()
  await page.getByRole('dialog', { name: 'Quitar Soracom Andes' }).getByRole('button', { name: 'Quitar' }).click()
  await expect(network).toHaveCount(0)
  await carrier.close()
})

async function routeGermanSims(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: 'Rutas' }).click()
  await expect(page.getByRole('rowheader', { name: 'Alemania' })).toBeVisible()
  const route = page.getByLabel('Red de Alemania, Vodafone')
  if ((await route.count()) === 0) {
    await page.getByRole('button', { name: 'Agregar excepción a Alemania' }).click()
    await page.getByRole('button', { name: 'Vodafone, 520 SIMs' }).click()
  }
  await route.selectOption({ label: name })
  await page.getByRole('button', { name: 'Guardar las rutas de 1 origen' }).click()
  await expect(page.getByText('Rutas guardadas').last()).toBeVisible()
}

/** A carrier on this machine without SIMs that accepts its key. */
async function openCarrier() {
  const key = 'secret-of-the-carrier'
  const server = createServer(async (request, response) => {
    const isAuthorised = request.url !== '/auth' || (await text(request)).includes(key)
    response.writeHead(isAuthorised ? 200 : 401, { 'content-type': 'application/json' })
    const granted = { apiKey: 'api-key', token: 'token', operatorId: 'OP0000000000', userName: 'portal' }
    const failure = { code: 'AUM0001', message: 'No such key' }
    response.end(JSON.stringify(request.url !== '/auth' ? [] : isAuthorised ? granted : failure))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, key, close }
}

test('an administrator blocks a SIM with a reason; its owner sees the reason and cannot unblock it', async ({
  page,
  browser,
}) => {
  const owner = await (await browser.newContext({ locale: 'es-CL' })).newPage()
  await logInAs(owner, ANA)
  const icc = await ownActiveSim(owner)
  await logInAs(page, ADMIN)
  await page.goto(`/sims/${icc}`)
  await page.getByRole('button', { name: 'Más opciones' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Bloquear/ })
    .click()
  const question = page.getByRole('dialog', { name: /Bloquear esta SIM/ })
  await question.getByRole('button', { name: 'Bloquear la SIM' }).click()
  await expect(question.getByText('Este campo es requerido')).toBeVisible()
  await question.getByLabel('Motivo').fill('Factura vencida')
  await question.getByRole('button', { name: 'Bloquear la SIM' }).click()
  await expect(page.getByText('La SIM quedó bloqueada')).toBeVisible()
  await page.getByRole('button', { name: 'Aceptar' }).click()

  await owner.goto(`/sims/${icc}`)
  await expect(owner.getByText('Factura vencida').first()).toBeVisible()
  await owner.getByRole('button', { name: 'Más opciones' }).click()
  await expect(owner.getByRole('dialog').getByRole('button', { name: /^Dar de baja/ })).toBeVisible()
  await expect(owner.getByRole('dialog').getByRole('button', { name: /loquear/ })).toHaveCount(0)
  await owner.context().close()

  await page.getByRole('button', { name: 'Desbloquear' }).click()
  await page.getByRole('button', { name: 'Desbloquear la SIM' }).click()
  await expect(page.getByText('La SIM volvió a su estado anterior')).toBeVisible()
})

/** One of the user's own active SIMs. */
async function ownActiveSim(page: Page): Promise<string> {
  const response = await page.request.post('/api/sim/sims', {
    headers: { 'x-api-key': 'enlace-web', accept: 'application/json' },
    data: { filter: { administrativeStatusIds: [2], simTypeIds: [2] }, limit: 40 },
  })
  const [head, ...rows]: string[][] = (await response.json()).data
  const icc = rows.at(-1)?.[head?.indexOf('icc') ?? -1]
  if (!icc) throw new Error('no active SIM')
  return icc
}

test('an administrator compares all SIMs with their networks, and sees how far it is and what came of it', async ({ page }) => {
  await logInAs(page, ADMIN)
  const before = {
    startedAt: '2026-11-20T10:00:00Z',
    finishedAt: '2026-11-20T11:30:00Z',
    actor: 'after-restore',
    total: 48_000,
  }
  const past = { ...before, compared: 48_000, found: 12, open: 0 }
  const running = {
    ...past,
    startedAt: '2026-11-24T10:00:00Z',
    finishedAt: null,
    actor: 'admin@enlace.test',
    compared: 24_000,
    open: 12,
  }
  // before the first one has ended nothing says that nothing differs
  await answerNoDrifts(page)
  await answerWith(page, listComparisons, { comparisons: [] })
  await page.goto('/networks?tab=differences')
  const comparison = page.getByRole('region', { name: 'Comparación con las redes' })
  await expect(comparison).toContainText('Sin comparar')
  await expect(comparison).toContainText(/un(a|os|as)? (\d+ )?(segundo|minuto|hora|día)/)
  const compared = comparison.getByRole('table', { name: 'Qué compara' })
  await expect(compared.getByRole('row', { name: /^Estado/ })).toContainText('Usar el de la red')
  for (const kind of ['Estado', 'Perfil del plan', 'Vínculo al dispositivo']) {
    await expect(compared.getByRole('row', { name: new RegExp(`^${kind}`) })).toContainText('Usar el del portal')
  }
  await expect(comparison.getByRole('button', { name: /^Comparar [\d.]+ SIMs$/ })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Diferencias', exact: true })).toBeVisible()
  await page.unrouteAll()
  await answerNoDrifts(page)
  await answerWith(page, listComparisons, { comparisons: [past] })
  await page.goto('/networks?tab=differences')
  const differences = page.getByRole('region', { name: 'Diferencias entre el portal y las redes' })
  await expect(differences).toContainText('Sin diferencias')
  const again = differences.getByRole('button', { name: 'Comparar de nuevo' })
  await again.click()
  const question = page.getByRole('dialog', { name: 'Comparación con las redes' })
  await expect(question.getByText('No cambia nada')).toBeVisible()
  // the whole fleet would be busy for minutes: comparisons.test.ts has the real one
  await page.unrouteAll()
  await answerNoDrifts(page)
  await answerWith(page, startComparison, { comparisons: [running, past] })
  await answerWith(page, listComparisons, { comparisons: [running, past] })
  await question.getByRole('button', { name: /^Comparar [\d.]+ SIMs$/ }).click()
  await expect(comparison.getByRole('status')).toHaveText('24.000 de 48.000 SIMs comparadas 12 difieren')
  await expect(comparison.getByText('50 %')).toBeVisible()
  await expect(differences).toContainText('24.000 de 48.000 SIMs comparadas')
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  const rows = comparison.getByRole('table', { name: 'Comparaciones' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('En curso')
  await expect(rows.nth(2)).toContainText('after-restore')
  await expectAccessibleInBothThemes(page)
})

test('what the last comparison found is listed with what each side has, of all networks or of one', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/networks')
  await card(page, 'Movistar México')
    .getByRole('link', { name: /diferencias/ })
    .click()
  await expect(page).toHaveURL(/tab=differences/)
  const rows = page.getByRole('table', { name: 'Diferencias entre el portal y las redes' }).locator('tbody tr')
  const locks = rows.filter({ hasText: 'Vínculo al dispositivo' })
  await expect(locks.first()).toContainText('Movistar México')
  await expect(locks.first()).toContainText(/En el portal: Sin vínculo.*En la red: \d{2} \d{6} \d{6} \d/)
  await expect(rows.filter({ hasText: 'Movistar Chile' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Red', exact: true }).selectOption('')
  await expect(rows.filter({ hasText: /iot-1m.*iot-256k/ }).first()).toContainText('Movistar Chile')
  const found = page.getByRole('region', { name: 'Comparación con las redes' }).getByRole('table', { name: 'Comparaciones' })
  await expect(found.getByRole('row').nth(1)).toContainText('Elena Rivas')
})

test('the page of networks is accessible in both themes, and nothing overflows from 360 px on', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/networks')
  for (const name of ['Redes', 'Rutas', /^Diferencias/]) {
    await page.getByRole('tab', { name }).click()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectAccessibleInBothThemes(page)
    for (const width of [360, 768, 1920, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  }
})
