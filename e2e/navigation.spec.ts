import { expect } from '@playwright/test'
import { getDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { getSession } from '#contract/identity/identity.calls.ts'
import { PERMITS, type Permit } from '#domain/permits.ts'
import { answerWith, holdBack } from './support/answers.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { DASHBOARD, SESSION } from './support/sample-data.ts'
import { mainMenu, openAs } from './support/shell.ts'
import { test } from './support/test.ts'

test('screens have addresses without a hash, and Back returns [S2.01]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await mainMenu(page).getByRole('link', { name: 'SIMs' }).click()
  await expect(page).toHaveURL('/sims')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await page.goForward()
  await page.reload()
  await expect(page).toHaveURL('/sims')
})

test('unknown paths redirect home [S2.02]', async ({ page }) => {
  await logInAs(page, ANA)
  for (const path of ['/nowhere', '/sims/of/nobody/else', '/index.php?x=1']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola,')
  await expect(page.getByText('La página /index.php no existe')).toBeVisible()
})

test('the title is the title of the route and the product [S2.03]', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(page).toHaveTitle('Dashboard | Enlace')
  await mainMenu(page).getByRole('link', { name: 'SIMs' }).click()
  await expect(page).toHaveTitle('SIMs | Enlace')
})

test('a screen without its permit redirects home, which needs none [S2.04, S2.06, S6.03]', async ({ page }) => {
  await openAs(page, ['plans'], '/sims?status=2')
  await expect(page.getByText('La página /sims no existe o no tiene permiso para verla')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola,')
  await expect(mainMenu(page).getByRole('link')).toHaveText(['Dashboard', 'Mis planes'])
})

/** The permit of each screen in the specification, and its heading. */
const SCREENS_OF: readonly [path: string, permit: Permit, heading: string][] = [
  ['/sims', 'sims', 'SIMs'],
  ['/requests', 'requests', 'Solicitudes'],
  ['/plans', 'plans', 'Mis planes'],
  ['/hys', 'hys', 'Hardware y servicios'],
  ['/alarm', 'alarmas', 'Alarmas'],
  ['/alarm-notified', 'alarmas', 'SIMs notificadas'],
  ['/companies', 'companies', 'Empresas'],
  ['/users', 'users', 'Usuarios'],
  ['/sms-report', 'sms_report', 'Reporte de SMS'],
]

for (const [path, permit, heading] of SCREENS_OF) {
  const clauses =
    { '/requests': ' S2.10,', '/plans': ' S2.12,', '/hys': ' S2.13,', '/companies': ' S2.14,', '/users': ' S2.15,' }[path] ?? ''
  test(`${path} opens with the permit ${permit}, and redirects home with every other permit [S2.04,${clauses} S6.03]`, async ({
    page,
  }) => {
    await logInAs(page, ANA)
    await answerWith(page, getSession, { ...SESSION, menu: PERMITS.filter((other) => other !== permit) })
    await page.goto(path)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Carolina')
    await answerWith(page, getSession, { ...SESSION, menu: [permit] })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page).toHaveURL(path)
  })
}

test('home and charges need a login and no permit [S2.06, S2.11, S2.25, S6.03]', async ({ page }) => {
  await page.goto('/report-charges')
  await expect(page).toHaveURL('/login?to=/report-charges')
  await logInAs(page, ANA)
  await answerWith(page, getSession, { ...SESSION, menu: [] })
  await page.goto('/report-charges')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cobros')
  await expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible()
  await expect(page).toHaveURL('/report-charges')
  await mainMenu(page).getByRole('button', { name: 'Reportes' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Cobros'])
  await mainMenu(page).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Carolina')
})

test('every entry of the menu opens a screen', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(mainMenu(page).getByRole('link').first()).toBeVisible()
  const paths = await mainMenu(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(paths.length).toBeGreaterThan(1)
  for (const path of paths) {
    await page.goto(path ?? '')
    await expect(page).toHaveURL(path ?? '')
    await expect(mainMenu(page).locator('[aria-current="page"]')).toHaveAttribute('href', path ?? '')
  }
})

test('a loading image fills the page until the session check has succeeded', async ({ page }) => {
  await answerWith(page, getSession, SESSION)
  await answerWith(page, getDashboard, DASHBOARD)
  const release = await holdBack(page, getSession)
  await page.goto('/')
  const picture = page.getByRole('img', { name: 'Enlace' })
  await expect(picture).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  release()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(picture).toHaveCount(0)
})

test('the code of a screen that failed to load can be retried', async ({ page }) => {
  await logInAs(page, ANA)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola,')
  await page.route('**/assets/sims*.js', (route) => route.abort())
  await mainMenu(page).getByRole('link', { name: 'SIMs' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No se pudo abrir la página' })).toBeVisible()
  await page.unroute('**/assets/sims*.js')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No se pudo abrir la página' })).toHaveCount(0)
  await expect(mainMenu(page).getByRole('link', { name: 'SIMs' })).toHaveAttribute('aria-current', 'page')
})

test('a screen whose styles failed to load once has them after the next attempt', async ({ page }) => {
  await logInAs(page, ADMIN)
  await page.goto('/')
  await page.route('**/assets/networks-*.css', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Administración' }).click()
  await page.getByRole('menuitem', { name: 'Redes' }).click()
  await expect(page.getByRole('img', { name: /^En 24 h/ }).first()).toHaveCSS('height', '24px')
})
