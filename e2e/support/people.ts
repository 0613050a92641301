import { type APIResponse, type Cookie, expect, type Page } from '@playwright/test'
import type { SessionData } from '#contract/identity/identity.calls.ts'
import { connect } from './database.ts'

/** The demo's logins that tests use. */
export const ANA = 'ana@andes.test'
export const ADMIN = 'admin@enlace.test'
/** Of a customer without rules. */
export const FLOTA = 'flota@pacifico.test'
export const LOGIN_PASSWORD = 'Enlace2026'

const headers = { 'x-api-key': 'enlace-web' }

/** Sessions of this worker's earlier tests, by e-mail: the hash of a login is slow on purpose. */
const sessions = new Map<string, Cookie[]>()

/** Logs in without the login page and dismisses popups, so that a test can begin on its screen. */
export async function logInAs(page: Page, email: string): Promise<void> {
  await page.context().clearCookies()
  await page.context().addCookies(sessions.get(email) ?? [])
  const kept = await page.request.get('/api/users/session/', { headers })
  if (kept.status() === 200) return dismissPopups(page, kept)
  await logInWithNewSession(page, email)
  sessions.set(email, await page.context().cookies())
}

/** As logInAs, with a session that no other test uses. */
export async function logInWithNewSession(page: Page, email: string): Promise<void> {
  const response = await page.request.post('/api/users/session/', { headers, data: { email, password: LOGIN_PASSWORD } })
  expect(response.status(), await response.text()).toBe(200)
  await dismissPopups(page, response)
}

async function dismissPopups(page: Page, session: APIResponse): Promise<void> {
  const { popup1, popup2 }: SessionData = (await session.json()).data
  for (const name of [popup1, popup2].filter((flag) => flag !== '0')) {
    await page.request.post(`/api/popups/${name}/seen`, { headers })
  }
}

/** Creates a colleague of Ana's with the same rights and password, for a test that changes how a user logs in. */
export async function createPerson(email: string, name: string, lastName: string): Promise<void> {
  const client = await connect()
  try {
    await client.query(
      `INSERT INTO users (company_id, email, password_hash, name, last_name, phone, country_id, city, permits)
       SELECT company_id, $1, password_hash, $2, $3, '+56 9 5512 3344', country_id, 'Rancagua', permits FROM users WHERE email = $4`,
      [email, name, lastName, ANA],
    )
  } finally {
    await client.end()
  }
}

/** Replaces the browser's session by one unknown to the server. */
export async function expireSession(page: Page): Promise<void> {
  const cookies = await page.context().cookies()
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, value: 'ended' })))
}
