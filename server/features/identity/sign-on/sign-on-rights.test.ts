import { afterAll, beforeEach, expect, test } from 'vitest'
import * as calls from '#contract/identity/sign-on.calls.ts'
import { PERMITS, type Permit } from '#domain/permits.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, PASSWORD } from '#test/fleet.ts'
import { type Newcomer, newcomer } from '#test/newcomers.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.db.deleteFrom('sign_on_domains').execute()
  await portal.db.deleteFrom('company_sign_on').execute()
  await portal.db.deleteFrom('mails').execute()
})

/** Settings of a provider without a listener. */
const settings = {
  issuer: 'http://127.0.0.1:9',
  clientId: 'enlace',
  clientSecret: 'mine',
  domains: ['andes.test'],
  passwordLogin: true,
}
const administrator = (permits: readonly Permit[] = PERMITS, canHibernate = true) =>
  newcomer(portal, { companyId: COMPANIES.operator, permits, isAdmin: true, canHibernate })
const save = (by: Newcomer, companyId: number, more: object = { password: PASSWORD }) =>
  by.ask(calls.saveCompanySignOn, { params: { companyId }, body: { ...settings, ...more } })
const remove = (by: Newcomer, companyId: number, body: object = { password: PASSWORD }) =>
  by.ask(calls.removeCompanySignOn, { params: { companyId }, body })
const settingsOf = () => portal.db.selectFrom('company_sign_on').select('company_id').execute()

test('a provider is set for people by those only who hold all that these hold, and two permits of their own', async () => {
  const refused: readonly (readonly [Newcomer, number])[] = [
    [await administrator([]), COMPANIES.andes],
    [await administrator(PERMITS.filter((permit) => permit !== 'users')), COMPANIES.andes],
    [await administrator(PERMITS.filter((permit) => permit !== 'companies')), COMPANIES.andes],
    // ana of Andes holds all permits, and may hibernate
    [await administrator(['users', 'companies']), COMPANIES.andes],
    [await administrator(PERMITS, false), COMPANIES.andes],
    // a user below the company counts as well
    [await administrator(['users', 'companies']), COMPANIES.reseller],
    // and so do the other administrators of the operator
    [await administrator(['users', 'companies']), COMPANIES.operator],
  ]
  for (const [by, companyId] of refused) {
    const answers = [await save(by, companyId), await remove(by, companyId)]
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [403, 'not_allowed'],
      [403, 'not_allowed'],
    ])
  }
  expect([await settingsOf(), await auditRows(portal, 'company.sign_on_changed')]).toEqual([[], []])
  expect((await save(await administrator(), COMPANIES.operator)).statusCode).toBe(200)
})

test('deactivated users do not count as accounts within reach', async () => {
  const strong = await newcomer(portal, { companyId: COMPANIES.pacifico, canHibernate: true })
  const by = await administrator(PERMITS, false)
  expect((await save(by, COMPANIES.pacifico)).statusCode).toBe(403)
  await portal.db.updateTable('users').set({ deactivated_at: portal.clock.now }).where('user_id', '=', strong.userId).execute()
  expect((await save(by, COMPANIES.pacifico)).statusCode).toBe(200)
})

test('an open screen is not enough: it asks for the password', async () => {
  const by = await administrator()
  expect((await save(by, COMPANIES.andes, {})).json()).toMatchObject({ fields: { password: 'Este campo es requerido' } })
  const wrong = await save(by, COMPANIES.andes, { password: 'Wrong2026' })
  expect(wrong.json()).toMatchObject({ code: 'wrong_credentials', fields: { password: 'La contraseña es incorrecta' } })
  expect(await settingsOf()).toEqual([])
  expect((await save(by, COMPANIES.andes)).statusCode).toBe(200)
  expect((await remove(by, COMPANIES.andes, {})).statusCode).toBe(400)
  expect(await settingsOf()).toHaveLength(1)
  expect((await remove(by, COMPANIES.andes)).statusCode).toBe(200)
  expect(await settingsOf()).toEqual([])
})

test('the company’s other user managers and the other administrators are notified', async () => {
  const by = await administrator()
  const colleague = await administrator()
  await save(by, COMPANIES.andes)
  await remove(by, COMPANIES.andes)
  const mails = await portal.db.selectFrom('mails').select(['address', 'subject', 'text']).orderBy('mail_id').execute()
  const to = (address: string) => mails.filter((mail) => mail.address === address).map(({ subject }) => subject)
  const both = ['El inicio de sesión único de su empresa cambió', 'El inicio de sesión único de su empresa se quitó']
  expect([to('ana@andes.test'), to('admin@enlace.test'), to(colleague.email)]).toEqual([both, both, both])
  expect([to(by.email), to('luis@andes.test'), to('flota@pacifico.test')]).toEqual([[], [], []])
  const [mail] = mails
  expect(mail?.text).toContain('Transportes Andes Sur SpA')
  expect(mail?.text).toContain('http://127.0.0.1:9')
  expect(mail?.text).toContain(by.email)
})
