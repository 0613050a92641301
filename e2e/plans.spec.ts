import { expect, type Locator, type Page } from '@playwright/test'
import { encodeTsv } from '#contract/list-codec.ts'
import { addNetwork, removeNetwork, saveNetworkRules } from '#contract/network-admin/networks.calls.ts'
import { changePlan, createPlan, getPlanProviders, getPlans, getPlanTypes } from '#contract/plans/plans.calls.ts'
import { expectAccessible, expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { holdBack, refuseWith } from './support/answers.ts'
import { listRows } from './support/list-rows.ts'
import { ADMIN, ANA, FLOTA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const headers = { 'x-api-key': 'enlace-web', accept: 'application/json' }
const plans = (page: Page): Locator => listRows(page, 'Planes')
const dialog = (page: Page): Locator => page.getByRole('dialog')
const formatNumber = (value: number): string => new Intl.NumberFormat('de-DE').format(value)

/** A plan from the server, its cells by column name. */
async function planOf(page: Page, code: string): Promise<Record<string, number>> {
  const response = await page.request.get(`/api/plans?search=${code}`, { headers })
  const [names, row]: [string[], number[]] = (await response.json()).data
  return Object.fromEntries(names.map((name, index) => [name, row[index] ?? 0]))
}

test('the operator’s totals show every currency, each by its name', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/plans')
  const totals = page.getByRole('region', { name: 'Total por ciclo' })
  for (const currency of ['Peso chileno', 'Sol peruano', 'Peso mexicano', 'Peso argentino', 'Dólar estadounidense']) {
    await expect(totals.getByText(currency, { exact: true })).toBeInViewport()
  }
  // on a phone they are below one another
  await page.setViewportSize({ width: 390, height: 844 })
  for (const code of ['CLP', 'PEN', 'MXN', 'ARS', 'USD']) await expect(totals.getByText(code)).toBeInViewport({ ratio: 1 })
})

test('a customer sees prices of plans by currency, finds and sorts plans, and opens their SIMs [S2.12, S9.04]', async ({
  page,
}) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await page.getByRole('link', { name: 'Mis planes' }).click()
  await expect(page).toHaveTitle(/^Mis planes/)
  const { totalActive = 0, totalSims = 0, planPrice = 0 } = await planOf(page, 'CL-IOT250')
  const row = plans(page).filter({ hasText: 'CL-IOT250' })
  for (const text of ['IoT 250 MB', 'Chile', 'Local', '250 MB', `$${formatNumber(planPrice)} CLP`, formatNumber(totalSims)]) {
    await expect(row).toContainText(text)
  }
  await expect(row).toContainText(`$${formatNumber(totalActive * planPrice)} CLP`)
  await expect(page.getByRole('region', { name: 'Total por ciclo' })).toContainText(/Por ciclo.*CLP/)
  await expect(page.getByRole('region', { name: 'Pools' }).getByRole('listitem').first()).toContainText('%')

  await page.getByRole('searchbox', { name: 'Buscar', exact: true }).fill('peru')
  await expect(page).toHaveURL('/plans?search=peru')
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Precio' }).click()
  await expect(page).toHaveURL(/sort=-planPrice/)
  await expect(page.getByRole('columnheader', { name: 'Precio' })).toHaveAttribute('aria-sort', 'descending')
  await plans(page)
    .first()
    .getByRole('link', { name: /SIMs? activas? de/ })
    .click()
  await expect(page).toHaveURL(/\/sims\?.*status=2/)
  await expect(page).toHaveURL(/plan=/)
})

test('the fullest pool leads to its plan, and the list stays filtered', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/plans?search=chile')
  await page
    .getByRole('region', { name: 'Total por ciclo' })
    .getByRole('link', { name: /^Pool con mayor uso/ })
    .click()
  await expect(page).toHaveURL(/search=chile.*plan=\d+/)
  await expect(dialog(page).getByRole('table', { name: 'Condiciones por SIM y ciclo' })).toBeVisible()
  await expect(dialog(page)).toContainText(/Activas\s*[\d.]+ de [\d.]+ SIMs?\s*Total por ciclo\s*\$[\d.,]+/)
  await dialog(page)
    .getByRole('link', { name: /^Ver [\d.]+ SIMs? activas? de/ })
    .click()
  await expect(page).toHaveURL(/\/sims\?.*status=2/)
})

test('an address leads to the pools below the list, and the keys go on from there', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/plans#pools')
  const pools = page.getByRole('region', { name: 'Pools' })
  await expect(pools.getByRole('heading')).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(pools.locator(':focus')).toBeVisible()
})

test('the number of full pools of a plan leads to the pools, and the list stays filtered', async ({ page }) => {
  await logInAs(page, ANA)
  const plan = {
    ...(await planOf(page, 'CL-IOT250')),
    poolUsed: 1024 ** 3,
    poolMb: 512,
    pools: 2,
    fullPools: 1,
    nextFrom: null,
  }
  const { names } = getPlans.list
  const cells = names.map((name) => plan[name as keyof typeof plan])
  const body = encodeTsv(names, [cells])
  await page.route(/\/api\/plans\?/, (route) => route.fulfill({ contentType: 'text/tab-separated-values', body }))
  await page.goto('/plans?search=iot')
  await plans(page).getByRole('link', { name: 'Ver los pools: 1 de 2 excedido' }).click()
  await expect(page).toHaveURL('/plans?search=iot#pools')
  await expect(page.getByRole('region', { name: 'Pools' }).getByRole('heading')).toBeInViewport()
})

test('on a phone an administrator finds advice and catalogue in a menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAs(page, ADMIN)
  await page.goto('/plans')
  await page.getByRole('button', { name: 'Más acciones', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Más acciones' })
  await expect(menu.getByRole('link', { name: 'Optimizar planes' })).toBeVisible()
  await menu.getByRole('button', { name: 'Catálogo de planes' }).click()
  await expect(page.getByRole('table', { name: 'Catálogo de planes' })).toBeVisible()
})

test('on a phone origin and type of a plan are behind its code', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAs(page, ANA)
  await page.goto('/plans')
  await expect(plans(page).getByText('CL-IOT250 · Chile · Local')).toBeVisible()
})

for (const width of [390, 1280]) {
  test(`the layout does not shift when the plans load, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    // a customer has few currencies: with more than four the totals take another line
    await logInAs(page, ANA)
    const release = await holdBack(page, getPlans)
    const places = async () => {
      const boxes = ['Total por ciclo', 'Planes'].map((name) => page.getByRole('region', { name, exact: true }).boundingBox())
      return (await Promise.all(boxes)).map((box) => box?.y)
    }
    await page.addInitScript(() => {
      Object.assign(window, { shifted: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (window as unknown as { shifted: number }).shifted += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/plans')
    await expect(page.getByRole('region', { name: 'Planes', exact: true })).toBeVisible()
    const before = await places()
    expect(before[1]).toBeGreaterThan(before[0] ?? Number.NaN)
    release()
    await expect(plans(page).filter({ hasText: 'CL-IOT250' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Pools' })).toBeAttached()
    expect(await places()).toEqual(before)
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.1)
  })
}

test('an administrator creates a plan, adds terms for future cycles, and removes them', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/plans')
  await page.getByRole('button', { name: 'Nuevo plan' }).click()
  const form = dialog(page)
  await form.getByRole('button', { name: 'Crear plan' }).click()
  await expect(form.getByLabel('Nombre')).toBeFocused()
  await expect(form.getByText('Este campo es requerido').first()).toBeVisible()
  await form.getByLabel('Nombre').fill('Prueba 2 GB')
  await form.getByLabel('Código').fill('e2e-prueba')
  await form.getByLabel('Moneda').selectOption('USD')
  await form.getByLabel('Origen').selectOption('Alemania')
  await form.getByLabel('Tipo').selectOption('Global')
  await form.getByLabel('Precio por SIM activa').fill('12,50')
  await form.getByLabel('Datos incluidos').fill('2 GB')
  await form.getByLabel('Permanencia mínima').fill('61')
  await form.getByRole('button', { name: 'Crear plan' }).click()
  await expect(form.getByText('Escriba de 0 a 60 meses')).toBeVisible()
  await form.getByLabel('Permanencia mínima').fill('12')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Crear plan' }).click()
  await expect(page.getByText('Plan creado')).toBeVisible()

  await page.goto('/plans?search=e2e-prueba')
  await page.getByRole('button', { name: 'Prueba 2 GB' }).click()
  await expect(form).toContainText('Desde el inicio')
  await expect(form).toContainText('$12,50 USD por SIM y ciclo · 2.048 MB')
  const stay = form.getByRole('button', { name: /permanencia mínima del plan, en meses/ })
  await expect(stay).toHaveText('12 meses')
  await stay.click()
  await form.getByRole('textbox', { name: 'permanencia mínima del plan, en meses' }).fill('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Plan guardado')).toBeVisible()
  await expect(stay).toHaveText('1 mes')
  await form.getByRole('button', { name: 'Cambiar condiciones' }).click()
  await expect(form.getByText('Sin cambios: escriba los valores nuevos.')).toBeVisible()
  await form.getByLabel('Desde').fill('2020-01-01')
  await form.getByLabel('Precio por SIM activa').fill('13')
  await expect(form.getByRole('region', { name: 'Cambios' })).toContainText('$12,50 USD')
  await form.getByRole('button', { name: /^Cambiar desde el/ }).click()
  await expect(form.getByText('Elija un día posterior: ya empezaron ciclos con esa fecha')).toBeVisible()
  await form.getByLabel('Desde').fill('2099-03-01')
  await form.getByRole('button', { name: 'Cambiar desde el 1 mar 2099' }).click()
  await expect(page.getByText('Cambio programado')).toBeVisible()
  const price = form
    .getByRole('table', { name: 'Condiciones por SIM y ciclo' })
    .getByRole('row', { name: /^Precio por SIM activa/ })
  await expect(price.getByRole('cell')).toHaveText([/^\$13,00 USD \+4,0\s%$/, '$12,50 USD'])
  await form.getByRole('button', { name: 'Retirar las condiciones: Desde el 1 mar 2099' }).click()
  await expect(page.getByText('Cambio retirado')).toBeVisible()
  await expect(form.getByText('Desde el 1 mar 2099')).toHaveCount(0)
  await form.getByRole('switch', { name: 'Se ofrece en el catálogo' }).click()
  await expect(form.getByRole('switch')).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(plans(page).first()).toContainText('E2E-PRUEBA, ya no se ofrece')
})

/** Of the plan with profiles: its network, and the one that carries the origin and the type otherwise. */
const [NETWORK, FORMER] = ['e2e-profiles', 'simulated-3']

/** A plan for an origin and a type without SIMs, which go to a network with profiles. It is off: nothing asks it. */
async function addPlanWithProfiles(page: Page) {
  const send = async (method: string, path: string, data?: object) => {
    const response = await page.request.fetch(`/api${path}`, { method, headers, data })
    expect(response.status(), await response.text()).toBe(200)
    return response.json()
  }
  const [originId, simTypeId] = [3, 4]
  const route = (networkId: string) => send('PUT', saveNetworkRules.path, { rules: [{ originId, simTypeId, networkId }] })
  await send('POST', addNetwork.path, {
    networkId: NETWORK,
    kind: 'soracom',
    name: 'Red con perfiles',
    enabled: false,
    requestsPerSecond: 5,
    maxInFlight: 4,
    timeoutMs: 5_000,
    maxAttempts: 1,
    settings: { apiUrl: 'http://127.0.0.1:9', authKeyId: 'keyId-e2e' },
    secrets: { authKey: 'secret-e2e' },
  })
  await route(NETWORK)
  const prices = { planPrice: 500, hibernationFee: 0, overagePrice: 0, smsPrice: 0, voicePrice: 0 }
  const terms = { ...prices, data: 500, sms: 0, voice: 0, overageUnit: 1 }
  const kind = { providerId: originId, simTypeId, currency: 'USD', pooled: false }
  const { data } = await send('POST', createPlan.path, { planCode: 'E2E-PERFIL', planName: 'Perfil 500 MB', ...kind, ...terms })
  const remove = async () => {
    await send('PUT', changePlan.path.replace('{id}', String(data.planId)), { planName: 'Perfil 500 MB', offered: false })
    await route(FORMER)
    await send('DELETE', removeNetwork.path.replace('{networkId}', NETWORK))
  }
  return { planId: data.planId as number, route, remove }
}

test('an administrator chooses a plan’s profile at its network; one that the network no longer has is refused at the field', async ({
  page,
}) => {
  await logInAs(page, ADMIN)
  const { planId, route, remove } = await addPlanWithProfiles(page)
  await page.goto(`/plans?plan=${planId}`)
  const profile = dialog(page).getByLabel('Perfil en la red')
  await expect(profile).toHaveValue('')
  await expect(dialog(page)).toContainText('conserva su perfil en la red')
  // another network carries the SIMs while the dialog is open
  await route(FORMER)
  await profile.selectOption('s1.slow')
  await expect(profile).toHaveAccessibleDescription('La red de este plan no tiene ese perfil')
  await expect(profile).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleInBothThemes(page)
  await route(NETWORK)
  await profile.selectOption('')
  await expect(profile).not.toHaveAttribute('aria-invalid')
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await profile.selectOption('s1.fast')
  expect((await saved).status()).toBe(200)
  await expect(dialog(page)).toContainText('recibe este perfil en la red')
  await page.reload()
  await expect(profile).toHaveValue('s1.fast')
  await remove()
})

test('origin, type and plan narrow one another; a failed request is shown and retried [S8.17]', async ({ page }) => {
  await logInAs(page, ANA)
  const failure = { code: 'internal', error: 'Algo falló' } as const
  await refuseWith(page, getPlanProviders, failure)
  await page.goto('/requests?tab=store')
  const box = page.getByRole('region', { name: 'Nuevas SIMs' })
  await expect(box.getByText('Ha ocurrido un error trayendo los proveedores')).toBeVisible()
  await page.unroute('**/api/plans/providers')
  await box.getByRole('button', { name: 'Reintentar' }).click()
  await refuseWith(page, getPlanTypes, failure)
  await box.getByLabel('Origen').selectOption('Ecuador')
  await expect(box.getByText('Ha ocurrido un error trayendo los tipos de planes')).toBeVisible()
  await page.unroute('**/api/plans/planTypes/*')
  await box.getByRole('button', { name: 'Reintentar' }).click()
  await page.route(/\/api\/plans\/plans\/2/, (route) =>
    route.fulfill({ status: 500, json: { status: false, error: 'Algo falló' } }),
  )
  await box.getByLabel('Tipo').selectOption('Local')
  await expect(box.getByText('Ha ocurrido un error trayendo los planes')).toBeVisible()
  await page.unroute(/\/api\/plans\/plans\/2/)
  await box.getByRole('button', { name: 'Reintentar' }).click()
  const choice = box.getByLabel('Plan', { exact: true })
  const plan = choice.getByRole('option', { name: /^SOS 30 MB/ })
  await choice.selectOption(await plan.getAttribute('value'))
  await expect(box).toContainText('1 SIM × $2,10 = $2,10 USD al mes')
  await expectAccessible(page)
})

test('the catalogue has all plans on offer beside each other, and leads to the store with one of them', async ({ page }) => {
  // another cart than that of the order in requests.spec.ts, which another worker may be filling
  await logInAs(page, FLOTA)
  await page.goto('/plans')
  await page.getByRole('button', { name: 'Catálogo de planes' }).click()
  const box = dialog(page)
  const rows = box.getByRole('table', { name: 'Catálogo de planes' }).locator('tbody tr')
  await expect(rows.filter({ hasText: 'SOS 30 MB' })).toContainText('$2,10')
  const all = await rows.count()
  await box.getByLabel('Origen').selectOption('Ecuador')
  await expect(rows).not.toHaveCount(all)
  for (const row of await rows.all()) await expect(row).toContainText('Ecuador')
  await box.getByLabel('Buscar por nombre, código o tipo').fill('ALARMA 30')
  await expect(rows).toHaveCount(1)
  await expectAccessibleInBothThemes(page)
  await rows.getByRole('button', { name: 'SOS 30 MB' }).press('Enter')
  await expect(box.getByRole('heading', { level: 3, name: 'SOS 30 MB' })).toBeVisible()
  await expect(box.getByText('Vigentes')).toBeVisible()
  await box.getByRole('button', { name: 'Todos los planes' }).click()
  await rows.getByRole('link', { name: 'Pedir SIMs con SOS 30 MB' }).click()
  const order = page.getByRole('region', { name: 'Nuevas SIMs' })
  await expect(order.getByLabel('Plan', { exact: true })).toHaveValue(/^\d+$/)
  await expect(order).toContainText('$2,10')
  await order.getByRole('button', { name: 'Agregar al carrito' }).click()
  await expect(page.getByText(/SOS 30 MB: \d+ en el carrito/)).toBeVisible()
})

test('a company without SIMs sees what plans are for, and a list that failed to load can be retried', async ({ page }) => {
  await logInAs(page, ANA)
  const emptyList = { contentType: 'text/tab-separated-values', body: encodeTsv(getPlans.list.names, []) }
  await page.route(/\/api\/plans\?/, (route) => route.fulfill(emptyList))
  await page.goto('/plans')
  await expect(page.getByText('Todavía no hay planes')).toBeVisible()
  await page.unroute(/\/api\/plans\?/)
  const failure = { status: false, data: null, message: '', error: 'Algo falló', code: 'internal', requestId: 'req-7f3a91c2' }
  await page.route(/\/api\/plans\?/, (route) => route.fulfill({ status: 400, json: failure }))
  await page.reload()
  await expect(page.getByText('No se pudo cargar la lista')).toBeVisible()
  await page.unroute(/\/api\/plans\?/)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(plans(page).first()).toBeVisible()
})

test('plans are accessible', async ({ page }) => {
  await setPreferences(page, { language: 'en' })
  await logInAs(page, ADMIN)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.goto('/plans?search=chile')
    await expect(listRows(page, 'Plans').first()).toContainText('$')
    await expect(page.getByRole('region', { name: 'Pools' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('table').getByRole('button', { name: 'IoT 250 MB', exact: true }).click()
    await expect(dialog(page)).toContainText('Current')
    await expectAccessible(page)
  }
})
