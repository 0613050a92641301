import { expect } from '@playwright/test'
import { ADMIN, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** Dialogs other than the option menu, SIM tests and confirmations, by their screen and the button that opens them. */
const OTHERS = [
  ['/sims', 'Importar'],
  ['/operations', 'Nueva operación'],
  ['/alarm', 'Nueva alarma'],
  ['/plans', 'Nuevo plan'],
  ['/plans', 'Otros planes'],
  ['/requests?tab=store', 'Nuevo producto'],
  ['/requests?tab=store', 'Ordenar categorías'],
  ['/companies', 'Nueva empresa'],
  ['/users', 'Invitar usuario'],
  ['/networks', 'Agregar red'],
  ['/networks?tab=accounting', 'Agregar cliente'],
  ['/outbox', 'Correo de prueba'],
  ['/popups', 'Nuevo aviso'],
  ['/integrations', 'Crear clave'],
] as const

test('dialogs of every screen are 750 px wide [S9.12]', async ({ page }) => {
  test.slow()
  await logInAs(page, ADMIN)
  for (const [path, name] of OTHERS) {
    await page.goto(path)
    await page.getByRole('button', { name, exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { level: 2 }).first(), name).toBeVisible()
    expect((await dialog.boundingBox())?.width, name).toBe(750)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})
