import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { getApiKeys } from '#contract/api-keys/api-keys.calls.ts'
import { formatApiKey } from '#domain/api-keys.ts'
import { expectAccessible, expectAccessibleInBothThemes, SIZES, setPreferences } from './support/accessibility.ts'
import { ANA, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const newKey = () => formatApiKey(randomBytes(32))
const row = (page: Page, name: string) => page.getByRole('table', { name: 'Claves' }).getByRole('row', { name })

test('a user creates a key, a program uses it, and after revocation it is rejected', async ({ page, playwright, baseURL }) => {
  const name = `ERP ${Date.now()}`
  await logInAs(page, ANA)
  await page.goto('/')
  await page.getByRole('button', { name: /^Menú de/ }).click()
  await page.getByRole('link', { name: 'Integraciones' }).click()
  await expect(page).toHaveURL('/integrations')
  await page.getByRole('button', { name: 'Nueva clave' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva clave' })
  await form.getByLabel('Nombre').fill(name)
  await page.keyboard.press('Enter')
  await expect(form.getByText('Elija al menos un permiso')).toBeVisible()
  await form.getByRole('checkbox', { name: 'SIMs' }).check()
  await form.getByLabel('Validez').selectOption('Sin vencimiento')
  await form.getByLabel('Direcciones permitidas').fill('10.0.0.0/99')
  await form.getByRole('button', { name: 'Crear clave' }).click()
  await expect(form.getByText('Escriba una dirección IP o un rango')).toBeVisible()
  await form.getByLabel('Direcciones permitidas').fill('')
  await form.getByRole('button', { name: 'Crear clave' }).click()
  const keyDialog = page.getByRole('dialog', { name: 'Clave creada' })
  const key = await keyDialog.getByRole('textbox', { name: /^Clave de API/ }).inputValue()
  await keyDialog.getByRole('button', { name: 'Ya la guardé' }).click()
  await expect(row(page, name)).toContainText('Activa')
  // it neither expires nor is bound to addresses
  await expect(row(page, name).getByTitle(/^No vence y sirve desde cualquier IP/)).toHaveText('No venceDesde cualquier IP')
  await expect(page.locator('body')).not.toContainText(key)
  const program = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { 'x-api-key': key } })
  const session = await program.get('/api/users/session/')
  expect([session.status(), (await session.json()).data.menu]).toEqual([200, ['sims']])
  await row(page, name)
    .getByRole('button', { name: `Revocar ${name}` })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revocar', exact: true }).click()
  await expect(row(page, name)).toContainText('Revocada')
  expect((await program.get('/api/users/session/')).status()).toBe(401)
  await program.dispose()
})

test('a terminal that shows a code is connected with fewer permits than proposed, and another one is refused', async ({
  page,
  playwright,
  baseURL,
}) => {
  const terminal = async (machine: string) => {
    const program = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { 'x-api-key': newKey() } })
    const started = await program.post('/api/deviceLogins', { data: { machine } })
    const { userCode } = (await started.json()).data
    const state = async () => (await (await program.get('/api/deviceLogins/own')).json()).data.state
    return { program, userCode, state }
  }
  const machine = `ana@bodega ${Date.now()}`
  const own = await terminal(machine)
  await logInAs(page, ANA)
  await page.goto(`/integrations?device=${own.userCode}`)
  const dialog = page.getByRole('dialog', { name: 'Conectar un terminal' })
  await expect(dialog).toContainText(own.userCode)
  await expect(dialog.getByLabel('Nombre')).toHaveValue(machine)
  await expect(dialog.getByRole('checkbox', { name: 'SIMs' })).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Usuarios' }).uncheck()
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Conectar' }).click()
  await expect(page.getByText(`Terminal conectado: ${machine}`)).toBeVisible()
  await expect(page).toHaveURL('/integrations')
  await expect(row(page, machine)).toContainText('Activa')
  expect(await own.state()).toBe('approved')
  const session = await own.program.get('/api/users/session/')
  expect((await session.json()).data.menu).toEqual(expect.not.arrayContaining(['users']))

  const other = await terminal('desconocido')
  await page.goto(`/integrations?device=${other.userCode.toLowerCase()}`)
  await dialog.getByRole('button', { name: 'Rechazar' }).click()
  await expect(page.getByText('Terminal rechazado')).toBeVisible()
  expect(await other.state()).toBe('refused')
  await page.goto(`/integrations?device=${other.userCode}`)
  await expect(dialog).toContainText('Ningún terminal espera con ese código')
  await own.program.dispose()
  await other.program.dispose()
})

test('the first key is offered in one place, only after the list turned out empty', async ({ page }) => {
  await logInAs(page, ANA)
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`/api${getApiKeys.path}`, async (route) => {
    await isAnswered
    await route.fulfill({ json: { status: true, data: { keys: [], total: 0, requestsPerMinute: 600 }, message: '' } })
  })
  await page.goto('/integrations')
  await expect(page.getByRole('region', { name: 'Claves' })).toBeVisible()
  const create = page.getByRole('button', { name: 'Nueva clave' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  answer()
  await expect(page.getByRole('region', { name: 'Claves' }).getByRole('button', { name: 'Nueva clave' })).toBeVisible()
  await expect(create).toHaveCount(1)
  const start = page.getByRole('region', { name: 'Claves' })
  await expect(start.getByRole('listitem')).toContainText(['Cree una clave', 'Pruébela', 'Pase a producción'])
  await expect(start.getByRole('region', { name: 'Ejemplos' }).getByRole('group')).toHaveCount(2)
  for (const block of await start.getByRole('group').all()) await expect(block).toBeInViewport({ ratio: 1 })
  const form = start.getByRole('tab', { name: 'curl' })
  await expect(start.getByRole('group').first()).toContainText('curl -X POST')
  await form.focus()
  await page.keyboard.press('ArrowRight')
  await expect(start.getByRole('group').first()).toContainText('client.sims.list({')
  await page.keyboard.press('ArrowRight')
  await expect(start.getByRole('group').last()).toHaveText(
    /^export ENLACE_URL=http\S+\s+enlace sims hibernate "\$ICC" --reason "Fin de temporada"$/,
  )
  await expectAccessibleInBothThemes(page)
  await create.click()
  await expect(page.getByRole('dialog', { name: 'Nueva clave' })).toBeVisible()
})

for (const size of SIZES) {
  test(`keys and the API reference are accessible: ${size.width} px`, async ({ page }) => {
    const isEnglish = size.width === 1280
    await setPreferences(page, { language: isEnglish ? 'en' : 'es' })
    await page.setViewportSize(size)
    await logInAs(page, ANA)
    await page.goto('/integrations')
    await expect(page.getByRole('tab', { name: isEnglish ? 'API keys' : 'Claves de API' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await page
      .getByRole('button', { name: isEnglish ? 'New key' : 'Nueva clave' })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.goto('/api/docs')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(isEnglish ? 'Enlace API' : 'API de Enlace')
    await page.getByRole('searchbox').fill('sim hibernate')
    const found = page.locator('details.call:visible')
    await expect(found.first()).toContainText('/sim/')
    await expect.poll(() => found.count()).toBeLessThan(8)
    await found.first().locator('summary').click()
    await expect(found.first().locator('pre')).toContainText('curl')
    await page.getByRole('button', { name: isEnglish ? 'Change theme' : 'Cambiar el tema' }).click()
    await expectAccessible(page)
  })
}
