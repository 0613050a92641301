import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import { ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

test('a note is added to a SIM, is read with its author beside the list, and is deleted', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/sims')
  const icc = (await page.locator('[data-icc]').nth(4).innerText()).replaceAll(/\s/g, '')
  await page.goto(`/sims/${icc}`)
  const notes = page.getByRole('region', { name: 'Notas' })
  await expect(notes).toContainText('Ninguna todavía')

  await notes.getByRole('button', { name: 'Agregar nota' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar nota' })
  await dialog.getByRole('button', { name: 'Guardar nota' }).click()
  await expect(dialog.getByLabel('Nota')).toHaveAccessibleDescription(/Escriba la nota/)
  await dialog.getByLabel('Nota').fill('Antena cambiada')
  await dialog.getByRole('button', { name: 'Guardar nota' }).click()
  await expect(dialog).toBeHidden()
  await expect(notes.getByRole('listitem')).toContainText(['Antena cambiadaAna Fuentes'])
  await expectAccessibleInBothThemes(page)

  await page.goto(`/sims?sim=${icc}`)
  await notes.getByRole('button', { name: 'Eliminar la nota de Ana Fuentes' }).click()
  await page.getByRole('dialog', { name: 'Eliminar nota' }).getByRole('button', { name: 'Eliminar nota' }).click()
  await expect(notes).toContainText('Ninguna todavía')
})
