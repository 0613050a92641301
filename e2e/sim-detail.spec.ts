import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { answerWith, holdBack, refuseWith } from './support/answers.ts'
import { ANA, logInAs } from './support/people.ts'
import { answerSampleSim, HISTORY_CALL, ICC, SIM, SIM_CALL, USAGE, USAGE_CALL } from './support/sample-sim.ts'
import { openList, row } from './support/sims-page.ts'
import { test } from './support/test.ts'

const DOCKED = { width: 1440, height: 900 }
const panel = (page: Page, icc = ICC): Locator => page.getByLabel(`SIM ${icc}`, { exact: true }).and(page.locator('aside'))
const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true })
const grid = (page: Page): Locator => page.getByRole('grid')
/** The value of a property of the SIM. */
const field = (page: Page, name: string): Locator => {
  const pair = page
    .getByRole('tabpanel')
    .locator('div')
    .filter({ has: page.getByText(name, { exact: true }) })
  return pair.last().getByRole('definition')
}

const byDay = (page: Page): Locator => page.getByRole('region', { name: /^Consumo por día/ })

async function openPage(page: Page, change: Partial<typeof SIM> = {}, search = ''): Promise<void> {
  await logInAs(page, ANA)
  await answerSampleSim(page, change)
  await page.goto(`/sims/${ICC}${search}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(`SIM ${ICC}`)
  await expect(page.getByRole('tab').first()).toBeVisible()
}

test.describe('beside the list', () => {
  test.use({ viewport: DOCKED })

  test('Enter opens the SIM of the row, J goes to the next, Escape closes', async ({ page }) => {
    await logInAs(page, ANA)
    await openList(page)
    await grid(page).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/[?&]sim=\d{18,20}/)
    const first = new URL(page.url()).searchParams.get('sim') ?? ''
    await expect(panel(page, first).getByRole('heading', { level: 2 })).toHaveAccessibleName(`SIM ${first}`)
    await page.keyboard.press('j')
    await expect(panel(page, first)).toHaveCount(0)
    const second = new URL(page.url()).searchParams.get('sim') ?? ''
    expect(second).not.toBe(first)
    await expect(panel(page, second).getByRole('tab').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel(page, second)).toHaveCount(0)
    await expect(page).toHaveURL('/sims')
  })

  test('the arrows and J and K of the panel go through the list; Escape returns the focus to the list', async ({ page }) => {
    await logInAs(page, ANA)
    await openList(page)
    await row(page, 1).getByRole('gridcell').nth(2).click()
    await expect(page).toHaveURL(/[?&]sim=\d{18,20}/)
    const first = new URL(page.url()).searchParams.get('sim') ?? ''
    const previous = page.getByRole('button', { name: 'SIM anterior (K)' })
    await expect(previous).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: 'SIM siguiente (J)' }).click()
    await expect(panel(page, first)).toHaveCount(0)
    await expect(previous).not.toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('tab', { selected: true }).focus()
    await page.keyboard.press('k')
    await expect(panel(page, first)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel(page, first)).toHaveCount(0)
    await expect(grid(page)).toBeFocused()
  })

  test('shows number, status, session, network, usage, SMS and IP first', async ({ page }) => {
    await logInAs(page, ANA)
    await answerSampleSim(page)
    await page.goto(`/sims?sim=${ICC}`)
    const shown = panel(page)
    await expect(shown.getByText('Camión 214 · Teltonika FMC130')).toBeVisible()
    await expect(shown.getByText('Activa', { exact: true })).toBeVisible()
    await expect(shown.getByText('Conectada 2 h 14 min')).toBeVisible()
    await expect(shown.getByText('Movistar Chile, LTE')).toBeVisible()
    await expect(shown.getByText('212 MB de 250 MB, 85 %')).toBeVisible()
    await expect(shown.getByText('12 de 30')).toBeVisible()
    await expect(shown.getByText('10.41.18.207', { exact: true })).toBeVisible()
    await expect(shown.getByText('Datos al 21 nov 2026, 09:42 (GMT−3)')).toBeVisible()
  })

  test('the copied number has no spaces', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await logInAs(page, ANA)
    await answerSampleSim(page)
    await page.goto(`/sims?sim=${ICC}`)
    await panel(page).getByRole('button', { name: 'Copiar ICC' }).first().click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(ICC)
  })

  test('a number that was selected by hand is copied without spaces too', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await logInAs(page, ANA)
    await answerSampleSim(page)
    await page.goto(`/sims?sim=${ICC}&tab=device`)
    await panel(page).getByText('86 435605 118842 7', { exact: true }).selectText()
    await page.keyboard.press('Control+c')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('864356051188427')
  })

  test('the full page links back to the list with its filter', async ({ page }) => {
    await logInAs(page, ANA)
    await answerSampleSim(page)
    await page.goto(`/sims?status=2&sim=${ICC}`)
    await panel(page).getByRole('link', { name: 'Abrir en página completa' }).click()
    await expect(page).toHaveURL(`/sims/${ICC}?status=2`)
    await page.getByRole('navigation', { name: 'Ruta' }).getByRole('link', { name: 'SIMs' }).click()
    await expect(page).toHaveURL('/sims?status=2')
  })
})

test('the actions appear all at once, so that none moves under the pointer', async ({ page }) => {
  await logInAs(page, ANA)
  await answerSampleSim(page)
  const release = await holdBack(page, SIM_CALL)
  await page.goto(`/sims/${ICC}`)
  const actions = page.getByRole('toolbar', { name: 'Acciones de la SIM' })
  await expect(actions).toBeAttached()
  await expect(actions.getByRole('button')).toHaveCount(0)
  release()
  await expect(actions.getByRole('button', { name: 'Más opciones' })).toBeVisible()
  await expect(actions.getByRole('button', { name: 'Hibernar' })).toBeVisible()
})

test('on a narrow screen it floats over the list, traps the focus, and Escape returns it', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 })
  await logInAs(page, ANA)
  await openList(page)
  await grid(page).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^SIM \d+/ })
  await expect(dialog.getByRole('tab').first()).toBeVisible()
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press('Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(grid(page)).toBeFocused()
})

test.describe('tabs', () => {
  test('are those of the specification, in its order, by arrow keys too [S2.41, S2.42, S2.43]', async ({ page }) => {
    await openPage(page)
    await expect(page.getByRole('tab')).toHaveText(['Identificación', 'Dispositivo', 'Conexión', 'Consumo', 'Ubicación'])
    await tab(page, 'Identificación').click()
    await expect(field(page, 'IMSI')).toHaveText(/730 021 234 567 890/)
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, 'Dispositivo')).toBeFocused()
    await expect(field(page, 'IMEI')).toHaveText(/86 435605 118842 7/)
    await page.keyboard.press('ArrowRight')
    await expect(field(page, 'IP del SGSN')).toHaveText(/10\.200\.1\.12/)
    await page.keyboard.press('End')
    await expect(tab(page, 'Ubicación')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, 'Identificación')).toBeFocused()
    await expect(page).toHaveURL(/tab=identification/)
  })

  for (const [what, change, names] of [
    ['a local SIM', {}, ['Consumo', 'Ubicación']],
    ['a legacy SIM with a public APN', { simTypeId: 1, apnId: 7 }, []],
    ['a legacy SIM with a private APN', { simTypeId: 1, apnId: 14 }, ['Consumo', 'Ubicación']],
    ['a Vodafone SIM with a public APN', { simTypeId: 5, apnId: 14 }, []],
    ['a Vodafone SIM with a private APN', { simTypeId: 5, apnId: 15 }, ['Consumo', 'Ubicación']],
    ['a Manager SIM', { simTypeId: 4, apnId: 5 }, ['Consumo']],
  ] as const) {
    test(`${what} shows ${names.join(' and ') || 'neither usage nor map'} [S2.44, S2.45]`, async ({ page }) => {
      await openPage(page, change)
      await expect(page.getByRole('tab')).toHaveText(['Identificación', 'Dispositivo', 'Conexión', ...names])
    })
  }

  test('together show every field of a SIM [S3.08]', async ({ page }) => {
    await openPage(page, { lastConnStop: '2026-11-21T12:00:00Z', gprsStatus: 2 }, '?tab=identification')
    const expected = {
      Identificación: {
        ICC: '8956 0300 0418 2774 1933',
        MSISDN: '+56 9 4417 1988',
        Etiqueta: 'Camión 214',
        'Campo 2': 'Zona centro',
        'Tipo de SIM': 'Local',
        Origen: 'Chile',
        Empresas: 'Andes NorteTransportes Andes Sur SpA',
        Plan: 'IoT 250 MB',
        'Estado técnico': '4 · Activada',
        Activación: '3 mar 2025',
      },
      Dispositivo: { Dispositivo: 'Teltonika FMC130', 'Fabricante del módulo': 'Quectel', 'Modelo del módulo': 'BG95' },
      Conexión: {
        APN: 'm2m.andessur.cl',
        IP: '10.41.18.207',
        'IP del GGSN': '10.201.1.5',
        Operador: 'Movistar Chile',
        'Red actual': '730-02',
        'Tecnología de radio': 'LTE',
        'Última conexión, inicio': '21 nov 2026, 07:28 (GMT−3)',
        'Última conexión, fin': '21 nov 2026, 09:00 (GMT−3)',
        'Última conexión, duración': '1 h 32 min',
      },
      Consumo: {
        'Hoy, Datos de hoy': '8,0 MB',
        'Ciclo, Datos del ciclo': '212 MB',
        'Voz, Voz del ciclo': '2 min',
        'SMS, SMS del ciclo': '12',
      },
    }
    for (const [name, fields] of Object.entries(expected)) {
      await tab(page, name).click()
      for (const [label, value] of Object.entries(fields)) await expect(field(page, label), label).toHaveText(value)
    }
    await tab(page, 'Ubicación').click()
    await expect(page.getByRole('tabpanel')).toContainText('-33.45')
    await expect(page.getByRole('tabpanel')).toContainText('-70.66')
  })

  test('an absent value is a dash', async ({ page }) => {
    await openPage(page, { lastConnStart: null, ip: null, currentNetwork: '', gprsStatus: 0 }, '?tab=connection')
    for (const name of ['IP', 'Red actual', 'Última conexión, inicio', 'Última conexión, fin', 'Última conexión, duración']) {
      await expect(field(page, name), name).toHaveText('—')
    }
  })

  test('every status has its name [S4.01, S4.02, S4.03]', async ({ page }) => {
    await openPage(page, {}, '?tab=identification')
    const words = {
      simCycleState: [
        'Nueva, inactiva',
        'En prueba',
        'Lista para activar',
        'Activada',
        'Desactivada',
        'Suspendida',
        'Retirada',
      ],
      simAdministrativeStatusId: [
        ...['Lista para usar', 'Activa', 'Desactivada', 'Suspendida', 'Baja en proceso', 'Terminada', 'Retirada'],
        ...['Hibernación en proceso', 'Baja solicitada', 'Desactivada por alarma', 'Hibernada'],
      ],
    }
    const places = { simCycleState: 'Estado técnico', simAdministrativeStatusId: 'Estado' }
    for (const key of ['simCycleState', 'simAdministrativeStatusId'] as const) {
      for (const [index, word] of words[key].entries()) {
        await answerWith(page, SIM_CALL, { ...SIM, [key]: index + 1 })
        await page.getByRole('button', { name: 'Actualizar' }).click()
        await expect(field(page, places[key])).toHaveText(key === 'simCycleState' ? `${index + 1} · ${word}` : word)
      }
    }
    for (const [gprsStatus, word] of [
      [0, 'No disponible'],
      [1, 'Conectada 2 h 14 min'],
      [2, 'Sin sesión'],
    ] as const) {
      await answerWith(page, SIM_CALL, { ...SIM, gprsStatus })
      await page.getByRole('button', { name: 'Actualizar' }).click()
      await expect(page.getByText(word, { exact: true })).toBeVisible()
    }
  })
})

test.describe('usage', () => {
  test('the chart names the total, the limit, the busiest day, and the forecast', async ({ page }) => {
    await openPage(page)
    const usage = page.getByRole('region', { name: /^Consumo por día MB, ciclo 1–30 nov/ })
    await expect(usage.getByRole('img')).toHaveAccessibleName(/212\sMB de 250\sMB.*lun 16: 28\sMB/)
    await expect(usage.getByText('Límite 250 MB')).toBeVisible()
    await expect(usage.getByText('A este ritmo alcanza el límite el 24 nov.')).toBeVisible()
  })

  test('the pointer and the arrow keys choose a day', async ({ page }) => {
    await openPage(page)
    const day = page.getByRole('slider', { name: 'Día del gráfico' })
    await expect(day).toHaveAttribute('aria-valuetext', /^lun 16: 28\sMB, acumulado 168\sMB$/)
    await day.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(day).toHaveAttribute('aria-valuetext', /^dom 15: 10\sMB, acumulado 140\sMB$/)
    await expect(page.getByText('dom 15: 10 MB', { exact: true })).toBeVisible()
    const box = await page.getByRole('img', { name: /^Consumo acumulado/ }).boundingBox()
    await page.mouse.move((box?.x ?? 0) + 50, (box?.y ?? 0) + 60)
    await expect(page.getByText('dom 1: 10 MB', { exact: true })).toBeVisible()
  })

  test('has a table form', async ({ page }) => {
    await openPage(page)
    await byDay(page).getByRole('button', { name: 'Ver como tabla' }).click()
    const row = byDay(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'lun 16' }) })
    await expect(row.getByRole('cell')).toHaveText(['28 MB', '168 MB', '0 min', '0'])
    await expect(byDay(page).getByRole('row')).toHaveCount(22)
  })

  test('messages and voice have their own bars, and a day shows its hours, by pointer, keyboard and table', async ({
    page,
  }) => {
    await openPage(page)
    await byDay(page).getByRole('button', { name: 'SMS' }).click()
    await expect(byDay(page).getByRole('img')).toHaveAccessibleName('SMS por día. Este ciclo: 0 SMS.')
    await expect(byDay(page).getByText('El plan incluye 30.')).toBeVisible()
    await byDay(page).getByRole('button', { name: 'Datos' }).click()
    const hours = page.getByRole('region', { name: /^Datos por hora/ })
    await expect(hours).toHaveAccessibleName('Datos por hora sáb 21')
    await expect(hours.getByRole('img')).toHaveAccessibleName(/Máximo, 09:00–10:00: 5,0\sMB/)
    await byDay(page).getByRole('slider', { name: 'Día del gráfico' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(hours).toHaveAccessibleName('Datos por hora dom 15')
    await hours.getByRole('button', { name: 'Día siguiente' }).click()
    await expect(hours).toHaveAccessibleName('Datos por hora lun 16')
    await hours.getByRole('button', { name: 'Ver como tabla' }).click()
    await expect(hours.getByRole('row')).toHaveCount(5)
    await expect(page.getByText('Consumo al 21 nov 2026, 09:42')).toBeVisible()
  })

  test('figures with usage that is not counted yet are marked', async ({ page }) => {
    await openPage(page)
    await answerWith(page, USAGE_CALL, { ...USAGE, usageAsOf: '2026-11-21T12:20:00Z' })
    await page.reload()
    await expect(page.getByText('Consumo contado hasta las 09:20')).toBeVisible()
  })

  test('earlier cycles can be opened as long as their days are stored', async ({ page }) => {
    await openPage(page)
    await page.getByRole('button', { name: 'Ciclo anterior' }).click()
    await expect(page.getByRole('heading', { name: /ciclo 1–31 oct/ })).toBeVisible()
    await expect(byDay(page).getByRole('img')).toHaveAccessibleName(/124\sMB de 250\sMB/)
    await page.getByRole('button', { name: 'Ciclo anterior' }).click()
    await expect(page.getByText('Sin consumo en este ciclo')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ciclo anterior' })).toHaveAttribute('aria-disabled', 'true')
  })

  test('a SIM without a limit has a total and no percent', async ({ page }) => {
    await openPage(page, { planMb: 0 })
    await expect(page.getByText('Límite')).toHaveCount(0)
    await expect(page.getByText(/^A este ritmo termina el ciclo con/)).toBeVisible()
  })

  test('a failure can be retried', async ({ page }) => {
    await logInAs(page, ANA)
    await answerSampleSim(page)
    await refuseWith(page, USAGE_CALL, { code: 'internal', error: 'No se pudo' })
    await page.goto(`/sims/${ICC}`)
    await expect(page.getByRole('alert').filter({ hasText: 'No se pudo cargar el consumo' })).toContainText('req-7f3a91c2')
  })
})

test.describe('timeline', () => {
  test('lists the newest first, with user and time', async ({ page }) => {
    await openPage(page)
    const events = page.getByRole('region', { name: 'Actividad reciente' }).getByRole('listitem')
    await expect(events).toHaveText([
      'Sesión de datos abiertahoy 07:28IP 10.41.18.207',
      'Aviso al 80 % enviadoayer 18:12',
      'Reiniciada por ana@andes.test18 nov 11:03',
      'IMEI cambió a 86 435605 118842 716 nov 09:40',
      /^Datos editados.* por admin@enlace\.test12 ago 10:15Importación 12Dispositivo: Queclink GV300 → Teltonika FMC130$/,
      'Estado: Activa → Suspendida3 jul 16:40Motivo: Uso fuera de contrato',
      'firmware seen2 jul 16:40version: 3.1',
    ])
    await page.getByRole('button', { name: 'Todo el historial' }).click()
    await expect(events).toHaveCount(8)
    await expect(events.last()).toHaveText('Activada por ana@andes.test3 mar 2025')
  })

  test('a failure can be retried, and an empty timeline says so', async ({ page }) => {
    await logInAs(page, ANA)
    await answerSampleSim(page)
    await refuseWith(page, HISTORY_CALL, { code: 'internal', error: 'No se pudo' })
    await page.goto(`/sims/${ICC}`)
    const history = page.getByRole('region', { name: 'Actividad reciente' })
    await expect(history.getByRole('alert')).toContainText('No se pudo cargar el historial')
    await answerWith(page, HISTORY_CALL, [])
    await history.getByRole('button', { name: 'Reintentar' }).click()
    await expect(history.getByText('Todavía no hay actividad en esta SIM.')).toBeVisible()
  })
})

test.describe('states', () => {
  test('the tab of the browser names the SIM', async ({ page }) => {
    await openPage(page)
    await expect(page).toHaveTitle(`SIM ${ICC} | Enlace`)
    await page.goto('/sims')
    await expect(page).toHaveTitle('SIMs | Enlace')
  })

  test('the tabs keep their place while the SIM loads', async ({ page }) => {
    await logInAs(page, ANA)
    await answerSampleSim(page)
    const release = await holdBack(page, SIM_CALL)
    await page.goto(`/sims/${ICC}`)
    await expect(page.getByRole('status', { name: 'Cargando la SIM' })).toBeVisible()
    await expectAccessible(page)
    release()
    await expect(page.getByRole('tab').first()).toBeVisible()
  })

  test('a failure is shown with its request id and can be retried', async ({ page }) => {
    await logInAs(page, ANA)
    await answerSampleSim(page)
    await refuseWith(page, SIM_CALL, { code: 'internal', error: 'Ha ocurrido un error, ver la consola para mas detalles.' })
    await page.goto(`/sims/${ICC}`)
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('No se pudo cargar la SIM')
    await expect(alert).toContainText('Petición req-7f3a91c2')
    await expectAccessible(page)
    await answerWith(page, SIM_CALL, SIM)
    await alert.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('tab').first()).toBeVisible()
  })

  test('a SIM of no company is not found', async ({ page }) => {
    await page.setViewportSize(DOCKED)
    await logInAs(page, ANA)
    for (const path of ['/sims/89560300000000000003', '/sims?sim=89560300000000000003']) {
      await page.goto(path)
      await expect(page.getByText('No existe esta SIM')).toBeVisible()
      await expectAccessible(page)
    }
  })

  test('a changed value is highlighted, others are not', async ({ page }) => {
    await openPage(page)
    await expect(page.locator('.glow')).toHaveCount(0)
    await answerWith(page, SIM_CALL, { ...SIM, monthlySmsConsumption: 13 })
    await page.getByRole('button', { name: 'Actualizar' }).click()
    await expect(page.locator('.glow')).toHaveText(['13', '13'])
    await expect(page.locator('.glow').first()).toHaveCSS('animation-name', 'none')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect(page.locator('.glow').first()).toHaveCSS('animation-name', 'glow')
  })

  test('the page updates itself when another user changes the SIM, and again after the stream was cut', async ({ page }) => {
    await logInAs(page, ANA)
    const headers = { 'x-api-key': 'enlace-web', accept: 'application/json' }
    const list = await page.request.post('/api/sim/sims', { headers, data: { filter: { simTypeIds: [2] }, limit: 30 } })
    const [head, ...rows]: string[][] = (await list.json()).data
    const icc = rows.at(-1)?.[head?.indexOf('icc') ?? -1] ?? ''
    const label = (text: string) => page.request.post('/api/sim/editCustom', { headers, data: { icc, customField1: text } })
    const first = page.waitForRequest(/\/api\/sim\/events\//)
    await page.goto(`/sims/${icc}`)
    await first
    const names = [`Bodega ${Date.now()}`, `Patio ${Date.now()}`]
    await label(names[0] ?? '')
    await expect(page.getByText(names[0] ?? '').first()).toBeVisible()
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await label(names[1] ?? '')
    await expect(page.getByText(names[1] ?? '').first()).toBeVisible()
  })

  test('the page is in English too', async ({ page }) => {
    await setPreferences(page, { language: 'en' })
    await openPage(page)
    await expect(page.getByRole('tab')).toHaveText(['Identification', 'Device', 'Connection', 'Consumption', 'Location'])
    await expect(page.getByText('Connected 2 h 14 min')).toBeVisible()
    await expect(page.getByText('At this pace it reaches the limit on 24 Nov.')).toBeVisible()
    await expect(page.getByText('Restarted by ana@andes.test')).toBeVisible()
  })
})

for (const size of SIZES) {
  test(`axe finds nothing, ${size.width} px`, async ({ page }) => {
    test.slow()
    await page.setViewportSize(size)
    await openPage(page)
    await expect(page.getByRole('img', { name: /^Consumo acumulado/ })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await tab(page, 'Identificación').click()
    await expectAccessibleInBothThemes(page)
    await page.goto(`/sims?sim=${ICC}`)
    await expect(page.getByRole('img', { name: /^Consumo acumulado/ })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
}
