import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { type Browser, expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { Webhook } from 'standardwebhooks'
import { simList } from '#contract/sims/sims.calls.ts'
import { openReceiver, type Receiver } from '#test/webhook-receiver.ts'

import { mailedLink } from './support/mailed-link.ts'
import { ADMIN, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const run = promisify(execFile)
const PASSWORD = 'Bosque2026'
/** A second run on one portal creates a second customer. */
const RUN = Date.now().toString(36)
const COMPANY = `Forestal Coigües ${RUN}`
const EMAIL = `marta.${RUN}@coigues.test`

let receiver: Receiver
test.beforeAll(async () => {
  receiver = await openReceiver()
})
test.afterAll(() => receiver.close())

/** Below a reseller, with the fields of Chile; the company requires a second factor. */
async function addCompany(page: Page): Promise<void> {
  await page.goto('/companies')
  await page.getByRole('button', { name: 'Nueva empresa' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva empresa' })
  await form.getByRole('textbox', { name: 'Razón social' }).fill(COMPANY)
  await form.getByRole('combobox', { name: 'País' }).selectOption('Chile')
  await form.getByRole('textbox', { name: 'RUT' }).fill('77.654.321-7')
  await form.getByText('Más datos').click()
  await form.getByRole('checkbox', { name: 'Exigir la verificación en dos pasos' }).check()
  await form.getByRole('button', { name: 'Crear la empresa' }).click()
  await expect(page.getByText('Empresa creada')).toBeVisible()
}

/** The new company's page asks for its first user, and then for SIMs. */
async function invite(page: Page): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Invitar usuario' })
  await form.getByRole('textbox', { name: 'Nombre' }).fill('Marta')
  await form.getByRole('textbox', { name: 'Apellido' }).fill('Ñancupil')
  await form.getByRole('textbox', { name: 'E-mail' }).fill(EMAIL)
  await expect(form.getByRole('combobox', { name: 'Empresa' })).toHaveValue(COMPANY)
  await form.getByRole('button', { name: 'Operaciones' }).click()
  await expect(form.getByRole('checkbox', { name: 'Alarmas' })).toBeChecked()
  await expect(form.getByRole('checkbox', { name: 'Usuarios' })).not.toBeChecked()
  await form.getByRole('button', { name: 'Crear y enviar invitación' }).click()
  await expect(page.getByText('La invitación va en camino')).toBeVisible()
}

const setup = (page: Page) => page.getByRole('region', { name: 'Puesta en marcha' })

/** SIMs that are ready to use, by their ICCs. */
async function assignSims(page: Page): Promise<void> {
  const body = { filter: { administrativeStatusIds: [1] }, limit: 2, skip: 40 }
  const headers = { 'x-api-key': 'enlace-web', accept: 'text/tab-separated-values' }
  const answer = await page.request.post('/api/sim/sims', { headers, data: body })
  const [, ...lines] = (await answer.text()).trim().split('\n')
  const iccs = lines.map((line) => line.split('\t')[simList.names.indexOf('icc')] ?? '')
  const dialog = page.getByRole('dialog', { name: 'Asignar a empresa' })
  await expect(dialog.getByRole('combobox', { name: 'Empresa' })).toHaveValue(COMPANY)
  await dialog.getByRole('button', { name: 'Pegar ICC' }).click()
  await dialog.getByLabel('ICC, uno por línea').fill(iccs.join('\n'))
  await dialog.getByRole('button', { name: 'Revisar' }).click()
  await page.getByRole('button', { name: 'Asignar 2 SIMs' }).click()
  await expect(page.getByRole('dialog').getByText('Proceso realizado exitosamente')).toBeVisible()
  await page.keyboard.press('Escape')
}

async function grantUsers(page: Page): Promise<void> {
  await page.goto('/users/permissions')
  await page.getByRole('searchbox', { name: 'Buscar', exact: true }).fill(RUN)
  await page.getByRole('row').filter({ hasText: COMPANY }).getByRole('checkbox', { name: 'Usuarios, Marta Ñancupil' }).check()
  await page.getByRole('button', { name: 'Guardar los permisos de Marta Ñancupil' }).click()
  await expect(page.getByText('Permisos guardados')).toBeVisible()
}

async function choosePassword(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Bienvenida a Enlace' })).toBeVisible()
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repita la contraseña nueva').fill(PASSWORD)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(page).toHaveURL('/login')
}

/** The company requires a second factor: it is set up at the first login. */
async function logInWithSecondFactor(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('heading', { name: 'Active la verificación en dos pasos' })).toBeVisible()
  const secret = ((await page.locator('[data-authenticator-key]').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Código de 6 dígitos').fill(TOTP.generate({ secret: Secret.fromBase32(secret) }))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText(COMPANY).first()).toBeVisible()
  // the demo's greeting
  await page.getByRole('dialog').getByRole('button', { name: 'Entendido' }).click()
}

/** @returns the key, and the first of the commands that show what it is for */
async function createKey(page: Page): Promise<{ key: string; example: string }> {
  const create = page.getByRole('button', { name: 'Nueva clave' }).first()
  // a granted permit takes effect on every server within two seconds
  await expect(async () => {
    await page.goto('/integrations')
    await expect(create).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const example = await page.getByRole('group', { name: 'SIMs sin señal' }).innerText()
  await create.click()
  const form = page.getByRole('dialog', { name: 'Nueva clave' })
  await form.getByLabel('Nombre').fill('Planillas')
  await form.getByRole('checkbox', { name: 'SIMs' }).check()
  await form.getByRole('button', { name: 'Crear clave' }).click()
  const keyDialog = page.getByRole('dialog', { name: 'Clave creada' })
  const key = await keyDialog.getByRole('textbox', { name: /^Clave de API/ }).inputValue()
  await keyDialog.getByRole('button', { name: 'Ya la guardé' }).click()
  await expect(page.getByRole('table', { name: 'Claves' })).toContainText('Planillas')
  return { key, example }
}

async function createWebhook(page: Page): Promise<string> {
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  const examples = page.getByRole('region', { name: 'Ejemplos de mensajes' })
  await expect(examples.getByRole('tabpanel', { name: 'Operación terminada' })).toContainText('"type": "operation.finished"')
  await page.getByRole('button', { name: 'Nuevo destino' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo destino' })
  await form.getByLabel('URL').fill(receiver.url)
  await form.getByLabel('Descripción').fill('ERP')
  await form.getByRole('checkbox', { name: 'Operación terminada' }).check()
  await form.getByRole('button', { name: 'Crear destino' }).click()
  const secretDialog = page.getByRole('dialog', { name: 'Secreto del destino' })
  const secret = await secretDialog.getByLabel('Secreto', { exact: true }).inputValue()
  await secretDialog.getByRole('button', { name: 'Ya lo copié' }).click()
  await page.getByRole('button', { name: 'Registro de ERP' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar prueba' }).click()
  await expect(page.getByRole('dialog').getByRole('row', { name: /Prueba/ })).toContainText('Entregado')
  return secret
}

async function freshPage(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'es-CL', reducedMotion: 'reduce' })
  return context.newPage()
}

test('a new customer is onboarded: company, invitation by role, SIMs, a list of what is left, second factor, permits, first key, first webhook', async ({
  page,
  browser,
  baseURL,
}) => {
  test.skip(spawnSync('curl', ['--version']).error !== undefined, 'there is no curl')
  test.slow()
  await logInAs(page, ADMIN)
  await addCompany(page)
  await invite(page)
  await assignSims(page)
  const companyPage = page.url()
  await expect(setup(page)).toContainText('3 de 4 pasos')
  await expect(setup(page).getByRole('listitem').filter({ hasText: 'Primer ingreso' })).toContainText('acepta la invitación')

  const marta = await freshPage(browser, baseURL)
  await marta.goto(await mailedLink(page.request, EMAIL))
  await choosePassword(marta)
  await logInWithSecondFactor(marta)
  await expect(marta.getByRole('navigation').getByRole('link', { name: 'Sims', exact: true })).toBeVisible()
  await page.goto(companyPage)
  await expect(page.getByRole('region', { name: 'Usuarios' }).getByRole('link', { name: 'Marta Ñancupil' })).toBeVisible()
  await expect(setup(page)).toBeHidden()
  await grantUsers(page)

  const { key, example } = await createKey(marta)
  const { stdout } = await run('curl', ['-sS', '-H', `x-api-key: ${key}`, `${baseURL}/api/users/session/`])
  expect(JSON.parse(stdout).data).toMatchObject({ companyName: COMPANY, menu: ['sims'] })
  const silent = await run('sh', ['-c', example], { env: { ...process.env, ENLACE_KEY: key } })
  expect(silent.stdout).toMatch(/^providerId.*\ticc\t.*\n.*US-GLO500/)

  const secret = await createWebhook(marta)
  const [delivered] = receiver.received
  const verified = new Webhook(secret).verify(delivered?.body ?? '', (delivered?.headers ?? {}) as Record<string, string>)
  expect(verified).toMatchObject({ type: 'ping' })
  await marta.context().close()
})
