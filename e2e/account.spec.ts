import { expect, type Locator, type Page } from '@playwright/test'
import { changePassword, getProfile, saveProfile } from '#contract/account/account.calls.ts'
import { expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { refuseWith } from './support/answers.ts'
import { ANA, createPerson, LOGIN_PASSWORD, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const NEW = 'Nueva2026'
const notices = (page: Page): Locator => page.getByRole('region', { name: /^(Avisos|Notifications)$/ })

async function openAccount(page: Page): Promise<Locator> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Menú de |’s menu$/ })
    .click()
  await page.getByRole('button', { name: /^(Cuenta|Account)$/ }).click()
  return page.getByRole('dialog', { name: /^(Cuenta|Account)$/ })
}

test('users edit their profile and password in a full-screen dialog [S2.29, S2.30, S2.31, S3.01, S3.02, S5.01, S5.03, S8.08]', async ({
  page,
}) => {
  const email = `camila.${Date.now()}@andes.test`
  await createPerson(email, 'Camila', 'Soto')
  await logInAs(page, email)
  await page.goto('/plans')
  const dialog = await openAccount(page)
  await expect(dialog.getByRole('tab')).toHaveText(['Información personal', 'Contraseña'])
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  const field = (name: string) => dialog.getByLabel(name, { exact: true })
  const save = dialog.getByRole('button', { name: 'Guardar' })

  await expect(field('País')).toHaveValue('Chile')
  const names = ['Nombre', 'Apellido', 'E-mail', 'Teléfono', 'País', 'Ciudad', 'Dirección', 'Empresa']
  for (const name of names) await expect(field(name)).not.toBeEditable()
  await dialog.getByRole('button', { name: 'Editar' }).click()
  await expect(field('Nombre')).toBeFocused()
  await expect(field('Empresa')).not.toBeEditable()
  await field('Ciudad').fill('Curicó')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(field('Ciudad')).toHaveValue('Rancagua')
  await expect(field('Ciudad')).not.toBeEditable()
  await expect(dialog.getByRole('button', { name: 'Editar' })).toBeFocused()

  await page.keyboard.press('Enter')
  for (const name of ['Nombre', 'Apellido', 'E-mail', 'Ciudad', 'Teléfono', 'Dirección']) await field(name).fill('')
  await field('País').selectOption('')
  await save.click()
  for (const name of ['Nombre', 'Apellido', 'E-mail', 'País']) {
    await expect(field(name)).toHaveAccessibleDescription('Este campo es requerido')
  }
  await expect(field('Nombre')).toBeFocused()
  await field('E-mail').fill('camila@andes')
  await expect(field('E-mail')).toHaveAccessibleDescription('El E-mail no es valido')
  await field('E-mail').fill(email)
  await field('Nombre').fill('Camila Andrea')
  await field('Apellido').fill('Soto')
  await field('País').selectOption('Perú')
  await save.click()
  await expect(notices(page)).toContainText('Sus datos se guardaron')
  await expect(field('Nombre')).not.toBeEditable()
  await expect(field('País')).toHaveValue('Perú')

  await refuseWith(page, saveProfile, { code: 'conflict', error: 'Otra persona cambió estos datos' })
  await dialog.getByRole('button', { name: 'Editar' }).click()
  await save.click()
  await expect(notices(page)).toContainText('Otra persona cambió estos datos')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()

  await dialog.getByRole('tab', { name: 'Información personal' }).press('ArrowRight')
  await expect(save).toBeDisabled()
  await field('Contraseña actual').fill('Equivocada1')
  await field('Contraseña nueva').fill('corta')
  await field('Repita la contraseña nueva').fill('otra')
  await field('Contraseña actual').focus()
  await expect(field('Contraseña nueva')).toHaveAccessibleDescription('Mínimo 8 caracteres')
  await expect(field('Repita la contraseña nueva')).toHaveAccessibleDescription('Las contraseñas deben coincidir')
  await expect(save).toBeDisabled()
  await field('Contraseña nueva').fill(NEW)
  await field('Repita la contraseña nueva').fill(NEW)
  await expect(save).toBeEnabled()
  await save.click()
  await expect(field('Contraseña actual')).toHaveAccessibleDescription('La contraseña actual es incorrecta')
  await field('Contraseña actual').fill(LOGIN_PASSWORD)
  await field('Contraseña actual').press('Enter')
  await expect(notices(page)).toContainText('Su contraseña se cambió')
  for (const name of ['Contraseña actual', 'Contraseña nueva', 'Repita la contraseña nueva'])
    await expect(field(name)).toHaveValue('')
  await expect(save).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Menú de Camila Andrea Soto' })).toBeVisible()
})

test('security has its own menu entry and full-screen dialog, beside the account', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/plans')
  const user = page.getByRole('banner').getByRole('button', { name: /^Menú de / })
  await user.click()
  const menu = page.getByRole('dialog', { name: /^Menú de / })
  await expect(menu.getByRole('button').filter({ hasText: /^(Cuenta|Seguridad)$/ })).toHaveText(['Cuenta', 'Seguridad'])
  await menu.getByRole('button', { name: 'Seguridad' }).click()
  const dialog = page.getByRole('dialog', { name: 'Seguridad' })
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText([
    'Verificación en dos pasos',
    'Sesiones abiertas',
    'Programas que actúan por usted',
  ])
  await expect(dialog.getByRole('tab')).toHaveCount(0)
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(user).toBeFocused()
})

test('a failure without a message of the server shows the sentence of the specification [S8.13, S8.14, S8.15]', async ({
  page,
}) => {
  await logInAs(page, ANA)
  await refuseWith(page, getProfile, { code: 'internal', error: 'Ha ocurrido un error, ver la consola para mas detalles.' })
  await page.goto('/help')
  const dialog = await openAccount(page)
  await expect(dialog.getByText('Ha ocurrido un error trayendo la información del usuario')).toBeVisible()
  await page.unrouteAll()
  for (const call of [saveProfile, changePassword]) {
    await page.route(`**/api${call.path}`, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()))
  }
  await dialog.getByRole('button', { name: 'Reintentar' }).click()
  await dialog.getByRole('button', { name: 'Editar' }).click()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(notices(page)).toContainText('Ha ocurrido un error actualizando los datos del usuario.')
  await dialog.getByRole('tab', { name: 'Contraseña' }).click()
  await dialog.getByLabel('Contraseña actual', { exact: true }).fill(LOGIN_PASSWORD)
  await dialog.getByLabel('Contraseña nueva', { exact: true }).fill(NEW)
  await dialog.getByLabel('Repita la contraseña nueva').fill(NEW)
  await page.keyboard.press('Enter')
  await expect(notices(page)).toContainText('Ha ocurrido un error actualizando la clave.')
})

for (const size of SIZES.slice(0, 2)) {
  test(`the account is accessible: ${size.width} px`, async ({ page }) => {
    await setPreferences(page, { language: size.width === 1280 ? 'en' : 'es' })
    await page.setViewportSize(size)
    await logInAs(page, ANA)
    await page.goto('/help')
    const dialog = await openAccount(page)
    await dialog.getByRole('button', { name: /^(Editar|Edit)$/ }).click()
    await dialog.getByLabel(/^E-?mail$/).fill('')
    await dialog.getByRole('button', { name: /^(Guardar|Save)$/ }).click()
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('tab', { name: /^(Contraseña|Password)$/ }).click()
    await expectAccessibleInBothThemes(page)
  })
}
