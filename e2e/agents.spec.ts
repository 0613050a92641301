import { createHash } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, setPreferences } from './support/accessibility.ts'
import { ANA, LOGIN_PASSWORD, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

const REDIRECT = 'http://localhost:4711/callback'
const VERIFIER = 'a-verifier-of-forty-three-characters-or-more'

/** Where a program sends a person, and its id. */
async function newProgram(page: Page, name: string) {
  const data = { client_name: name, redirect_uris: [REDIRECT] }
  const { client_id: clientId } = await (await page.request.post('/oauth/register', { data })).json()
  const search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'estado',
  })
  return { clientId, address: `/authorize?${search}` }
}

/** The answer that the browser takes back to the program, which does not run here. */
async function answerOf(page: Page, decide: () => Promise<void>): Promise<URLSearchParams> {
  await page.route('http://localhost:4711/**', (route) => route.fulfill({ body: 'program' }))
  await decide()
  await page.waitForURL(/localhost:4711/)
  return new URL(page.url()).searchParams
}

async function redeem(page: Page, clientId: string, code: string): Promise<string> {
  const form = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: VERIFIER, redirect_uri: REDIRECT }
  return (await (await page.request.post('/oauth/token', { form })).json()).access_token
}

async function useTool(page: Page, token: string, name: string, args: object) {
  const response = await page.request.post('/mcp', {
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
    data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  })
  const body = await response.text()
  const { result } = JSON.parse(body.startsWith('{') ? body : (/^data: (.*)$/m.exec(body)?.[1] ?? '{}'))
  return JSON.parse(result.content[0].text)
}

test('a person lets a program in after logging in, it drafts, the person confirms and ends its access', async ({ page }) => {
  const { clientId, address } = await newProgram(page, 'Asistente de prueba')
  await page.context().clearCookies()
  await page.goto(address)
  await page.getByLabel('E-mail').fill(ANA)
  await page.getByLabel('Contraseña', { exact: true }).fill(LOGIN_PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('heading', { name: '¿Permitir que Asistente de prueba actúe por usted?' })).toBeVisible()
  await expect(page.getByText('localhost:4711')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('checkbox', { name: /^Ver sus cobros/ }).uncheck()
  const answer = await answerOf(page, async () => {
    await page.getByRole('button', { name: 'Permitir' }).focus()
    await page.keyboard.press('Enter')
  })
  expect(answer.get('state')).toBe('estado')

  const token = await redeem(page, clientId, answer.get('code') ?? '')
  const { rows } = await useTool(page, token, 'find_sims', { filter: { administrativeStatusIds: [2] }, limit: 1 })
  const input = { action: 'tag', add: ['Revisar'], icc: [rows[0].icc], reason: 'Sin datos desde ayer' }
  const draft = await useTool(page, token, 'draft_operation', input)
  expect(draft).toMatchObject({ accepted: 1, state: 'draft' })

  await logInAs(page, ANA)
  await page.goto('/')
  await page.getByRole('button', { name: /^Novedades/ }).click()
  await page
    .getByRole('link', { name: /Asistente de prueba preparó/ })
    .first()
    .click()
  await expect(page).toHaveURL(`/operations/${draft.operationId}`)
  const card = page.getByRole('region', { name: 'Borrador' })
  await expect(card.getByText('Preparado por Asistente de prueba (ana@andes.test).')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await card.getByRole('button').last().click()
  await expect(page.getByRole('region', { name: 'Borrador' })).toBeHidden()

  await page.getByRole('button', { name: /^Menú de/ }).click()
  await page.getByRole('button', { name: 'Seguridad' }).click()
  const security = page.getByRole('dialog', { name: 'Seguridad' })
  await expect(security.getByText('Ver su flota · Preparar operaciones, reglas y alarmas').first()).toBeVisible()
  await security.getByRole('button', { name: 'Terminar el acceso de Asistente de prueba' }).first().click()
  await expectAccessibleInBothThemes(page)
  await security.getByRole('button', { name: 'Terminar el acceso', exact: true }).click()
  await expect(page.getByText('El programa ya no puede actuar por usted')).toBeVisible()
})

test('a refusal goes back to the program, and a request of an unknown one goes nowhere', async ({ page }) => {
  await setPreferences(page, { language: 'en' })
  await logInAs(page, ANA)
  const { address } = await newProgram(page, 'Assistant')
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Let Assistant act for you?' })).toBeVisible()
  const answer = await answerOf(page, () => page.getByRole('button', { name: 'Refuse' }).click())
  expect(answer.get('error')).toBe('access_denied')
  await page.goto('/authorize?client_id=enlace_unknown_program&response_type=code')
  await expect(page.getByRole('heading', { name: 'This program can’t be connected' })).toBeVisible()
})
