import { expect, type Locator, type Page } from '@playwright/test'
import { createAlarm, deleteAlarm } from '#contract/alarms/alarms.calls.ts'
import { emptyCart } from '#contract/requests/cart.calls.ts'
import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import { listRows } from './support/list-rows.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { toastRegion } from './support/shell.ts'
import { ACTIVE, actions, button, chip, choose, dialog, openSim } from './support/sim-dialogs.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const headers = { 'x-api-key': 'enlace-web' }
/** The network reports the slowest accepted change some seconds later; the page polls every two. */
const SETTLED = { timeout: 60_000 }
/** Of the demo: no other test uses its alarms. */
const COMPANY = 11

const undo = (page: Page): Locator => button(toastRegion(page), 'Deshacer')

const editCustom = (page: Page, data: object) => page.request.post('/api/sim/editCustom', { headers, data })

test('a hibernated SIM is reactivated by undo; a reactivation offers none', async ({ page }) => {
  await logInAs(page, ANA)
  await openSim(page, ACTIVE, 31)
  await button(actions(page), 'Hibernar').click()
  await button(dialog(page), 'Hibernar la SIM').click()
  await expect(dialog(page).getByRole('status')).toContainText('La SIM fue hibernada', SETTLED)
  await expect(button(dialog(page), 'Deshacer')).toBeVisible()
  await button(dialog(page), 'Aceptar').click()
  await expect(dialog(page)).toHaveCount(0)
  await undo(page).click()
  await expect(chip(page, 'Activa')).toBeVisible(SETTLED)
  await expect(page.getByText(/Reactivada por Ana Fuentes/).first()).toBeVisible(SETTLED)
  await expect(undo(page)).toHaveCount(0)
})

test('fields of a SIM are undone by Ctrl+Z, unless they were changed since', async ({ page }) => {
  await logInAs(page, ANA)
  const icc = await openSim(page, ACTIVE, 32)
  const before = (await (await editCustom(page, { icc })).json()).data.customField1
  const rename = async (name: string) => {
    const form = await choose(page, /^Editar campos/)
    await form.getByLabel('Etiqueta').fill(name)
    await button(form, 'Guardar').click()
    await expect(form.getByRole('status')).toContainText('Los campos fueron guardados')
    await button(form, 'Aceptar').click()
    await expect(dialog(page)).toHaveCount(0)
  }
  await rename('Grúa de prueba')
  await expect(undo(page)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Control+z')
  await expect(toastRegion(page)).toContainText('Cambio deshecho')
  expect((await (await editCustom(page, { icc })).json()).data.customField1).toBe(before)

  await rename('Grúa otra vez')
  await editCustom(page, { icc, customField1: 'De otra persona' })
  await undo(page).click()
  await expect(toastRegion(page)).toContainText('Alguien cambió estos campos mientras tanto; no se guardó nada')
  expect((await (await editCustom(page, { icc })).json()).data.customField1).toBe('De otra persona')
  await editCustom(page, { icc, customField1: before })
})

test('an emptied cart is filled again', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.request.delete(`/api${emptyCart.path}`, { headers })
  await page.goto('/requests?tab=store')
  await page.getByRole('button', { name: 'Agregar FMC130 al carrito' }).click()
  await page.getByRole('button', { name: 'Uno más de FMC130' }).click()
  await page.getByRole('button', { name: 'Carrito, 1 línea' }).click()
  await button(dialog(page), 'Vaciar').click()
  await expect(dialog(page).getByText('Su carrito está vacío')).toBeVisible()
  await undo(page).click()
  await expect(toastRegion(page)).toContainText('Su carrito vuelve a estar como antes')
  await expect(dialog(page).getByLabel('Cantidad de FMC130')).toHaveValue('2')
  await page.request.delete(`/api${emptyCart.path}`, { headers })
})

test('a deleted alarm is restored', async ({ page }) => {
  await logInAs(page, ADMIN)
  const data = { company: COMPANY, plan: '', limit: 1_000_123, email: 'guardia@enlace.test', active: '0', action: '0' }
  const created = await page.request.post(`/api${createAlarm.path}`, { headers, data })
  const { alarmId } = (await created.json()).data
  await page.goto(`/alarm?company=${COMPANY}`)
  const row = listRows(page, 'Alarmas').filter({ hasText: '1.000.123' })
  await row.getByRole('button', { name: /^Acciones de la alarma/ }).click()
  await button(page, 'Eliminar la alarma').click()
  await button(dialog(page), 'Eliminar la alarma').click()
  await expect(row).toHaveCount(0)
  await undo(page).click()
  await expect(toastRegion(page)).toContainText('La alarma vuelve a estar como antes')
  await expect(row).toBeVisible()
  expect((await page.request.delete(`/api/alarm/${alarmId}`, { headers })).status(), deleteAlarm.path).toBe(200)
})

test('the SIMs of a finished hibernation are reactivated from its window', async ({ page }) => {
  test.slow()
  await logInAs(page, ANA)
  await page.goto('/sims?status=2&type=2&origin=1&sort=-icc')
  await page.getByRole('grid', { name: 'SIMs' }).getByRole('row', { selected: false }).nth(3).getByRole('checkbox').click()
  await page.getByRole('button', { name: /^Acciones/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hibernar' }).click()
  const mass = page.getByRole('dialog', { name: 'Hibernar 1 SIM' })
  await button(mass, 'Revisar').click()
  await button(mass, 'Hibernar 1 SIM').click()
  await button(mass, 'Deshacer (reactivar 1 SIM)').click(SETTLED)
  await expect(page).toHaveURL(/\/operations\/\d+$/)
  const reverse = page.getByRole('dialog', { name: 'Reactivar 1 SIM' })
  await button(reverse, 'Revisar').click()
  await button(reverse, 'Reactivar 1 SIM').click()
  await expect(reverse.getByText('Proceso realizado exitosamente')).toBeVisible(SETTLED)
})
