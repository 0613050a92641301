import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changePassword, getProfile, saveProfile } from '#contract/account/account.calls.ts'
import { getSession, logIn } from '#contract/identity/identity.calls.ts'
import { findOneTimeLink, issueOneTimeLink } from '#server/records/one-time-links.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, PASSWORD } from '#test/fleet.ts'
import { API_KEY, type Portal, startPortal } from '#test/portal.ts'

let portal: Portal
beforeEach(async () => {
  portal = await startPortal()
})
afterEach(() => portal.close())

const NEW = 'Nueva2026'
const profile = {
  userName: 'Ana',
  userLastname: 'Rojas',
  userEmail: 'ana@andes.test',
  userCountryId: 1,
  userCity: 'Talca',
  userAddress: 'Uno Norte 801',
  userPhone: '+56 71 2233 445',
}
const signIn = (email: string, password: string) => portal.request(logIn, undefined, { body: { email, password } })
const mails = () => portal.db.selectFrom('mails').select(['address', 'kind', 'subject']).orderBy('mail_id').execute()

describe('the profile', () => {
  test('is read and saved whole, but for the company [S3.01, S7.12, S7.13, S8.08]', async () => {
    expect(await portal.data(getProfile, 'ana')).toEqual({
      userName: 'ana',
      userLastname: '',
      userEmail: 'ana@andes.test',
      userCountryId: null,
      userCity: '',
      userAddress: '',
      companyName: 'Transportes Andes Sur SpA',
      userPhone: '',
    })
    const body = { ...profile, userName: '  Ana ', companyName: 'Otra' }
    const saved = await portal.envelope(saveProfile, 'ana', { body })
    expect(saved).toMatchObject({ status: true, message: 'Sus datos se guardaron' })
    expect(saved.data).toEqual({ ...profile, companyName: 'Transportes Andes Sur SpA' })
    expect(await portal.data(getProfile, 'ana')).toEqual(saved.data)
    const [written] = await auditRows(portal, 'profile.saved')
    expect(written).toMatchObject({
      actor: 'ana@andes.test',
      before: { name: 'ana', city: '' },
      after: { name: 'Ana', city: 'Talca' },
    })
    expect(written?.after).not.toHaveProperty('email')
  })

  test('says at each field what is wrong, and needs no city, address and phone [S5.01, S5.02, S5.03]', async () => {
    const empty = { ...profile, userName: ' ', userLastname: '', userEmail: '', userCountryId: null }
    const required = 'Este campo es requerido'
    expect(await portal.envelope(saveProfile, 'ana', { body: empty })).toMatchObject({
      code: 'invalid_request',
      fields: { userName: required, userLastname: required, userEmail: required, userCountryId: required },
    })
    const wrong = { ...profile, userEmail: 'ana@andes', userCountryId: 77 }
    expect((await portal.envelope(saveProfile, 'ana', { body: wrong })).fields).toEqual({
      userEmail: 'El E-mail no es valido',
    })
    const nowhere = { ...profile, userCountryId: 77 }
    expect((await portal.envelope(saveProfile, 'ana', { body: nowhere })).fields).toEqual({
      userCountryId: 'No existe ese país',
    })
    const { userCity: _, userAddress: __, userPhone: ___, ...least } = profile
    expect((await portal.data(saveProfile, 'ana', { body: least })).userCity).toBe('')
  })

  test('takes another e-mail with the password, notifies the previous address, and revokes its links', async () => {
    const { userId } = portal.fleet.people.ana
    const token = await issueOneTimeLink(portal.db, userId, 'restore', portal.clock.now)
    const save = (more: object) => portal.envelope(saveProfile, 'ana', { body: { ...profile, ...more } })
    const wish = { userEmail: 'Ana.Rojas@Andes.test' }
    expect((await save(wish)).fields).toEqual({ passCurrent: 'Este campo es requerido' })
    expect((await save({ ...wish, passCurrent: 'Otra2026' })).fields).toEqual({
      passCurrent: 'La contraseña actual es incorrecta',
    })
    const taken = { userEmail: 'luis@andes.test', passCurrent: PASSWORD }
    expect((await save(taken)).fields).toEqual({ userEmail: 'Ya hay un usuario con ese e-mail' })
    expect(await mails()).toEqual([])
    expect((await save({ ...wish, passCurrent: PASSWORD })).data?.userEmail).toBe('ana.rojas@andes.test')
    expect(await mails()).toEqual([{ address: 'ana@andes.test', kind: 'security', subject: 'Cambió el e-mail de su cuenta' }])
    expect(await findOneTimeLink(portal.db, token, portal.clock.now)).toBeUndefined()
    expect((await signIn('ana@andes.test', PASSWORD)).json().code).toBe('wrong_credentials')
    expect((await signIn('ana.rojas@andes.test', PASSWORD)).statusCode).toBe(200)
  })
})

describe('a change of the password', () => {
  const change = (body: object) =>
    portal.envelope(changePassword, 'ana', {
      body: { passCurrent: PASSWORD, newPassword: NEW, repeatNewPassword: NEW, ...body },
    })

  test('says at each field what is wrong [S5.04, S5.05, S5.06]', async () => {
    expect((await change({ passCurrent: '', newPassword: '', repeatNewPassword: '' })).fields).toEqual({
      passCurrent: 'Este campo es requerido',
      newPassword: 'Este campo es requerido',
      repeatNewPassword: 'Este campo es requerido',
    })
    const rules = [
      ['Abc123', 'Mínimo 8 caracteres'],
      [`Abc123${'x'.repeat(25)}`, 'Máximo 30 caracteres'],
      ['abcdefgh', 'Debe contener al menos un número, una letra minúscula, y una letra mayúscula'],
    ] as const
    for (const [newPassword, said] of rules) {
      expect((await change({ newPassword, repeatNewPassword: newPassword })).fields).toEqual({ newPassword: said })
    }
    expect((await change({ repeatNewPassword: 'Nueva2027' })).fields).toEqual({
      repeatNewPassword: 'Las contraseñas deben coincidir',
    })
    expect((await change({ passCurrent: 'Otra2026' })).fields).toEqual({
      passCurrent: 'La contraseña actual es incorrecta',
    })
  })

  test('refuses what is guessed first: common passwords, and names of the person, the company or the portal', async () => {
    const common = 'Esa contraseña es muy común y fácil de adivinar. Elija otra'
    const own = 'Se adivina por su nombre, su e-mail, su empresa o el portal. Elija otra'
    const tried = { Passw0rd: common, 'Qwerty123!': common, Transportes26: own, 'Enlace.2026': own, AnaAndes2026: own }
    for (const [newPassword, sentence] of Object.entries(tried)) {
      expect((await change({ newPassword, repeatNewPassword: newPassword })).fields).toEqual({ newPassword: sentence })
    }
    // and no failure is counted for it
    expect(await portal.db.selectFrom('login_failures').selectAll().execute()).toEqual([])
  })

  test('takes effect, ends the other login sessions, and is reported by mail [S3.02, S7.14]', async () => {
    const elsewhere = (await signIn('ana@andes.test', PASSWORD)).cookies[0]
    const other = { headers: { ...API_KEY, cookie: `${elsewhere?.name}=${elsewhere?.value}` } }
    const asOther = () => portal.app.inject({ url: '/api/users/session/', ...other })
    expect((await asOther()).statusCode).toBe(200)
    expect(await change({})).toMatchObject({
      status: true,
      message: 'Su contraseña se cambió. Las demás sesiones se cerraron',
    })
    expect((await asOther()).json().code).toBe('session_expired')
    expect((await portal.data(getSession, 'ana')).userEmail).toBe('ana@andes.test')
    expect((await portal.data(getSession, 'luis')).userEmail).toBe('luis@andes.test')
    expect((await signIn('ana@andes.test', PASSWORD)).json().code).toBe('wrong_credentials')
    expect((await signIn('ana@andes.test', NEW)).statusCode).toBe(200)
    expect(await mails()).toEqual([{ address: 'ana@andes.test', kind: 'security', subject: 'Su contraseña cambió' }])
    const written = await auditRows(portal, 'password.changed')
    expect(written).toMatchObject([{ company_id: COMPANIES.andes, actor: 'ana@andes.test', before: null, after: null }])
  })

  test('can not be guessed at an open screen: guesses count as those at the login page', async () => {
    expect((await change({ passCurrent: 'Otra2026' })).fields).toHaveProperty('passCurrent')
    const subject = 'account:ana@andes.test'
    const { failures } = await portal.db
      .selectFrom('login_failures')
      .select('failures')
      .where('subject', '=', subject)
      .executeTakeFirstOrThrow()
    expect(failures).toBe(1)
    const locked_until = new Date(portal.clock.now.getTime() + 30_000)
    await portal.db.updateTable('login_failures').set({ locked_until }).where('subject', '=', subject).execute()
    expect((await change({})).code).toBe('account_locked')
  })
})
