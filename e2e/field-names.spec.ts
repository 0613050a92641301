import { expect, type Page } from '@playwright/test'
import { getSession } from '#contract/identity/identity.calls.ts'
import { expectAccessibleInBothThemes, setPreferences } from './support/accessibility.ts'
import { answerWith } from './support/answers.ts'
import { ANA, logInAs } from './support/people.ts'
import { ACTIVE, choose, openSim } from './support/sim-dialogs.ts'
import { test } from './support/test.ts'

const headers = { 'x-api-key': 'enlace-web' }
/** Of the demo: a company whose fields no other test names. */
const FLOTA = { email: 'flota@pacifico.test', name: 'Pacífico Logística S.A.' }

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })

async function openCompany(page: Page) {
  await page.goto('/companies')
  await page.getByRole('button', { name: `Acciones de ${FLOTA.name}` }).click()
  await page.getByRole('button', { name: 'Editar' }).click()
  const form = page.getByRole('dialog', { name: 'Editar la empresa' })
  await expect(form.getByRole('group', { name: 'Campos de sus SIMs' }).or(form.getByText('Campos de sus SIMs'))).toBeVisible()
  return form
}

test('a company names its two fields, which the list shows at once, in both languages', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAs(page, FLOTA.email)
  const form = await openCompany(page)
  await form.getByLabel('Nombre de la etiqueta').fill('Patente')
  await form.getByLabel('Nombre del campo 2').fill('x'.repeat(40))
  await expect(form.getByLabel('Nombre del campo 2')).toHaveValue('x'.repeat(30))
  await form.getByLabel('Nombre del campo 2').fill(' Base ')
  await expectAccessibleInBothThemes(page)
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form).toHaveCount(0)
  await page.getByRole('link', { name: 'Sims', exact: true }).click()
  await expect(head(page, 'Patente')).toBeVisible()
  await expect(head(page, 'Etiqueta')).toHaveCount(0)
  await page.reload()
  await expect(head(page, 'Patente')).toBeVisible()
  await setPreferences(page, { language: 'en' })
  await page.reload()
  await expect(head(page, 'Patente')).toBeVisible()
  await expect(head(page, 'Status')).toBeVisible()

  // another person in the same browser has other names
  await setPreferences(page, { language: 'es' })
  await logInAs(page, ANA)
  await page.goto('/sims')
  await expect(head(page, 'Etiqueta')).toBeVisible()

  await logInAs(page, FLOTA.email)
  const again = await openCompany(page)
  await again.getByLabel('Nombre de la etiqueta').fill('')
  await again.getByLabel('Nombre del campo 2').fill('')
  await again.getByRole('button', { name: 'Guardar' }).click()
  await expect(again).toHaveCount(0)
  await page.getByRole('link', { name: 'Sims', exact: true }).click()
  await expect(head(page, 'Etiqueta')).toBeVisible()
})

test('the names stand in columns, order, panel, dialogs and history', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAs(page, ANA)
  const { data } = await (await page.request.get('/api/users/session/', { headers })).json()
  await answerWith(page, getSession, { ...data, customField1Name: 'Patente', customField2Name: 'Base' })
  await page.goto('/sims')
  await page.getByRole('button', { name: 'Columnas' }).click()
  await expect(page.getByRole('checkbox', { name: 'Patente' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Base' }).check()
  await page.keyboard.press('Escape')
  await expect(head(page, 'Base')).toBeVisible()

  await openSim(page, ACTIVE, 41)
  const edit = await choose(page, /^Editar campos/)
  const label = edit.getByLabel('Patente')
  const before = await label.inputValue()
  await label.fill('KX-PL-41')
  await expect(edit.getByLabel('Base')).toBeVisible()
  await edit.getByRole('button', { name: 'Guardar' }).click()
  await edit.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText(/Patente.*KX-PL-41/).first()).toBeVisible()
  expect(before).not.toBe('KX-PL-41')
  await page.getByRole('tab', { name: 'Identificación' }).click()
  await expect(page.getByText('Patente', { exact: true }).first()).toBeVisible()
})
