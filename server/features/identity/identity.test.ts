import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getClientConfig, getSession, logIn } from '#contract/identity/identity.calls.ts'
import { auditRows } from '#test/audit-rows.ts'
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

  test('is not ended by a link of another site, which gets a page with a button', async () => {
    const cookie = (await signIn('ana@andes.test', PASSWORD)).cookies[0]
    const headers = { ...API_KEY, cookie: `${cookie?.name}=${cookie?.value}` }
    const logOut = (site: string) => portal.app.inject({ url: '/logout', headers: { ...headers, 'sec-fetch-site': site } })
    const isOpen = async () => (await portal.app.inject({ url: '/api/users/session/', headers })).statusCode === 200
    for (const foreign of ['cross-site', 'same-site']) {
      const response = await logOut(foreign)
      expect([response.statusCode, response.headers.location]).toEqual([302, '/log-out'])
      expect([response.headers['cache-control'], response.cookies, await isOpen()]).toEqual(['no-store', [], true])
    }
    expect(await auditRows(portal, 'login_session.closed')).toEqual([])
    expect((await logOut('same-origin')).headers.location).toBe('/login')
    expect(await isOpen()).toBe(false)
  })

  test('is recorded in the audit log when it is closed, once', async () => {
    const cookie = (await signIn('ana@andes.test', PASSWORD)).cookies[0]
    const headers = { ...API_KEY, cookie: `${cookie?.name}=${cookie?.value}` }
    for (let n = 0; n < 2; n++) await portal.app.inject({ url: '/logout', headers, remoteAddress: '203.0.113.7' })
    expect(await auditRows(portal, 'login_session.closed')).toMatchObject([
      {
        ...{ actor: 'ana@andes.test', entity: 'user', entity_id: String(portal.fleet.people.ana.userId) },
        ...{ company_id: COMPANIES.andes, address: '203.0.113.7' },
      },
    ])
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
  })

  test('locks an address that tries many accounts', async () => {
    for (let n = 0; n < 20; n++) await signIn(`user${n}@andes.test`, 'Wrong2026')
    expect((await signIn('ana@andes.test', PASSWORD)).json().code).toBe('account_locked')
    expect((await signIn('ana@andes.test', PASSWORD, '203.0.113.8')).statusCode).toBe(200)
  })
})

describe('an IPv6 network', () => {
  test('is locked as a whole when it tries many accounts', async () => {
    for (let n = 0; n < 20; n++) await signIn(`user${n}@andes.test`, 'Wrong2026', `2001:db8:0:7::${n + 1}`)
    expect((await signIn('ana@andes.test', PASSWORD, '2001:db8:0:7:a:b:c:d')).json().code).toBe('account_locked')
    expect((await signIn('ana@andes.test', PASSWORD, '2001:db8:0:8::1')).statusCode).toBe(200)
  })
})

describe('guesses that come at once', () => {
  const outcomes = async (attempts: Promise<{ json: () => { code: string } }>[]) => {
    const codes = (await Promise.all(attempts)).map((response) => response.json().code)
    return { judged: codes.filter((code) => code === 'wrong_credentials').length, of: codes.length }
  }
  const failuresOf = async (subject: string) =>
    portal.db.selectFrom('login_failures').selectAll().where('subject', '=', subject).executeTakeFirst()

  test.each(['ana@andes.test', 'who@andes.test'])('of one account are no more than those one by one: %s', async (email) => {
    const passwords = Array.from({ length: 30 }, (_, n) => `Wrong${n}abc`)
    const address = (n: number) => `198.51.100.${n}`
    expect(await outcomes(passwords.map((password, n) => signIn(email, password, address(n))))).toEqual({ judged: 5, of: 30 })
    // those that were not judged lock it no longer
    expect((await signIn(email, PASSWORD)).headers['retry-after']).toBe('30')
  })

  test('from one address, of many accounts, are no more than those one by one', async () => {
    const attempts = Array.from({ length: 40 }, (_, n) => signIn(`user${n}@andes.test`, 'Wrong2026'))
    expect(await outcomes(attempts)).toEqual({ judged: 20, of: 40 })
    expect((await signIn('ana@andes.test', PASSWORD)).headers['retry-after']).toBe('30')
  })

  test('and are right leave no trace, neither of the account nor of the address', async () => {
    const attempts = await Promise.all(Array.from({ length: 8 }, () => signIn('ana@andes.test', PASSWORD)))
    expect(attempts.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    for (let n = 0; n < 25; n++) expect((await signIn('luis@andes.test', PASSWORD)).statusCode).toBe(200)
    expect([await failuresOf('account:ana@andes.test'), (await failuresOf('address:203.0.113.7'))?.failures ?? 0]).toEqual([
      undefined,
      0,
    ])
  })

  test('and are right do not lock each other out behind an address that is one failure short of a lock', async () => {
    for (let n = 0; n < 19; n++) await signIn(`user${n}@andes.test`, 'Wrong2026')
    const attempts = await Promise.all(['ana', 'luis', 'nadie'].map((name) => signIn(`${name}@andes.test`, PASSWORD)))
    expect(attempts.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  })

  test('a right one gives back its own count of the address and no other', async () => {
    for (let n = 0; n < 3; n++) await signIn(`user${n}@andes.test`, 'Wrong2026')
    await signIn('ana@andes.test', PASSWORD)
    expect((await failuresOf('address:203.0.113.7'))?.failures).toBe(3)
  })
})

test('a lock is in the audit log of the company, or of the operator for an unknown e-mail', async () => {
  for (const email of ['ana@andes.test', 'who@andes.test'])
    for (let n = 0; n < 6; n++) await signIn(email, 'Wrong2026', `198.51.100.${n}`)
  const locked = { action: 'account.locked', user_id: null, actor: 'login' }
  expect(await auditRows(portal, 'account.locked')).toMatchObject([
    {
      ...{ ...locked, company_id: COMPANIES.andes, entity: 'user', entity_id: String(portal.fleet.people.ana.userId) },
      after: { email: 'ana@andes.test', failures: 5 },
    },
    {
      ...locked,
      company_id: COMPANIES.operator,
      entity: 'user',
      entity_id: '',
      after: { email: 'who@andes.test', failures: 5 },
    },
  ])
})

test('the page reads its settings before login', async () => {
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
