import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes, setPreferences } from './support/accessibility.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

/** Of the demo: 600 SIMs in Mexico that use little. */
const COMPANY = { id: 14, name: 'Bajío Norte S.A. de C.V.' }

const dialog = (page: Page): Locator => page.getByRole('dialog')
const toasts = (page: Page): Locator => page.getByRole('region', { name: 'Avisos' })
const rule = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Reglas' }).locator('tbody tr').filter({ hasText: name })

test('rules are in the menu of alarms, with an explanation while there are none', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await page.getByRole('button', { name: 'Alarmas' }).click()
  await page.getByRole('menuitem', { name: 'Reglas' }).click()
  await expect(page).toHaveURL('/rules')
  await expect(page).toHaveTitle(/^Reglas/)
  await expect(page.getByText('Todavía no hay reglas')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'Lo que hicieron' }).click()
  await expect(page.getByText('Todavía no se cumplió ninguna regla')).toBeVisible()
  await expectAccessible(page)
})

test('a rule is validated, tried, saved, paused, stopped with all others and deleted', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto(`/rules?company=${COMPANY.id}`)
  await page.getByRole('button', { name: 'Nueva regla' }).click()
  const form = dialog(page)
  await expect(form.getByRole('textbox', { name: 'Nombre' })).toBeFocused()
  await form.getByRole('button', { name: 'Probar la regla' }).click()
  await expect(form.getByText('Este campo es requerido')).toBeVisible()
  await form.getByRole('textbox', { name: 'Nombre' }).fill('Más de lo suyo')
  await form.getByRole('textbox', { name: 'Datos desde' }).fill('0')
  await expect(form.getByText('Escriba un número entero dentro de lo posible')).toBeVisible()
  await form.getByRole('textbox', { name: 'Datos desde' }).fill('1')
  await form.getByRole('combobox', { name: 'En', exact: true }).selectOption('El ciclo')
  await form.getByRole('combobox', { name: 'Operación' }).selectOption('Reiniciar')
  await expectAccessibleInBothThemes(page)
  await form.getByRole('button', { name: 'Probar la regla' }).click()
  const trial = page.getByRole('dialog', { name: 'Qué habría hecho esta regla' })
  await expect(trial.getByText(/^[\d.]+ SIMs? en los últimos tres ciclos y este$/)).toBeVisible({ timeout: 20_000 })
  await expect(trial.getByText('Haría: Reiniciar · 1 correo')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await trial.getByRole('button', { name: 'Volver' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Nombre' })).toHaveValue('Más de lo suyo')
  await dialog(page).getByRole('combobox', { name: 'Qué pasa' }).selectOption('Otro dispositivo')
  await dialog(page).getByRole('button', { name: 'Probar la regla' }).click()
  await trial.getByRole('button', { name: 'Guardar la regla' }).click()
  await expect(toasts(page).getByText('Regla creada')).toBeVisible()

  const row = rule(page, 'Más de lo suyo')
  await expect(row).toContainText('Cambia de dispositivo')
  await expect(row).toContainText('Reiniciar · 1 correo')
  await row.getByRole('switch', { name: 'Regla Más de lo suyo en marcha' }).click()
  await expect(row.getByRole('switch')).not.toBeChecked()
  await row.getByRole('switch').click()
  await expect(row.getByRole('switch')).toBeChecked()
  await page.getByRole('button', { name: 'Detener todas' }).click()
  await dialog(page).getByRole('button', { name: 'Detener todas' }).click()
  await expect(page.getByText('Las reglas de esta empresa están detenidas: no actúan.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Reanudar todas' }).click()
  await dialog(page).getByRole('button', { name: 'Reanudar todas' }).click()
  await expect(row).toContainText('En marcha')

  await row.getByRole('button', { name: 'Editar la regla Más de lo suyo' }).click()
  await expect(dialog(page).getByRole('combobox', { name: 'Qué pasa' })).toHaveValue('device')
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Acciones de la regla Más de lo suyo' }).click()
  await page.getByRole('button', { name: 'Eliminar la regla' }).click()
  await dialog(page).getByRole('button', { name: 'Eliminar la regla' }).click()
  await expect(toasts(page).getByText('Regla eliminada')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('the form is in English, and fits a phone', async ({ page }) => {
  await logInAs(page, ANA)
  await setPreferences(page, { language: 'en' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/rules')
  await page.getByRole('button', { name: 'New rule' }).click()
  await dialog(page).getByRole('combobox', { name: 'What happens' }).selectOption('Country or network')
  await expect(dialog(page).getByRole('combobox', { name: 'The session begins' })).toBeVisible()
  await expectAccessible(page)
})
