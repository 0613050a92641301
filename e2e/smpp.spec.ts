import { expect } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { ADMIN, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

test('an administrator configures SMPP for a network, sees why it is not connected, and removes it', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/networks')
  const actions = page.getByRole('button', { name: /^Acciones de / }).last()
  const name = (await actions.getAttribute('aria-label'))?.replace('Acciones de ', '') ?? ''
  const open = async () => {
    await actions.click()
    await page
      .getByRole('dialog', { name: `Acciones de ${name}` })
      .getByRole('button', { name: 'Mensajes' })
      .click()
  }
  const form = page.getByRole('dialog', { name: `Mensajes de ${name} por SMPP` })
  await open()
  await form.getByLabel('Puerto').fill('0')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Este campo es requerido')).toHaveCount(3)
  await expect(form.getByText('Escriba un número entre 1 y 65.535')).toBeVisible()
  await form.getByLabel('Servidor').fill('127.0.0.1')
  await form.getByLabel('Puerto').fill('9')
  await form.getByLabel('Usuario (system_id)').fill('portal')
  await form.getByRole('textbox', { name: 'Contraseña' }).fill('secret')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Los mensajes de esta red van por SMPP')).toBeVisible()
  await expect(form).toHaveCount(0)

  await open()
  await expect(form.getByLabel('Servidor')).toHaveValue('127.0.0.1')
  await expect(form.getByRole('textbox', { name: 'Contraseña' })).toHaveValue('')
  await expect(form.getByText('Vacía: se conserva la actual.')).toBeVisible()
  await form.getByLabel('Servidor').fill('elsewhere.example')
  await expect(form.getByText('Vacía: se conserva la actual.')).toHaveCount(0)
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Cambió la conexión: escriba otra vez este secreto')).toBeVisible()
  await form.getByRole('button', { name: 'Quitar' }).click()
  await expect(page.getByText('Los mensajes de esta red van por la red misma')).toBeVisible()
})
