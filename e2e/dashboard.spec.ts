import { expect, type Locator, type Page } from '@playwright/test'
import { getDashboard, getFleetUsage } from '#contract/dashboard/dashboard.calls.ts'
import { getSession } from '#contract/identity/identity.calls.ts'
import { expectAccessible, expectAccessibleInBothThemes, SIZES, setPreferences, tokenColor } from './support/accessibility.ts'
import { answerWith, holdBack, refuseWith } from './support/answers.ts'
import { ANA, logInAs } from './support/people.ts'
import { DASHBOARD, EMPTY_DASHBOARD, FLEET_USAGE, SESSION } from './support/sample-data.ts'
import { test } from './support/test.ts'

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
/** Texts that overflow their cell or the card, except users' own names, which end in an ellipsis. */
const overflowingTexts = (table: Locator): Promise<string[]> =>
  table.evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const cut: string[] = []
    const right = (root.closest('section') as Element).getBoundingClientRect().right
    while (walker.nextNode()) {
      const text = walker.currentNode
      const cell = text.parentElement?.closest('td, th')
      if (!cell || text.parentElement?.closest('[data-given-name]')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const edge = Math.min(cell.getBoundingClientRect().right, right) + 0.5
      if ([...range.getClientRects()].some((box) => box.right > edge)) cut.push(text.textContent ?? '')
    }
    return cut
  })
const counter = (page: Page, name: string): Locator =>
  card(page, 'Totales de SIMs').getByRole('link', { name: new RegExp(`^${name}`) })

async function openSample(page: Page, data = DASHBOARD): Promise<void> {
  await answerWith(page, getSession, SESSION)
  await answerWith(page, getDashboard, data)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Carolina' })).toBeVisible()
}

test.describe('with the demo fleet', () => {
  test('greets the user by name as the leading platform [S1.03]', async ({ page }) => {
    await logInAs(page, ANA)
    await page.goto('/')
    await expect(page).toHaveTitle('Dashboard | Enlace')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hola, Ana/i)
    await expect(page.getByText('la plataforma líder de autogestión en América Latina')).toBeVisible()
  })

  for (const size of SIZES) {
    test(`the layout does not shift when the figures load, ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size)
      await logInAs(page, ANA)
      const release = await holdBack(page, getDashboard)
      await page.goto('/')
      const places = () =>
        page
          .locator('main section')
          .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()).map(({ top, height }) => [top, height]))
      await expect(card(page, 'Mayores consumos')).toBeVisible()
      const before = await places()
      release()
      await expect(counter(page, 'Total de SIMs')).toHaveText(/\d/)
      expect(await places()).toEqual(before)
    })
  }

  test('shows every card [S2.32, S2.33, S2.34, S2.35, S2.36, S2.37]', async ({ page }) => {
    await logInAs(page, ANA)
    await page.goto('/')
    for (const name of ['Total de SIMs', 'Activas', 'Por activar', 'Conectadas']) {
      await expect(counter(page, name)).toHaveText(/\d/)
    }
    await expect(card(page, 'Estado de operadores').getByRole('listitem').first()).toContainText('Movistar')
    await expect(card(page, 'Control de pools').getByRole('listitem').first()).toContainText('%')
    await expect(card(page, 'Historial de facturación')).toContainText('Estimado')
    await expect(card(page, 'SIMs por operador').getByRole('img')).toHaveAccessibleName(/en total$/)
    await expect(card(page, 'Mayores consumos').getByRole('row').nth(1)).toContainText(/\d{4}/)
  })

  test('the counters link to the SIMs that they count', async ({ page }) => {
    await logInAs(page, ANA)
    await page.goto('/')
    await counter(page, 'Activas').click()
    await expect(page).toHaveURL('/sims?status=2')
  })
})

test.describe('with a fixed fleet', () => {
  test('totals of SIMs, active, connected and disconnected lines [S1.04]', async ({ page }) => {
    await openSample(page)
    await expect(counter(page, 'Total de SIMs')).toContainText('1.041.286')
    await expect(card(page, 'Totales de SIMs')).toContainText('en 2 operadores y 4 planes')
    await expect(counter(page, 'Activas')).toContainText('936.904')
    await expect(counter(page, 'Por activar')).toContainText('1.872')
    await expect(counter(page, 'Conectadas')).toContainText('834.517')
    await expect(card(page, 'Totales de SIMs').getByRole('link', { name: '102.387 desconectadas' })).toHaveAttribute(
      'href',
      '/sims?status=2&session=0,2',
    )
  })

  test('each counter, operator and consumption links to its SIMs', async ({ page }) => {
    await openSample(page)
    await expect(counter(page, 'Total de SIMs')).toHaveAttribute('href', '/sims')
    await expect(counter(page, 'Por activar')).toHaveAttribute('href', '/sims?status=1')
    await expect(counter(page, 'Conectadas')).toHaveAttribute('href', '/sims?status=2&session=1')
    await expect(page.getByRole('link', { name: /Movistar Perú/ })).toHaveAttribute('href', '/sims?origin=2')
    await expect(page.getByRole('link', { name: /Movistar México.*falla el 14/ })).toHaveAttribute('href', '/sims?origin=3')
    await expect(page.getByRole('link', { name: 'Pool IoT' })).toHaveAttribute(
      'href',
      '/sims?company=3&plan=I&sort=-consumptionMonthlyData',
    )
    await expect(page.getByRole('link', { name: /8956 ?0300 ?0612/ })).toHaveAttribute('href', '/sims?icc=89560300061200455182')
  })

  for (const width of [390, 768, 1280, 1360, 1440, 1920]) {
    test(`identifiers and amounts of the top consumptions are not truncated, ${width} px [S2.37, S3.24]`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await openSample(page)
      const top = card(page, 'Mayores consumos')
      await expect(top.getByRole('row')).toHaveCount(DASHBOARD.topConsumptions.length + 1)
      await expect(top.getByRole('row').nth(1)).toContainText('Cámara de la bodega frigorífica norte')
      for (const text of ['×246', '12.299 / 50\u00a0MB', '99.840 / 102.400\u00a0MB', '116\u00a0%']) {
        await expect(top.getByText(text, { exact: true }).filter({ visible: true })).toHaveCount(1)
      }
      expect(await overflowingTexts(top.getByRole('table'))).toEqual([])
    })
  }

  test('pool bars are red from 100, primary from 50, green below [S4.17, S9.05]', async ({ page }) => {
    await openSample(page)
    const expected = [
      ['Pool Video', '--stop-solid'],
      ['Pool IoT', '--primary-line'],
      ['Pool Global', '--primary-line'],
      ['Pool Telemetría', '--active-solid'],
    ] as const
    for (const [name, token] of expected) {
      const bar = card(page, 'Control de pools').getByRole('listitem').filter({ hasText: name }).locator('[data-meter] > i')
      await expect(bar).toHaveCSS('background-color', await tokenColor(page, token))
    }
  })

  test('operator status is red, green or yellow, with its word and icon [S4.18]', async ({ page }) => {
    await openSample(page)
    const expected = [
      ['Movistar Chile', 'Operativo', '--active-solid'],
      ['Movistar México', 'Intermitente, falla el 14', '--warning-solid'],
      ['Movistar Ecuador', 'Sin servicio desde 08:51', '--stop-solid'],
    ] as const
    for (const [name, word, token] of expected) {
      const row = card(page, 'Estado de operadores').getByRole('listitem').filter({ hasText: name })
      await expect(row).toContainText(word)
      await expect(row.locator('svg')).toHaveCSS('color', await tokenColor(page, token))
    }
  })

  test('an operator that fails since an earlier day says its time too', async ({ page }) => {
    const operatorStatus = DASHBOARD.operatorStatus.map((operator) => ({ ...operator, since: '2026-11-21T02:44:00Z' }))
    await openSample(page, { ...DASHBOARD, operatorStatus })
    await expect(card(page, 'Estado de operadores').getByText('Sin servicio desde ayer 23:44')).toBeVisible()
  })

  test('an operator with one network down and another that works says so in place of a share', async ({ page }) => {
    const operatorStatus = DASHBOARD.operatorStatus.map((operator) => ({ ...operator, failurePercent: 100 }))
    await openSample(page, { ...DASHBOARD, operatorStatus })
    const row = card(page, 'Estado de operadores').getByRole('listitem').filter({ hasText: 'Movistar México' })
    await expect(row).toContainText('Intermitente, una red sin servicio')
  })

  test('amounts have a $ and German grouping, each in its currency', async ({ page }) => {
    await openSample(page)
    const billing = card(page, 'Historial de facturación')
    await expect(billing).toContainText('$58.140.220 CLP')
    await expect(billing).toContainText('$12.045,50 USD')
    await expect(billing).toContainText('$46.312.480 CLP')
    await expect(billing).toContainText('Estimado noviembre')
    await expect(billing.getByRole('group')).toHaveAccessibleName('Facturación de septiembre a noviembre')
  })

  test('amounts and bars of the billing lead to their documents; the bar with the focus shows its amount', async ({ page }) => {
    await openSample(page)
    const billing = card(page, 'Historial de facturación')
    const bar = billing.getByRole('link', { name: 'octubre 2026: $46.312.480 CLP' })
    await expect(bar).toHaveAttribute('href', '/report-charges?period=2026-10')
    await bar.focus()
    await expect(bar.getByText('octubre 2026: $46.312.480 CLP')).toBeVisible()
    await bar.blur()
    await expect(bar.getByText('octubre 2026: $46.312.480 CLP')).toBeHidden()
    await expect(billing.getByRole('link', { name: /^Estimado noviembre/ })).toHaveAttribute(
      'href',
      '/report-charges?period=2026-11',
    )
  })

  test('the estimate has its band in figures, over its bar and in the table; without one it stands alone', async ({ page }) => {
    await openSample(page)
    const billing = card(page, 'Historial de facturación')
    const between = '$47.020.000 a $49.880.000'
    await expect(billing.getByRole('link', { name: /^Estimado noviembre/ })).toContainText(between)
    const bar = billing.getByRole('link', { name: `noviembre 2026: $48.190.000 CLP, ${between}` })
    const heights = await bar.evaluate((link) => {
      const [reach, drawn, band] = ['reach', 'bar', 'band'].map((name) => link.querySelector(`[class*="_${name}"]`))
      return [drawn, band].map((part) => (part?.clientHeight ?? 0) / (reach?.clientHeight ?? 1))
    })
    expect(heights[0]).toBeCloseTo(48.19 / 49.88, 1)
    expect(heights[1]).toBeCloseTo((49.88 - 47.02) / 49.88, 1)
    await billing.getByRole('button', { name: 'Ver como tabla' }).click()
    await expect(billing.getByRole('row', { name: 'noviembre 2026 estimado' })).toContainText(between)
    // the ends of so narrow a band would touch
    await openSample(page, { ...DASHBOARD, estimated: { ...DASHBOARD.estimated, low: 48_100_000, high: 48_300_000 } })
    await expect(billing.locator('[class*="_estimate"] [class*="_bar"]')).toBeVisible()
    await expect(billing.locator('[class*="_band"]')).toHaveCount(0)
    const certain = { ...DASHBOARD.estimated, low: 48_190_000, high: 48_190_000 }
    await openSample(page, { ...DASHBOARD, estimated: certain })
    await expect(billing.getByRole('link', { name: 'noviembre 2026: $48.190.000 CLP', exact: true })).toBeVisible()
    await expect(billing).not.toContainText('entre')
  })

  test('what requires attention is listed by urgency, each line with its screen', async ({ page }) => {
    await openSample(page)
    const lines = card(page, 'Requiere atención').getByRole('link')
    await expect(lines).toHaveCount(6)
    // the button has the number, so the head does not
    await expect(card(page, 'Requiere atención').getByText('8', { exact: true })).toHaveCount(0)
    await card(page, 'Requiere atención').getByRole('button', { name: 'Ver los 8' }).click()
    const expected = [
      [/^Movistar Ecuador sin servicio.*702 SIMs · desde 08:51.*Ver SIMs$/, '/sims?origin=4'],
      [
        /^2 facturas vencidas.*\$14\.267\.057.CLP · desde 6 nov · Transportes Andes Sur SpA.*Ver facturas$/,
        '/report-charges?state=overdue',
      ],
      [/^Pool Video 10 GB al 100.%.*\/ 409\.600.MB.*Ver consumo$/, '/sims?company=3&plan=V&sort=-consumptionMonthlyData'],
      [/^264 silenciosas desde hace más de 24\sh/, '/sims?status=2&silent=24h'],
      [
        /^La alarma Flota RM cortó los datos de 59 SIMs.*último corte ayer 23:30 · vuelven con el próximo ciclo/,
        '/sims?status=10',
      ],
      [/^677 activas al 100 % de su plan o más.*de 936\.904 activas.*Ver SIMs$/, '/sims?status=2&use=over100&sort=-percent'],
      [/^12 líneas de operaciones fallaron.*Ver operación$/, '/operations/81'],
      [/^1 solicitud despachada, sin confirmar la entrega/, '/requests/7'],
    ] as const
    await expect(lines).toHaveCount(expected.length)
    for (const [place, [name, href]] of expected.entries()) {
      await expect(lines.nth(place)).toHaveAccessibleName(name)
      await expect(lines.nth(place)).toHaveAttribute('href', href)
    }
  })

  test('usage by day stands beside the cycle before, by pointer, by keyboard and as a table', async ({ page }) => {
    await openSample(page)
    const usage = card(page, 'Consumo de la flota')
    await expect(usage).toContainText('243\u00a0GB · +20\u00a0% frente al ciclo anterior')
    await expect(usage.getByRole('img')).toHaveAccessibleName(
      'Consumo por día del 1 nov al 30 nov, con el del período anterior',
    )
    const day = usage.getByRole('slider', { name: 'Día' })
    await day.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await expect(day).toHaveAttribute('aria-valuetext', '2 nov: 12\u00a0GB · antes 10\u00a0GB')
    await usage.getByRole('button', { name: '7 d' }).click()
    await expect(usage).toContainText('75\u00a0GB · 0\u00a0% frente al período anterior')
    await usage.getByRole('button', { name: 'Ver como tabla' }).click()
    await expect(usage.getByRole('row', { name: '21 nov 3,0 GB 12 GB' })).toBeVisible()
    await usage.getByRole('button', { name: 'Ver como gráfico' }).click()
    await usage.getByRole('img').click()
    await expect(page).toHaveURL('/sims?status=2&sort=-consumptionMonthlyData')
  })

  test('connected SIMs of the last day are a curve that opens them', async ({ page }) => {
    await openSample(page)
    const connected = card(page, 'Conectadas')
    await expect(connected.getByRole('img')).toHaveAccessibleName(
      'SIMs conectadas en las últimas 24 horas, entre 830.000 y 839.984',
    )
    await expect(connected.getByRole('link', { name: 'Ver SIMs' })).toHaveAttribute('href', '/sims?status=2&session=1')
    // it ends at what the counter shows
    await expect(connected.getByRole('slider', { name: 'Hora' })).toHaveAttribute('aria-valuetext', 'ahora: 834.517')
    await connected.getByRole('button', { name: 'Ver como tabla' }).click()
    await expect(connected.getByRole('row', { name: '10:00 830.208' })).toBeVisible()
    await expect(connected.getByRole('row', { name: 'ahora 834.517' })).toBeVisible()
  })

  test('without samples the curve says when it comes', async ({ page }) => {
    await answerWith(page, getSession, SESSION)
    await answerWith(page, getDashboard, DASHBOARD)
    await answerWith(page, getFleetUsage, { ...FLEET_USAGE, connected: [] })
    await page.goto('/')
    await expect(card(page, 'Conectadas')).toContainText('La curva aparece con las próximas mediciones')
  })

  test('when nothing requires attention the dashboard has the first steps until they are hidden, then says so', async ({
    page,
  }) => {
    await logInAs(page, ANA)
    await openSample(page, { ...DASHBOARD, needs: [] })
    const needs = card(page, 'Requiere atención')
    const steps = needs.getByRole('region', { name: 'Primeros pasos' })
    await expect(steps.getByText('de 5 pasos')).toBeVisible()
    await expect(steps.getByRole('listitem').filter({ hasText: 'Active la verificación en dos pasos' })).toContainText(
      'Seguridad',
    )
    await expect(steps.getByRole('link', { name: /Conecte sus programas/ })).toHaveAttribute('href', '/integrations')
    await expectAccessibleInBothThemes(page)
    await steps.getByRole('button', { name: 'Ocultar esta lista' }).click()
    await expect(needs.getByText('Todo en orden')).toBeVisible()
    await expect(needs.getByRole('link')).toHaveCount(0)
    await expectAccessibleInBothThemes(page)
  })

  test('the administrator of the operator goes to the networks', async ({ page }) => {
    await answerWith(page, getSession, { ...SESSION, admin: '1' })
    await answerWith(page, getDashboard, DASHBOARD)
    await page.goto('/')
    await expect(page.getByRole('link', { name: /^Movistar Ecuador sin servicio.*Ver red$/ })).toHaveAttribute(
      'href',
      '/networks',
    )
  })

  test('every chart has a table form', async ({ page }) => {
    await openSample(page)
    for (const [name, role, cell] of [
      ['Historial de facturación', 'group', '$44.900.000 CLP'],
      ['SIMs por operador', 'img', '141.286'],
    ] as const) {
      await card(page, name).getByRole('button', { name: 'Ver como tabla' }).click()
      await expect(card(page, name).getByRole('cell', { name: cell })).toBeVisible()
      await expect(card(page, name).getByRole(role)).toHaveCount(0)
      await card(page, name).getByRole('button', { name: 'Ver como gráfico' }).click()
      await expect(card(page, name).getByRole(role)).toBeVisible()
    }
  })

  test('shows the time of its figures and refreshes them', async ({ page }) => {
    await openSample(page)
    await expect(page.getByText('Datos al 21 nov 2026, 09:42 (GMT−3)')).toBeVisible()
    await answerWith(page, getDashboard, { ...DASHBOARD, asOf: '2026-11-21T12:50:00Z' })
    await page.getByRole('button', { name: 'Actualizar' }).click()
    await expect(page.getByText('Datos al 21 nov 2026, 09:50 (GMT−3)')).toBeVisible()
  })

  test('marks usage that is not counted yet and operators without reports, and updates itself from the stream', async ({
    page,
  }) => {
    const delayed = { ...DASHBOARD, usageAsOf: '2026-11-21T12:20:00Z' }
    const [silent] = DASHBOARD.operatorStatus.map((operator) => ({ ...operator, checkedAt: '2026-11-21T11:30:00Z' }))
    await openSample(page, { ...delayed, operatorStatus: silent ? [silent] : [] })
    await expect(page.getByText('Consumo contado hasta las 09:20')).toBeVisible()
    await expect(card(page, 'Estado de operadores').getByText('Sin datos de la red desde 08:30')).toBeVisible()
    const event = `data: ${JSON.stringify({ ...DASHBOARD, totalConnected: 834_600 })}\n\n`
    await page.route('**/api/dashboard/events*', (route) => route.fulfill({ contentType: 'text/event-stream', body: event }))
    await expect(counter(page, 'Conectadas').locator('[data-figure]')).toContainText('834.600')
    await expect(counter(page, 'Conectadas').locator('[data-highlighted]')).toHaveCount(1)
    await expect(page.getByText('Consumo contado hasta las 09:20')).toHaveCount(0)
  })

  test('a failure is shown with its request id and can be retried', async ({ page }) => {
    await answerWith(page, getSession, SESSION)
    await refuseWith(page, getDashboard, { code: 'internal', error: 'Ha ocurrido un error, ver la consola para mas detalles.' })
    await page.goto('/')
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('No se pudo cargar el dashboard')
    await expect(alert).toContainText('Ha ocurrido un error, ver la consola para mas detalles.')
    await expect(alert).toContainText('Petición req-7f3a91c2')
    await expectAccessible(page)
    await answerWith(page, getDashboard, DASHBOARD)
    await alert.getByRole('button', { name: 'Reintentar' }).click()
    await expect(counter(page, 'Activas')).toContainText('936.904')
  })

  test('a company without SIMs, invoices or pools sees what will be there', async ({ page }) => {
    // the first steps ask the server
    await logInAs(page, ANA)
    await openSample(page, EMPTY_DASHBOARD)
    await expect(card(page, 'Totales de SIMs')).toContainText('Todavía no hay SIMs')
    await expect(page.getByText('Todavía no hay ciclos facturados')).toBeVisible()
    await expect(page.getByText('Ningún plan con pool')).toBeVisible()
    await expect(page.getByText('Sin consumo en este ciclo')).toBeVisible()
    await expectAccessible(page)
  })

  test('placeholders keep the space of the figures while they load', async ({ page }) => {
    await answerWith(page, getSession, SESSION)
    await answerWith(page, getDashboard, DASHBOARD)
    const release = await holdBack(page, getDashboard)
    await page.goto('/')
    await expect(card(page, 'Totales de SIMs')).toHaveAttribute('aria-busy', 'true')
    const before = await card(page, 'Historial de facturación').boundingBox()
    await expectAccessible(page)
    release()
    await expect(counter(page, 'Activas')).toContainText('936.904')
    expect((await card(page, 'Historial de facturación').boundingBox())?.y).toBe(before?.y)
  })

  test('a loading image shows until the figures are loaded [S2.38]', async ({ page }) => {
    await answerWith(page, getSession, SESSION)
    await answerWith(page, getDashboard, DASHBOARD)
    const release = await holdBack(page, getDashboard)
    await page.goto('/')
    const image = page.getByRole('main').getByRole('status').getByRole('img', { name: 'Cargando' })
    await expect(image).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(image).toHaveCSS('animation-name', 'none')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect(image).toHaveCSS('animation-name', /turn$/)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // over the placeholders, in the middle of the viewport
    const [box, view] = [await image.boundingBox(), page.viewportSize()]
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - (view?.width ?? 0) / 2)).toBeLessThan(10)
    await expectAccessibleInBothThemes(page)
    release()
    await expect(counter(page, 'Activas')).toContainText('936.904')
    await expect(image).toHaveCount(0)
  })

  test('without the permit for SIMs their figures are no links', async ({ page }) => {
    await logInAs(page, ANA)
    await answerWith(page, getSession, { ...SESSION, menu: [] })
    await answerWith(page, getDashboard, { ...DASHBOARD, needs: [] })
    await page.goto('/')
    await expect(card(page, 'Totales de SIMs')).toContainText('936.904')
    await expect(page.locator('main a:not([href^="/report-charges"])')).toHaveCount(0)
  })

  for (const size of SIZES) {
    test(`axe finds nothing on the dashboard, ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size)
      await openSample(page)
      await expect(page.getByText('936.904').first()).toBeVisible()
      await expectAccessibleInBothThemes(page)
    })
  }

  test('is in English too', async ({ page }) => {
    await setPreferences(page, { language: 'en' })
    await answerWith(page, getSession, SESSION)
    await answerWith(page, getDashboard, DASHBOARD)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Hello, Carolina' })).toBeVisible()
    await expect(page.getByText('the leading self-management platform in Latin America')).toBeVisible()
    await expect(page.getByText('Estimate for November')).toBeVisible()
    await expect(page.getByText('$47,020,000 to $49,880,000', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })
})

test('the counters count up for 3000 ms with a point between thousands, once in a tab [S9.06]', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await answerWith(page, getSession, SESSION)
  await answerWith(page, getDashboard, DASHBOARD)
  const release = await holdBack(page, getDashboard)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Carolina' })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  release()
  const shown = counter(page, 'Total de SIMs').locator('[data-figure] [aria-hidden]')
  const figure = async () => Number((await shown.textContent())?.replaceAll('.', ''))
  /** The page's own timers stand still with its clock. */
  const firstFigure = async () => {
    await expect(async () => {
      await page.clock.runFor(20)
      await expect(shown).toHaveText(/^[\d.]+$/, { timeout: 100 })
    }).toPass()
    return figure()
  }
  const first = await firstFigure()
  await page.clock.runFor(1500)
  const half = await figure()
  expect(half).toBeGreaterThan(first)
  // the figure has counted up for 20 ms, or for some frames more
  await page.clock.runFor(1350)
  expect(await figure()).toBeGreaterThan(half)
  expect(await figure()).toBeLessThan(1_041_286)
  await page.clock.runFor(150)
  await expect(shown).toHaveText('1.041.286')
  await page.reload()
  expect(await firstFigure()).toBe(1_041_286)
})
