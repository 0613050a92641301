import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askRestore, checkLink, restorePassword } from '#contract/account/account.calls.ts'
import { getSession, logIn } from '#contract/identity/identity.calls.ts'
import { getMail } from '#contract/outbox/outbox.calls.ts'
import { issueOneTimeLink } from '#server/records/one-time-links.ts'
import { COMPANIES, type FleetUser, PASSWORD } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { requireSignOn } from '#test/require-sign-on.ts'
import { sendRestoreLinks } from './restore-worker.ts'

let portal: Portal
beforeEach(async () => {
  portal = await startPortal()
})
afterEach(() => portal.close())

const NEW = 'Nueva2026'
const ANA = 'ana@andes.test'
const ask = (email: string, remoteAddress = '203.0.113.7') =>
  portal.request(askRestore, undefined, { body: { email } }, { remoteAddress })
const check = (token: string) => portal.envelope(checkLink, undefined, { params: { token } })
const set = (token: string, newPassword = NEW) =>
  portal.envelope(restorePassword, undefined, { body: { token, newPassword, repeatNewPassword: newPassword } })
const signIn = async (email: string, password: string) =>
  (await portal.request(logIn, undefined, { body: { email, password } })).json()
const later = (minutes: number): void => {
  portal.clock.now = new Date(portal.clock.now.getTime() + minutes * 60_000)
}
const mailRows = () => portal.db.selectFrom('mails').selectAll().where('kind', '=', 'restore').orderBy('mail_id').execute()
const linkOf = (person: FleetUser, purpose: 'restore' | 'invitation' = 'restore') =>
  issueOneTimeLink(portal.db, portal.fleet.people[person].userId, purpose, portal.clock.now)

/** The token in the last mail, as its reader finds it. */
async function mailedToken(): Promise<string> {
  await sendRestoreLinks(portal.services)
  const mailId = (await mailRows()).at(-1)?.mail_id ?? 0
  const { text, html } = await portal.data(getMail, 'admin', { params: { mailId } })
  const token = /\/restore-password\?token=([\w-]+)/.exec(text)?.[1] ?? ''
  expect(html).toContain(token)
  return token
}

describe('asking for a link', () => {
  test('answers alike whether or not there is an account, and does not read users: they are locked meanwhile', async () => {
    await portal.db
      .updateTable('users')
      .set({ deactivated_at: portal.clock.now })
      .where('email', '=', 'luis@andes.test')
      .execute()
    const lock = await portal.services.pool.connect()
    await lock.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE')
    const answers = await Promise.all([ask('ANA@Andes.test '), ask('nobody@andes.test'), ask('luis@andes.test')])
    await lock.query('ROLLBACK')
    lock.release()
    const [known, unknown, deactivated] = answers.map((response) => [response.statusCode, response.json()])
    expect(known).toEqual([
      200,
      {
        status: true,
        data: null,
        message: 'Si existe una cuenta con ese e-mail, recibirá un enlace para elegir una contraseña nueva',
        error: null,
      },
    ])
    expect([unknown, deactivated]).toEqual([known, known])
    await sendRestoreLinks(portal.services)
    expect((await mailRows()).map(({ address }) => address)).toEqual([ANA])
    expect(await portal.db.selectFrom('password_restores').select('email').where('done_at', 'is', null).execute()).toEqual([])
  })

  test('leads to the provider of a company that has given passwords up', async () => {
    await requireSignOn(portal.db, COMPANIES.andes, 'andes.test')
    await ask(ANA)
    await sendRestoreLinks(portal.services)
    const [mail] = await mailRows()
    expect([mail?.subject, mail?.sealed_secret]).toEqual(['Inicie sesión con la cuenta de su empresa · Enlace', null])
    expect(mail?.text).toContain('/sign-on/andes.test')
    expect(await portal.db.selectFrom('one_time_links').select('purpose').execute()).toEqual([])
  })

  test('is refused for a while after five times, alike for an account that there is not', async () => {
    for (const email of [ANA, 'nobody@andes.test']) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => ask(email)))
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 429])
      const refused = answers.find(({ statusCode }) => statusCode === 429)
      expect([refused?.headers['retry-after'], refused?.json().code]).toEqual(['3600', 'too_many_requests'])
    }
    later(61)
    expect((await ask(ANA)).statusCode).toBe(200)
  })

  test('is refused to an address that asks for many', async () => {
    for (let n = 0; n < 30; n++) expect((await ask(`n${n}@andes.test`)).statusCode).toBe(200)
    expect((await ask(ANA)).statusCode).toBe(429)
    expect((await ask(ANA, '203.0.113.8')).statusCode).toBe(200)
  })

  test('is refused to an IPv6 network that asks for many', async () => {
    for (let n = 0; n < 30; n++) expect((await ask(`n${n}@andes.test`, `2001:db8::${n + 1}`)).statusCode).toBe(200)
    expect((await ask(ANA, '2001:db8::7:1')).statusCode).toBe(429)
    expect((await ask(ANA, '2001:db8:0:1::1')).statusCode).toBe(200)
  })
})

describe('a link', () => {
  test('sets another password once, and ends its owner’s sessions [S7.11]', async () => {
    expect((await portal.data(getSession, 'ana')).userEmail).toBe(ANA)
    const now = portal.clock.now
    const lock = { failures: 9, last_failed_at: now, locked_until: new Date(now.getTime() + 3_600_000) }
    await portal.db
      .insertInto('login_failures')
      .values({ subject: `account:${ANA}`, ...lock })
      .execute()
    expect((await signIn(ANA, PASSWORD)).code).toBe('account_locked')
    await ask(ANA)
    const token = await mailedToken()
    expect(await check(token)).toMatchObject({ status: true, data: { userEmail: ANA, purpose: 'restore' } })
    expect(await set(token)).toMatchObject({ status: true, message: 'Su contraseña se guardó. Ya puede iniciar sesión' })
    expect((await portal.envelope(getSession, 'ana')).code).toBe('session_expired')
    expect((await signIn(ANA, PASSWORD)).code).toBe('wrong_credentials')
    expect((await signIn(ANA, NEW)).status).toBe(true)
    const used = { status: false, code: 'not_found', error: 'El enlace no es válido, ya se usó o venció' }
    expect([await check(token), await set(token, 'Otra2026')]).toMatchObject([used, used])
    expect((await signIn(ANA, NEW)).status).toBe(true)
    const mails = await portal.db.selectFrom('mails').select(['address', 'subject']).where('kind', '=', 'security').execute()
    expect(mails).toEqual([{ address: ANA, subject: 'Su contraseña cambió' }])
    const audited = await portal.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', 'like', 'password.%')
      .orderBy('audit_id')
      .execute()
    expect(audited.map(({ action }) => action)).toEqual(['password.restore_asked', 'password.restored'])
  })

  test('stands in no table: neither in its own nor in the mail that carries it', async () => {
    await ask(ANA)
    const token = await mailedToken()
    const tables = await Promise.all([
      mailRows(),
      portal.db.selectFrom('one_time_links').selectAll().execute(),
      portal.db.selectFrom('audit_log').selectAll().orderBy('audit_id').execute(),
    ])
    expect(JSON.stringify(tables)).not.toContain(token)
    expect(tables[0][0]?.text).toContain('restore-password?token=••••••••')
  })

  test.each([
    ['that is too old', () => later(60)],
    [
      'of a deactivated user',
      () => portal.db.updateTable('users').set({ deactivated_at: portal.clock.now }).where('email', '=', ANA).execute(),
    ],
  ])('%s sets nothing', async (_, change) => {
    const token = await linkOf('ana')
    await change()
    expect([(await check(token)).code, (await set(token)).code]).toEqual(['not_found', 'not_found'])
    await portal.db.updateTable('users').set({ deactivated_at: null }).where('email', '=', ANA).execute()
    expect((await signIn(ANA, PASSWORD)).status).toBe(true)
  })

  test('that was never given sets nothing; a weak password leaves a good one as it is [S5.05, S5.06]', async () => {
    expect([(await check('nothing')).code, (await set('nothing')).code]).toEqual(['not_found', 'not_found'])
    const token = await linkOf('ana')
    expect((await set(token, 'corta')).fields).toEqual({ newPassword: 'Mínimo 8 caracteres' })
    const own = 'Se adivina por su nombre, su e-mail, su empresa o el portal. Elija otra'
    expect((await set(token, 'Andes2026')).fields).toEqual({ newPassword: own })
    const body = { token, newPassword: NEW, repeatNewPassword: 'Nueva2027' }
    expect((await portal.envelope(restorePassword, undefined, { body })).fields).toEqual({
      repeatNewPassword: 'Las contraseñas deben coincidir',
    })
    expect((await check(token)).status).toBe(true)
  })

  test('sets the first password of an invited user, who could not log in before', async () => {
    await portal.db.updateTable('users').set({ password_hash: null }).where('email', '=', 'luis@andes.test').execute()
    expect((await signIn('luis@andes.test', '')).code).toBe('wrong_credentials')
    const token = await linkOf('luis', 'invitation')
    later(6 * 24 * 60)
    expect((await check(token)).data).toEqual({ userEmail: 'luis@andes.test', purpose: 'invitation' })
    expect((await set(token)).status).toBe(true)
    expect((await signIn('luis@andes.test', NEW)).status).toBe(true)
    expect(await portal.db.selectFrom('mails').select('mail_id').execute()).toEqual([])
  })
})
