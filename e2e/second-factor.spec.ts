import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { logIn } from '#contract/identity/identity.calls.ts'
import { beginLoginEnrolment } from '#contract/identity/security.calls.ts'
import { findSignOn } from '#contract/identity/sign-on.calls.ts'
import { expectAccessibleInBothThemes, SIZES } from './support/accessibility.ts'
import { answerWith, refuseWith } from './support/answers.ts'
import { ADMIN, ANA, createPerson, LOGIN_PASSWORD, logInAs, logInWithNewSession } from './support/people.ts'
import { test } from './support/test.ts'

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

async function openSecurity(page: Page) {
  await page.goto('/')
  await page.getByRole('button', { name: /^Menú de/ }).click()
  await page.getByRole('button', { name: 'Seguridad' }).click()
  return page.getByRole('dialog', { name: 'Seguridad' })
}

async function typeCredentials(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(LOGIN_PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

test('an app is set up in the account, the next login requires its code, and a recovery code is accepted too', async ({
  page,
}) => {
  const email = `vera.${Date.now()}@andes.test`
  await createPerson(email, 'Vera', 'Soto')
  await logInAs(page, email)
  const dialog = await openSecurity(page)
  await dialog.getByRole('button', { name: 'Activar' }).click()
  await expect(dialog.getByLabel('Contraseña', { exact: true })).toBeFocused()
  await dialog.getByLabel('Contraseña', { exact: true }).fill(LOGIN_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('img', { name: 'Código QR para la aplicación de autenticación' })).toBeVisible()
  const secret = ((await dialog.locator('[data-authenticator-key]').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('Código de 6 dígitos').fill('12345')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Código de 6 dígitos')).toHaveAccessibleDescription(/los 6 dígitos que muestra/)
  await dialog.getByLabel('Código de 6 dígitos').fill(TOTP.generate({ secret: Secret.fromBase32(secret) }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Sus códigos de recuperación' })).toBeFocused()
  const codes = await dialog.locator('[data-recovery-codes] li').allTextContents()
  expect(codes).toHaveLength(10)
  await expectAccessibleInBothThemes(page)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar' }).click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain(codes.join('\r\n'))
  await dialog.getByRole('button', { name: 'Ya los guardé' }).click()
  await expect(dialog.getByText('Le quedan 10 de 10.')).toBeVisible()

  await page.goto('/logout')
  await typeCredentials(page, email)
  await expect(page.getByRole('heading', { name: 'Verificación en dos pasos' })).toBeVisible()
  await expect(page.getByLabel('Código', { exact: true })).toBeFocused()
  await page.keyboard.type('000 000')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Código', { exact: true })).toHaveAccessibleDescription('El código es incorrecto o ya se usó')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await page.getByLabel('Código de recuperación').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  const reopened = await openSecurity(page)
  await expect(reopened.getByText('Le quedan 9 de 10.')).toBeVisible()
})

test('sessions on other devices are listed and can be ended', async ({ page, browser, baseURL }) => {
  const email = `omar.${Date.now()}@andes.test`
  await createPerson(email, 'Omar', 'Ríos')
  const otherContext = await browser.newContext(baseURL ? { baseURL } : {})
  const other = await otherContext.newPage()
  await logInWithNewSession(other, email)
  await logInWithNewSession(page, email)
  const dialog = await openSecurity(page)
  const sessions = dialog.getByRole('region', { name: 'Sesiones abiertas' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: 'Esta sesión' })).toHaveCount(1)
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: /^Cerrar la sesión de/ }).click()
  const password = dialog.getByLabel('Contraseña', { exact: true })
  await expect(password).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await password.fill('Equivocada1')
  await password.press('Enter')
  await expect(password).toHaveAccessibleDescription('La contraseña es incorrecta')
  await expect(sessions).toHaveCount(2)
  await password.fill(LOGIN_PASSWORD)
  await dialog.getByRole('button', { name: 'Cerrar la sesión', exact: true }).click()
  await expect(sessions).toHaveCount(1)
  await other.goto('/')
  await expect(other).toHaveURL('/login')
  await otherContext.close()
})

test('a user whose company requires a second factor sets it up at login', async ({ page }) => {
  await refuseWith(page, logIn, { code: 'second_factor_enrolment', error: 'Su empresa exige la verificación en dos pasos' })
  await answerWith(page, beginLoginEnrolment, { secret: SECRET, address: `otpauth://totp/Enlace:${ANA}?secret=${SECRET}` })
  await page.goto('/login')
  await typeCredentials(page, ANA)
  await expect(page.getByRole('heading', { name: 'Active la verificación en dos pasos' })).toBeVisible()
  await expect(page.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expectAccessibleInBothThemes(page)
  }
  await page.getByRole('button', { name: 'Volver a empezar' }).click()
  await expect(page.getByLabel('E-mail')).toBeFocused()
})

test('an e-mail address of a company with sign-on offers its provider, and a failure there is shown', async ({ page }) => {
  await answerWith(page, findSignOn, { signsOn: true, passwordLogin: true })
  await page.goto('/login?signOn=unknown_user&to=/sims')
  await expect(page.getByRole('alert')).toContainText('Su e-mail no tiene un usuario activo en Enlace.')
  await page.getByLabel('E-mail').fill('rita@andes.test')
  const link = page.getByRole('link', { name: 'Entrar con la cuenta de su empresa' })
  await expect(link).toHaveAttribute('href', '/sign-on/andes.test?to=%2Fsims')
  await expectAccessibleInBothThemes(page)
  await answerWith(page, findSignOn, { signsOn: true, passwordLogin: false })
  await page.getByLabel('E-mail').fill('rita@norte.test')
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveCount(0)
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/norte\.test inician sesión con el proveedor/)
  await expect(link).toHaveAttribute('href', '/sign-on/norte.test?to=%2Fsims')
})

test('changing the sign-on of a company requires the user’s password', async ({ page }) => {
  await logInWithNewSession(page, ADMIN)
  await page.goto('/companies')
  const company = page.getByRole('row').filter({ hasText: 'Canal IoT Chile SpA' })
  await company.getByRole('button', { name: /^Acciones/ }).click()
  await page.getByRole('button', { name: 'Inicio de sesión único' }).click()
  const dialog = page.getByRole('dialog', { name: 'Inicio de sesión único de Canal IoT Chile SpA' })
  const password = dialog.getByLabel('Contraseña', { exact: true })
  const save = async () => {
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(password).toBeFocused()
  }
  await dialog.getByLabel('Emisor').fill('https://127.0.0.1:9')
  await dialog.getByLabel('ID de cliente').fill('enlace')
  await dialog.getByLabel('Secreto del cliente').fill('s3creto')
  await dialog.getByLabel('Dominios de e-mail').fill('andes-sur.test')
  await save()
  await password.fill('not-the-password')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(password).toHaveAccessibleDescription('La contraseña es incorrecta')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog.getByLabel('Emisor')).toHaveValue('https://127.0.0.1:9')
  await expect(dialog.getByRole('button', { name: 'Quitar' })).toHaveCount(0)
  await save()
  await password.fill(LOGIN_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Quitar' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Quitar' }).click()
  await password.fill(LOGIN_PASSWORD)
  await dialog.getByRole('button', { name: 'Quitar' }).click()
  await expect(dialog).toHaveCount(0)
})
