import { expect, type Page } from '@playwright/test'
import { resetSim } from '#contract/operations/sim-actions.calls.ts'
import { getApn, testAdministrative, testGprs, testGsm } from '#contract/sims/sim-tools.calls.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './support/accessibility.ts'
import { answerWith, refuseWith } from './support/answers.ts'
import { ANA, logInAs } from './support/people.ts'
import { ACTIVE, actions, button, choose, dialog, openMenu, openSim, simWith } from './support/sim-dialogs.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test.describe('type 6', () => {
  test('has a chat in place of single messages and diagnosis [S2.46]', async ({ page }) => {
    await logInAs(page, ANA)
    await openSim(page, { simTypeIds: [6], administrativeStatusIds: [2] }, 2)
    const menu = await openMenu(page)
    await expect(button(menu, /^Chat SMS/)).toBeVisible()
    await expect(button(menu, /^Enviar SMS/)).toHaveCount(0)
    await expect(button(menu, /^Diagnosticar/)).toHaveCount(0)
    await expect(menu).not.toContainText('Enviar SMS')
    await button(menu, /^Chat SMS/).click()
    const message = dialog(page).getByLabel('Mensaje')
    await expect(message).toBeFocused()
    await message.fill('¿Dónde estás?')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('log')).toContainText('¿Dónde estás?')
    await expect(message).toHaveValue('')
    await expectAccessible(page)
  })
})

test.describe('fields', () => {
  test('can be edited; ICC, number and APN are read-only [S4.15]', async ({ page }) => {
    await logInAs(page, ANA)
    await openSim(page, ACTIVE, 60)
    const form = await choose(page, /^Editar campos/)
    for (const name of ['ICC', 'MSISDN', 'APN']) {
      await expect(form.getByRole('textbox', { name, exact: true })).toHaveAttribute('readonly', '')
    }
    await expect(form.getByRole('textbox', { name: 'IMEI' })).not.toHaveAttribute('readonly')
    await form.getByRole('textbox', { name: 'IMEI' }).fill('12345')
    await button(form, 'Guardar').click()
    await expect(form.getByText('El IMEI debe tener 15 dígitos y su dígito verificador')).toBeVisible()
    await form.getByRole('textbox', { name: 'IMEI' }).fill('86 435605 118842 4')
    await form.getByRole('textbox', { name: 'Dispositivo' }).fill('Teltonika FMC650')
    await form.getByLabel('Etiqueta').fill('Camión de prueba')
    await button(form, 'Guardar').click()
    await expect(dialog(page).getByRole('status')).toContainText('Los campos fueron guardados')
    await button(dialog(page), 'Aceptar').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Camión de prueba')
    await expect(page.getByText('Teltonika FMC650').first()).toBeVisible()
  })

  test('of the device are disabled while the SIM is not editable [S4.15]', async ({ page }) => {
    await logInAs(page, ANA)
    await openSim(page, { simTypeIds: [1], apnIds: [1], administrativeStatusIds: [2] }, 6)
    const form = await choose(page, /^Editar campos/)
    await expect(form.getByRole('textbox', { name: 'IMEI' })).toHaveAttribute('readonly', '')
    await expect(form.getByLabel('Dispositivo')).toHaveAttribute('readonly', '')
    await form.getByLabel('Etiqueta').fill('Rampla de prueba')
    await button(form, 'Guardar').click()
    await expect(dialog(page).getByRole('status')).toContainText('Los campos fueron guardados')
  })
})

test('a message is required, its characters are counted, and it is sent [S5.07]', async ({ page }) => {
  await logInAs(page, ANA)
  await openSim(page, ACTIVE, 61)
  const form = await choose(page, /^Enviar SMS/)
  await button(form, 'Enviar el mensaje').click()
  await expect(form.getByText('Este campo es requerido')).toBeVisible()
  await expect(form.getByLabel('Mensaje')).toBeFocused()
  await expect(form.getByLabel('Mensaje')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Mensaje').fill('a'.repeat(161))
  await expect(form.getByText('2 mensajes, quedan 145 caracteres')).toBeVisible()
  await form.getByLabel('Mensaje').fill('Ubicación 你')
  await expect(form.getByText(/^1 mensaje, quedan 59 caracteres\. Algunos caracteres/)).toBeVisible()
  await button(form, 'Enviar el mensaje').click()
  await expect(dialog(page).getByRole('status').or(dialog(page).getByRole('alert'))).toContainText(/mensaje/)
})

test('the APN can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logInAs(page, ANA)
  await answerWith(page, getApn, { apnName: 'Andes Sur', apn: 'm2m.andessur.cl', username: '', password: 'andes' })
  await openSim(page, ACTIVE, 62)
  const shown = await choose(page, /^Configuración APN/)
  await expect(shown.getByRole('textbox', { name: 'APN', exact: true })).toHaveValue('m2m.andessur.cl')
  await expect(shown.getByRole('textbox', { name: 'Usuario' })).toHaveValue('Sin valor')
  await button(shown, 'Copiar APN').click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('m2m.andessur.cl')
  await expect(button(shown, 'Copiar Usuario')).toHaveCount(0)
})

const AT = '2026-11-21T12:42:00Z'
/** One test that passes, one with a warning, one that fails and says what to do. */
async function threeResults(page: Page): Promise<void> {
  await answerWith(page, testAdministrative, {
    success: true,
    result: 'Todo en orden',
    code: 'in_order',
    verdict: 'passed',
    checkedAt: AT,
    evidence: {
      simAdministrativeStatusId: 2,
      statusReason: '',
      companyBlocked: false,
      planName: 'IoT 250 MB',
      apn: 'm2m.andessur.cl',
      usedBytes: 59_768_832,
      limitBytes: null,
      pooled: false,
      imeiLock: false,
      imei: '864356051188427',
      imeiSeen: null,
    },
    next: { action: 'testGsm', text: 'Haga la prueba GSM' },
  })
  await answerWith(page, testGsm, {
    success: false,
    result: 'Sin noticias desde hace 26 h',
    code: 'stale_registration',
    verdict: 'failed',
    checkedAt: AT,
    evidence: {
      networkState: 'active',
      registered: true,
      mcc: '730',
      mnc: '01',
      radioTechnology: 'LTE',
      lastUpdateAt: '2026-11-20T10:31:00Z',
      imei: '864356051188427',
    },
    next: { action: 'restart', text: 'Reinicie la SIM y repita la prueba' },
  })
  await answerWith(page, testGprs, {
    success: false,
    result: 'El dispositivo usa otro APN',
    code: 'apn_mismatch',
    verdict: 'failed',
    checkedAt: AT,
    evidence: {
      networkState: 'active',
      open: false,
      ip: '',
      apnUsed: 'internet.movil',
      apnExpected: 'm2m.andessur.cl',
      startedAt: null,
      stoppedAt: null,
      sgsnIp: '10.8.0.14',
      ggsnIp: '10.8.4.2',
      dataBytes: 1_363_149,
      endCause: 'service_not_subscribed',
    },
    next: { action: 'setApn', text: 'Configure en el dispositivo el APN de la SIM' },
  })
}

test.describe('the three tests', () => {
  test('each show the result text with an icon of success or error, evidence and a next step [S8.09]', async ({ page }) => {
    await logInAs(page, ANA)
    await threeResults(page)
    await openSim(page, ACTIVE, 63)
    await button(actions(page), 'Diagnosticar').click()
    const of = (name: string) => dialog(page).getByRole('region', { name })
    await expect(of('Administrativa').locator('[data-tone=active] .tabler-icon-circle-check')).toBeVisible()
    await expect(of('Administrativa')).toContainText('Todo en orden')
    await expect(of('GSM').locator('[data-tone=stop] .tabler-icon-circle-x')).toBeVisible()
    await expect(of('GSM')).toContainText('Sin noticias desde hace 26 h')
    await expect(of('GPRS').locator('[data-tone=stop] .tabler-icon-circle-x')).toBeVisible()
    await expect(of('GPRS')).toContainText('El dispositivo usa otro APN.')
    await expect(of('GPRS').getByText('internet.movil')).toBeVisible()
    await expect(of('Administrativa').getByText('IoT 250 MB')).toBeHidden()
    await of('Administrativa').getByText('Evidencia').click()
    await expect(of('Administrativa').getByText('IoT 250 MB')).toBeVisible()
    // the verdict is the named cause; the step of the other finding stays beside it
    await expect(dialog(page).getByRole('status').first()).toContainText('El dispositivo usa otro APN')
    await expect(button(of('GSM'), 'Reinicie la SIM y repita la prueba')).toBeVisible()
    await expect(of('GPRS').getByRole('button')).toHaveCount(0)
    await button(dialog(page), 'Configuración APN').click()
    await expect(dialog(page).getByRole('heading', { level: 2 })).toContainText('Configuración APN')
  })

  test('say what is left to do when all pass and the device stays silent', async ({ page }) => {
    await logInAs(page, ANA)
    await threeResults(page)
    const passed = { success: true, verdict: 'passed', checkedAt: AT, evidence: null, next: null } as const
    await answerWith(page, testGsm, { ...passed, result: 'La SIM está registrada', code: 'registered' })
    await answerWith(page, testGprs, { ...passed, result: 'La sesión está abierta', code: 'connected' })
    await openSim(page, ACTIVE, 63)
    await button(actions(page), 'Diagnosticar').click()
    await expect(dialog(page).getByRole('status').first()).toContainText('envíele un SMS o reinicie la SIM.')
  })

  test('of a SIM whose data an alarm cut name the alarm and restore the data', async ({ page }) => {
    await logInAs(page, ANA)
    await openSim(page, { administrativeStatusIds: [10], simTypeIds: [2] }, 1)
    await openMenu(page)
    await button(dialog(page), /^Diagnosticar/).click()
    const verdict = dialog(page).getByRole('status').first()
    await expect(verdict).toContainText(/^Sin datos: los cortó la alarma Flota RM, de [\d.]+\sMB/)
    await expect(dialog(page).getByText(/data_cut|not_registered|Ninguno/)).toHaveCount(0)
    const evidence = dialog(page).getByRole('region', { name: 'Administrativa' })
    await expect(
      evidence.getByRole('definition').filter({ hasText: 'Desactivada por alarma' }).getByRole('img'),
    ).toHaveAccessibleName('es la causa')
    await expect(evidence.getByRole('definition').filter({ hasText: 'Sin bloqueo' }).getByRole('img')).toHaveAccessibleName(
      'correcto',
    )
    await button(dialog(page), 'Restablecer datos').click()
    await expect(dialog(page).getByRole('heading', { level: 2 })).toContainText('Restablecer')
  })

  test('have the icon of their success flag, with its meaning in words [S8.09]', async ({ page }) => {
    await logInAs(page, ANA)
    const evidence = null
    const base = { checkedAt: AT, next: null }
    await answerWith(page, testGsm, {
      ...base,
      success: false,
      result: 'La red no respondió en 20 s',
      code: 'timeout',
      verdict: 'unknown',
      evidence,
    })
    await answerWith(page, testGprs, {
      ...base,
      success: true,
      result: 'Se desconectó hace 12 min',
      code: 'recent_session',
      verdict: 'warning',
      evidence,
    })
    await openSim(page, ACTIVE, 66)
    await button(actions(page), 'Diagnosticar').click()
    const of = (name: string) => dialog(page).getByRole('region', { name })
    await expect(of('GSM').getByRole('img', { name: 'Error' })).toBeVisible()
    await expect(of('GSM').locator('[data-tone=stop] .tabler-icon-circle-x')).toBeVisible()
    await expect(of('GSM')).toContainText('Sin respuesta')
    await expect(of('GSM')).toContainText('Sin veredicto sobre la SIM')
    await expect(of('GPRS').getByRole('img', { name: 'Éxito' })).toBeVisible()
    await expect(of('GPRS').locator('[data-tone=active] .tabler-icon-circle-check')).toBeVisible()
    await expect(of('GPRS')).toContainText('Sesión reciente')
    await expect(of('GPRS')).toContainText('Aprobada con advertencia')
  })

  test('run again on request, and a test that cannot run says so', async ({ page }) => {
    await logInAs(page, ANA)
    await threeResults(page)
    await openSim(page, ACTIVE, 64)
    await button(actions(page), 'Diagnosticar').click()
    const gsm = dialog(page).getByRole('region', { name: 'GSM' })
    await expect(gsm).toContainText('Sin noticias desde hace 26 h')
    await refuseWith(page, testGsm, { code: 'internal', error: 'Ha ocurrido un error' })
    await button(dialog(page), 'Repetir').click()
    await expect(gsm).toContainText('No se pudo probar')
    await expect(gsm).toContainText('Ha ocurrido un error')
  })

  test('of a SIM of the demo come from its network, and so do its APN settings [S1.07]', async ({ page }) => {
    await logInAs(page, ANA)
    await openSim(page, ACTIVE, 65)
    await button(actions(page), 'Diagnosticar').click()
    for (const name of ['Administrativa', 'GSM', 'GPRS']) {
      const region = dialog(page).getByRole('region', { name })
      await expect(region).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 })
      await expect(region.getByText('Evidencia')).toBeVisible()
    }
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    const apn = await choose(page, /^Configuración APN/)
    await expect(apn.getByRole('textbox', { name: 'APN', exact: true })).toHaveValue(/.+\..+/)
  })
})

test.describe('accessibility', () => {
  test('axe finds nothing in any dialog', async ({ page }) => {
    test.slow()
    await logInAs(page, ANA)
    await threeResults(page)
    await answerWith(page, resetSim, {
      operationId: 1,
      icc: '89560300041827741933',
      success: true,
      result: 'La SIM fue reiniciada',
      state: 'succeeded',
      takesEffect: 'now',
    })
    await openSim(page, ACTIVE, 66)
    await expectAccessibleInBothThemes(page)
    await openMenu(page)
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    for (const name of [/^Diagnosticar/, /^Hibernar/, /^Dar de baja/, /^Enviar SMS/, /^Editar campos/, /^Configuración APN/]) {
      await choose(page, name)
      await expectAccessibleInBothThemes(page)
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
    }
    await button(actions(page), 'Reiniciar').click()
    await button(dialog(page), 'Reiniciar la SIM').click()
    await expect(button(dialog(page), 'Aceptar')).toBeFocused()
    await expectAccessibleInBothThemes(page)
  })

  test('by keyboard only: open, go through, and return the focus', async ({ page }) => {
    await logInAs(page, ANA)
    await openSim(page, ACTIVE, 67)
    await button(actions(page), 'Hibernar').focus()
    await page.keyboard.press('Enter')
    await expect(button(dialog(page), 'Hibernar la SIM')).toBeFocused()
    for (let step = 0; step < 6; step++) await page.keyboard.press('Tab')
    await expect(dialog(page).locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(button(actions(page), 'Hibernar')).toBeFocused()
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } })

    test('the panel and its dialogs fit, and Escape closes one thing at a time', async ({ page }) => {
      await logInAs(page, ANA)
      await threeResults(page)
      const icc = await simWith(page, ACTIVE, 68)
      await page.goto(`/sims?sim=${icc}`)
      await button(actions(page), 'Diagnosticar').click()
      const tests = dialog(page).filter({ hasText: 'Diagnóstico' })
      await expect(tests.getByText('El dispositivo usa otro APN').first()).toBeVisible()
      const box = await button(tests, 'Cerrar').boundingBox()
      expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(tests).toHaveCount(0)
      await expect(actions(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(actions(page)).toHaveCount(0)
    })
  })
})
