import type { LightMyRequestResponse } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { changePassword, saveProfile } from '#contract/account/account.calls.ts'
import type { Call } from '#contract/call.ts'
import { getSession, logIn } from '#contract/identity/identity.calls.ts'
import * as calls from '#contract/identity/security.calls.ts'
import { USER_SENTENCES } from '#contract/users/user-messages.ts'
import { PERMITS, type Permit } from '#domain/permits.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, PASSWORD } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const pass = (seconds: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + seconds * 1000)
}
const codeOf = (secret: string): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: portal.clock.now.getTime() })
const wrongOf = (secret: string): string => String((Number(codeOf(secret)) + 500_000) % 1_000_000).padStart(6, '0')
/** What the browser then sends. */
const cookieOf = (response: LightMyRequestResponse): string =>
  response.cookies.flatMap(({ name, value }) => (value ? [`${name}=${value}`] : [])).join('; ')
const codes = (responses: LightMyRequestResponse[]) => responses.map((response) => response.json().code)

let people = 0
/** A new logged-in user with an address of their own. */
async function newcomer({
  companyId = COMPANIES.andes,
  permits = PERMITS,
}: {
  companyId?: number
  permits?: readonly Permit[]
} = {}) {
  people++
  const email = `p${people}@andes.test`
  const { password_hash } = await portal.db
    .selectFrom('users')
    .select('password_hash')
    .where('email', '=', 'ana@andes.test')
    .executeTakeFirstOrThrow()
  const { user_id: userId } = await portal.db
    .insertInto('users')
    .values({ company_id: companyId, email, password_hash, name: 'New', permits: [...permits] })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  const remoteAddress = `203.0.113.${people}`
  const send = (cookie: string, call: Call, args = {}) =>
    portal.request(call, undefined, args, { remoteAddress, headers: { cookie } })
  const enter = () => send('', logIn, { body: { email, password: PASSWORD } })
  const session = cookieOf(await enter())
  return {
    email,
    userId,
    enter,
    send,
    ask: (call: Call, args = {}) => send(session, call, args),
    type: (login: LightMyRequestResponse, code: string) => send(cookieOf(login), calls.logInWithCode, { body: { code } }),
  }
}

/** A new user with an app; half a minute later, because its first code is used. */
async function enrolled(options: Parameters<typeof newcomer>[0] = {}) {
  const person = await newcomer(options)
  const begun = await person.ask(calls.beginSecondFactor, { body: { password: PASSWORD } })
  const { secret, address } = begun.json().data as calls.AppSecret
  const confirmed = await person.ask(calls.confirmSecondFactor, { body: { code: codeOf(secret) } })
  const { recoveryCodes } = confirmed.json().data as { recoveryCodes: string[] }
  pass(30)
  return { ...person, secret, address, recoveryCodes }
}

const requireFactor = (companyId: number, second_factor_required: boolean) =>
  portal.db.updateTable('companies').set({ second_factor_required }).where('company_id', '=', companyId).execute()

describe('logging in with a second factor', () => {
  test('opens no session before the code of the app is there', async () => {
    const { enter, send, type, email, secret, address } = await enrolled()
    expect(address).toContain(`secret=${secret}`)
    const login = await enter()
    expect([login.statusCode, login.json().code]).toEqual([401, 'second_factor_required'])
    expect(login.cookies).toMatchObject([{ name: 'enlace_login', httpOnly: true, path: '/' }])
    expect((await send(cookieOf(login), getSession)).json().code).toBe('not_logged_in')
    const second = await type(login, codeOf(secret))
    expect(second.json()).toMatchObject({ status: true, data: { userEmail: email } })
    expect((await send(cookieOf(second), getSession)).statusCode).toBe(200)
    const opened = await auditRows(portal, 'login_session.opened')
    expect(opened.at(-1)?.after).toEqual({ method: 'password', secondFactor: 'app' })
  })

  test('accepts a code once, also of concurrent requests, and no older one', async () => {
    const { enter, type, secret } = await enrolled()
    const logins = [await enter(), await enter()]
    const earlier = codeOf(secret)
    pass(30)
    const code = codeOf(secret)
    const answers = await Promise.all(logins.map((login) => type(login, code)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const again = await enter()
    expect(codes([await type(again, code), await type(again, earlier)])).toEqual(['wrong_code', 'wrong_code'])
  })

  test('takes each recovery code once, and those before no more once there are new ones', async () => {
    const { enter, type, ask, email, secret, recoveryCodes } = await enrolled()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = recoveryCodes
    expect((await type(await enter(), first.toLowerCase())).statusCode).toBe(200)
    expect((await type(await enter(), first)).json().code).toBe('wrong_code')
    const mails = await portal.db
      .selectFrom('mails')
      .select('subject')
      .where('address', '=', email)
      .orderBy('mail_id')
      .execute()
    const subjects = mails.map(({ subject }) => subject)
    expect(subjects).toEqual(['Verificación en dos pasos activada', 'Se usó un código de recuperación'])
    expect((await ask(calls.getSecondFactor)).json().data).toMatchObject({ recoveryCodesLeft: 9 })
    const fresh = await ask(calls.renewRecoveryCodes, { body: { password: PASSWORD, code: codeOf(secret) } })
    expect((await type(await enter(), second)).json().code).toBe('wrong_code')
    expect((await type(await enter(), fresh.json().data.recoveryCodes[0])).statusCode).toBe(200)
  })

  test('keeps neither the secret nor the codes so that they could be read', async () => {
    const { secret, recoveryCodes } = await enrolled()
    const kept = JSON.stringify([
      await portal.db.selectFrom('second_factors').selectAll().execute(),
      await portal.db.selectFrom('recovery_codes').selectAll().execute(),
      await portal.db.selectFrom('audit_log').selectAll().orderBy('audit_id').execute(),
      await portal.db.selectFrom('mails').selectAll().execute(),
    ])
    for (const text of [secret, ...recoveryCodes]) expect(kept).not.toContain(text)
  })

  test('locks the account after five guesses, however many come at once, and a right password wipes none of them', async () => {
    const { enter, type, secret } = await enrolled()
    const login = await enter()
    const guesses = await Promise.all(Array.from({ length: 12 }, () => type(login, wrongOf(secret))))
    expect(codes(guesses).filter((code) => code === 'wrong_code')).toHaveLength(5)
    expect(codes(guesses).filter((code) => code === 'account_locked')).toHaveLength(7)
    expect((await type(login, codeOf(secret))).json().code).toBe('account_locked')
    expect((await enter()).json().code).toBe('account_locked')
    pass(3601)
    const later = await enter()
    expect(later.json().code).toBe('second_factor_required')
    expect((await type(later, 'AAAAA-AAAAA')).json().code).toBe('wrong_code')
    expect((await enter()).json().code).toBe('account_locked')
  })

  test('waits ten minutes for the second step', async () => {
    const { enter, send, type, secret } = await enrolled()
    const login = await enter()
    pass(601)
    expect((await type(login, codeOf(secret))).json().code).toBe('login_step_expired')
    const none = await send('', calls.logInWithCode, { body: { code: codeOf(secret) } })
    expect(none.json().code).toBe('login_step_expired')
  })
})

describe('a company that requires it', () => {
  afterEach(() => requireFactor(COMPANIES.reseller, false))

  test('requires setting one up before the first login', async () => {
    const { enter, send, email } = await newcomer({ companyId: COMPANIES.reseller })
    await requireFactor(COMPANIES.reseller, true)
    const login = await enter()
    expect([login.statusCode, login.json().code]).toEqual([401, 'second_factor_enrolment'])
    const cookie = cookieOf(login)
    expect((await send(cookie, getSession)).json().code).toBe('not_logged_in')
    const { secret } = (await send(cookie, calls.beginLoginEnrolment, { body: {} })).json().data
    const confirm = (code: string) => send(cookie, calls.finishLoginEnrolment, { body: { code } })
    expect((await confirm(wrongOf(secret))).json().code).toBe('wrong_code')
    const done = await confirm(codeOf(secret))
    expect(done.json().data).toMatchObject({ session: { userEmail: email }, recoveryCodes: { length: 10 } })
    expect((await send(cookieOf(done), getSession)).statusCode).toBe(200)
    expect((await enter()).json().code).toBe('second_factor_required')
    // those of the company below are not bound by it
    expect((await (await newcomer()).enter()).statusCode).toBe(200)
  })

  test('does not let the first factor alone replace or remove a second one', async () => {
    const { enter, send, ask, secret } = await enrolled({ companyId: COMPANIES.reseller })
    await requireFactor(COMPANIES.reseller, true)
    const begun = await send(cookieOf(await enter()), calls.beginLoginEnrolment, { body: {} })
    expect(begun.json().code).toBe('second_factor_required')
    const removed = await ask(calls.removeSecondFactor, { body: { password: PASSWORD, code: codeOf(secret) } })
    expect(removed.json().code).toBe('conflict')
  })
})

describe('changing it', () => {
  test('asks once more who one is', async () => {
    const { ask: askFirst } = await newcomer()
    const begin = (body: object) => askFirst(calls.beginSecondFactor, { body })
    expect((await begin({})).json().fields).toEqual({ password: 'Este campo es requerido' })
    const wrong = await begin({ password: 'Wrong2026' })
    expect(wrong.json()).toMatchObject({ code: 'wrong_credentials', fields: { password: 'La contraseña es incorrecta' } })
    const { ask, enter, secret } = await enrolled()
    const remove = (body: object) => ask(calls.removeSecondFactor, { body })
    expect((await remove({ password: PASSWORD })).json().fields).toEqual({ code: 'Este campo es requerido' })
    expect((await remove({ password: PASSWORD, code: wrongOf(secret) })).json().code).toBe('wrong_code')
    expect((await remove({ password: PASSWORD, code: codeOf(secret) })).statusCode).toBe(200)
    expect((await enter()).statusCode).toBe(200)
  })

  test('is not the only thing that asks for it: another password and another e-mail do so too', async () => {
    const { ask, secret, email } = await enrolled()
    const newPassword = 'Barco7Verde'
    const password = { passCurrent: PASSWORD, newPassword, repeatNewPassword: newPassword }
    const profile = { userName: 'New', userLastname: 'Name', userEmail: `x.${email}`, userCountryId: 1, passCurrent: PASSWORD }
    const change = (code?: string) => ask(changePassword, { body: { ...password, ...(code && { code }) } })
    const save = (code?: string) => ask(saveProfile, { body: { ...profile, ...(code && { code }) } })
    const asked = { code: 'invalid_request', fields: { code: 'Este campo es requerido' } }
    expect([(await change()).json(), (await save()).json()]).toMatchObject([asked, asked])
    expect((await save(wrongOf(secret))).json().code).toBe('wrong_code')
    expect((await save(codeOf(secret))).statusCode).toBe(200)
    pass(30)
    expect((await change(codeOf(secret))).statusCode).toBe(200)
  })

  test('to another app makes the one before worth nothing, once it is confirmed', async () => {
    const { ask, enter, type, secret } = await enrolled()
    const begun = await ask(calls.beginSecondFactor, { body: { password: PASSWORD, code: codeOf(secret) } })
    const next = begun.json().data.secret
    pass(30)
    expect((await type(await enter(), codeOf(secret))).statusCode).toBe(200)
    await ask(calls.confirmSecondFactor, { body: { code: codeOf(next) } })
    pass(30)
    expect((await type(await enter(), codeOf(secret))).json().code).toBe('wrong_code')
    expect((await type(await enter(), codeOf(next))).statusCode).toBe(200)
  })

  test('is done for those who have lost it by who may manage them, and ends their sessions', async () => {
    const lost = await enrolled({ permits: [] })
    const colleague = await newcomer()
    const operator = await newcomer({ companyId: COMPANIES.operator })
    const stranger = await newcomer({ companyId: COMPANIES.pacifico })
    const reset = (by: typeof colleague, userId: number) => by.ask(calls.resetSecondFactor, { params: { userId } })
    const refused = [
      await reset(stranger, lost.userId),
      await reset(colleague, colleague.userId),
      await reset(lost, colleague.userId),
      await reset(operator, portal.fleet.people.admin.userId),
    ]
    expect(codes(refused)).toEqual(['not_found', 'conflict', 'not_allowed', 'not_allowed'])
    expect((await lost.ask(getSession)).statusCode).toBe(200)
    expect((await reset(colleague, lost.userId)).statusCode).toBe(200)
    expect((await lost.ask(getSession)).json().code).toBe('session_expired')
    expect((await lost.enter()).statusCode).toBe(200)
    expect(await auditRows(portal, 'second_factor.reset')).toMatchObject([
      { actor: colleague.email, entity_id: String(lost.userId) },
    ])
  })

  test('is not done by who holds less than the one who has lost it, and rights count as they are now', async () => {
    const lost = await enrolled()
    const weaker = await newcomer({ permits: ['users'] })
    const reset = (by: typeof weaker) => by.ask(calls.resetSecondFactor, { params: { userId: lost.userId } })
    const refused = await reset(weaker)
    expect([refused.statusCode, refused.json().error]).toEqual([403, USER_SENTENCES.holdsMore.es])
    // the server still has this session cached
    const equal = await newcomer()
    expect((await equal.ask(getSession)).statusCode).toBe(200)
    await portal.db
      .updateTable('users')
      .set({ permits: ['users'] })
      .where('user_id', '=', equal.userId)
      .execute()
    expect((await reset(equal)).json().code).toBe('not_allowed')
    expect((await lost.ask(getSession)).statusCode).toBe(200)
    expect((await lost.enter()).json().code).toBe('second_factor_required')
    expect(await auditRows(portal, 'second_factor.reset')).toHaveLength(1)
  })
})
