import { expect, type Page } from '@playwright/test'
import { checkLink } from '#contract/account/account.calls.ts'
import { expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { answerWith } from './support/answers.ts'
import { mailedLink } from './support/mailed-link.ts'
import { createPerson, LOGIN_PASSWORD } from './support/people.ts'
import { test } from './support/test.ts'

const NEW = 'Nueva2026'
const headers = { 'x-api-key': 'enlace-web' }

const logIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

test('a forgotten password is reset by a link in a mail, once; all other sessions end [S2.18, S7.11]', async ({
  page,
  browser,
  playwright,
  baseURL,
}) => {
  const email = `diego.${Date.now()}@andes.test`
  await createPerson(email, 'Diego', 'Mella')
  const otherContext = await browser.newContext(baseURL ? { baseURL } : {})
  await otherContext.request.post('/api/users/session/', { headers, data: { email, password: LOGIN_PASSWORD } })

  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await page.getByRole('link', { name: '¿La olvidó?' }).click()
  await expect(page).toHaveURL('/restore-password')
  for (const fact of ['El enlace llega a su correo', 'Sirve una vez, durante 60 minutos'])
    await expect(page.getByText(fact)).toBeVisible()
  await expect(page).toHaveTitle('Contraseña | Enlace')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await page.getByLabel('E-mail').fill('diego@andes')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('El E-mail no es valido')
  await page.getByLabel('E-mail').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Si existe una cuenta con ese e-mail')).toBeVisible()

  const reader = await playwright.request.newContext(baseURL ? { baseURL } : {})
  const link = await mailedLink(reader, email)
  await reader.dispose()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Elija una contraseña nueva' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByText(email)).toBeVisible()
  const first = page.getByLabel('Contraseña nueva', { exact: true })
  await expect(first).toBeFocused()
  await first.fill('simple')
  await page.keyboard.press('Enter')
  await expect(first).toHaveAccessibleDescription('Mínimo 8 caracteres')
  await expect(page.getByLabel('Repita la contraseña nueva')).toHaveAccessibleDescription('Este campo es requerido')
  await first.fill(NEW)
  await page.getByLabel('Repita la contraseña nueva').fill(NEW)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('region', { name: 'Avisos' })).toContainText('Su contraseña se guardó')
  await logIn(page, email, LOGIN_PASSWORD)
  await expect(page.getByRole('alert')).toHaveText('E-mail o contraseña incorrectos')
  await logIn(page, email, NEW)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola,')

  expect((await otherContext.request.get('/api/users/session/', { headers })).status()).toBe(401)
  await otherContext.close()
  await page.goto(link)
  await expect(page).toHaveURL('/error-restore-password')
  await expect(page.getByRole('heading', { name: 'El enlace ya no es válido' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.getByRole('link', { name: 'Pedir otro enlace' }).click()
  await expect(page).toHaveURL('/restore-password')
})

for (const size of SIZES.slice(0, 2)) {
  test(`the pages that reset a password are accessible: ${size.width} px`, async ({ page }) => {
    await setPreferences(page, { language: size.width === 1280 ? 'en' : 'es' })
    await page.setViewportSize(size)
    await answerWith(page, checkLink, { userEmail: 'ana@andes.test', purpose: 'invitation' })
    await page.goto('/restore-password?token=looked-at')
    await expect(page.getByRole('heading', { name: /(bienvenida a|Welcome to) Enlace$/ })).toBeVisible()
    await page.getByRole('button', { name: /^(Guardar contraseña|Save password)$/ }).click()
    await expectAccessibleInBothThemes(page)
    await page.goto('/restore-password')
    await page.getByRole('button', { name: /^(Enviar enlace|Send link)$/ }).click()
    await expectAccessibleInBothThemes(page)
    await page.goto('/error-restore-password')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
}
