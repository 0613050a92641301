import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { auditList, exportAudit, getAuditChoices, listAudit } from '#contract/audit/audit.calls.ts'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import { getRequests } from '#contract/requests/requests.calls.ts'
import { blockSim } from '#contract/sims/sim-status.calls.ts'
import { getSim, listSims } from '#contract/sims/sims.calls.ts'
import { flushAccessLog } from '#server/records/access-log.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readPage } from '#test/read-list.ts'

const portal = await startPortal()
afterAll(() => portal.close())

type Query = Record<string, string>
const log = (person: FleetUser, query: Query = {}) => readPage(portal, listAudit, person, { query })
const simOf = (companyId: number) =>
  portal.fleet.sims.find((sim) => sim.companyId === companyId && sim.status === 2)?.iccid ?? ''

test('what an administrator does to a SIM of others stands in their log too, without where it came from', async () => {
  const iccid = simOf(COMPANIES.andes)
  await portal.data(blockSim, 'admin', { params: { id: iccid }, body: { reason: 'Fraude' } })
  const [row] = (await log('ana', { thing: iccid })).rows
  expect(row).toMatchObject({
    actor: 'admin@enlace.test',
    action: 'sim.blocked',
    entity: 'sim',
    address: '',
    actorCompanyName: '',
  })
  expect([JSON.parse(row?.before ?? ''), JSON.parse(row?.after ?? '')]).toEqual([
    { administrativeStatus: 2 },
    { administrativeStatus: 4, reason: 'Fraude' },
  ])
  const [seen] = (await log('admin', { thing: iccid })).rows
  expect(seen?.address).not.toBe('')
  expect([seen?.actorCompanyName, seen?.companyName]).toEqual(['Operador Enlace', 'Transportes Andes Sur SpA'])
  expect((await log('flota', { thing: iccid })).rows).toEqual([])
  expect((await portal.request(listAudit, 'luis')).statusCode).toBe(403)
})

test('access to another company’s data is recorded once an hour, company and kind', async () => {
  const reads = async (person: FleetUser) => {
    await flushAccessLog(portal.services)
    const { rows } = await log(person, { action: 'data.read' })
    return rows.map(({ entity, entityId, companyName }) => `${companyName} ${entity} ${entityId}`.trim()).sort()
  }
  const params = { icc: simOf(COMPANIES.andes) }
  for (let n = 0; n < 3; n++) await portal.data(getSim, 'admin', { params })
  await portal.request(listSims, 'admin', { body: { filter: { companyIds: [COMPANIES.andes, COMPANIES.pacifico] } } })
  await portal.request(getRequests, 'admin', { query: { company: String(COMPANIES.pacifico) } })
  await portal.request(listSims, 'ana', { body: {} })
  const [andes] = (await log('ana')).rows.map(({ companyName }) => companyName)
  const inPacifico = await reads('flota')
  expect(inPacifico.map((one) => one.split(' ').at(-1))).toEqual(['requests', 'sims'])
  expect(await reads('ana')).toEqual([`${andes} sims`])
  await portal.request(listSims, 'admin', { body: {} })
  expect((await reads('admin')).filter((one) => one.endsWith('sims *'))).toHaveLength(1)
  expect(await reads('ana')).toEqual([`${andes} sims`])
  // the operator's own company with all below it is the whole
  await portal.request(getRequests, 'admin', { query: { company: String(COMPANIES.operator), subsidiaries: 'true' } })
  expect((await reads('admin')).filter((one) => one.endsWith('requests *'))).toHaveLength(1)
  // an hour later, without idling long enough for a session to end
  for (let third = 0; third < 3; third++) {
    portal.clock.now = new Date(portal.clock.now.getTime() + 20 * 60_000)
    for (const person of ['admin', 'ana', 'flota'] as const) await log(person, { limit: '1' })
  }
  await portal.data(getSim, 'admin', { params })
  expect(await reads('ana')).toEqual([`${andes} sims`, `${andes} sims`])
})

test('pages leave nothing out and repeat nothing, and each filter keeps what it says', async () => {
  const at = portal.clock.now
  const row = (n: number, more: object) => ({
    company_id: COMPANIES.andesNorte,
    at,
    actor: 'sub@andes.test',
    action: 'plan.changed',
    entity: 'plan',
    entity_id: `P${n}`,
    ...more,
  })
  const of = (n: number) =>
    n % 2 === 0 ? {} : { company_id: COMPANIES.andes, actor: 'ana@andes.test', action: 'plan.created' }
  await portal.db
    .insertInto('audit_log')
    .values([1, 2, 3, 4, 5, 6, 7].map((n) => row(n, of(n))))
    .execute()
  const things = async (person: FleetUser, query: Query) => (await log(person, query)).rows.map(({ entityId }) => entityId)
  const whole = await things('ana', { entity: 'plan' })
  expect(whole).toEqual(['P7', 'P6', 'P5', 'P4', 'P3', 'P2', 'P1'])
  const paged: string[] = []
  let cursor: string | undefined
  do {
    const { rows, next } = await log('ana', { entity: 'plan', limit: '2', ...(cursor ? { cursor } : {}) })
    paged.push(...rows.map(({ entityId }) => entityId))
    cursor = typeof next === 'string' ? next : undefined
  } while (cursor)
  expect(paged).toEqual(whole)
  expect(await things('ana', { person: 'SUB@andes.test', entity: 'plan' })).toEqual(['P6', 'P4', 'P2'])
  expect(await things('admin', { action: 'plan.created' })).toEqual(['P7', 'P5', 'P3', 'P1'])
  expect(await things('ana', { company: String(COMPANIES.andesNorte), entity: 'plan' })).toEqual(['P6', 'P4', 'P2'])
  expect(await things('ana', { company: String(COMPANIES.pacifico) })).toEqual([])
  expect(await things('ana', { thing: 'P4', to: '2020-01-01' })).toEqual([])
  expect((await portal.data(getAuditChoices, 'ana')).actions).toEqual(
    expect.arrayContaining(['plan.changed', 'plan.created', 'sim.blocked']),
  )
})

test('the CSV says changes in words, and nothing that a spreadsheet would run', async () => {
  await portal.db
    .insertInto('audit_log')
    .values({
      company_id: COMPANIES.andes,
      at: portal.clock.now,
      actor: '=cmd|calc',
      action: 'alarm.changed',
      entity: 'alarm',
      entity_id: '+1',
      before: JSON.stringify({ limitMb: 5120, isActive: true, same: 1 }),
      after: JSON.stringify({ limitMb: 7, isActive: false, same: 1 }),
    })
    .execute()
  const csv = await portal.request(exportAudit, 'ana', { query: { format: 'csv', action: 'alarm.changed' } })
  const [header, line] = csv.body.replace('\uFEFF', '').split('\r\n')
  expect(header).toBe('Fecha;Usuario;Acción;Objeto;Identificador;Cambios;Empresa;IP;Petición')
  expect(line).toContain(`;'=cmd|calc;Editó una alarma;Alarma;'+1;"límite en MB: 5120 → 7; activa: sí → no";`)
  const tsv = await portal.request(exportAudit, 'ana', { query: { format: 'tsv', action: 'alarm.changed' } })
  expect(decodeList(auditList, decodeTsv(tsv.body))).toEqual((await log('ana', { action: 'alarm.changed' })).rows)
})

test('a reader of many companies gets the same pages as one of few, whether their entries are many or rare', async () => {
  const ids = Array.from({ length: 150 }, (_, n) => 9000 + n)
  await sql`INSERT INTO companies (company_id, parent_id, lineage, business_name)
    SELECT id, ${COMPANIES.reseller}, ARRAY[${COMPANIES.operator}, ${COMPANIES.reseller}, id]::int[], 'Cliente ' || id
    FROM unnest(${ids}::int[]) id`.execute(portal.db)
  const foreign = COMPANIES.pacifico
  await sql`INSERT INTO audit_log (company_id, at, actor, action, entity, entity_id)
    SELECT CASE WHEN n % 600 = 0 THEN 9000 + (n / 600) % 150 ELSE ${foreign} END, ${portal.clock.now}::timestamptz - n * interval '1 s',
      CASE WHEN n % 600 = 0 THEN 'many' ELSE 'foreign' END, 'plan.imagined', 'plan', n::text FROM generate_series(1, 9000) n`.execute(
    portal.db,
  )
  portal.clock.now = new Date(portal.clock.now.getTime() + 2_001)
  const mine = Array.from({ length: 15 }, (_, n) => String(600 * (n + 1)))
  const things = (rows: readonly { entityId: string }[]) => rows.map(({ entityId }) => entityId)
  // eight are among the newest 5 000; fifteen are not
  for (const limit of ['5', '15', '100']) {
    const { rows, next } = await log('reseller', { action: 'plan.imagined', limit })
    expect(things(rows)).toEqual(mine.slice(0, Number(limit)))
    const behind = next ? await log('reseller', { action: 'plan.imagined', limit, cursor: String(next) }) : { rows: [] }
    expect(things(behind.rows)).toEqual(mine.slice(Number(limit), 2 * Number(limit)))
  }
  expect(things((await log('reseller', { thing: '1200' })).rows)).toEqual(['1200'])
  expect((await log('reseller', { person: 'foreign' })).rows).toEqual([])
  const offered = async (person: FleetUser) => (await portal.data(getAuditChoices, person)).actions
  expect(await offered('reseller')).toContain('plan.imagined')
  await sql`INSERT INTO audit_log (company_id, at, actor, action, entity, entity_id)
    SELECT id, ${portal.clock.now}::timestamptz, 'x', action, 'plan', '1'
    FROM (VALUES (9149, 'plan.lastOnes'), (${foreign}, 'plan.foreign'), (${COMPANIES.operator}, 'plan.foreign')) AS v(id, action)`.execute(
    portal.db,
  )
  expect(await offered('reseller')).toContain('plan.lastOnes')
  expect(await offered('reseller')).not.toContain('plan.foreign')
  expect(await offered('flota')).toContain('plan.foreign')
  expect(await offered('ana')).not.toContain('plan.lastOnes')
  expect(await offered('admin')).toEqual(expect.arrayContaining(['plan.lastOnes', 'plan.foreign']))
})

test('without log-ins and views the log has what was changed, and users, companies and notices by their name', async () => {
  const at = portal.clock.now
  const luis = await portal.db
    .selectFrom('users')
    .select('user_id')
    .where('email', '=', 'luis@andes.test')
    .executeTakeFirstOrThrow()
  const entries = [
    { action: 'login_session.opened', entity: 'user', entity_id: '1' },
    { action: 'user.changed', entity: 'user', entity_id: String(luis.user_id) },
    { action: 'company.changed', entity: 'company', entity_id: String(COMPANIES.andesNorte) },
    { action: 'user.deleted', entity: 'user', entity_id: '999999999' },
    { action: 'plan.changed', entity: 'plan', entity_id: '12345678901234567890' },
    { action: 'popup.ended', entity: 'popup', entity_id: 'corte-2026-11-20', after: '{"titleEs":"Corte","titleEn":"Outage"}' },
  ]
  const address = 'names of things'
  await portal.db
    .insertInto('audit_log')
    .values(entries.map((entry) => ({ company_id: COMPANIES.pacifico, at, actor: 'flota@pacifico.test', address, ...entry })))
    .execute()
  const named = (rows: Awaited<ReturnType<typeof log>>['rows']) =>
    rows.filter((row) => row.address === address).map(({ action, entityName }) => `${action} ${entityName}`.trim())
  const changed = named((await log('admin', { changes: 'true' })).rows)
  expect(changed.toSorted()).toEqual([
    expect.stringMatching(/^company.changed \S/),
    'plan.changed',
    'popup.ended Corte',
    'user.changed luis@andes.test',
    'user.deleted',
  ])
  expect(named((await log('admin')).rows)).toHaveLength(6)
})
