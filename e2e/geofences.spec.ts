import { expect, type Page } from '@playwright/test'
import { listGeofences } from '#contract/geofences/geofences.calls.ts'
import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import { ANA, logInAs } from './support/people.ts'
import { ACTIVE, button, choose, dialog, openSim } from './support/sim-dialogs.ts'
import { withoutWebgl } from './support/sim-map.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const panel = (page: Page) => page.getByRole('region', { name: /^(Geocercas|Nueva geocerca)$/ })
const panelButton = (page: Page) => page.getByRole('button', { name: 'Geocercas', exact: true })

async function openGeofences(page: Page): Promise<void> {
  await logInAs(page, ANA)
  await page.goto('/map')
  await panelButton(page).click()
  await expect(panel(page)).toBeVisible()
}

/** Deletes a geofence by its dialog. */
async function remove(page: Page, name: string): Promise<void> {
  await panel(page)
    .getByRole('button', { name: `Eliminar la geocerca ${name}` })
    .click()
  await expect(dialog(page)).toContainText('No se puede deshacer')
  await button(dialog(page), 'Eliminar geocerca').click()
  await expect(dialog(page)).toHaveCount(0)
}

test('without WebGL a geofence is drawn by its fields, changed, undone and deleted', async ({ page }) => {
  await withoutWebgl(page)
  await openGeofences(page)
  await expect(panel(page)).toContainText('Todavía no hay geocercas')
  await expectAccessibleInBothThemes(page)
  await button(panel(page), 'Nueva geocerca').click()
  await expect(page.getByLabel('Nombre')).toBeFocused()
  await button(panel(page), 'Guardar geocerca').click()
  await expect(panel(page).getByText('Este campo es requerido')).toHaveCount(3)
  await page.getByLabel('Nombre').fill('Planta norte')
  await page.getByLabel('Centro').fill('Santiago')
  await page.getByLabel('Radio en metros').fill('1.500')
  await button(panel(page), 'Guardar geocerca').click()
  await expect(panel(page).getByText('Escriba latitud y longitud en grados', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Centro')).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await page.getByLabel('Centro').fill('-33.4489, -70.6693')
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('listitem')).toHaveText([/Planta norte.*Círculo · radio de 1,5 km/])
  await expect(button(panel(page), 'Nueva geocerca')).toBeFocused()

  await button(panel(page), 'Editar la geocerca Planta norte').click()
  await button(panel(page), 'Polígono').click()
  await page.getByLabel('Vértices').fill('-33, -71\n-34, -70\n-33, -70\n-34, -71')
  await button(panel(page), 'Guardar geocerca').click()
  await expect(panel(page).getByText('Los lados del polígono no pueden cruzarse ni tocarse')).toBeVisible()
  await page.getByLabel('Vértices').fill('-33, -71\n-33, -70\n-34, -70\n-34, -71')
  await button(panel(page), 'Guardar geocerca').click()
  await expect(panel(page).getByRole('listitem')).toHaveText([/Planta norte.*Polígono · 4 vértices/])
  await button(page, 'Deshacer').last().click()
  await expect(panel(page).getByRole('listitem')).toHaveText([/Planta norte.*Círculo · radio de 1,5 km/])

  await remove(page, 'Planta norte')
  await expect(panel(page)).toContainText('Todavía no hay geocercas')
  await button(panel(page), 'Cerrar geocercas').click()
  await expect(page.getByRole('region', { name: 'Lugares en esta parte del mapa' })).toBeVisible()
})

test('a geofence is drawn on the map by a pointer, and its edge is dragged', async ({ page }) => {
  await openGeofences(page)
  await expect(page.locator('[data-map]')).toHaveAttribute('data-map', 'webgl', { timeout: 60_000 })
  await button(panel(page), 'Nueva geocerca').click()
  await page.getByLabel('Nombre').fill('Patio')
  const box = await page.locator('.maplibregl-canvas').boundingBox()
  if (!box) throw new Error('no map')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  // the code that draws comes after the map
  await expect(async () => {
    await page.mouse.click(x, y)
    await expect(page.getByLabel('Centro')).not.toHaveValue('', { timeout: 1000 })
  }).toPass()
  await expect(page.getByLabel('Radio en metros')).toHaveValue(/^\d+$/)
  await button(panel(page), 'Polígono').click()
  for (const [right, down] of [
    [0, 0],
    [120, 0],
    [120, 100],
    [0, 100],
  ] as const)
    await page.mouse.click(x + right, y + down, { delay: 350 })
  const corners = async () => (await page.getByLabel('Vértices').inputValue()).split('\n')
  expect(await corners()).toHaveLength(4)
  const [first] = await corners()
  await expect(async () => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 40, y - 40, { steps: 4 })
    await page.mouse.up()
    expect((await corners())[0]).not.toBe(first)
  }).toPass()
  expect(await corners()).toHaveLength(4)
  await button(panel(page), 'Guardar geocerca').click()
  await expect(panel(page).getByRole('listitem')).toHaveText([/Patio.*Polígono · 4 vértices/])
  await expectAccessibleInBothThemes(page)
  await remove(page, 'Patio')
})

test('a SIM is locked to a geofence; its tab names it, and deleting it says how many SIMs lose it', async ({ page }) => {
  await withoutWebgl(page)
  await openGeofences(page)
  await button(panel(page), 'Nueva geocerca').click()
  await page.getByLabel('Nombre').fill('Faena')
  await page.getByLabel('Centro').fill('-22.3, -68.9')
  await page.getByLabel('Radio en metros').fill('5000')
  await button(panel(page), 'Guardar geocerca').click()
  await expect(panel(page).getByRole('listitem')).toHaveCount(1)
  const answer = await page.request.get(`/api${listGeofences.path}`, { headers: { 'x-api-key': 'enlace-web' } })
  const [{ companyId }] = (await answer.json()).data
  await openSim(page, { ...ACTIVE, companyIds: [companyId] }, 30)
  const form = await choose(page, /^Vincular a dispositivo/)
  await form.getByLabel('Lugares permitidos').selectOption('listed')
  for (const chosen of await form.getByRole('button', { name: /^Quitar/ }).all()) await chosen.click()
  const field = form.getByRole('combobox', { name: 'Geocercas', exact: true })
  await field.fill('fae')
  await page.getByRole('option', { name: 'Faena' }).click()
  await expectAccessibleInBothThemes(page)
  await button(form, 'Guardar vínculo').click()
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Dispositivo' }).click()
  const lock = page.getByRole('region', { name: 'Vínculo' })
  await expect(lock.getByRole('listitem')).toHaveText(['Faena'])
  await page.goto('/map')
  await panelButton(page).click()
  await panel(page).getByRole('button', { name: 'Eliminar la geocerca Faena' }).click()
  await expect(dialog(page)).toContainText('1 SIM deja de estar vinculada a ella')
  await button(dialog(page), 'Eliminar geocerca').click()
  await expect(panel(page)).toContainText('Todavía no hay geocercas')
})
