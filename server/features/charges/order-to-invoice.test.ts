import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import * as calls from '#contract/charges/charges.calls.ts'
import { activateSim, hibernateSim } from '#contract/operations/sim-actions.calls.ts'
import { setCartLine, submitCart } from '#contract/requests/cart.calls.ts'
import * as steps from '#contract/requests/request-steps.calls.ts'
import { getRequest, getRequestSims } from '#contract/requests/requests.calls.ts'
import { getSim, listSims } from '#contract/sims/sims.calls.ts'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import { addDays } from '#domain/days.ts'
import { closesAt, cycleFrom } from '#domain/rating/cycle-span.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { insertSims } from '#server/records/insert-sims.ts'
import { backdateSims } from '#test/backdate-sims.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'
import { createStoreFixtures, freshIccid, STORE_ID } from '#test/store-fixtures.ts'
import { renewEstimates } from './billing-worker.ts'
import { issueDueCycles } from './issue-cycle.ts'

const ZONE = 'America/Santiago'
const MB = 1_048_576
const { andes, operator } = COMPANIES

/** What is ordered: a line for each currency, with its SIMs. */
const ORDERED = [
  { planCode: 'IOT250', currency: 'CLP', icc: [1, 2, 3].map((n) => freshIccid(600 + n)) },
  { planCode: 'TEL50', currency: 'USD', icc: [4, 5].map((n) => freshIccid(600 + n)) },
  { planCode: 'SMS', currency: 'PEN', icc: [6, 7].map((n) => freshIccid(600 + n)) },
] as const
const all: readonly string[] = ORDERED.flatMap(({ icc }) => icc)

const portal = await startPortal()
await createStoreFixtures(portal.db, portal.clock.now)
await makePlans()
const cycle = cycleFrom(billingCycleAt(portal.clock.now, 1, ZONE).end, 1)
/** Noon in Chile, days after the cycle's first. */
const noon = (day: number): Date => new Date(`${addDays(cycle.start, day)}T15:00:00Z`)
await goTo(noon(0))
await renewEstimates(portal.services)
afterAll(() => portal.close())

/** Sets the server's clock; login sessions stay open. */
async function goTo(moment: Date): Promise<void> {
  portal.clock.now = moment
  await portal.db.updateTable('login_sessions').set({ created_at: moment, last_seen_at: moment }).execute()
}

async function makePlans(): Promise<void> {
  const { db } = portal
  await sql`UPDATE plans SET currency = CASE plan_code WHEN 'TEL50' THEN 'USD' WHEN 'SMS' THEN 'PEN' ELSE 'CLP' END,
    price_minor = CASE plan_code WHEN 'TEL50' THEN 249 WHEN 'SMS' THEN 891 ELSE 1190 END`.execute(db)
  await sql`UPDATE plan_terms t SET price_minor = p.price_minor, included_sms = 5, included_voice_seconds = 60, hibernation_fee_minor = 113,
    overage_unit_mb = 3, overage_price_minor = 17, sms_price_minor = 7, voice_price_minor = 11
    FROM plans p WHERE p.plan_code = t.plan_code`.execute(db)
  await backdateSims(db, 90)
}

async function take(call: Call, person: FleetUser, id: number): Promise<void> {
  const response = await portal.request(call, person, { params: { id }, body: {} })
  expect(response.statusCode, response.body).toBe(200)
}

/** Ana's cart with all lines and two routers, submitted. */
async function order(): Promise<number> {
  for (const { planCode, icc } of ORDERED) await portal.data(setCartLine, 'ana', { body: { planCode, quantity: icc.length } })
  const { totals } = await portal.data(setCartLine, 'ana', { body: { hardwareId: STORE_ID, quantity: 2 } })
  expect(totals).toEqual([
    { currency: 'CLP', onceMinor: 2_000, monthlyMinor: 3 * 1_190 },
    { currency: 'PEN', onceMinor: 0, monthlyMinor: 2 * 891 },
    { currency: 'USD', onceMinor: 0, monthlyMinor: 2 * 249 },
  ])
  const { requestId } = await portal.data(submitCart, 'ana', { body: { deliveryAddress: 'Ruta 5 Sur 100', totals } })
  return requestId
}

/** The administrator fills the lines: from stock, from a list, from a file. */
async function fill(id: number): Promise<void> {
  const [first, second, third] = ORDERED
  const sims = first.icc.map((iccid) => ({ iccid, imsi: '', msisdn: '' }))
  const stock = { companyId: operator, planCode: 'SMS', originId: 1, simTypeId: 2, apnId: 1, sims, actor: 'test', detail: {} }
  await portal.db.transaction().execute((trx) => insertSims(trx, stock, portal.clock.now))
  const to = (lineNo: number) => ({ lineNo, apnId: 1 })
  const params = { id }
  await portal.data(steps.assignRequestSims, 'admin', { params, body: { ...to(1), stock: sims.length } })
  await portal.data(steps.assignRequestSims, 'admin', { params, body: { ...to(2), icc: [...second.icc] } })
  const file = { params, query: { lineNo: '3', apnId: '1' }, body: `ICC\n${third.icc.join('\n')}\n` }
  expect((await portal.request(steps.assignRequestFile, 'admin', file)).json().data.assigned).toBe(third.icc.length)
}

const mySims = async () => {
  const sims = await readRows(portal, listSims, 'ana', { body: {} })
  return sims.filter(({ icc }) => all.includes(icc)).sort((a, b) => (a.icc < b.icc ? -1 : 1))
}

test('an order is carried from the cart to its end by both sides, and its SIMs are in the customer’s list', async () => {
  await goTo(noon(2))
  const id = await order()
  await goTo(noon(3))
  await take(steps.approveRequest, 'admin', id)
  await fill(id)
  await take(steps.shipRequest, 'admin', id)
  await goTo(noon(5))
  await take(steps.deliverRequest, 'ana', id)
  await take(steps.closeRequest, 'ana', id)
  const request = await portal.data(getRequest, 'ana', { params: { id } })
  expect([request.status, request.steps.map(({ status }) => status)]).toEqual([
    'closed',
    ['submitted', 'approved', 'preparing', 'shipped', 'delivered', 'closed'],
  ])
  expect((await readRows(portal, getRequestSims, 'ana', { params: { id } })).map(({ icc }) => icc)).toEqual(all)
  expect((await mySims()).map(({ icc, simAdministrativeStatusId }) => [icc, simAdministrativeStatusId])).toEqual(
    all.map((icc) => [icc, 1]),
  )
})

test('the SIMs are used, and in the next invoice', async () => {
  await goTo(noon(7))
  // one of each line stays in its box, and costs nothing
  for (const { icc } of ORDERED)
    for (const one of icc.slice(1)) await portal.data(activateSim, 'ana', { params: { id: one }, body: {} })
  // one that goes to sleep in the middle of the cycle still pays its price
  const awake = portal.fleet.sims.find((sim) => sim.companyId === andes && sim.status === 2 && sim.planCode === 'IOT250')
  const icc = awake?.iccid ?? ''
  await portal.data(hibernateSim, 'ana', { params: { id: icc }, body: {} })
  // the answer does not wait for a network that is slow, what follows does
  await expect
    .poll(async () => (await portal.data(getSim, 'ana', { params: { icc } })).simAdministrativeStatusId)
    .toBe(ADMINISTRATIVE_STATUS.hibernated)
  const iccids = [...portal.fleet.sims.filter(({ companyId }) => companyId === andes).map(({ iccid }) => iccid), ...all]
  const usage = iccids.flatMap((iccid, n) =>
    [addDays(cycle.start, -1), addDays(cycle.start, 8 + (n % 15)), addDays(cycle.end, -1), cycle.end].map((day, position) => ({
      ...{ company_id: andes, iccid, day, data_bytes: (n * 5 + position) * MB + n },
      ...{ voice_seconds: (n * 29) % 240, sms: n % 9 },
    })),
  )
  await portal.db.insertInto('usage_days').values(usage).execute()
  await goTo(closesAt(cycle, ZONE))
  expect(await issueDueCycles(portal.services, andes)).toBe(1)

  const documents = await invoices()
  expect(documents.map(({ currency }) => currency)).toEqual(['CLP', 'PEN', 'USD'])
  for (const { documentId, currency } of documents) {
    const charged = new Set((await csvLines(documentId)).map(({ icc }) => icc))
    const { icc = [] } = ORDERED.find((line) => line.currency === currency) ?? {}
    expect(icc.filter((one) => charged.has(one))).toEqual(icc.slice(1))
  }
})

test('its total is the sum of its CSV and of a query of its own over usage, history and terms, in three currencies', async () => {
  const owed = await owedByCurrency()
  for (const { documentId, currency, total } of await invoices()) {
    const lines = await csvLines(documentId)
    const decimals = currency === 'CLP' ? /^-?\d+$/ : /^-?\d+,\d\d$/
    expect(lines.filter(({ amount }) => !decimals.test(amount))).toEqual([])
    const minor = lines.map(({ amount }) => Math.round(Number(amount.replace(',', '.')) * (currency === 'CLP' ? 1 : 100)))
    const sum = minor.reduce((before, one) => before + one, 0)
    expect([currency, sum, owed.get(currency)]).toEqual([currency, total, total])
  }
  expect(owed.size).toBe(3)
})

async function invoices() {
  const rows = await readRows(portal, calls.getCharges, 'ana', { query: { state: 'issued', companyId: String(andes) } })
  return rows.sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

async function csvLines(documentId: number) {
  const { body } = await portal.request(calls.exportChargeLines, 'ana', { params: { documentId } })
  const [head = [], ...rows] = body
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(';'))
  const cellOf = (row: readonly string[], name: string): string => row[head.indexOf(name)] ?? ''
  return rows.map((row) => ({ icc: cellOf(row, 'ICC'), amount: cellOf(row, 'Monto') }))
}

/** What the cycle costs, from the raw tables alone: none of the code that rates has a part in it. */
async function owedByCurrency(): Promise<Map<string, number>> {
  const { rows } = await sql<{ currency: string; total: number }>`
    WITH bounds AS (
      SELECT ${cycle.start}::date::timestamp AT TIME ZONE ${ZONE} AS from_at, ${cycle.end}::date::timestamp AT TIME ZONE ${ZONE} AS to_at
    ), statuses AS (
      SELECT iccid, administrative_status AS status FROM sims WHERE company_id = ${andes}
      UNION ALL SELECT iccid, from_status FROM sim_events, bounds
        WHERE company_id = ${andes} AND from_status IS NOT NULL AND at > from_at AND at < to_at
    ), was AS (
      SELECT iccid, bool_or(status IN (2, 10)) AS is_used, bool_and(status IN (8, 11)) AS is_asleep FROM statuses GROUP BY 1
    ), usage AS (
      SELECT iccid, sum(data_bytes) AS bytes, sum(sms) AS sms, sum(voice_seconds) AS seconds FROM usage_days
      WHERE company_id = ${andes} AND day >= ${cycle.start} AND day < ${cycle.end} GROUP BY 1
    ), terms AS (
      SELECT DISTINCT ON (plan_code) * FROM plan_terms WHERE valid_from <= ${cycle.start} ORDER BY plan_code, valid_from DESC
    ), used AS (
      SELECT was.is_used, was.is_asleep, p.currency, p.pooled, t.*, coalesce(u.bytes, 0) AS bytes, coalesce(u.sms, 0) AS sms,
        coalesce(u.seconds, 0) AS seconds
      FROM sims s JOIN was ON was.iccid = s.iccid JOIN plans p ON p.plan_code = s.plan_code JOIN terms t ON t.plan_code = s.plan_code
      LEFT JOIN usage u ON u.iccid = s.iccid WHERE s.company_id = ${andes}
    ), amounts AS (
      SELECT currency, price_minor AS amount FROM used WHERE is_used
      UNION ALL SELECT currency, hibernation_fee_minor FROM used WHERE is_asleep
      UNION ALL SELECT currency, greatest(0, sms - included_sms) * sms_price_minor FROM used WHERE is_used
      UNION ALL SELECT currency, ceil(greatest(0, seconds - included_voice_seconds) / 60.0) * voice_price_minor FROM used WHERE is_used
      UNION ALL SELECT currency, ceil(greatest(0, bytes / 1048576.0 - data_mb) / overage_unit_mb) * overage_price_minor FROM used
        WHERE is_used AND NOT pooled
      UNION ALL SELECT currency, ceil(greatest(0, sum(bytes) / 1048576.0 - count(*) * data_mb) / overage_unit_mb) * overage_price_minor
        FROM used WHERE is_used AND pooled GROUP BY plan_code, currency, data_mb, overage_unit_mb, overage_price_minor
    )
    SELECT currency, sum(amount)::bigint AS total FROM amounts GROUP BY 1`.execute(portal.db)
  return new Map(rows.map(({ currency, total }) => [currency, total]))
}
