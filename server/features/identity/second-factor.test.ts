import type { LightMyRequestResponse } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getSession, logIn } from '#contract/identity.calls.ts'
import * as calls from '#contract/security.calls.ts'
import { COMPANIES, PASSWORD, type Person } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'

let portal: Portal
beforeEach(async () => {
  portal = await startPortal()
})
afterEach(() => portal.close())

const pass = (seconds: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + seconds * 1000)
}
const codeOf = (secret: string): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: portal.clock.now.getTime() })
const wrongOf = (secret: string): string => String((Number(codeOf(secret)) + 500_000) % 1_000_000).padStart(6, '0')
const enter = (person: Person = 'ana', password = PASSWORD) =>
  portal.request(logIn, undefined, { body: { email: portal.fleet.people[person].email, password } })
/** What the browser then sends. */
const cookieOf = (response: LightMyRequestResponse) => ({
  headers: { cookie: response.cookies.flatMap(({ name, value }) => (value ? [`${name}=${value}`] : [])).join('; ') },
})
const type = (login: LightMyRequestResponse, code: string) =>
  portal.request(calls.logInWithCode, undefined, { body: { code } }, cookieOf(login))
const codes = (responses: LightMyRequestResponse[]) => responses.map((response) => response.json().code)

/** Sets an app up for a person; half a minute later, for its first code is used. */
async function enrol(person: Person = 'ana') {
  const { secret, address } = await portal.data(calls.beginSecondFactor, person, { body: { password: PASSWORD } })
  const { recoveryCodes } = await portal.data(calls.confirmSecondFactor, person, { body: { code: codeOf(secret) } })
  pass(30)
  return { secret, address, recoveryCodes }
}

const require2 = (companyId: number) =>
  portal.db.updateTable('companies').set({ second_factor_required: true }).where('company_id', '=', companyId).execute()

describe('logging in with a second factor', () => {
  test('opens no session before the code of the app is there', async () => {
    const { secret, address } = await enrol()
    expect(address).toContain(`secret=${secret}`)
    const login = await enter()
    expect([login.statusCode, login.json().code]).toEqual([401, 'second_factor_required'])
    expect(login.cookies).toMatchObject([{ name: 'enlace_login', httpOnly: true, path: '/api/users/session' }])
    const before = await portal.request(getSession, undefined, {}, cookieOf(login))
    expect(before.json().code).toBe('not_logged_in')
    const second = await type(login, codeOf(secret))
    expect(second.json()).toMatchObject({ status: true, data: { userEmail: 'ana@andes.test' } })
    expect((await portal.request(getSession, undefined, {}, cookieOf(second))).statusCode).toBe(200)
    const { after } = await portal.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'login_session.opened')
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(after).toEqual({ method: 'password', secondFactor: 'app' })
  })

  test('takes a code once, whoever else types it at the same time, and none that is older', async () => {
    const { secret } = await enrol()
    const logins = [await enter(), await enter(), await enter()]
    const earlier = codeOf(secret)
    pass(30)
    const code = codeOf(secret)
    const answers = await Promise.all(logins.slice(0, 2).map((login) => type(login, code)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const again = await enter()
    expect(codes([await type(again, code), await type(again, earlier)])).toEqual(['wrong_code', 'wrong_code'])
  })

  test('takes each recovery code once, and those before no more once there are new ones', async () => {
    const { secret, recoveryCodes } = await enrol()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = '', third = ''] = recoveryCodes
    expect((await type(await enter(), first.toLowerCase())).statusCode).toBe(200)
    expect((await type(await enter(), first)).json().code).toBe('wrong_code')
    const mails = await portal.db.selectFrom('mails').select(['subject', 'address']).orderBy('mail_id').execute()
    expect(mails).toEqual([
      { subject: 'Verificación en dos pasos activada', address: 'ana@andes.test' },
      { subject: 'Se usó un código de recuperación', address: 'ana@andes.test' },
    ])
    expect(await portal.data(calls.getSecondFactor, 'ana')).toMatchObject({ recoveryCodesLeft: 9 })
    const proof = { password: PASSWORD, code: codeOf(secret) }
    const fresh = await portal.data(calls.renewRecoveryCodes, 'ana', { body: proof })
    expect((await type(await enter(), second)).json().code).toBe('wrong_code')
    expect((await type(await enter(), fresh.recoveryCodes[0] ?? third)).statusCode).toBe(200)
  })

  test('keeps neither the secret nor the codes so that they could be read', async () => {
    const { secret, recoveryCodes } = await enrol()
    const kept = JSON.stringify([
      await portal.db.selectFrom('second_factors').selectAll().execute(),
      await portal.db.selectFrom('recovery_codes').selectAll().execute(),
      await portal.db.selectFrom('audit_log').selectAll().execute(),
      await portal.db.selectFrom('mails').selectAll().execute(),
    ])
    for (const text of [secret, ...recoveryCodes]) expect(kept).not.toContain(text)
  })

  test('locks the account after five guesses, however many come at once, and a right password wipes none of them', async () => {
    const { secret } = await enrol()
    const login = await enter()
    const guesses = await Promise.all(Array.from({ length: 12 }, () => type(login, wrongOf(secret))))
    expect(codes(guesses).filter((code) => code === 'wrong_code')).toHaveLength(5)
    expect(codes(guesses).filter((code) => code === 'account_locked')).toHaveLength(7)
    expect((await type(login, codeOf(secret))).json().code).toBe('account_locked')
    expect((await enter()).json().code).toBe('account_locked')
    pass(3600)
    const later = await enter()
    expect(later.json().code).toBe('second_factor_required')
    expect((await type(later, 'AAAAA-AAAAA')).json().code).toBe('wrong_code')
    expect((await enter()).json().code).toBe('account_locked')
  })

  test('waits ten minutes for the second step', async () => {
    const { secret } = await enrol()
    const login = await enter()
    pass(601)
    expect((await type(login, codeOf(secret))).json()).toMatchObject({ code: 'login_step_expired' })
    const none = await portal.request(calls.logInWithCode, undefined, { body: { code: codeOf(secret) } })
    expect(none.json().code).toBe('login_step_expired')
  })
})

describe('a company that requires it', () => {
  test('lets nobody in before they have set one up', async () => {
    await require2(COMPANIES.andes)
    const login = await enter()
    expect([login.statusCode, login.json().code]).toEqual([401, 'second_factor_enrolment'])
    expect((await portal.request(getSession, undefined, {}, cookieOf(login))).json().code).toBe('not_logged_in')
    const begun = await portal.request(calls.beginLoginEnrolment, undefined, { body: {} }, cookieOf(login))
    const { secret } = begun.json().data
    const confirm = (code: string) => portal.request(calls.finishLoginEnrolment, undefined, { body: { code } }, cookieOf(login))
    expect((await confirm(wrongOf(secret))).json().code).toBe('wrong_code')
    const done = await confirm(codeOf(secret))
    expect(done.json().data).toMatchObject({ session: { userEmail: 'ana@andes.test' }, recoveryCodes: { length: 10 } })
    expect((await portal.request(getSession, undefined, {}, cookieOf(done))).statusCode).toBe(200)
    expect((await enter()).json().code).toBe('second_factor_required')
    // those of the company below are not bound by it
    expect((await enter('sub')).statusCode).toBe(200)
  })

  test('does not let the first factor alone replace a second one, nor anybody give it up', async () => {
    const { secret } = await enrol()
    await require2(COMPANIES.andes)
    const begun = await portal.request(calls.beginLoginEnrolment, undefined, { body: {} }, cookieOf(await enter()))
    expect(begun.json().code).toBe('second_factor_required')
    const body = { password: PASSWORD, code: codeOf(secret) }
    expect(await portal.envelope(calls.removeSecondFactor, 'ana', { body })).toMatchObject({ code: 'conflict' })
  })
})

describe('changing it', () => {
  test('asks once more who one is', async () => {
    const wrong = (body: object) => portal.request(calls.beginSecondFactor, 'ana', { body })
    expect((await wrong({})).json().fields).toEqual({ password: 'Este campo es requerido' })
    expect((await wrong({ password: 'Wrong2026' })).json()).toMatchObject({
      code: 'wrong_credentials',
      fields: { password: 'La contraseña no es correcta' },
    })
    const { secret } = await enrol()
    const remove = (body: object) => portal.request(calls.removeSecondFactor, 'ana', { body })
    expect((await remove({ password: PASSWORD })).json().fields).toEqual({ code: 'Este campo es requerido' })
    expect((await remove({ password: PASSWORD, code: wrongOf(secret) })).json().code).toBe('wrong_code')
    expect((await remove({ password: PASSWORD, code: codeOf(secret) })).statusCode).toBe(200)
    expect((await enter()).statusCode).toBe(200)
  })

  test('to another app makes the one before worth nothing, once it is confirmed', async () => {
    const { secret } = await enrol()
    const begun = await portal.data(calls.beginSecondFactor, 'ana', { body: { password: PASSWORD, code: codeOf(secret) } })
    pass(30)
    expect((await type(await enter(), codeOf(secret))).statusCode).toBe(200)
    await portal.data(calls.confirmSecondFactor, 'ana', { body: { code: codeOf(begun.secret) } })
    pass(30)
    expect((await type(await enter(), codeOf(secret))).json().code).toBe('wrong_code')
    expect((await type(await enter(), codeOf(begun.secret))).statusCode).toBe(200)
  })

  test('is done for those who have lost it by who may manage them, and ends their sessions', async () => {
    await enrol('luis')
    const reset = (person: Person, target: Person) =>
      portal.request(calls.resetSecondFactor, person, { params: { userId: portal.fleet.people[target].userId } })
    const answers = [await reset('flota', 'luis'), await reset('ana', 'ana'), await reset('luis', 'ana')]
    expect(codes(answers)).toEqual(['not_found', 'conflict', 'not_allowed'])
    await portal.db.updateTable('users').set({ company_id: COMPANIES.operator }).where('name', '=', 'reseller').execute()
    expect((await reset('reseller', 'admin')).json().code).toBe('not_allowed')
    expect((await portal.request(getSession, 'luis')).statusCode).toBe(200)
    expect((await reset('ana', 'luis')).statusCode).toBe(200)
    expect((await portal.request(getSession, 'luis')).json().code).toBe('session_expired')
    expect((await enter('luis')).statusCode).toBe(200)
    const entry = await portal.db.selectFrom('audit_log').selectAll().where('action', '=', 'second_factor.reset').execute()
    expect(entry).toMatchObject([{ actor: 'ana@andes.test', entity_id: String(portal.fleet.people.luis.userId) }])
  })
})
