import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createApiKey, getApiKeys } from '#contract/api-keys/api-keys.calls.ts'
import type { Call } from '#contract/call.ts'
import { createCompany, deleteCompany, getCompanyChoices } from '#contract/companies/companies.calls.ts'
import { getSession } from '#contract/identity/identity.calls.ts'
import { findWorkingCompanies, setWorkingCompany, WORKING_COMPANY_HEADER } from '#contract/identity/working-company.calls.ts'
import { massHibernation } from '#contract/operations/mass-actions.calls.ts'
import { confirmOperation, getOperation, listOperations } from '#contract/operations/operations.calls.ts'
import { listSims } from '#contract/sims/sims.calls.ts'
import { deleteView, listSavedViews, saveView } from '#contract/sims/views.calls.ts'
import { beginPortalView, endPortalView } from '#contract/users/portal-view.calls.ts'
import { getUsers } from '#contract/users/users.calls.ts'
import { flushAccessLog } from '#server/records/access-log.ts'
import { auditRows } from './audit-rows.ts'
import { COMPANIES } from './fleet.ts'
import { cookieOf, type Newcomer, newcomer } from './newcomers.ts'
import { API_KEY, startBeside, startPortal } from './portal.ts'
import { workingIn } from './working-in.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const administrator = (): Promise<Newcomer> =>
  newcomer(portal, { companyId: COMPANIES.operator, isAdmin: true, canHibernate: true })
/** Above Andes and Andes Norte. */
const reseller = (): Promise<Newcomer> => newcomer(portal, { companyId: COMPANIES.reseller, canHibernate: true })
const linesOf = (body: string): number => body.trim().split('\n').length - 1
const later = (ms: number): void => {
  portal.clock.now = new Date(portal.clock.now.getTime() + ms)
}

/** Which companies may be chosen, by people of which company. */
const CHOICES = [
  ['administrator', COMPANIES.pacifico, 'taken'],
  ['administrator', COMPANIES.reseller, 'taken'],
  ['reseller', COMPANIES.andes, 'taken'],
  ['reseller', COMPANIES.andesNorte, 'taken'],
  // all of theirs is no company of its own
  ['administrator', COMPANIES.operator, 'refused'],
  ['reseller', COMPANIES.reseller, 'refused'],
  ['reseller', COMPANIES.operator, 'refused'],
  ['reseller', COMPANIES.pacifico, 'refused'],
  ['reseller', 4711, 'refused'],
] as const

test.each(CHOICES)('%s works in company %i: %s', async (who, companyId, outcome) => {
  const person = who === 'administrator' ? await administrator() : await reseller()
  const answer = await person.ask(setWorkingCompany, { body: { companyId } })
  if (outcome === 'taken') expect(answer.cookies.map(({ name }) => name)).toContain('enlace_company')
  else {
    expect(answer.json()).toMatchObject({ code: 'invalid_request', fields: { companyId: 'No existe esa empresa' } })
    expect(answer.cookies.map(({ name }) => name)).not.toContain('enlace_company')
  }
})

test('companies to work in are found from any of them, the own one left out', async () => {
  const person = await reseller()
  const ask = await workingIn(portal, person, COMPANIES.andesNorte)
  const names = async (search?: string) =>
    (await ask(findWorkingCompanies, { query: search ? { search } : {} })).body
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t')[1])
  expect(await names()).toEqual(['Andes Norte', 'Transportes Andes Sur SpA'])
  expect(await names('norte')).toEqual(['Andes Norte'])
  expect(linesOf((await ask(getCompanyChoices)).body)).toBe(1)
})

test('the session says where it works, until it goes back to all', async () => {
  const person = await reseller()
  expect((await person.ask(getSession)).json().data).toMatchObject({ clientId: COMPANIES.reseller, worksIn: 'all' })
  const ask = await workingIn(portal, person, COMPANIES.andes)
  expect((await ask(getSession)).json().data).toMatchObject({
    ...{ clientId: COMPANIES.andes, companyName: 'Transportes Andes Sur SpA', worksIn: 'one', userEmail: person.email },
  })
  expect(linesOf((await ask(listSims, { body: { limit: 100 } })).body)).toBe(85)
  const back = await ask(setWorkingCompany, { body: { companyId: null } })
  expect(back.cookies.find(({ name }) => name === 'enlace_company')).toMatchObject({ value: '', maxAge: 0 })
  expect((await portal.request(getSession, 'luis')).json().data.worksIn).toBe('all')
  expect((await portal.request(getSession, 'flota')).json().data.worksIn).toBe('only')
})

test('another process that had the session cached narrows with the next request', async () => {
  const beside = await startBeside(portal)
  const person = await administrator()
  const session = cookieOf(await person.enter())
  const worksIn = async (cookie: string): Promise<number> => {
    const answer = await beside.inject({ url: `/api${getSession.path}`, headers: { ...API_KEY, cookie } })
    return answer.json().data.clientId
  }
  expect(await worksIn(session)).toBe(COMPANIES.operator)
  const chosen = await person.ask(setWorkingCompany, { body: { companyId: COMPANIES.pacifico } }, { cookie: session })
  expect(await worksIn(`${session}; ${cookieOf(chosen)}`)).toBe(COMPANIES.pacifico)
  expect(await worksIn(session)).toBe(COMPANIES.operator)
  await beside.close()
})

test('the choice counts in no other session, and not in one that an API key replaces', async () => {
  const person = await reseller()
  const chosen = cookieOf(await person.ask(setWorkingCompany, { body: { companyId: COMPANIES.andesNorte } }))
  const other = cookieOf(await person.enter())
  const forged = `enlace_company=${COMPANIES.andesNorte}.x`
  for (const cookie of [`${other}; ${chosen}`, `${other}; ${forged}`])
    expect((await person.ask(getSession, {}, { cookie })).json().data.worksIn).toBe('all')
  const made = await person.ask(createApiKey, {
    body: { name: 'Todas', permits: ['sims'], canHibernate: false, addresses: [], expiresAt: null },
  })
  const { key } = made.json().data
  const withKey = await person.ask(listSims, { body: { limit: 100 } }, { cookie: chosen, 'x-api-key': key })
  expect(linesOf(withKey.body)).toBe(85)
})

test('a page that shows another company than the session works in reads and changes nothing', async () => {
  const person = await reseller()
  const ask = await workingIn(portal, person, COMPANIES.andes)
  const shown = (company: number) => ({ [WORKING_COMPANY_HEADER]: String(company) })
  for (const company of [0, COMPANIES.andesNorte]) {
    expect((await ask(listSims, { body: {} }, shown(company))).json().code).toBe('other_company')
    expect((await ask(saveView, { body: { name: 'Nunca', query: '' } }, shown(company))).json().code).toBe('other_company')
    // what leads out of it
    expect((await ask(getSession, {}, shown(company))).statusCode).toBe(200)
    expect((await ask(setWorkingCompany, { body: { companyId: null } }, shown(company))).statusCode).toBe(200)
  }
  expect((await ask(listSims, { body: {} }, shown(COMPANIES.andes))).statusCode).toBe(200)
  expect((await person.ask(listSims, { body: {} }, shown(0))).statusCode).toBe(200)
})

test('an operation begun in a company is that company’s, and its draft is confirmed nowhere else', async () => {
  const person = await administrator()
  const ask = await workingIn(portal, person, COMPANIES.pacifico)
  const begin = async (preview: boolean) =>
    (await ask(massHibernation, { body: { filter: {}, preview, reason: 'x' } })).json().data
  const draft = await begin(true)
  expect(draft.total).toBe(40)
  const confirm = { params: { operationId: draft.operationId }, body: {} }
  expect((await person.ask(confirmOperation, confirm)).json().code).toBe('not_found')
  const inReseller = await workingIn(portal, person, COMPANIES.reseller)
  expect((await inReseller(confirmOperation, confirm)).json().code).toBe('not_found')
  expect((await ask(confirmOperation, confirm)).statusCode).toBe(200)
  const { operationId } = draft
  const seen = { params: { operationId } }
  expect((await ask(getOperation, seen)).json().data).toMatchObject({ companyId: COMPANIES.pacifico, user: person.email })
  expect((await person.ask(getOperation, seen)).statusCode).toBe(200)
  expect((await portal.request(getOperation, 'flota', { params: { operationId: String(operationId) } })).statusCode).toBe(200)
  expect((await inReseller(listOperations)).body).not.toContain(person.email)
  expect(await auditRows(portal, 'operation.started')).toMatchObject([
    { company_id: COMPANIES.pacifico, actor_company_id: COMPANIES.operator, actor: person.email },
  ])
})

test('what is read in a company of others is logged as before, and choosing it is not', async () => {
  const person = await administrator()
  await portal.db.deleteFrom('audit_log').execute()
  const ask = await workingIn(portal, person, COMPANIES.pacifico)
  await ask(getUsers)
  await flushAccessLog(portal.services)
  const { rows } = await sql<{ action: string }>`
    SELECT company_id, actor_company_id, action, entity FROM audit_log WHERE user_id = ${person.userId}  AND action <> 'login_session.opened'`.execute(
    portal.db,
  )
  expect(rows).toEqual([
    { company_id: COMPANIES.pacifico, actor_company_id: COMPANIES.operator, action: 'data.read', entity: 'users' },
  ])
})

test('what is the person’s own stays so: views, and keys of their company', async () => {
  const person = await reseller()
  const { viewId } = (await person.ask(saveView, { body: { name: 'Mía', query: 'sort=icc' } })).json().data
  const ask = await workingIn(portal, person, COMPANIES.andes)
  expect((await ask(listSavedViews)).json().data).toMatchObject([{ viewId, name: 'Mía' }])
  expect((await ask(deleteView, { params: { viewId } })).statusCode).toBe(200)
  const body = { name: 'De otra', permits: ['sims'], canHibernate: false, addresses: [], expiresAt: null }
  expect((await ask(createApiKey, { body })).json()).toMatchObject({
    code: 'not_allowed',
    error: expect.stringContaining('propia'),
  })
  expect((await ask(getApiKeys)).json().data.keys ?? []).toEqual([])
})

test('an administrator views the portal only as people of the company, and then as they see it', async () => {
  const person = await administrator()
  const ask = await workingIn(portal, person, COMPANIES.andes)
  const as = (who: 'luis' | 'flota') => ask(beginPortalView, { body: { userId: portal.fleet.people[who].userId } })
  expect((await as('flota')).json().code).toBe('not_found')
  const begun = cookieOf(await as('luis'))
  const view = (call: Call, args = {}) => person.ask(call, args, { cookie: begun })
  expect((await view(getSession)).json().data).toMatchObject({ userEmail: 'luis@andes.test', worksIn: 'only' })
  expect((await view(setWorkingCompany, { body: { companyId: COMPANIES.andesNorte } })).json().code).toBe('viewing_only')
  const ended = await view(endPortalView)
  expect((await person.ask(getSession, {}, { cookie: cookieOf(ended) })).json().data.worksIn).toBe('all')
  expect(await auditRows(portal, 'portal_view.began')).toMatchObject([{ company_id: COMPANIES.operator }])
})

const company = {
  ...{ tin: '', businessName: 'Pasajera', fantasyName: '', activity: '', representative: '', billingContact: '' },
  ...{ billingEmail: '', phones: '', address: '', city: '', countryId: null, postalCode: '', website: '' },
  ...{ timeZone: 'America/Santiago', cycleAnchorDay: 1, currency: 'CLP', secondFactorRequired: '0', blocked: '0' },
}

/** How a company leaves the scope of those who work in it. */
const LEAVINGS = {
  'is deleted': (companyId: number, by: Newcomer) => by.ask(deleteCompany, { params: { id: companyId } }),
  'goes to another parent': (companyId: number) =>
    sql`UPDATE companies SET parent_id = 1, lineage = ARRAY[1, ${companyId}::int] WHERE company_id = ${companyId}`.execute(
      portal.db,
    ),
}

test.each(Object.entries(LEAVINGS))(
  'a company that %s is worked in no longer, and nothing is shown that was not chosen',
  async (_, leave) => {
    const person = await reseller()
    const made = await person.ask(createCompany, { body: { ...company, parentId: COMPANIES.reseller } })
    const { companyId } = made.json().data
    const ask = await workingIn(portal, person, companyId)
    const shown = { [WORKING_COMPANY_HEADER]: String(companyId) }
    expect((await ask(getSession)).json().data).toMatchObject({ clientId: companyId, worksIn: 'one' })
    const leaving = leave(companyId, await reseller())
    // a request meanwhile gets the company's own rows, of which there are none, or is refused
    for (const answer of await Promise.all(Array.from({ length: 20 }, () => ask(listSims, { body: {} }, shown))))
      expect(answer.statusCode === 200 ? linesOf(answer.body) : answer.json().code).toBe(
        answer.statusCode === 200 ? 0 : 'other_company',
      )
    await leaving
    later(2_001)
    expect((await ask(listSims, { body: {} }, shown)).json().code).toBe('other_company')
    expect((await ask(getSession, {}, shown)).json().data).toMatchObject({ clientId: COMPANIES.reseller, worksIn: 'all' })
    expect((await ask(setWorkingCompany, { body: { companyId } })).json().fields).toHaveProperty('companyId')
  },
)
