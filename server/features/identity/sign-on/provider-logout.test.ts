import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { getSession, logIn } from '#contract/identity/identity.calls.ts'
import { getCompanySignOn, saveCompanySignOn } from '#contract/identity/sign-on.calls.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, PASSWORD } from '#test/fleet.ts'
import { CLIENT, startIdentityProvider } from '#test/identity-provider.ts'
import { API_KEY, startPortal } from '#test/portal.ts'

const ORIGIN = 'https://portal.test'
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const provider = await startIdentityProvider(`${ORIGIN}/sign-on/callback`)
const portal = await startPortal({ env: { PUBLIC_URL: ORIGIN } })
const { issuer } = provider
const settings = { issuer, clientId: CLIENT.client_id, clientSecret: CLIENT.client_secret, passwordLogin: true }
const params = { companyId: COMPANIES.andes }
await portal.data(saveCompanySignOn, 'admin', { params, body: { ...settings, domains: ['andes.test'], password: PASSWORD } })
const { logoutAddress } = await portal.data(getCompanySignOn, 'admin', { params })
expect(logoutAddress).toBe(`${ORIGIN}/sign-on/logout/${COMPANIES.andes}`)
const logoutPath = new URL(logoutAddress).pathname
afterAll(async () => {
  await portal.close()
  await provider.close()
})

const postLogout = (payload: string, url = logoutPath) =>
  portal.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload })
const postLogoutToken = async (token: string) =>
  (await postLogout(new URLSearchParams({ logout_token: token }).toString())).statusCode

/** The browser's cookie after signing on. */
async function signOn(subject: string, email: string): Promise<string> {
  provider.account = { subject, email }
  const get = (url: string, cookie = '') => portal.app.inject({ url, headers: { ...API_KEY, cookie } })
  const begun = await get('/sign-on/andes.test')
  const kept = begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const { pathname, search } = await provider.visit(String(begun.headers.location))
  const ended = await get(`${pathname}${search}`, kept)
  return ended.cookies.flatMap(({ name, value }) => (value ? [`${name}=${value}`] : [])).join('; ')
}
const codeOf = async (cookie: string) =>
  (await portal.request(getSession, undefined, {}, { headers: { cookie } })).json().code ?? 'open'
const codesOf = (...cookies: string[]) => Promise.all(cookies.map(codeOf))

/** The provider's names of the sessions from which people's last logins came. */
async function providerSessions(email: string): Promise<string[]> {
  const rows = await portal.db
    .selectFrom('login_sessions as s')
    .innerJoin('users as u', 'u.user_id', 's.user_id')
    .select('s.provider_session')
    .where('u.email', '=', email)
    .where('s.method', '=', 'sign_on')
    .orderBy('s.login_session_id')
    .execute()
  return rows.map(({ provider_session }) => String(provider_session).replace(`${COMPANIES.andes}:`, ''))
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
const claimsOf = (more: object = {}) => ({
  iss: provider.issuer,
  aud: CLIENT.client_id,
  iat: seconds(portal.clock.now),
  exp: seconds(portal.clock.now) + 120,
  jti: randomUUID(),
  sub: 'ana',
  events: { [EVENT]: {} },
  ...more,
})

test('who is logged out at the provider is logged out here: of that session, and of no other', async () => {
  const [ana, again, luis] = [
    await signOn('ana', 'ana@andes.test'),
    await signOn('ana', 'ana@andes.test'),
    await signOn('luis', 'luis@andes.test'),
  ]
  const password = await portal.request(logIn, undefined, { body: { email: 'ana@andes.test', password: PASSWORD } })
  const byPassword = password.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(await codesOf(ana, again, luis, byPassword)).toEqual(['open', 'open', 'open', 'open'])
  const [first = ''] = await providerSessions('ana@andes.test')
  const sent: string[] = []
  provider.portal = async (_, form) => {
    sent.push(form)
    return (await postLogout(form)).statusCode
  }
  // the provider fails when the answer is none of 200 and 204
  await provider.logOut('ana', first)
  expect(await codesOf(ana, again, luis, byPassword)).toEqual(['session_expired', 'open', 'open', 'open'])
  const once = await postLogout(sent[0] ?? '')
  expect([once.statusCode, once.json(), once.headers['cache-control']]).toEqual([400, { error: 'invalid_request' }, 'no-store'])
  const entries = await auditRows(portal, 'login_session.ended')
  expect(entries).toMatchObject([{ actor: 'sign-on', company_id: COMPANIES.andes, entity: 'user' }])
})

test('a person who is logged out of everything there keeps only what was opened by password', async () => {
  const ana = [await signOn('ana', 'ana@andes.test'), await signOn('ana', 'ana@andes.test')]
  const luis = await signOn('luis', 'luis@andes.test')
  expect(await postLogoutToken(await provider.sign(claimsOf(), { typ: 'logout+jwt' }))).toBe(200)
  expect(await codesOf(...ana, luis)).toEqual(['session_expired', 'session_expired', 'open'])
  // an unknown user: answered alike
  expect(await postLogoutToken(await provider.sign(claimsOf({ sub: 'nobody' })))).toBe(200)
})

test('a token that is not what it has to be ends nothing', async () => {
  const ana = await signOn('ana', 'ana@andes.test')
  const now = seconds(portal.clock.now)
  const wrong: object[] = [
    { iss: 'https://elsewhere.test' },
    { aud: 'another client' },
    { iat: now - 3600, exp: now + 60 },
    { iat: undefined },
    { exp: now - 3600 },
    { jti: undefined },
    { sub: undefined },
    { events: undefined },
    { events: { 'http://schemas.openid.net/event/other': {} } },
    { nonce: 'n' },
  ]
  const tokens = await Promise.all(wrong.map((claims) => provider.sign(claimsOf(claims))))
  const secret = new TextEncoder().encode(CLIENT.client_secret.padEnd(32, '!'))
  tokens.push(await new SignJWT(claimsOf()).setProtectedHeader({ alg: 'HS256' }).sign(secret))
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  tokens.push(`${part({ alg: 'none' })}.${part(claimsOf())}.`)
  tokens.push(await provider.sign(claimsOf(), { typ: 'at+jwt' }))
  tokens.push(`${(await provider.sign(claimsOf())).slice(0, -8)}AAAAAAAA`)
  const answers = await Promise.all(tokens.map(postLogoutToken))
  expect(answers).toEqual(tokens.map(() => 400))
  const good = new URLSearchParams({ logout_token: await provider.sign(claimsOf()) }).toString()
  const elsewhere = [
    await postLogout(good, `/sign-on/logout/${COMPANIES.pacifico}`),
    await postLogout(good, '/sign-on/logout/x'),
    await postLogout(''),
  ]
  expect(elsewhere.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400])
  expect(await codeOf(ana)).toBe('open')
  expect((await postLogout(good)).statusCode).toBe(200)
  expect(await codeOf(ana)).toBe('session_expired')
})
