import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { CallArguments } from '#contract/call.ts'
import { USER_SORTS } from '#contract/filter-values.ts'
import { getSession, logIn } from '#contract/identity/identity.calls.ts'
import * as calls from '#contract/users/users.calls.ts'
import { PERMITS } from '#domain/permits.ts'
import { withSecret } from '#server/mail/mail-secret.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, type FleetUser, PASSWORD } from '#test/fleet.ts'
import { API_KEY, startBeside, startPortal } from '#test/portal.ts'
import { readPage, readRows } from '#test/read-list.ts'
import { requireSignOn } from '#test/require-sign-on.ts'

const portal = await startPortal({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
afterAll(() => portal.close())

const idOf = (person: FleetUser): number => portal.fleet.people[person].userId
const on = (person: FleetUser) => ({ params: { id: idOf(person) } })
type Query = Record<string, string>
const list = (person: FleetUser, query: Query = {}) => readPage(portal, calls.getUsers, person, { query })
const emails = async (person: FleetUser, query: Query = {}) => (await list(person, query)).rows.map((row) => row.userEmail)

type NewUser = CallArguments<typeof calls.createUser>['body']
const NEW: NewUser = {
  ...{ userEmail: ' Eva@Andes.test', userName: 'Eva', userLastname: 'Soto', userPhone: '+56 9 1', userTin: '9.999.999-3' },
  companyId: COMPANIES.andes,
  permits: ['sims', 'plans'],
  canHibernate: '0',
  admin: '0',
}
const create = (person: FleetUser, more: Partial<NewUser> = {}) =>
  portal.envelope(calls.createUser, person, { body: { ...NEW, ...more } })
const mailsTo = async (address: string) =>
  (await portal.db.selectFrom('mails').select('mail_id').where('address', '=', address).execute()).length
const signIn = (email: string) => portal.request(logIn, undefined, { body: { email, password: PASSWORD } })

describe('the list', () => {
  test('has the users of the own companies, with company, state and permits [S2.15, S3.38, S7.05]', async () => {
    const { rows } = await list('ana')
    expect(rows.map((row) => row.userEmail)).toEqual([
      'ana@andes.test',
      'luis@andes.test',
      'nadie@andes.test',
      'nora@norte.test',
    ])
    expect(rows[1]).toMatchObject({
      userName: 'luis',
      companyName: 'Transportes Andes Sur SpA',
      state: 'active',
      permits: 'sims',
    })
    expect(await emails('flota')).toEqual(['flota@pacifico.test'])
    expect((await emails('admin')).length).toBe(7)
  })

  test('of a company with its subsidiaries has those of all of them, and none where the reader does not see it', async () => {
    const of = async (person: FleetUser, company: number) =>
      (await emails(person, { company: String(company), subsidiaries: 'true' })).sort()
    const andes = ['ana@andes.test', 'luis@andes.test', 'nadie@andes.test', 'nora@norte.test']
    expect(await of('admin', COMPANIES.reseller)).toEqual([...andes, 'rosa@canal.test'])
    expect(await of('ana', COMPANIES.andes)).toEqual(andes)
    expect(await of('flota', COMPANIES.reseller)).toEqual([])
    expect(await of('sub', COMPANIES.andes)).toEqual([])
  })

  test('gives the names of the e-mails that it has, to people without its permit too', async () => {
    const asked = ['ana@andes.test', 'nora@norte.test', 'flota@pacifico.test', 'gone@andes.test', 'rule 7']
    const namesFor = async (person: FleetUser) =>
      (await portal.data(calls.getUserNames, person, { body: { emails: asked } })).names
    expect((await namesFor('luis')).map(({ userEmail }) => userEmail).toSorted()).toEqual(['ana@andes.test', 'nora@norte.test'])
    expect(await namesFor('flota')).toEqual([{ userEmail: 'flota@pacifico.test', name: expect.stringMatching(/^flota\b/) }])
  })

  test('is filtered, ordered and comes in complete pages', async () => {
    expect(await emails('admin', { search: 'NORA' })).toEqual(['nora@norte.test'])
    expect(await emails('admin', { company: String(COMPANIES.reseller) })).toEqual(['rosa@canal.test'])
    const [nora] = (await list('admin', { search: 'nora@norte.test' })).rows
    expect(await emails('ana', { user: String(nora?.userId) })).toEqual(['nora@norte.test'])
    expect(await emails('flota', { user: String(nora?.userId) })).toEqual([])
    expect(await emails('ana', { permit: 'plans' })).toEqual(['ana@andes.test', 'nora@norte.test'])
    for (const sort of USER_SORTS) {
      const whole = await emails('admin', { sort, descending: '1' })
      const paged: string[] = []
      for (let cursor = ''; paged.length < 7; ) {
        const page = await list('admin', { sort, descending: '1', limit: '3', ...(cursor ? { cursor } : {}) })
        paged.push(...page.rows.map((row) => row.userEmail))
        cursor = String(page.next ?? '')
        if (!cursor) break
      }
      expect(paged).toEqual(whole)
    }
    const refused = await portal.request(calls.getUsers, 'ana', { query: { cursor: 'x.AAAA' } })
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['cursor']])
  })

  test('goes into a file with words for people', async () => {
    const { body } = await portal.request(calls.exportUsers, 'ana', { query: { format: 'csv', search: 'luis' } })
    expect(body).toContain('luis@andes.test;;;Transportes Andes Sur SpA;Activo;SIMs;No;No;No')
  })

  test('offers the companies that users can be made for [S7.10]', async () => {
    expect(await readRows(portal, calls.getUserCompanies, 'ana', { query: { search: 'andes' } })).toEqual([
      { companyId: 4, companyName: 'Andes Norte', parentId: 3, parentName: 'Transportes Andes Sur SpA' },
      { companyId: 3, companyName: 'Transportes Andes Sur SpA', parentId: null, parentName: '' },
    ])
  })
})

describe('a user', () => {
  test('is made, invited by a mail whose link only the reader sees, and can not log in before it was used [S3.38, S7.06, S7.07]', async () => {
    const userId = (await create('ana', { language: 'en' })).data?.userId ?? 0
    expect(await portal.data(calls.getUser, 'ana', { params: { id: userId } })).toMatchObject({
      ...{ userEmail: 'eva@andes.test', userName: 'Eva', userLastname: 'Soto', userTin: '9.999.999-3', state: 'invited' },
      ...{ permits: ['sims', 'plans'], companyName: 'Transportes Andes Sur SpA' },
    })
    const [listed] = (await list('ana', { search: 'eva@andes.test' })).rows
    expect(listed).toMatchObject({
      ...{ userEmail: 'eva@andes.test', userName: 'Eva', userLastname: 'Soto', userPhone: '+56 9 1', userTin: '9.999.999-3' },
      ...{ companyId: COMPANIES.andes, companyName: 'Transportes Andes Sur SpA' },
    })
    expect((await portal.data(calls.getUser, 'ana', { params: { id: userId } })).userPhone).toBe('+56 9 1')
    const mail = await portal.db
      .selectFrom('mails')
      .selectAll()
      .where('address', '=', 'eva@andes.test')
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ kind: 'invitation', language: 'en', state: 'queued', company_id: COMPANIES.andes })
    expect(mail.text).toContain('ana created an account for you')
    expect(mail.text).not.toMatch(/token=[\w-]{20}/)
    const sent = withSecret({ ...mail, sealedSecret: mail.sealed_secret }, portal.services.secrets)
    expect(sent.text).toMatch(/restore-password\?token=[\w-]{43}/)
    expect((await signIn('eva@andes.test')).json().code).toBe('wrong_credentials')
  })

  test('of a company that has given passwords up is invited to its provider', async () => {
    const cleanUp = await requireSignOn(portal.db, COMPANIES.andes, 'andes.test')
    const userEmail = 'sol@andes.test'
    await create('ana', { userEmail })
    const mail = portal.db.selectFrom('mails').select(['kind', 'text', 'sealed_secret']).where('address', '=', userEmail)
    const { kind, text, sealed_secret } = await mail.executeTakeFirstOrThrow()
    expect([kind, sealed_secret]).toEqual(['invitation', null])
    expect(text).toContain('/sign-on/andes.test')
    expect(text).not.toContain('restore-password')
    await cleanUp()
  })

  test('is refused with what is wrong at its field, by the rule of the form', async () => {
    const wrong = await create('ana', { userName: '', userEmail: 'eva@', userTin: '?' })
    expect(wrong.fields).toMatchObject({ userName: 'Este campo es requerido', userEmail: 'El E-mail no es valido' })
    const taken = await create('ana', { userEmail: 'FLOTA@pacifico.test' })
    expect([taken.code, taken.fields]).toEqual(['invalid_request', { userEmail: 'Ese e-mail ya está en uso' }])
  })

  test('gets no permit that its maker does not hold, and no company elsewhere', async () => {
    const userEmail = 'nobody@andes.test'
    expect((await create('sub', { userEmail, companyId: COMPANIES.andes })).code).toBe('not_found')
    expect((await create('reseller', { userEmail, canHibernate: '1' })).code).toBe('not_allowed')
    expect((await create('ana', { userEmail, admin: '1' })).code).toBe('not_allowed')
    expect(await mailsTo(userEmail)).toBe(0)
  })

  test('is changed; with another e-mail an invitation goes there and the one before ends [S7.08]', async () => {
    const userId = (await create('ana', { userEmail: 'iris@andes.test' })).data?.userId ?? 0
    portal.clock.now = new Date(portal.clock.now.getTime() + 1)
    const { updatedAt } = await portal.data(calls.getUser, 'ana', { params: { id: userId } })
    const { companyId: _, permits: __, canHibernate: ___, admin: ____, ...text } = NEW
    const body = { ...text, userEmail: 'iris.soto@andes.test', userId, updatedAt }
    expect((await portal.envelope(calls.changeUser, 'ana', { body })).status).toBe(true)
    expect((await portal.envelope(calls.changeUser, 'ana', { body })).code).toBe('conflict')
    const links = portal.db.selectFrom('one_time_links').select('used_at').where('user_id', '=', userId)
    expect((await links.orderBy('created_at').execute()).map(({ used_at }) => used_at === null)).toEqual([false, true])
    expect([await mailsTo('iris@andes.test'), await mailsTo('iris.soto@andes.test')]).toEqual([1, 1])
  })

  test('who holds more is out of reach, for else a new e-mail would be a way to their rights', async () => {
    await portal.db
      .updateTable('users')
      .set({ permits: ['users', 'sims'] })
      .where('user_id', '=', idOf('luis'))
      .execute()
    const body = {
      ...{ userEmail: 'mine@andes.test', userName: 'a', userLastname: 'b', userPhone: '', userTin: '' },
      userId: idOf('ana'),
    }
    expect((await portal.envelope(calls.changeUser, 'luis', { body })).code).toBe('not_allowed')
    for (const call of [calls.deactivateUser, calls.deleteUser] as const) {
      expect((await portal.request(call, 'luis', { ...on('ana'), body: {} })).json().code).toBe('not_allowed')
    }
    await portal.db
      .updateTable('users')
      .set({ permits: ['sims'] })
      .where('user_id', '=', idOf('luis'))
      .execute()
  })

  test('who is deactivated is out at once, and comes back with the same permits', async () => {
    portal.clock.now = new Date(portal.clock.now.getTime() + 2_001)
    expect((await portal.data(getSession, 'luis')).menu).toEqual(['sims'])
    expect((await portal.envelope(calls.deactivateUser, 'ana', { ...on('luis'), body: {} })).data).toEqual({
      state: 'deactivated',
    })
    expect((await portal.request(getSession, 'luis')).json().code).toBe('session_expired')
    expect((await signIn('luis@andes.test')).statusCode).toBe(400)
    expect((await portal.envelope(calls.reactivateUser, 'ana', { ...on('luis'), body: {} })).data).toEqual({ state: 'active' })
    expect((await signIn('luis@andes.test')).json().data.menu).toEqual(['sims'])
    expect((await portal.envelope(calls.deactivateUser, 'ana', { ...on('ana'), body: {} })).code).toBe('not_allowed')
  })

  test('who is deleted is gone, and what they did keeps their name [S7.09]', async () => {
    await portal.data(getSession, 'nadie')
    expect((await portal.envelope(calls.deleteUser, 'ana', on('nadie'))).status).toBe(true)
    expect((await portal.request(getSession, 'nadie')).json().code).toBe('session_expired')
    expect(await emails('ana', { search: 'nadie@' })).toEqual([])
    const done = await auditRows(portal, { actor: 'nadie@andes.test' })
    expect(done.map(({ action }) => action)).toEqual(['login_session.opened'])
    const [deletion] = await auditRows(portal, 'user.deleted')
    expect(deletion?.before).toMatchObject({ userEmail: 'nadie@andes.test', userName: 'nadie', userLastname: '' })
    // the address is free again
    expect((await create('ana', { userEmail: 'nadie@andes.test' })).status).toBe(true)
  })

  test('an invitation is sent again only to a user who has not used it', async () => {
    const userId = (await create('ana', { userEmail: 'olga@andes.test' })).data?.userId ?? 0
    const again = (id: number) => portal.envelope(calls.inviteUser, 'ana', { params: { id }, body: {} })
    expect((await again(userId)).status).toBe(true)
    expect(await mailsTo('olga@andes.test')).toBe(2)
    expect((await again(idOf('luis'))).code).toBe('conflict')
  })
})

test('a right that was taken away is gone in every process within two seconds', async () => {
  const other = await startBeside(portal)
  const menuThere = async () =>
    (await other.inject({ url: '/api/users/session/', headers: await headersOf('luis') })).json().data.menu
  expect(await menuThere()).toEqual(['sims'])
  await sql`UPDATE users SET permits = ${[...PERMITS]} WHERE user_id = ${idOf('luis')}`.execute(portal.db)
  portal.clock.now = new Date(portal.clock.now.getTime() + 2_001)
  expect(await menuThere()).toEqual([...PERMITS])
  await other.close()
})

let cookie = ''
async function headersOf(person: FleetUser): Promise<Record<string, string>> {
  if (cookie === '') {
    const made = (await signIn(portal.fleet.people[person].email)).cookies[0]
    cookie = `${made?.name}=${made?.value}`
  }
  return { ...API_KEY, cookie }
}
