import { expect, type Page } from '@playwright/test'

/** The demo's logins that tests use. */
export const ANA = 'ana@andes.test'
export const PASSWORD = 'Enlace2026'

/** Logs in by a call, so that a test can begin on the screen it is about. */
export async function logInAs(page: Page, email: string): Promise<void> {
  const response = await page.request.post('/api/users/session/', {
    headers: { 'x-api-key': 'enlace-web' },
    data: { email, password: PASSWORD },
  })
  expect(response.status(), await response.text()).toBe(200)
}

/** Makes the browser's session one that the server does not know any more. */
export async function expireSession(page: Page): Promise<void> {
  const cookies = await page.context().cookies()
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, value: 'ended' })))
}
