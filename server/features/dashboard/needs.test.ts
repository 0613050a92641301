import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCharges } from '#contract/charges/charges.calls.ts'
import { getDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { listOperations } from '#contract/operations/operations.calls.ts'
import { listSims } from '#contract/sims/sims.calls.ts'
import type { NeedKind } from '#domain/needs.ts'
import { isSilent } from '#domain/silence.ts'
import { DAY_MS } from '#domain/time.ts'
import { COMPANIES, type FleetUser, hasUsedPlan } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'
import { lastSeenOf, setLastSeen } from '#test/set-last-seen.ts'

const PARTIES = { customer_name: 'Customer', customer_tin: '1', issuer_name: 'Issuer', issuer_tin: '2' }

let portal: Portal
const daysAgo = (days: number): Date => new Date(portal.clock.now.getTime() - days * DAY_MS)

function invoice(companyId: number, month: number, state: string, issuedDaysAgo: number, currency = 'CLP') {
  return {
    company_id: companyId,
    cycle_start: `2026-0${month}-01`,
    cycle_end: `2026-0${month + 1}-01`,
    state,
    total_minor: companyId * 1000 + month,
    currency,
    issued_at: daysAgo(issuedDaysAgo),
    issued_on: daysAgo(issuedDaysAgo).toISOString().slice(0, 10),
    paid_at: state === 'paid' ? daysAgo(1) : null,
    document_number: `F-${companyId}-${month}-${currency}`,
    ...PARTIES,
  }
}

function operation(companyId: number, failed: number, { source = 'list', kind = 'restart', days = 1 } = {}) {
  const at = daysAgo(days)
  return {
    company_id: companyId,
    kind,
    state: 'finished',
    source,
    actor: 'ana@andes.test',
    created_at: at,
    updated_at: at,
    finished_at: at,
    total: failed + 1,
    succeeded: 1,
    failed,
  }
}

beforeAll(async () => {
  portal = await startPortal()
  await setLastSeen(portal.db, portal.fleet.sims, portal.clock.now)
  await portal.db
    .insertInto('charges')
    .values([
      invoice(COMPANIES.andes, 5, 'issued', 90),
      invoice(COMPANIES.andes, 6, 'issued', 60, 'USD'),
      invoice(COMPANIES.andes, 7, 'paid', 60),
      invoice(COMPANIES.andesNorte, 8, 'issued', 5),
      invoice(COMPANIES.pacifico, 8, 'issued', 40),
    ])
    .execute()
  await portal.db
    .insertInto('operations')
    .values([
      operation(COMPANIES.andes, 4),
      operation(COMPANIES.andesNorte, 3),
      operation(COMPANIES.andes, 0),
      operation(COMPANIES.andes, 9, { source: 'single' }),
      operation(COMPANIES.andes, 9, { days: 8 }),
      operation(COMPANIES.andes, 5, { kind: 'diagnose' }),
      operation(COMPANIES.pacifico, 2),
    ])
    .execute()
})
afterAll(() => portal.close())

const needsOf = async (user: FleetUser) => (await portal.data(getDashboard, user)).needs
const needOf = async (user: FleetUser, kind: NeedKind) => (await needsOf(user)).find((need) => need.kind === kind)

const active = (companies: readonly number[]) =>
  portal.fleet.sims.filter(({ companyId, status }) => companies.includes(companyId) && status === 2)
const ANDES: readonly number[] = [COMPANIES.andes, COMPANIES.andesNorte]

test('overdue invoices are counted with their amounts by currency and the day on which the first was due', async () => {
  expect(await needOf('ana', 'invoiceOverdue')).toMatchObject({
    count: 2,
    id: '',
    // her own company's
    companies: 1,
    companyName: '',
    since: new Date(daysAgo(90).getTime() + 30 * DAY_MS).toISOString().slice(0, 10),
    amounts: [
      { amountMinor: 3005, currency: 'CLP' },
      { amountMinor: 3006, currency: 'USD' },
    ],
  })
  const companyName = 'Transportes Andes Sur SpA'
  expect(await needOf('reseller', 'invoiceOverdue')).toMatchObject({ count: 2, companies: 1, companyName })
  const listed = await readRows(portal, getCharges, 'ana', { query: { state: 'overdue' } })
  expect(listed).toHaveLength(2)
})

test('the only invoice is named, by its number and its document; the operator is shown none that is not overdue', async () => {
  const due = await needOf('sub', 'invoiceDue')
  expect(due).toMatchObject({ count: 1, name: 'F-4-8-CLP', amounts: [{ amountMinor: 4008, currency: 'CLP' }] })
  const [row] = await readRows(portal, getCharges, 'sub', { query: { state: 'issued' } })
  expect(due?.id).toBe(String(row?.documentId))
  expect(await needOf('admin', 'invoiceDue')).toBeUndefined()
  expect(await needOf('admin', 'invoiceOverdue')).toMatchObject({ count: 3, companies: 2, companyName: '' })
})

test('counts failed lines of operations on many SIMs within the week, but for diagnoses, and the list shows those operations', async () => {
  expect(await needOf('ana', 'operationFailed')).toMatchObject({ count: 7, id: '' })
  const of = await needOf('flota', 'operationFailed')
  expect(of).toMatchObject({ count: 2 })
  const [only, ...others] = await readRows(portal, listOperations, 'flota', { query: { failed: 'true' } })
  expect(others).toEqual([])
  expect(of?.id).toBe(String(only?.operationId))
  const listed = await readRows(portal, listOperations, 'ana', { query: { failed: 'true' } })
  expect(listed.map(({ failed }) => failed).sort()).toEqual([3, 4, 5, 9])
})

test('counts SIMs that are cut by alarms, at their limit and silent', async () => {
  const cut = portal.fleet.sims.filter(({ companyId, status }) => ANDES.includes(companyId) && status === 10)
  expect(await needOf('ana', 'dataCut')).toMatchObject({ count: cut.length })
  expect(await needOf('ana', 'dataCut')).toMatchObject({ name: '' })
  const full = active(ANDES).filter(hasUsedPlan)
  expect(full.length).toBeGreaterThan(3)
  expect(await needOf('ana', 'simsAtLimit')).toMatchObject({ count: full.length })
  const filter = { administrativeStatusIds: [2], planUse: 'over100' } as const
  const listed = await readRows(portal, listSims, 'ana', { body: { filter } })
  expect(new Set(listed.map(({ icc }) => icc))).toEqual(new Set(full.map(({ iccid }) => iccid)))
  const now = portal.clock.now
  expect(await needOf('ana', 'silent')).toMatchObject({
    count: active(ANDES).filter((sim) => isSilent(lastSeenOf(sim, now), '24h', now)).length,
  })
})

test('the alarm that cut all SIMs whose data is cut is named, with its last cut; several are not', async () => {
  const { db, clock } = portal
  const cut = portal.fleet.sims.filter(({ companyId, status }) => ANDES.includes(companyId) && status === 10)
  expect(cut.length).toBeGreaterThan(1)
  const at = { created_at: clock.now, updated_at: clock.now }
  const of = { company_id: COMPANIES.andes, limit_mb: 1, emails: ['a@b.cl'], language: 'es', is_active: true, cuts_data: true }
  const [first, second] = await db
    .insertInto('alarms')
    .values([
      { ...of, ...at, name: 'Flota RM' },
      { ...of, ...at, name: 'Cámaras' },
    ])
    .returning('alarm_id')
    .execute()
  const notice = { kind: 'limit', limit_mb: 1, used_bytes: 1, at: clock.now, action: 'cut', action_since: clock.now }
  await db
    .insertInto('alarm_notices')
    .values(
      cut.map(({ iccid }) => ({
        ...{ ...notice, company_id: COMPANIES.andes, iccid, alarm_id: first?.alarm_id ?? 0 },
        ...{ cycle_start: '2026-11-01', changed_at: clock.now },
      })),
    )
    .execute()
  const since = clock.now.toISOString()
  expect(await needOf('ana', 'dataCut')).toMatchObject({ count: cut.length, name: 'Flota RM', since })
  expect(await needOf('admin', 'dataCut')).toMatchObject({ name: '' })
  await db
    .updateTable('alarm_notices')
    .set({ alarm_id: second?.alarm_id })
    .where('iccid', '=', cut[0]?.iccid ?? '')
    .execute()
  expect(await needOf('ana', 'dataCut')).toMatchObject({ count: cut.length, name: '', since: null })
  await db.deleteFrom('alarm_notices').execute()
  await db.deleteFrom('alarms').execute()
})

test('an operator that fails is named with the SIMs that depend on it, and is nothing to who has none', async () => {
  const since = daysAgo(0.1)
  const fail = (operator_status: number) =>
    portal.db
      .updateTable('origins')
      .set({ operator_status, operator_failure_percent: 14, operator_status_since: since })
      .where('origin_id', '=', 1)
      .execute()
  await fail(2)
  const failing = { id: '1', name: 'Movistar Chile', count: 1, percent: 14, since: since.toISOString() }
  expect(await needOf('ana', 'operatorUnstable')).toMatchObject({ ...failing, sims: 85 })
  expect(await needOf('admin', 'operatorUnstable')).toMatchObject({ ...failing, sims: 125 })
  await fail(0)
  expect((await needsOf('ana'))[0]).toMatchObject({ ...failing, kind: 'operatorDown' })
  await portal.db.updateTable('origins').set({ operator_status: 1 }).execute()
  expect(await needOf('ana', 'operatorDown')).toBeUndefined()
})

test('pools that are used up are counted, the only one is named with its company', async () => {
  const resize = (data_mb: number) => portal.db.updateTable('plans').set({ data_mb }).where('plan_code', '=', 'TEL50').execute()
  const { poolPlan } = await portal.data(getDashboard, 'ana')
  const [over, ...others] = poolPlan.filter(({ total }) => total >= 100)
  expect(others).toEqual([])
  expect(await needOf('ana', 'poolOver')).toMatchObject({
    count: 1,
    id: 'TEL50',
    name: over?.planName,
    companyId: over?.companyId,
    percent: over?.total,
  })
  await resize(10)
  expect(await needOf('ana', 'poolOver')).toMatchObject({ count: 2, id: '', name: '', companyId: 0 })
  await resize(5000)
  expect(await needOf('ana', 'poolOver')).toBeUndefined()
  await resize(50)
})

const PATH = ['draft', 'submitted', 'approved', 'preparing', 'shipped'] as const

async function request(companyId: number, state: (typeof PATH)[number]): Promise<string> {
  const steps = PATH.slice(0, PATH.indexOf(state) + 1)
  return portal.db.transaction().execute(async (trx) => {
    const { request_id } = await trx
      .insertInto('requests')
      .values({
        company_id: companyId,
        user_id: portal.fleet.people.ana.userId,
        requester: 'Ana',
        state,
        step_no: steps.length,
        submitted_at: daysAgo(2),
        created_at: daysAgo(2),
        updated_at: daysAgo(1),
      })
      .returning('request_id')
      .executeTakeFirstOrThrow()
    const rows = steps.map((to_state, index) => ({ to_state, from_state: steps[index - 1] ?? null, step_no: index + 1 }))
    await trx
      .insertInto('request_steps')
      .values(rows.map((row) => ({ ...row, company_id: companyId, request_id, at: daysAgo(2), actor: 'Ana' })))
      .execute()
    return String(request_id)
  })
}

test('requests wait for the operator until they are approved, and for the customer once they are shipped', async () => {
  const submitted = await request(COMPANIES.andes, 'submitted')
  await request(COMPANIES.andes, 'preparing')
  const shipped = await request(COMPANIES.andes, 'shipped')
  const since = daysAgo(1).toISOString()
  expect(await needOf('admin', 'requestSubmitted')).toMatchObject({
    count: 1,
    id: submitted,
    since,
    companies: 1,
    companyName: 'Transportes Andes Sur SpA',
  })
  expect(await needOf('admin', 'requestShipped')).toBeUndefined()
  expect(await needOf('ana', 'requestSubmitted')).toBeUndefined()
  expect(await needOf('ana', 'requestShipped')).toMatchObject({ count: 1, id: shipped, since, companies: 1, companyName: '' })
  expect(await needOf('flota', 'requestShipped')).toBeUndefined()
  await request(COMPANIES.pacifico, 'submitted')
  expect(await needOf('admin', 'requestSubmitted')).toMatchObject({ count: 2, id: '', companies: 2, companyName: '' })
})

test('what a rule asks waits for who may answer it', async () => {
  const { iccid } = portal.fleet.sims.find(({ companyId }) => companyId === COMPANIES.andes) ?? { iccid: '' }
  const ask = (ruleId: number, companyId: number) =>
    sql`
      INSERT INTO rule_firings (company_id, rule_id, rule_name, iccid, at, trigger, value, operation, tag, mailed_at)
      VALUES (${companyId}, ${ruleId}, 'Robo', ${iccid}, ${daysAgo(1)}, 'device', '', 'asked', 'none', ${daysAgo(1)})`.execute(
      portal.db,
    )
  await ask(7, COMPANIES.andes)
  await ask(7, COMPANIES.andes)
  const since = daysAgo(1).toISOString()
  expect(await needOf('ana', 'ruleAsks')).toMatchObject({ count: 2, id: '7', name: 'Robo', since })
  expect(await needOf('flota', 'ruleAsks')).toBeUndefined()
  expect(await needOf('luis', 'ruleAsks')).toBeUndefined()
  await ask(8, COMPANIES.andesNorte)
  expect(await needOf('reseller', 'ruleAsks')).toMatchObject({ count: 3, id: '' })
  expect(await needOf('sub', 'ruleAsks')).toMatchObject({ count: 1, id: '8' })
})

test('a reader without permits is shown nothing but invoices; another tenant none of these', async () => {
  expect((await needsOf('nadie')).map(({ kind }) => kind)).toEqual(['invoiceOverdue', 'invoiceDue'])
  expect((await needsOf('luis')).map(({ kind }) => kind)).not.toContain('poolOver')
  expect(await needOf('flota', 'invoiceOverdue')).toMatchObject({ count: 1, name: 'F-5-8-CLP' })
})

test('the operator is shown conversations that wait for an answer, and blocked companies', async () => {
  await portal.db
    .insertInto('support_conversations')
    .values({
      company_id: COMPANIES.andes,
      user_id: portal.fleet.people.ana.userId,
      person_language: 'es',
      last_at: daysAgo(1),
      waiting_since: daysAgo(1),
      created_at: daysAgo(1),
      updated_at: daysAgo(1),
    })
    .execute()
  await portal.db
    .updateTable('companies')
    .set({ blocked_at: daysAgo(3) })
    .where('company_id', '=', COMPANIES.andesNorte)
    .execute()
  expect(await needOf('admin', 'supportWaiting')).toMatchObject({ count: 1, since: daysAgo(1).toISOString() })
  expect(await needOf('admin', 'companyBlocked')).toMatchObject({ count: 1 })
  expect(await needOf('ana', 'supportWaiting')).toBeUndefined()
  expect(await needOf('flota', 'companyBlocked')).toBeUndefined()
})

test('what was out of the ordinary within a day is counted for who sees alarms', async () => {
  const find = (companyId: number, device: string, hours: number) =>
    sql`
      INSERT INTO anomalies (company_id, kind, measure, device, iccid, began_at, last_at, hours, peers, sims, observed, expected, own, iccids)
      SELECT ${companyId}, 'silence', 'data', ${device}, '', t, t, 1, 60, 20, 20, 1, 0, '{}'
      FROM (SELECT ${daysAgo(hours / 24)}::timestamptz AS t) x`.execute(portal.db)
  await find(COMPANIES.andes, 'Teltonika', 2)
  await find(COMPANIES.andes, 'Queclink', 25)
  await find(COMPANIES.andesNorte, 'Teltonika', 20)
  expect(await needOf('ana', 'anomalies')).toMatchObject({ count: 2, sims: 40 })
  expect(await needOf('sub', 'anomalies')).toMatchObject({ count: 1, sims: 20 })
  expect(await needOf('flota', 'anomalies')).toBeUndefined()
  expect(await needOf('luis', 'anomalies')).toBeUndefined()
})
