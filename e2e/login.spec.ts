import { expect } from '@playwright/test'
import { getClientConfig, getSession, logIn } from '#contract/identity/identity.calls.ts'
import { expectAccessible, expectAccessibleInBothThemes, SIZES, setPreferences, tokenColor } from './support/accessibility.ts'
import { answerWith, refuseWith } from './support/answers.ts'
import { ANA, expireSession, LOGIN_PASSWORD, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const NO_TILES = { worldUrl: '', archiveUrl: null, archiveAttribution: '', tilesUrl: null }

test('e-mail and password log in and open the dashboard', async ({ page }) => {
  await page.goto('/login')
  await expect(page).toHaveTitle('Iniciar sesión | Enlace')
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused()
  // a public page has no shell
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ANA)
  await page.getByLabel('Contraseña', { exact: true }).fill(LOGIN_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola,')
})

test('a missing or invalid value is reported at its field, and the first such field gets the focus', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Entrar' }).click()
  const email = page.getByRole('textbox', { name: 'E-mail' })
  const password = page.getByLabel('Contraseña', { exact: true })
  await expect(email).toHaveAccessibleDescription('Este campo es requerido')
  await expect(password).toHaveAccessibleDescription('Este campo es requerido')
  await expect(email).toBeFocused()
  await email.fill('carolina.fuentes@andessur')
  await expect(email).toHaveAccessibleDescription('El E-mail no es valido')
  await email.fill(ANA)
  await expect(email).toHaveAccessibleDescription('')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(password).toBeFocused()
})

test('wrong credentials are rejected with the message of the server [S8.01, S8.04]', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@enlace.test')
  await page.getByLabel('Contraseña', { exact: true }).fill('wrong')
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Entrar' }).click()
  expect((await answer).status()).toBe(400)
  await expect(page.getByRole('alert')).toHaveText('E-mail o contraseña incorrectos')
  await expect(page).toHaveURL('/login')
  await expectAccessible(page)
})

test('a locked account shows how long to wait and unlocks', async ({ page }) => {
  await page.clock.install()
  await refuseWith(page, logIn, { code: 'account_locked', error: 'Vuelva a intentarlo en 30 s', retryAfter: 30 })
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ANA)
  await page.getByLabel('Contraseña', { exact: true }).fill('wrong')
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await page.getByRole('button', { name: 'Entrar' }).click()
  // the page's own timers stand still with its clock
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(page.getByRole('alert')).toContainText('Vuelva a intentarlo en 30 s.', { timeout: 100 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Entrar' })).toHaveAttribute('aria-disabled', 'true')
  await page.clock.runFor(20_000)
  await expect(page.getByRole('alert')).toContainText('Vuelva a intentarlo en 10 s.')
  await page.clock.runFor(10_000)
  await expect(page.getByRole('alert')).toHaveText('Ya puede volver a intentarlo.')
  await expect(page.getByRole('button', { name: 'Entrar' })).not.toHaveAttribute('aria-disabled')
})

test('without a session a screen redirects to login without a message, and login redirects back [S8.02, S8.05]', async ({
  page,
}) => {
  await page.goto('/sims?status=2')
  await expect(page).toHaveURL('/login?to=/sims%3Fstatus%3D2')
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible()
  await expect(page.getByText('Su sesión ha caducado')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ANA)
  await page.getByLabel('Contraseña', { exact: true }).fill(LOGIN_PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).toHaveURL('/sims?status=2')
})

test('an answer without a session on an open screen leads to login without a message, and login leads back [S8.02]', async ({
  page,
}) => {
  await logInAs(page, ANA)
  await page.goto('/plans')
  await expect(page.getByRole('row').filter({ hasText: 'CL-TEL50' })).toBeVisible()
  await page.context().clearCookies()
  // a call that the page makes by itself may come first, and take the list away
  const typed = page.getByRole('main').getByRole('searchbox').fill('chile', { timeout: 10_000 })
  await typed.catch(() => undefined)
  await expect(page).toHaveURL(/\/login\?to=\/plans/)
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Avisos' }).getByRole('listitem')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ANA)
  await page.getByLabel('Contraseña', { exact: true }).fill(LOGIN_PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).toHaveURL(/\/plans/)
})

test('a session check that fails for another reason redirects to login too, and login redirects back [S8.05]', async ({
  page,
}) => {
  await refuseWith(page, getSession, { code: 'internal', error: 'Ha ocurrido un error, ver la consola para mas detalles.' })
  await page.goto('/sims?status=2')
  await expect(page).toHaveURL('/login?to=/sims%3Fstatus%3D2')
  await page.unrouteAll()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ANA)
  await page.getByLabel('Contraseña', { exact: true }).fill(LOGIN_PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).toHaveURL('/sims?status=2')
})

test('a server restart ends no session: the check is repeated until the server responds', async ({ page }) => {
  await logInAs(page, ANA)
  let requests = 0
  await page.route('**/api/users/session/', async (route) => {
    requests++
    if (requests === 1) return route.abort('connectionrefused')
    if (requests === 2) return route.fulfill({ status: 503, body: '' })
    return route.fallback()
  })
  await page.goto('/sims?status=2')
  await expect(page.getByRole('grid', { name: 'SIMs' })).toBeVisible()
  await expect(page).toHaveURL('/sims?status=2')
  expect(requests).toBe(3)
})

test('an ended session shows a message, then the login page [S8.03]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola,')
  const response = page.waitForResponse((response) => response.url().includes('/api/') && response.status() === 401)
  await expireSession(page)
  // the header polls operations by itself: when its request came first, the toast has already gone to login
  const click = page.getByRole('button', { name: 'Actualizar' }).click({ timeout: 10_000 })
  await Promise.all([
    Promise.any([click, response]),
    expect(page.getByRole('region', { name: 'Avisos' })).toContainText('Su sesión ha caducado'),
  ])
  await expect(page).toHaveURL('/login')
})

test('logging out is a page of the server that ends the session [S7.16]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await page.getByRole('button', { name: /^Menú de/ }).click()
  const logout = page.waitForRequest(
    (request) => request.isNavigationRequest() && new URL(request.url()).pathname === '/logout',
  )
  await page.getByRole('link', { name: 'Cerrar sesión' }).click()
  await logout
  await expect(page).toHaveURL('/login')
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  expect((await page.request.get('/api/logout', { maxRedirects: 0 })).status()).toBe(302)
})

test('the password can be shown, and Caps Lock shows a warning', async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('Contraseña', { exact: true })
  await password.fill('Secreta1')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Mostrar la contraseña' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await password.evaluate((input) =>
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true })),
  )
  await expect(password).toHaveAccessibleDescription('Bloq Mayús está activado')
})

test('a demo account fills the form in with one click', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: /luis@andes\.test/ }).click()
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('luis@andes.test')
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue(LOGIN_PASSWORD)
})

test('an installation without demo data offers no accounts', async ({ page }) => {
  await answerWith(page, getClientConfig, { supportChatUrl: null, map: NO_TILES, manualsUrl: null, demo: false })
  const requests = page.waitForResponse('**/api/client-config')
  await page.goto('/login')
  await requests
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await expect(page.getByText('Cuentas de demostración')).toHaveCount(0)
})

test('theme and language are chosen, kept in the browser, and Spanish is the default [S1.10, S1.11, S9.13]', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/login')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', 'es')
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: 'Oscuro' }).click()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await expect(page).toHaveTitle('Log in | Enlace')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await expect(html).toHaveAttribute('lang', 'en')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  expect(await page.evaluate(() => [localStorage.getItem('enlace.theme'), localStorage.getItem('enlace.language')])).toEqual([
    'dark',
    'en',
  ])
})

test('the fields do not move when a message appears', async ({ page }) => {
  await page.goto('/login')
  const email = page.getByRole('textbox', { name: 'E-mail' })
  await expect(page.getByText('Cuentas de demostración')).toBeVisible()
  const before = await email.boundingBox()
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByText('Este campo es requerido')).toHaveCount(2)
  expect(await email.boundingBox()).toEqual(before)
})

test('the theme is right before the code of the page has loaded', async ({ page }) => {
  await setPreferences(page, { theme: 'dark' })
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('#boot')).toHaveCSS('background-color', await tokenColor(page, '--surface-0'))
})

test('the login page is painted without a response of the API', async ({ page }) => {
  await page.route('**/api/**', () => undefined)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
})

test('the primary colour is orange [S9.14]', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Entrar' })).toHaveCSS('background-color', 'rgb(248, 116, 29)')
})

test('the support chat script of the configuration loads on start [S1.12]', async ({ page }) => {
  await answerWith(page, getClientConfig, {
    supportChatUrl: '/support-chat.js',
    map: NO_TILES,
    manualsUrl: null,
    demo: false,
  })
  await page.route('**/support-chat.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'document.documentElement.dataset.chat = "ready"' }),
  )
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('data-chat', 'ready')
})

for (const size of SIZES) {
  test(`axe finds nothing on the login page, ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page.getByText('Este campo es requerido')).toHaveCount(2)
    await expectAccessibleInBothThemes(page)
  })
}
