import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { answerWith, holdBack, refuseWith } from './support/answers.ts'
import { ANA, logInAs } from './support/people.ts'
import { answerSampleSim, HISTORY_CALL, ICC, SIM, SIM_CALL } from './support/sample-sim.ts'
import { openPage, tab } from './support/sim-page.ts'
import { test } from './support/test.ts'

const DOCKED = { width: 1440, height: 900 }

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

test.describe('timeline', () => {
  test('lists the newest first, with user and time', async ({ page }) => {
    await openPage(page)
    const events = page.getByRole('region', { name: 'Actividad reciente' }).getByRole('listitem')
    await expect(events).toHaveText([
      'Sesión de datos abiertahoy 07:28IP 10.41.18.207',
      'Aviso al 80 % enviadoayer 18:12',
      'Reiniciada por Ana Fuentes18 nov 11:03',
      'IMEI cambió a 86 435605 118842 716 nov 09:40',
      /^Datos editados.* por admin@enlace\.test12 ago 10:15Importación 12Dispositivo: Queclink GV300 → Teltonika FMC130$/,
      'Estado: Activa → Suspendida3 jul 16:40Motivo: Uso fuera de contrato',
      'firmware seen2 jul 16:40version: 3.1',
    ])
    await page.getByRole('button', { name: 'Todo el historial' }).click()
    await expect(events).toHaveCount(8)
    await expect(events.last()).toHaveText('Activada por Ana Fuentes3 mar 2025')
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
    await expect(page.locator('[data-highlighted]')).toHaveCount(0)
    await answerWith(page, SIM_CALL, { ...SIM, monthlySmsConsumption: 13 })
    await page.getByRole('button', { name: 'Actualizar' }).click()
    await expect(page.locator('[data-highlighted]')).toHaveText(['13'])
    await expect(page.locator('[data-highlighted]').first()).toHaveCSS('animation-name', 'none')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expect(page.locator('[data-highlighted]').first()).toHaveCSS('animation-name', /highlight$/)
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
    await expect(page.getByRole('tab')).toHaveText([
      'Summary',
      'Identification',
      'Device',
      'Connection',
      'Consumption',
      'Location',
    ])
    await expect(page.getByText('Connected 2 h 14 min')).toBeVisible()
    await expect(page.getByText('At this pace it reaches the limit on 24 Nov.')).toBeVisible()
    await expect(page.getByText('Restarted by Ana Fuentes')).toBeVisible()
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
