import { afterAll, expect, test } from 'vitest'
import { getSession, logIn } from '#contract/identity/identity.calls.ts'
import { endLoginSession, endOtherLoginSessions, listLoginSessions } from '#contract/identity/security.calls.ts'
import { auditRows } from '#test/audit-rows.ts'
import { PASSWORD } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

/** Logs Ana in with a browser of her own; gives what it sends from then on. */
async function anaElsewhere(headers: Record<string, string> = { 'user-agent': FIREFOX }) {
  const body = { email: 'ana@andes.test', password: PASSWORD }
  const response = await portal.request(logIn, undefined, { body }, { headers, remoteAddress: '203.0.113.7' })
  const [cookie] = response.cookies
  return { headers: { cookie: `${cookie?.name}=${cookie?.value}` } }
}
const codeFor = async (browser: { headers: Record<string, string> }) =>
  (await portal.request(getSession, undefined, {}, browser)).json().code

const proof = { password: PASSWORD }
const endAll = () => portal.data(endOtherLoginSessions, 'ana', { body: proof })

test('the sessions that are open are listed with device, address and last use; this one is marked', async () => {
  await anaElsewhere()
  portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
  const sessions = await portal.data(listLoginSessions, 'ana')
  expect(sessions).toMatchObject([
    { browser: null, system: null, address: '127.0.0.1', isThis: true, lastSeenAt: portal.clock.now.toISOString() },
    { browser: 'Firefox', system: 'Linux', address: '203.0.113.7', isThis: false },
  ])
  expect(await portal.data(listLoginSessions, 'luis')).toHaveLength(1)
  portal.clock.now = new Date(portal.clock.now.getTime() + 29.5 * 60_000)
  expect(await portal.data(listLoginSessions, 'ana')).toHaveLength(1)
})

test('one is ended at once, this one and those of others are not', async () => {
  const browser = await anaElsewhere()
  expect(await codeFor(browser)).toBeUndefined()
  const sessions = await portal.data(listLoginSessions, 'ana')
  const idOf = (isThis: boolean) => sessions.find((session) => session.isThis === isThis)?.sessionId ?? 0
  const end = (person: 'ana' | 'luis', sessionId: number) =>
    portal.request(endLoginSession, person, { params: { sessionId }, body: proof })
  expect((await end('luis', idOf(false))).json().code).toBe('not_found')
  expect((await end('ana', idOf(true))).json().code).toBe('conflict')
  expect((await end('ana', idOf(false))).statusCode).toBe(200)
  expect(await codeFor(browser)).toBe('session_expired')
  const rows = await auditRows(portal, 'login_session.ended')
  expect(rows.map(({ after }) => after)).toEqual([{ sessionId: idOf(false) }])
})

test('all others are ended and this one stays', async () => {
  await endAll()
  const browsers = [await anaElsewhere(), await anaElsewhere()]
  expect(await endAll()).toEqual({ ended: 2 })
  expect(await Promise.all(browsers.map(codeFor))).toEqual(['session_expired', 'session_expired'])
  expect(await portal.data(listLoginSessions, 'ana')).toMatchObject([{ isThis: true }])
})

test('an open screen is not enough to end them', async () => {
  await endAll()
  const browser = await anaElsewhere()
  const [{ sessionId } = { sessionId: 0 }] = (await portal.data(listLoginSessions, 'ana')).filter(({ isThis }) => !isThis)
  const tries = [{}, { password: 'Otra2026' }].flatMap((body) => [
    portal.envelope(endLoginSession, 'ana', { params: { sessionId }, body }),
    portal.envelope(endOtherLoginSessions, 'ana', { body }),
  ])
  const required = { code: 'invalid_request', fields: { password: 'Este campo es requerido' } }
  const wrong = { code: 'wrong_credentials', fields: { password: 'La contraseña es incorrecta' } }
  expect(await Promise.all(tries)).toMatchObject([required, required, wrong, wrong])
  expect(await codeFor(browser)).toBeUndefined()
})

test('logging in again ends the session that the browser had', async () => {
  const browser = await anaElsewhere()
  const again = await anaElsewhere(browser.headers)
  expect([await codeFor(browser), await codeFor(again)]).toEqual(['session_expired', undefined])
})
