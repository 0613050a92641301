import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getClientConfig, getSession, logIn } from '#contract/identity.calls.ts'
import { COMPANIES, PASSWORD } from '#test/fleet.ts'
import { API_KEY, type Portal, startPortal } from '#test/portal.ts'

let portal: Portal
beforeEach(async () => {
  portal = await startPortal()
})
afterEach(() => portal.close())

const signIn = (email: string, password: string, remoteAddress = '203.0.113.7') =>
  portal.request(logIn, undefined, { body: { email, password } }, { remoteAddress })
const pass = (minutes: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + minutes * 60_000)
}
const session = async () => (await portal.request(getSession, 'ana')).json()

describe('the session', () => {
  test('says who is logged in and what they may do [S3.04, S7.04]', async () => {
    expect(await portal.data(getSession, 'luis')).toMatchObject({
      userName: 'luis',
      clientId: COMPANIES.andes,
      companyName: 'Transportes Andes Sur SpA',
      canHibernate: '0',
      menu: ['sims'],
      popup1: '0',
      popup2: '0',
    })
    expect((await portal.data(getSession, 'ana')).canHibernate).toBe('1')
  })

  test('travels in a cookie that scripts and other sites can not use, and is stored only as a hash', async () => {
    const response = await signIn('ana@andes.test', PASSWORD)
    const cookie = response.cookies[0]
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    const rows = await portal.db.selectFrom('login_sessions').select('token_hash').execute()
    expect(rows.map((row) => row.token_hash.toString('base64url'))).not.toContain(cookie?.value)
  })

  test('ends after 30 minutes without a request and says that it has [S8.03]', async () => {
    await session()
    pass(29)
    expect((await session()).status).toBe(true)
    pass(29)
    expect((await session()).status).toBe(true)
    pass(31)
    expect(await session()).toMatchObject({ status: false, code: 'session_expired', error: 'Su sesión ha caducado' })
  })

  test('ends after twelve hours however busy', async () => {
    for (let quarter = 0; quarter < 47; quarter++) {
      expect((await session()).status).toBe(true)
      pass(15)
    }
    pass(20)
    expect((await session()).code).toBe('session_expired')
  })

  test.each(['/logout', '/api/logout'])('ends at %s, which goes to the login page [S7.16]', async (url) => {
    const cookie = (await signIn('ana@andes.test', PASSWORD)).cookies[0]
    const headers = { ...API_KEY, cookie: `${cookie?.name}=${cookie?.value}` }
    expect((await portal.app.inject({ url: '/api/users/session/', headers })).statusCode).toBe(200)
    const response = await portal.app.inject({ url, headers })
    expect([response.statusCode, response.headers.location]).toEqual([302, '/login'])
    expect((await portal.app.inject({ url: '/api/users/session/', headers })).json().code).toBe('session_expired')
  })

  test('of a deactivated user ends', async () => {
    await session()
    await portal.db
      .updateTable('users')
      .set({ deactivated_at: portal.clock.now })
      .where('email', '=', 'ana@andes.test')
      .execute()
    pass(1)
    expect((await session()).code).toBe('session_expired')
  })
})

describe('logging in', () => {
  test('takes the e-mail in any case and writes an audit row', async () => {
    expect((await signIn(' ANA@Andes.test', PASSWORD)).json()).toMatchObject({
      status: true,
      data: { userEmail: 'ana@andes.test' },
    })
    const rows = await portal.db.selectFrom('audit_log').select(['action', 'actor', 'address']).orderBy('audit_id').execute()
    expect(rows).toEqual([{ action: 'login_session.opened', actor: 'ana@andes.test', address: '203.0.113.7' }])
  })

  test('answers a wrong password and an unknown account alike', async () => {
    const [wrong, unknown] = [await signIn('ana@andes.test', 'Wrong2026'), await signIn('who@andes.test', 'Wrong2026')]
    const { requestId: _, ...first } = wrong.json()
    const { requestId: __, ...second } = unknown.json()
    expect(first).toEqual(second)
    expect([wrong.statusCode, first.code, first.error]).toEqual([400, 'wrong_credentials', 'E-mail o contraseña incorrectos'])
  })

  test('locks an account after repeated failures, longer each time, also against the right password', async () => {
    for (let n = 0; n < 5; n++) expect((await signIn('ana@andes.test', 'Wrong2026')).json().code).toBe('wrong_credentials')
    const locked = await signIn('ana@andes.test', PASSWORD)
    expect([locked.statusCode, locked.json().code, locked.headers['retry-after']]).toEqual([429, 'account_locked', '30'])
    expect((await signIn('luis@andes.test', PASSWORD)).statusCode).toBe(200)
    pass(0.6)
    expect((await signIn('ana@andes.test', 'Wrong2026')).json().code).toBe('wrong_credentials')
    expect((await signIn('ana@andes.test', PASSWORD)).headers['retry-after']).toBe('60')
    pass(1.1)
    expect((await signIn('ana@andes.test', PASSWORD)).statusCode).toBe(200)
  }, 30_000)

  test('locks an address that tries many accounts', async () => {
    for (let n = 0; n < 20; n++) await signIn(`user${n}@andes.test`, 'Wrong2026')
    expect((await signIn('ana@andes.test', PASSWORD)).json().code).toBe('account_locked')
    expect((await signIn('ana@andes.test', PASSWORD, '203.0.113.8')).statusCode).toBe(200)
  }, 30_000)
})

test('the page learns its settings before anyone is logged in', async () => {
  const response = await portal.request(getClientConfig, undefined)
  expect(response.json().data).toEqual({
    supportChatUrl: null,
    map: {
      worldUrl: expect.stringMatching(/^\/api\/map\/world\?v=/),
      archiveUrl: null,
      archiveAttribution: '',
      tilesUrl: null,
    },
    manualsUrl: null,
    demo: false,
  })
})
