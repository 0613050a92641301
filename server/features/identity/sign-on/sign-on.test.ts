import { Secret, TOTP } from 'otpauth'
import { afterAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { getSession, logIn } from '#contract/identity/identity.calls.ts'
import * as security from '#contract/identity/security.calls.ts'
import * as calls from '#contract/identity/sign-on.calls.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, PASSWORD } from '#test/fleet.ts'
import { type Account, CLIENT, startIdentityProvider } from '#test/identity-provider.ts'
import { API_KEY, startPortal } from '#test/portal.ts'

const ORIGIN = 'https://portal.test'
const provider = await startIdentityProvider(`${ORIGIN}/sign-on/callback`)
const portal = await startPortal({ env: { PUBLIC_URL: ORIGIN } })
afterAll(async () => {
  await portal.close()
  await provider.close()
})

const settings = (more: object = {}) => ({
  issuer: provider.issuer,
  clientId: CLIENT.client_id,
  clientSecret: CLIENT.client_secret,
  domains: ['andes.test'],
  passwordLogin: true,
  ...more,
})
const setUp = (more: object = {}, companyId: number = COMPANIES.andes) =>
  portal.data(calls.saveCompanySignOn, 'admin', { params: { companyId }, body: { ...settings(more), password: PASSWORD } })

type Cookies = Readonly<Record<string, string>>
const headerOf = (cookies: Cookies): string =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
const get = async (url: string, cookies: Cookies = {}) => {
  const response = await portal.app.inject({ url, headers: { ...API_KEY, cookie: headerOf(cookies) } })
  const set = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))
  return { location: String(response.headers.location), cookies: { ...cookies, ...set }, body: response }
}
const begin = () => get('/sign-on/andes.test?to=/sims')
const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`

/** All the way, as a browser goes it. */
async function signOn(account: Account | undefined) {
  provider.account = account
  const { location, cookies } = await begin()
  return get(pathOf(await provider.visit(location)), cookies)
}
const whoIs = async (cookies: Cookies) => (await get('/api/users/session/', cookies)).body.json().data?.userEmail

async function addUser(email: string, company_id: number, more: object = {}): Promise<void> {
  const users = portal.db.selectFrom('users').select('password_hash').where('email', '=', 'ana@andes.test')
  const { password_hash } = await users.executeTakeFirstOrThrow()
  await portal.db
    .insertInto('users')
    .values({ email, company_id, password_hash, name: 'New', ...more })
    .execute()
}
const removeAll = () =>
  portal.data(calls.removeCompanySignOn, 'admin', { params: { companyId: COMPANIES.andes }, body: { password: PASSWORD } })

const ANA = { subject: 'a1', email: 'Ana@andes.test' }

describe('signing on at the company’s provider', () => {
  test('logs an active user of the company in, and opens the requested page', async () => {
    await setUp()
    const { location, cookies } = await signOn(ANA)
    expect([location, await whoIs(cookies)]).toEqual(['/sims', 'ana@andes.test'])
    const opened = await auditRows(portal, 'login_session.opened')
    expect(opened.at(-1)?.after).toEqual({ method: 'sign_on' })
    await addUser('below@andes.test', COMPANIES.andesNorte)
    const below = await signOn({ subject: 'b1', email: 'below@andes.test' })
    expect(await whoIs(below.cookies)).toBe('below@andes.test')
  })

  test('identifies the account by its subject from then on, whatever its address becomes there', async () => {
    await setUp()
    await signOn(ANA)
    expect(await whoIs((await signOn({ ...ANA, email: 'luis@andes.test' })).cookies)).toBe('ana@andes.test')
    expect((await signOn({ subject: 'a2', email: ANA.email })).location).toBe('/login?signOn=other_identity')
  })

  test('does not lead in those who have left, or belong elsewhere', async () => {
    await setUp()
    await addUser('gone@andes.test', COMPANIES.andes, { deactivated_at: portal.clock.now })
    await addUser('foreign@andes.test', COMPANIES.pacifico)
    for (const email of ['gone@andes.test', 'foreign@andes.test']) {
      expect((await signOn({ subject: email, email })).location).toBe('/login?signOn=unknown_user')
    }
  })

  test.each([
    ['unknown_user', { subject: 'x', email: 'nobody@andes.test' }],
    ['wrong_domain', { subject: 'x', email: 'nora@norte.test' }],
    ['email_not_verified', { subject: 'x', email: 'ana@andes.test', isVerified: false }],
    ['refused', undefined],
  ])('does not lead in: %s', async (failure, account) => {
    await setUp()
    const { location, cookies } = await signOn(account)
    expect(location).toBe(`/login?signOn=${failure}`)
    expect(cookies).not.toHaveProperty('__Host-enlace_session')
  })

  test('asks with PKCE, and takes back only what this browser has begun, once, within ten minutes', async () => {
    await setUp()
    provider.account = ANA
    const { location, cookies } = await begin()
    expect(new URL(location).searchParams.get('code_challenge_method')).toBe('S256')
    const back = pathOf(await provider.visit(location))
    expect((await get(back)).location).toBe('/login?signOn=expired')
    const tampered = back.replace(/state=[^&]{4}/, 'state=xxxx')
    expect((await get(tampered, cookies)).location).toBe('/login?signOn=invalid')
    portal.clock.now = new Date(portal.clock.now.getTime() + 601_000)
    expect((await get(back, cookies)).location).toBe('/login?signOn=expired')
    portal.clock.now = new Date(portal.clock.now.getTime() - 601_000)
    expect((await get(back, cookies)).location).toBe('/sims')
    expect((await get(back, cookies)).location).toBe('/login?signOn=invalid')
  })

  test.each(['nonce', 'verifier'])('refuses an answer that was made for another %s', async (part) => {
    await setUp()
    provider.account = ANA
    const { location, cookies } = await begin()
    const { secrets } = portal.services
    const kept = JSON.parse(secrets.open(cookies['__Host-enlace_sign_on'] ?? '', 'sign-on-handshake'))
    const other = secrets.seal(JSON.stringify({ ...kept, [part]: 'x'.repeat(43) }), 'sign-on-handshake')
    const back = pathOf(await provider.visit(location))
    expect((await get(back, { ...cookies, '__Host-enlace_sign_on': other })).location).toBe('/login?signOn=invalid')
  })

  test('never leads out of the portal', async () => {
    await setUp()
    provider.account = ANA
    const { location, cookies } = await get(`/sign-on/andes.test?to=${encodeURIComponent('/\t/elsewhere.test')}`)
    expect((await get(pathOf(await provider.visit(location)), cookies)).location).toBe('/')
  })

  test('asks for the second factor too, unless the provider says that it has asked for one', async () => {
    await setUp()
    const EVA = { subject: 'e1', email: 'eva@andes.test' }
    await addUser(EVA.email, COMPANIES.andes)
    const first = (await signOn(EVA)).cookies
    const code = (secret: string) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: portal.clock.now.getTime() })
    const ask = (call: Call, body: object, cookies: Cookies) => {
      return portal.request(call, undefined, { body }, { headers: { cookie: headerOf(cookies) } })
    }
    const { secret } = (await ask(security.beginSecondFactor, {}, first)).json().data
    await ask(security.confirmSecondFactor, { code: code(secret) }, first)
    portal.clock.now = new Date(portal.clock.now.getTime() + 30_000)
    const { location, cookies } = await signOn(EVA)
    expect([location, await whoIs(cookies)]).toEqual(['/login?step=code&to=%2Fsims', undefined])
    const second = await ask(security.logInWithCode, { code: code(secret) }, cookies)
    expect(second.json().data.userEmail).toBe(EVA.email)
    expect((await signOn({ ...EVA, amr: ['pwd', 'mfa'] })).location).toBe('/sims')
  })
})

describe('a company’s settings', () => {
  test('say whether people of a domain sign on, and passwords can be given up for all of them alike', async () => {
    await removeAll()
    const find = (domain: string) => portal.request(calls.findSignOn, undefined, { params: { domain } })
    expect((await find('andes.test')).json().data).toEqual({ signsOn: false, passwordLogin: true })
    await setUp({ passwordLogin: false })
    expect((await find('ANDES.test')).json().data).toEqual({ signsOn: true, passwordLogin: false })
    const enter = (email: string) => portal.request(logIn, undefined, { body: { email, password: PASSWORD } })
    const answers = [await enter('ana@andes.test'), await enter('nobody@andes.test'), await enter('rosa@canal.test')]
    expect(answers.map((answer) => answer.json().code)).toEqual(['sign_on_required', 'sign_on_required', undefined])
  })

  test('keep the client’s secret to themselves', async () => {
    const saved = await setUp()
    expect(saved).toMatchObject({ problem: null, returnAddress: `${ORIGIN}/sign-on/callback` })
    const rows = JSON.stringify([
      saved,
      await portal.db.selectFrom('company_sign_on').selectAll().execute(),
      await portal.db.selectFrom('audit_log').selectAll().orderBy('audit_id').execute(),
    ])
    expect(rows).not.toContain(CLIENT.client_secret)
    const { clientSecret: _, ...without } = settings({ domains: ['andes.test', 'norte.test'] })
    await portal.data(calls.saveCompanySignOn, 'admin', {
      params: { companyId: COMPANIES.andes },
      body: { ...without, password: PASSWORD },
    })
    expect((await signOn(ANA)).location).toBe('/sims')
  })

  test.each([{ issuer: 'http://127.0.0.1:9' }, { clientId: 'other' }])(
    'do not send the client’s secret to %o',
    async (elsewhere) => {
      await setUp()
      const { clientSecret: _, ...without } = settings(elsewhere)
      const body = { ...without, password: PASSWORD }
      const refused = await portal.request(calls.saveCompanySignOn, 'admin', { params: { companyId: COMPANIES.andes }, body })
      expect(refused.json().fields).toEqual({ clientSecret: 'Cambió la conexión: escriba otra vez este secreto' })
      expect((await signOn(ANA)).location).toBe('/sims')
      expect((await setUp(elsewhere)).signOn).toMatchObject(elsewhere)
    },
  )

  test('reject a domain of another company and a provider over plain http, and report one that does not answer', async () => {
    await setUp()
    const save = (companyId: number, more: object) =>
      portal.request(calls.saveCompanySignOn, 'admin', {
        params: { companyId },
        body: { ...settings(more), password: PASSWORD },
      })
    expect((await save(COMPANIES.pacifico, {})).json().fields).toEqual({ domains: 'andes.test ya es de otra empresa' })
    const plain = await save(COMPANIES.pacifico, { issuer: 'http://login.pacifico.test', domains: ['pacifico.test'] })
    expect(Object.keys(plain.json().fields)).toEqual(['issuer'])
    const silent = await save(COMPANIES.pacifico, { issuer: 'http://127.0.0.1:9', domains: ['pacifico.test'] })
    expect(silent.json().data.problem).toContain('no responde')
    expect((await get('/sign-on/pacifico.test')).location).toBe('/login?signOn=unreachable')
    expect((await get('/sign-on/nobody.test')).location).toBe('/login?signOn=unknown_domain')
    await removeAll()
    expect((await get('/sign-on/andes.test')).location).toBe('/login?signOn=unknown_domain')
  })

  test('of people without a password: a session that is young stands in for it', async () => {
    await setUp()
    const { cookies } = await signOn(ANA)
    const headers = { cookie: headerOf(cookies) }
    const beginFactor = () => portal.request(security.beginSecondFactor, undefined, { body: {} }, { headers })
    const endOthers = () => portal.request(security.endOtherLoginSessions, undefined, { body: {} }, { headers })
    expect([(await beginFactor()).statusCode, (await endOthers()).statusCode]).toEqual([200, 200])
    portal.clock.now = new Date(portal.clock.now.getTime() + 16 * 60_000)
    expect([(await beginFactor()).json().code, (await endOthers()).json().code]).toEqual(['conflict', 'conflict'])
    expect((await portal.request(getSession, undefined, {}, { headers })).statusCode).toBe(200)
  })
})
