import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { getChargeFacets } from '#contract/charges/charges.calls.ts'
import { getDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { assignSims } from '#contract/operations/mass-actions.calls.ts'
import { changeTerms, withdrawTerms } from '#contract/plans/plans.calls.ts'
import { type BillingCycle, billingCycleAt } from '#domain/billing-cycle.ts'
import { addDays } from '#domain/days.ts'
import { closesAt, cycleFrom } from '#domain/rating/cycle-span.ts'
import { BilledUsageWriter } from '#server/records/billed-usage.ts'
import { addUsage } from '#server/usage/add-usage.ts'
import { backdateSims } from '#test/backdate-sims.ts'
import { failWrites } from '#test/fail-writes.ts'
import { COMPANIES, type TestSim } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { startPortalWork } from '#test/portal-work.ts'
import { setSims } from '#test/set-sims.ts'
import { issueDueInvoices, renewEstimates } from './billing-worker.ts'
import { issueDueCycles } from './issue-cycle.ts'
import { LineWriter } from './line-writer.ts'
import { rateCompany } from './rate-company.ts'

const MB = 1_048_576
const ZONE = 'America/Santiago'
const { andes, andesNorte, pacifico } = COMPANIES

const portal = await startPortal()
const first = billingCycleAt(portal.clock.now, 1, ZONE)
const second = cycleFrom(first.end, 1)
await makePlans()
await consumeData(first)
await estimateAll()
afterAll(() => portal.close())

/** Three currencies, other terms from the second cycle on; the fleet is older than its first cycle. */
async function makePlans(): Promise<void> {
  const { db } = portal
  await sql`UPDATE plans SET currency = CASE plan_code WHEN 'TEL50' THEN 'USD' WHEN 'SMS' THEN 'PEN' ELSE 'CLP' END`.execute(db)
  await sql`UPDATE plan_terms SET included_sms = 5, included_voice_seconds = 60, hibernation_fee_minor = 110, overage_unit_mb = 3,
    overage_price_minor = 17, sms_price_minor = 7, voice_price_minor = 11`.execute(db)
  await sql`INSERT INTO plan_terms SELECT plan_code, ${second.start}, data_mb, 5, 60, 5000, 110, 3, 99, 7, 11 FROM plan_terms`.execute(
    db,
  )
  await backdateSims(db, 90)
}

/** Usage of every SIM on a day of a cycle, on its last day, and on the days around it. */
async function consumeData({ start, end }: BillingCycle): Promise<void> {
  const rows = portal.fleet.sims.flatMap((sim, n) =>
    [addDays(start, -1), addDays(start, n % 20), addDays(end, -1), end].map((day, position) => ({
      company_id: sim.companyId,
      iccid: sim.iccid,
      day,
      data_bytes: (n * 7 + position) * MB + n,
      voice_seconds: (n * 29) % 240,
      sms: n % 9,
    })),
  )
  await portal.db
    .insertInto('usage_days')
    .values(rows)
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** A round stops after a while; there are five companies, and each round does one at least. */
async function estimateAll(): Promise<void> {
  for (let round = 0; round < 5; round++) await renewEstimates(portal.services)
}

const issue = (companyId: number) => issueDueCycles(portal.services, companyId)
const documents = (companyId: number, cycle: BillingCycle) =>
  portal.db
    .selectFrom('charges')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('cycle_start', '=', cycle.start)
    .orderBy('currency')
    .execute()

/** What a cycle costs, by currency: written without any of the code that rates. */
async function owed(companyId: number, { start, end }: BillingCycle) {
  const { rows } = await sql<{ currency: string; total: number }>`
    WITH used AS (
      SELECT s.administrative_status AS status, p.currency, p.pooled, t.*, coalesce(u.bytes, 0) AS bytes, coalesce(u.sms, 0) AS sms,
        coalesce(u.seconds, 0) AS seconds
      FROM sims s JOIN plans p ON p.plan_code = s.plan_code JOIN LATERAL (
        SELECT * FROM plan_terms t WHERE t.plan_code = s.plan_code AND t.valid_from <= ${start} ORDER BY t.valid_from DESC LIMIT 1
      ) t ON true LEFT JOIN (
        SELECT iccid, sum(data_bytes) AS bytes, sum(sms) AS sms, sum(voice_seconds) AS seconds FROM usage_days
        WHERE company_id = ${companyId} AND day BETWEEN ${start} AND ${addDays(end, -1)} GROUP BY iccid) u ON u.iccid = s.iccid
      WHERE s.company_id = ${companyId}
    ), amounts AS (
      SELECT currency, price_minor AS amount FROM used WHERE status IN (2, 10)
      UNION ALL SELECT currency, hibernation_fee_minor FROM used WHERE status IN (8, 11)
      UNION ALL SELECT currency, greatest(0, sms - included_sms) * sms_price_minor FROM used WHERE status IN (2, 10)
      UNION ALL SELECT currency, ceil(greatest(0, seconds - included_voice_seconds) / 60.0) * voice_price_minor FROM used
        WHERE status IN (2, 10)
      UNION ALL SELECT currency, ceil(greatest(0, bytes / 1048576.0 - data_mb) / overage_unit_mb) * overage_price_minor FROM used
        WHERE status IN (2, 10) AND NOT pooled
      UNION ALL SELECT currency, ceil(greatest(0, sum(bytes) / 1048576.0 - count(*) * data_mb) / overage_unit_mb) * overage_price_minor
        FROM used WHERE status IN (2, 10) AND pooled GROUP BY plan_code, currency, data_mb, overage_unit_mb, overage_price_minor
    )
    SELECT currency, sum(amount)::bigint AS total FROM amounts GROUP BY 1 ORDER BY 1`.execute(portal.db)
  return rows
}

/** A document's lines as the database has them, one text each, sorted. */
async function storedLines(companyId: number, cycle: BillingCycle): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT concat_ws(E'\t', l.company_id, l.document_id, l.iccid, l.line_no, l.plan_code, l.kind, l.usage_cycle, coalesce(l.days_from::text, '\\N'), coalesce(l.days_to::text, '\\N'), l.used, l.included,
      l.quantity, l.unit_minor, l.amount_minor) AS line
    FROM charge_lines l JOIN charges c ON c.company_id = l.company_id AND c.document_id = l.document_id
    WHERE c.company_id = ${companyId} AND c.cycle_start = ${cycle.start}`.execute(portal.db)
  return rows.map(({ line }) => line).sort()
}

async function ratedAgain(companyId: number, cycle: BillingCycle): Promise<string[]> {
  const ids = new Map((await documents(companyId, cycle)).map((row) => [row.currency, row.document_id]))
  let text = ''
  const write = async (more: string): Promise<void> => {
    text += more
  }
  const lines = new LineWriter({ companyId, documents: ids, write })
  const usage = new BilledUsageWriter({ companyId, cycle, write: async () => {} })
  await rateCompany(portal.services, { companyId, timeZone: ZONE, cycle }, { lines, usage })
  return text.split('\n').filter(Boolean).sort()
}

test('an estimate has a band once two weeks of the company’s days show how much its usage varies', async () => {
  const estimate = async () => (await portal.data(getDashboard, 'reseller')).estimated
  const unknown = await estimate()
  expect([unknown.low, unknown.high]).toEqual([unknown.estimated, unknown.estimated])
  const today = portal.clock.now.toISOString().slice(0, 10)
  const days = Array.from({ length: 30 }, (_, n) => ({ company_id: andes, day: addDays(today, n - 30), data_bytes: n % 3 }))
  await portal.db.insertInto('usage_day_tallies').values(days).execute()
  await sql`UPDATE sim_live SET cycle_start = ${first.start}, cycle_data_bytes = 400 * ${MB}::bigint WHERE company_id = ${andes}`.execute(
    portal.db,
  )
  await sql`UPDATE billing_calendars SET estimated_at = NULL`.execute(portal.db)
  await estimateAll()
  const known = await estimate()
  expect(known.low).toBeLessThan(known.estimated)
  expect(known.high).toBeGreaterThan(known.estimated)
  const bands = async (companyId: number) =>
    (await documents(companyId, first)).map(({ below_minor, above_minor }) => [below_minor, above_minor])
  const [pesos, ...others] = await bands(andes)
  expect(pesos).toEqual([known.estimated - known.low, known.high - known.estimated])
  expect(others).toEqual([expect.arrayContaining([expect.any(Number)]), expect.arrayContaining([expect.any(Number)])])
  expect(new Set((await bands(andesNorte)).flat())).toEqual(new Set([null]))
  const { debts } = await portal.data(getChargeFacets, 'reseller', { query: {} })
  const { estimated, low, high } = known
  expect(debts.find(({ currency }) => currency === 'CLP')).toMatchObject({
    ...{ estimate: estimated, estimateLow: low, estimateHigh: high },
  })
})

test('a running cycle is estimated, and not issued before its late records are in [S3.21]', async () => {
  const heads = await documents(andes, first)
  expect(heads.map(({ state, currency, document_number }) => [state, currency, document_number])).toEqual([
    ['open', 'CLP', null],
    ['open', 'PEN', null],
    ['open', 'USD', null],
  ])
  const { estimated } = await portal.data(getDashboard, 'reseller')
  const both = [...heads, ...(await documents(andesNorte, first))].filter(({ currency }) => currency === 'CLP')
  expect(estimated.estimated).toBe(both.reduce((sum, { total_minor }) => sum + total_minor, 0))
  portal.clock.now = new Date(closesAt(first, ZONE).getTime() - 1)
  expect(await issue(andes)).toBe(0)
  await estimateAll()
  const closing = await documents(andes, first)
  expect(closing.map(({ state, currency, total_minor }) => [state, currency, total_minor])).toEqual(
    (await owed(andes, first)).map(({ currency, total }) => ['closing', currency, total]),
  )
  expect(closing.flatMap(({ below_minor, above_minor }) => [below_minor, above_minor])).toEqual(Array(6).fill(null))
})

test('an invoice’s total is the sum of its lines and of an independent query, in three currencies', async () => {
  portal.clock.now = closesAt(first, ZONE)
  expect(await issue(andes)).toBe(1)
  expect(await issue(andes)).toBe(0)
  const issued = await documents(andes, first)
  expect(issued.map(({ currency, total_minor }) => ({ currency, total: total_minor }))).toEqual(await owed(andes, first))
  expect(issued.map(({ state, document_number }) => [state, document_number])).toEqual([
    ['issued', 'F-00000001'],
    ['issued', 'F-00000002'],
    ['issued', 'F-00000003'],
  ])
  for (const { document_id, total_minor, lines, sims } of issued) {
    const { rows } = await sql<{ lines: number; sums: number; counted: number; sims: number; terms: number }>`
      SELECT (SELECT sum(amount_minor) FROM charge_lines WHERE document_id = ${document_id})::bigint AS lines,
        (SELECT sum(amount_minor) FROM charge_sums WHERE document_id = ${document_id})::bigint AS sums,
        (SELECT count(*) FROM charge_lines WHERE document_id = ${document_id}) AS counted,
        (SELECT count(DISTINCT iccid) FROM charge_lines WHERE document_id = ${document_id} AND iccid <> '') AS sims,
        (SELECT count(*) FROM charge_lines l WHERE document_id = ${document_id} AND EXISTS (SELECT FROM charge_terms t
          WHERE t.document_id = l.document_id AND t.plan_code = l.plan_code AND t.usage_cycle = l.usage_cycle)) AS terms`.execute(
      portal.db,
    )
    expect(rows).toEqual([{ lines: total_minor, sums: total_minor, counted: lines, sims, terms: lines }])
  }
  const { rows: kinds } = await sql<{ kind: string }>`SELECT DISTINCT kind FROM charge_lines ORDER BY 1`.execute(portal.db)
  expect(kinds.map(({ kind }) => kind)).toEqual(['data_overage', 'hibernation', 'pool_overage', 'price', 'sms', 'voice'])
})

test('an issued document stays as it is, also when its cycle is asked for again', async () => {
  const contents = async () => {
    const tables = ['charges', 'charge_lines', 'charge_sums', 'charge_terms'].map(async (table) => {
      const { rows } = await sql`
        SELECT md5(string_agg(t::text, E'\n' ORDER BY t::text)) AS digest FROM ${sql.table(table)} t JOIN charges c USING (company_id, document_id)
        WHERE company_id = ${andes} AND c.cycle_start = ${first.start}`.execute(portal.db)
      return rows
    })
    return Promise.all(tables)
  }
  const before = await contents()
  const begin = (day: string) =>
    sql`UPDATE billing_calendars SET next_cycle = ${day}, estimated_at = NULL WHERE company_id = ${andes}`.execute(portal.db)
  await begin(first.start)
  await expect(issue(andes)).rejects.toThrow('was issued')
  await estimateAll()
  await begin(second.start)
  expect(await contents()).toEqual(before)
})

test('terms by which a cycle was rated stay, and none are put before it; those of later cycles may change', async () => {
  const planId = (
    await portal.db.selectFrom('plans').select('plan_id').where('plan_code', '=', 'IOT250').executeTakeFirstOrThrow()
  ).plan_id
  const terms = {
    planPrice: 1,
    hibernationFee: 0,
    data: 250,
    sms: 0,
    voice: 0,
    overageUnit: 1,
    overagePrice: 0,
    smsPrice: 0,
    voicePrice: 0,
  }
  const change = (from: string) => portal.request(changeTerms, 'admin', { params: { id: planId }, body: { from, ...terms } })
  const withdraw = (from: string) => portal.request(withdrawTerms, 'admin', { params: { id: planId, from } })
  const before = await portal.db.selectFrom('plan_terms').selectAll().orderBy('plan_code').orderBy('valid_from').execute()
  // the second cycle runs: it was estimated, and agreed
  for (const day of ['1970-01-01', first.start, second.start]) {
    expect(Object.keys((await change(day)).json().fields)).toEqual(['from'])
    expect((await withdraw(day)).statusCode).toBe(409)
  }
  expect(await portal.db.selectFrom('plan_terms').selectAll().orderBy('plan_code').orderBy('valid_from').execute()).toEqual(
    before,
  )
  expect((await change(second.end)).statusCode).toBe(200)
  expect((await withdraw(second.end)).statusCode).toBe(200)
})

test.each([
  ['refused by the database', 'refused'],
  ['left by its connection, as by a process that is killed', 'disconnected'],
] as const)('%s when all is written, nothing of a cycle is there', async (_, failure) => {
  const { db } = portal
  const { next_cycle } = await db
    .selectFrom('billing_calendars')
    .select(sql<string>`next_cycle::text`.as('next_cycle'))
    .where('company_id', '=', andesNorte)
    .executeTakeFirstOrThrow()
  const allow = await failWrites(db, 'billing_calendars', failure, sql`next_cycle = ${sql.lit(next_cycle)}`)
  await expect(issue(andesNorte)).rejects.toThrow()
  await allow()
  expect((await documents(andesNorte, first)).map(({ state }) => state)).toEqual(['closing', 'closing', 'closing'])
  expect(await storedLines(andesNorte, first)).toEqual([])
})

test('the next attempt issues it once, also when two begin it, and no number is missing', async () => {
  expect((await Promise.all([issue(andesNorte), issue(andesNorte)])).sort()).toEqual([0, 1])
  const issued = await documents(andesNorte, first)
  expect(issued.map(({ document_number }) => document_number)).toEqual(['F-00000004', 'F-00000005', 'F-00000006'])
  expect(issued.map(({ currency, total_minor }) => ({ currency, total: total_minor }))).toEqual(await owed(andesNorte, first))
})

const simOf = (companyId: number, planCode: string): TestSim => {
  const found = portal.fleet.sims.find((sim) => sim.companyId === companyId && sim.planCode === planCode && sim.status === 2)
  if (!found) throw new Error(`no SIM on ${planCode}`)
  return found
}

async function use(sim: TestSim, day: string, cycle: BillingCycle, dataMb: number): Promise<void> {
  const { companyId, iccid, planCode } = sim
  const added = { dataBytes: dataMb * MB, voiceSeconds: 0, sms: 3 }
  const usage = { companyId, iccid, planCode, day, cycleStart: cycle.start, hours: undefined, ...added }
  await portal.db.transaction().execute((trx) => addUsage(trx, [usage]))
}

test('what comes after the invoice is charged in the next one, once, by the terms of its own cycle', async () => {
  const before = await documents(andes, first)
  for (const plan of ['IOT250', 'TEL50']) {
    await use(simOf(andes, plan), addDays(first.start, 3), first, 900)
    await use(simOf(andes, plan), addDays(first.end, -1), first, 800)
  }
  portal.clock.now = closesAt(second, ZONE)
  expect(await issue(andes)).toBe(1)
  const { rows } = await sql<{ currency: string; adjusted: number }>`
    SELECT c.currency, sum(l.amount_minor)::bigint AS adjusted FROM charge_lines l JOIN charges c ON c.document_id = l.document_id
    WHERE c.company_id = ${andes} AND c.cycle_start = ${second.start} AND l.usage_cycle = ${first.start} GROUP BY 1 ORDER BY 1`.execute(
    portal.db,
  )
  const charged = new Map(before.map(({ currency, total_minor }) => [currency, total_minor]))
  const missing = (await owed(andes, first)).map(({ currency, total }) => ({
    currency,
    adjusted: total - (charged.get(currency) ?? 0),
  }))
  expect(missing.filter(({ adjusted }) => adjusted !== 0)).toEqual(rows)
  expect(rows.map(({ currency }) => currency)).toEqual(['CLP', 'USD'])
  expect(await documents(andes, first)).toEqual(before)
})

test('a cycle that is rated again has the same lines, byte by byte, whatever has happened since', async () => {
  const sim = simOf(andes, 'IOT250')
  await setSims(portal.db, sim.iccid, { administrative_status: 11, plan_code: 'SMS' })
  await sql`
    INSERT INTO sim_events (company_id, iccid, at, kind, from_status, to_status, detail) VALUES
      (${andes}, ${sim.iccid}, ${portal.clock.now}, 'hibernated', 2, 11, '{}'),
      (${andes}, ${sim.iccid}, ${portal.clock.now}, 'edited', NULL, NULL, '{"changes": {"plan_code": ["IOT250", "SMS"]}}')`.execute(
    portal.db,
  )
  await use(simOf(andes, 'TEL50'), first.start, first, 500)
  for (const cycle of [first, second]) {
    const lines = await storedLines(andes, cycle)
    expect(lines.length).toBeGreaterThan(40)
    expect(await ratedAgain(andes, cycle)).toEqual(lines)
  }
})

test('a SIM that moved is charged at both companies, each for what was used there; the worker issues what is due', async () => {
  const third = cycleFrom(second.end, 1)
  const sim = simOf(andesNorte, 'IOT250')
  portal.clock.now = new Date(`${addDays(third.start, 9)}T15:00:00Z`)
  await use(sim, addDays(third.start, 2), third, 300)
  const endWork = await startPortalWork(portal)
  await portal.data(assignSims, 'ana', { body: { icc: [sim.iccid], companyId: andes } })
  const companyOf = () => portal.db.selectFrom('sim_registry').select('company_id').where('iccid', '=', sim.iccid).execute()
  await expect.poll(companyOf).toEqual([{ company_id: andes }])
  await use({ ...sim, companyId: andes }, addDays(third.start, 12), third, 260)
  portal.clock.now = closesAt(third, ZONE)
  await issueDueInvoices(portal.services, { error: () => undefined })
  const charged = async () => {
    const { rows } = await sql<{ company: number; kind: string; used: number; quantity: number }>`
      SELECT l.company_id AS company, l.kind, l.used, l.quantity FROM charge_lines l JOIN charges c ON c.document_id = l.document_id
      WHERE l.iccid = ${sim.iccid} AND c.cycle_start = ${third.start} ORDER BY 1, 2`.execute(portal.db)
    return rows
  }
  await expect.poll(charged).toEqual([
    { company: andes, kind: 'data_overage', used: 260 * MB, quantity: 4 },
    { company: andes, kind: 'price', used: 260 * MB, quantity: 1 },
    { company: andesNorte, kind: 'data_overage', used: 300 * MB, quantity: 17 },
    { company: andesNorte, kind: 'price', used: 300 * MB, quantity: 1 },
  ])
  await expect.poll(async () => (await documents(pacifico, third)).length).toBe(3)
  await endWork()
  // the operator and the reseller have no SIMs, and so no invoices
  const { rows } = await sql<{ company_id: number }>`SELECT DISTINCT company_id FROM charges ORDER BY 1`.execute(portal.db)
  expect(rows.map(({ company_id }) => company_id)).toEqual([andes, andesNorte, pacifico])
})
