import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createAlarm } from '#contract/alarms/alarms.calls.ts'
import {
  type CompanyBody,
  changeCompany,
  createCompany,
  deleteCompany,
  exportCompanies,
  getCompanies,
  getCompany,
  getCompanyChoices,
} from '#contract/companies/companies.calls.ts'
import { createGroup } from '#contract/groups/groups.calls.ts'
import { setLockPolicy } from '#contract/locks/lock-policies.calls.ts'
import { askPlanAdvice } from '#contract/plans/plan-advice.calls.ts'
import { editCustom } from '#contract/sims/sim-tools.calls.ts'
import { listSims } from '#contract/sims/sims.calls.ts'
import { createUser } from '#contract/users/users.calls.ts'
import { auditRows } from '#test/audit-rows.ts'
import { editCompany } from '#test/edit-company.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { withHolder } from '#test/holder.ts'
import { startPortal } from '#test/portal.ts'
import { readPage, readRows } from '#test/read-list.ts'

const portal = await startPortal()
afterAll(() => portal.close())

type Query = Record<string, string>
const list = (person: FleetUser, query: Query = {}) => readPage(portal, getCompanies, person, { query })
const names = async (person: FleetUser, query: Query = {}) => (await list(person, query)).rows.map((row) => row.businessName)

const NEW: CompanyBody = {
  ...{
    tin: '76512340-2',
    businessName: 'Ñuble Carga SpA',
    fantasyName: 'Ñuble',
    activity: 'Carga',
    representative: 'Eva Soto',
  },
  ...{ billingContact: 'Pagos', billingEmail: 'Pagos@nuble.test', phones: '+56 2 2712 4400, +56 9 6120 4551' },
  ...{ address: 'Ruta 5 km 400', city: 'Chillán', countryId: 1, postalCode: '3780000', website: 'nuble.test' },
  ...{ timeZone: 'America/Santiago', cycleAnchorDay: 5, currency: 'CLP', secondFactorRequired: '0', blocked: '0' },
}
const create = (person: FleetUser, more: Partial<CompanyBody> & { parentId: number }) =>
  portal.envelope(createCompany, person, { body: { ...NEW, ...more } })
const made = async (person: FleetUser, more: Partial<CompanyBody> & { parentId: number }): Promise<number> =>
  (await create(person, more)).data?.companyId ?? 0

const change = (person: FleetUser, companyId: number, more: Partial<CompanyBody>) =>
  editCompany(portal, person, companyId, more)

describe('the tree', () => {
  test('begins with the own company, opens branch by branch, and ends where the reader has no access [S2.14]', async () => {
    expect(await names('reseller')).toEqual(['Canal Sur'])
    expect((await list('reseller')).rows[0]).toMatchObject({ parentId: null, children: 1, users: 1, sims: 0, above: '' })
    expect(await names('reseller', { parent: String(COMPANIES.reseller) })).toEqual(['Transportes Andes Sur SpA'])
    expect(await names('admin', { parent: String(COMPANIES.operator) })).toEqual(['Canal Sur', 'Pacífico Logística'])
    // neither what is beside nor what is above is there
    expect(await names('flota', { parent: String(COMPANIES.operator) })).toEqual([])
    expect(await names('flota', { parent: String(COMPANIES.reseller) })).toEqual([])
  })

  test('says of each company how many current SIMs it has, and how many those below it have', async () => {
    const own = (companyId: number) =>
      portal.fleet.sims.filter((sim) => sim.companyId === companyId && sim.status !== 6 && sim.status !== 7).length
    const { reseller, andes, andesNorte } = COMPANIES
    expect(own(andesNorte)).toBeGreaterThan(0)
    const above = (await list('reseller')).rows[0]
    expect(above).toMatchObject({ sims: own(reseller), simsBelow: own(andes) + own(andesNorte) })
    const [below] = (await list('reseller', { parent: String(reseller) })).rows
    expect(below).toMatchObject({ companyId: andes, sims: own(andes), simsBelow: own(andesNorte) })
    const active = portal.fleet.sims.filter(
      ({ companyId, status }) => status === 2 && (companyId === andes || companyId === andesNorte),
    )
    const ofBoth = { activeSims: active.length, connectedSims: active.filter(({ gprs }) => gprs === 1).length }
    expect(ofBoth.connectedSims).toBeGreaterThan(0)
    for (const row of [above, below]) expect(row).toMatchObject(ofBoth)
    const { data } = await portal.envelope(getCompany, 'reseller', { params: { id: andesNorte } })
    expect(data).toMatchObject({ sims: own(andesNorte), simsBelow: 0 })
  })

  test('is searched whole, whatever the case and the accents, and a found one says what is above it', async () => {
    expect(await names('admin', { search: 'PACIFICO' })).toEqual(['Pacífico Logística'])
    expect((await list('admin', { search: 'andes nor' })).rows[0]?.above).toBe(
      'Operador Enlace › Canal Sur › Transportes Andes Sur SpA',
    )
    expect((await list('ana', { search: 'andes nor' })).rows[0]?.above).toBe('Transportes Andes Sur SpA')
    expect(await names('ana', { search: 'pacifico' })).toEqual([])
    expect(await names('admin', { search: '%' })).toEqual([])
  })

  test('of a reseller with thousands of customers comes in pages, each company once', async () => {
    await sql`
      INSERT INTO companies (company_id, parent_id, lineage, business_name)
      SELECT 100000 + n, 5, ARRAY[1, 5, 100000 + n], 'Cliente ' || (n % 500) FROM generate_series(1, 2000) n`.execute(portal.db)
    const seen = new Set<number>()
    let cursor: unknown
    for (let page = 0; page < 9; page++) {
      const query = { parent: '5', limit: '300', ...(cursor ? { cursor: String(cursor) } : {}) }
      const answer = await list('flota', query)
      for (const { companyId } of answer.rows) seen.add(companyId)
      cursor = answer.next
      if (!cursor) break
    }
    expect(seen.size).toBe(2_000)
    const file = await portal.request(exportCompanies, 'flota', { query: { format: 'csv' } })
    expect(file.body.trim().split('\n')).toHaveLength(2_002)
    await portal.db.deleteFrom('companies').where('company_id', '>', 100_000).execute()
  })
})

describe('companies to choose from', () => {
  const choices = async (person: FleetUser, query: Query = {}) => {
    return readRows(portal, getCompanyChoices, person, { query })
  }
  const offered = async (person: FleetUser, query: Query = {}) => (await choices(person, query)).map((row) => row.companyName)

  test('are those in the scope of any logged-in user, by name, also without a permit', async () => {
    expect(await offered('admin')).toEqual([
      ...['Andes Norte', 'Canal Sur', 'Operador Enlace', 'Pacífico Logística', 'Transportes Andes Sur SpA'],
    ])
    expect(await offered('nadie')).toEqual(['Andes Norte', 'Transportes Andes Sur SpA'])
    expect(await offered('flota')).toEqual(['Pacífico Logística'])
    expect(await offered('reseller', { limit: '2' })).toEqual(['Andes Norte', 'Canal Sur'])
  })

  test('are found by what is typed anywhere in name, trade name or tax id', async () => {
    const companyId = await made('reseller', { parentId: COMPANIES.reseller })
    for (const search of ['nuble', 'CARGA', '76.512', '765123402']) {
      expect(await offered('reseller', { search })).toEqual(['Ñuble Carga SpA'])
      expect(await offered('flota', { search })).toEqual([])
    }
    expect(await offered('admin', { search: '_' })).toEqual([])
    await portal.envelope(deleteCompany, 'reseller', { params: { id: companyId } })
  })

  test('of one name are distinguished by their parent, within the reader’s scope', async () => {
    const twins = [
      await made('reseller', { parentId: COMPANIES.reseller, businessName: 'Gemela', tin: '' }),
      await made('ana', { parentId: COMPANIES.andes, businessName: 'Gemela', tin: '' }),
    ]
    const above = async (person: FleetUser) =>
      (await choices(person, { search: 'gemela' })).map(({ companyId, parentName }) => [companyId, parentName])
    expect(await above('reseller')).toEqual([
      [twins[0], 'Canal Sur'],
      [twins[1], 'Transportes Andes Sur SpA'],
    ])
    expect(await above('ana')).toEqual([[twins[1], 'Transportes Andes Sur SpA']])
    expect(await choices('ana', { search: 'andes sur' })).toMatchObject([{ parentId: null, parentName: '' }])
    for (const id of twins) await portal.envelope(deleteCompany, 'reseller', { params: { id } })
  })

  test('name the one of a number, and no company that the reader does not see', async () => {
    const company = String(COMPANIES.andesNorte)
    expect(await choices('ana', { company })).toEqual([
      ...[{ companyId: 4, companyName: 'Andes Norte', parentId: 3, parentName: 'Transportes Andes Sur SpA' }],
    ])
    expect(await choices('flota', { company })).toEqual([])
    expect(await choices('sub', { company: String(COMPANIES.andes) })).toEqual([])
    expect((await portal.request(getCompanyChoices, 'ana', { query: { company: '0' } })).statusCode).toBe(400)
    expect((await portal.request(getCompanyChoices, 'ana', { query: { limit: '101' } })).statusCode).toBe(400)
  })
})

describe('a company', () => {
  test('is made below another one with all that is kept of it, and seen at once [S3.37]', async () => {
    const companyId = await made('reseller', { parentId: COMPANIES.reseller })
    expect(await portal.data(getCompany, 'reseller', { params: { id: companyId } })).toMatchObject({
      ...NEW,
      tin: '76.512.340-2',
      billingEmail: 'pagos@nuble.test',
      website: 'https://nuble.test',
      parentId: COMPANIES.reseller,
      locked: {},
    })
    expect(await names('reseller', { search: '765123402' })).toEqual(['Ñuble Carga SpA'])
    expect(await names('flota', { search: 'nuble' })).toEqual([])
    const created = await auditRows(portal, 'company.created')
    expect(created.at(-1)).toMatchObject({ entity_id: String(companyId), actor: 'rosa@canal.test' })
  })

  test('names the companies above it that the reader sees, and a block of theirs', async () => {
    const read = (person: FleetUser, id: number) => portal.data(getCompany, person, { params: { id } })
    expect((await read('admin', COMPANIES.andesNorte)).path.map(({ companyId }) => companyId)).toEqual([1, 2, 3])
    expect(await read('ana', COMPANIES.andesNorte)).toMatchObject({
      path: [{ companyId: COMPANIES.andes, businessName: 'Transportes Andes Sur SpA' }],
      state: 'active',
    })
    expect((await read('ana', COMPANIES.andes)).path).toEqual([])
    await portal.db.updateTable('companies').set({ blocked_at: new Date() }).where('company_id', '=', COMPANIES.andes).execute()
    expect((await read('reseller', COMPANIES.andesNorte)).state).toBe('blockedAbove')
    await portal.db.updateTable('companies').set({ blocked_at: null }).where('company_id', '=', COMPANIES.andes).execute()
  })

  test.each([
    ['tin', { tin: '76.512.340-9' }, 'El RUT no es válido; use un formato como 76.512.340-2'],
    ['businessName', { businessName: ' ' }, 'Este campo es requerido'],
    ['billingEmail', { billingEmail: 'pagos' }, 'El E-mail no es valido'],
    ['timeZone', { timeZone: 'America/Talca' }, 'Elija una zona horaria'],
    ['cycleAnchorDay', { cycleAnchorDay: 31 }, 'El ciclo empieza un día del 1 al 28'],
    ['countryId', { countryId: 99 }, 'No existe ese país'],
  ])('is refused with a wrong %s, by the rule of the form', async (field, more, sentence) => {
    const answer = await create('admin', { parentId: COMPANIES.operator, ...more })
    expect([answer.code, answer.fields]).toEqual(['invalid_request', { [field]: sentence }])
  })

  test('can not be made below one that does not exist for its maker', async () => {
    expect((await create('flota', { parentId: COMPANIES.andes })).code).toBe('not_found')
  })

  test('that changed meanwhile is not overwritten', async () => {
    const companyId = await made('admin', { parentId: COMPANIES.operator, businessName: 'A medias' })
    const { updatedAt } = await portal.data(getCompany, 'admin', { params: { id: companyId } })
    portal.clock.now = new Date(portal.clock.now.getTime() + 1)
    expect((await change('admin', companyId, { city: 'Talca' })).status).toBe(true)
    const late = { ...NEW, companyId, updatedAt, businessName: 'A medias' }
    expect((await portal.envelope(changeCompany, 'admin', { body: late })).code).toBe('conflict')
  })
})

describe('what can be changed', () => {
  test('time and cycle until something was counted by them, currency until it was billed', async () => {
    const companyId = await made('admin', { parentId: COMPANIES.operator, businessName: 'Sin SIMs' })
    expect((await change('admin', companyId, { timeZone: 'America/Lima', cycleAnchorDay: 9 })).status).toBe(true)
    const refused = await change('admin', COMPANIES.andes, { timeZone: 'America/Lima', currency: 'USD' })
    expect(Object.keys(refused.fields ?? {})).toEqual(['timeZone'])
    expect((await change('admin', COMPANIES.andes, { currency: 'USD' })).status).toBe(true)
  })

  test('not what another transaction is just now making unchangeable: its first SIM, its first invoice', async () => {
    const companyId = await made('admin', { parentId: COMPANIES.operator, businessName: 'Llegan' })
    const whileBeginning = (more: Partial<CompanyBody>, begin: string) =>
      withHolder(portal.services.pool, async (holder) => {
        await holder.query(begin, [companyId])
        const changing = change('admin', companyId, more)
        await holder.untilWaitedFor()
        await holder.commit()
        return Object.keys((await changing).fields ?? {})
      })
    const sim = `INSERT INTO sim_former_companies (iccid, company_id, left_at) VALUES ('8956030000000000001', $1, now())`
    expect(await whileBeginning({ timeZone: 'America/Lima' }, sim)).toEqual(['timeZone'])
    const invoice = `
      INSERT INTO charges (company_id, cycle_start, cycle_end, state, total_minor, currency, issued_at, document_number, customer_name, customer_tin,
        issuer_name, issuer_tin)
      VALUES ($1, '2026-01-01', '2026-02-01', 'issued', 0, 'CLP', now(), 'first', '', '', '', '')`
    expect(await whileBeginning({ currency: 'USD' }, invoice)).toEqual(['currency'])
  })

  test('one’s own company only where invoices do not depend on it', async () => {
    const refused = await change('ana', COMPANIES.andes, { businessName: 'Otra', blocked: '1' })
    expect(Object.keys(refused.fields ?? {}).sort()).toEqual(['blocked', 'businessName'])
    expect((await change('ana', COMPANIES.andes, { billingContact: 'Ana' })).status).toBe(true)
  })
})

test('a company made by mistake is deleted as long as nothing has happened in it', async () => {
  const remove = (person: FleetUser, id: number) => portal.envelope(deleteCompany, person, { params: { id } })
  const companyId = await made('reseller', { parentId: COMPANIES.reseller, businessName: 'Por error' })
  const below = await made('reseller', { parentId: companyId, businessName: 'Debajo' })
  const refused = [
    await remove('flota', companyId),
    await remove('reseller', companyId),
    await remove('reseller', COMPANIES.andesNorte),
    await remove('reseller', COMPANIES.reseller),
    await remove('admin', COMPANIES.operator),
  ]
  expect(refused.map(({ code }) => code)).toEqual(['not_found', 'conflict', 'conflict', 'not_allowed', 'not_allowed'])
  expect((await remove('reseller', below)).message).toBe('Empresa eliminada')
  expect((await remove('reseller', companyId)).status).toBe(true)
  expect(await names('admin', { search: 'por error' })).toEqual([])
  const deleted = await auditRows(portal, 'company.deleted')
  expect(deleted.at(-1)).toMatchObject({
    actor: 'rosa@canal.test',
    before: { businessName: 'Por error', parentId: COMPANIES.reseller },
  })
})

test.each([
  ['company', createCompany, (companyId: number) => ({ ...NEW, parentId: companyId })],
  [
    'user',
    createUser,
    (companyId: number) => ({
      ...{ companyId, userEmail: 'eva@nuble.test', userName: 'Eva', userLastname: 'Soto', userPhone: '', userTin: '' },
      ...{ permits: [], canHibernate: '0', admin: '0' },
    }),
  ],
  ['group', createGroup, (company: number) => ({ company, path: 'Norte' })],
  [
    'alarm',
    createAlarm,
    (company: number) => ({ company, plan: '', limit: 10, email: 'eva@nuble.test', active: '1', action: '0' }),
  ],
  ['lock', setLockPolicy, (company: number) => ({ company, groupId: null, device: { mode: 'learn', values: [] } })],
  [
    'plan advice',
    askPlanAdvice,
    (company: number) => ({ company, cycles: 1, marginPercent: 0, exceptPlans: [], exceptSims: [] }),
  ],
])('no %s is created in a company that is being deleted', async (_, call, bodyFor) => {
  const companyId = await made('admin', { parentId: COMPANIES.operator, businessName: 'Se va' })
  const answer = await withHolder(portal.services.pool, async (holder) => {
    await holder.query('DELETE FROM companies WHERE company_id = $1', [companyId])
    const creating = portal.request(call, 'admin', { body: bodyFor(companyId) })
    await holder.untilWaitedFor()
    await holder.commit()
    return creating
  })
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
})

test('a blocked company sees everything and changes nothing, and so do those below it, within two seconds', async () => {
  const icc = portal.fleet.sims.find((sim) => sim.companyId === COMPANIES.andesNorte)?.iccid ?? ''
  const edit = (person: FleetUser) => portal.request(editCustom, person, { body: { icc, customField1: 'Norte' } })
  expect((await edit('sub')).statusCode).toBe(200)
  expect((await change('reseller', COMPANIES.andes, { blocked: '1' })).status).toBe(true)
  portal.clock.now = new Date(portal.clock.now.getTime() + 2_001)
  for (const person of ['ana', 'sub'] as const) {
    expect((await edit(person)).json().code).toBe('company_blocked')
    expect((await portal.request(listSims, person, { body: {} })).statusCode).toBe(200)
  }
  expect((await list('admin', { state: 'blocked' })).rows.map(({ companyId }) => companyId)).toEqual([COMPANIES.andes])
  expect((await list('admin', { search: 'Andes Norte' })).rows[0]?.state).toBe('blockedAbove')
  expect((await change('reseller', COMPANIES.andes, { blocked: '0' })).status).toBe(true)
  portal.clock.now = new Date(portal.clock.now.getTime() + 2_001)
  expect((await edit('sub')).statusCode).toBe(200)
})
