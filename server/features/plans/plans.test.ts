import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import * as calls from '#contract/plans/plans.calls.ts'
import { firstDayOfChange } from '#domain/plans.ts'
import { openTable } from '#server/files/table-reader.ts'
import { beginPlanTerms } from '#server/maintenance/begin-plan-terms.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const plans = (person: FleetUser, query: Record<string, string> = {}) => readRows(portal, calls.getPlans, person, { query })
const codes = async (person: FleetUser, query: Record<string, string> = {}) =>
  (await plans(person, query)).map(({ planCode }) => planCode)
const planIdOf = async (code: string): Promise<number> =>
  (await plans('admin')).find(({ planCode }) => planCode === code)?.planId ?? 0

const simsOf = (companies: readonly number[], planCode: string) =>
  portal.fleet.sims.filter((sim) => companies.includes(sim.companyId) && sim.planCode === planCode)

const TERMS: calls.TermsBody = {
  ...{ planPrice: 1_790, hibernationFee: 120, data: 300, sms: 30, voice: 600, overageUnit: 10, overagePrice: 70 },
  ...{ smsPrice: 40, voicePrice: 55 },
}
const NEW_PLAN = { planName: 'Agro 1 GB', providerId: 2, simTypeId: 2, currency: 'USD', pooled: true, ...TERMS }

test('plans have prices, allowances, how many SIMs are on them, and their total [S1.08, S3.33, S9.04]', async () => {
  const andes = [COMPANIES.andes, COMPANIES.andesNorte]
  const sims = simsOf(andes, 'IOT250')
  const active = sims.filter(({ status }) => status === 2).length
  expect((await plans('ana')).find(({ planCode }) => planCode === 'IOT250')).toMatchObject({
    planName: 'IoT 250 MB',
    planPrice: 1_200,
    currency: 'CLP',
    totalActive: active,
    totalSims: sims.length,
    totalPrice: active * 1_200,
    data: 250,
    sms: 0,
    voice: 0,
    simType: 'Local',
    provider: 'Chile',
    poolUsed: null,
    nextFrom: null,
  })
})

test('a reader counts their own companies, one by its filter, and no other tenant', async () => {
  const total = async (person: FleetUser, query: Record<string, string> = {}) =>
    (await plans(person, query)).reduce((sum, plan) => sum + plan.totalSims, 0)
  expect(await total('admin')).toBe(125)
  expect(await total('reseller')).toBe(85)
  expect(await total('reseller', { company: String(COMPANIES.andesNorte) })).toBe(25)
  expect(await total('flota')).toBe(40)
  expect(await total('flota', { company: String(COMPANIES.andes) })).toBe(0)
})

test('plans are found without accents, and ordered by any of their figures', async () => {
  expect(await codes('ana', { search: 'TELEMETRIA' })).toEqual(['TEL50'])
  expect(await codes('ana', { search: 'nada' })).toEqual([])
  expect(await codes('ana', { sort: 'data', descending: 'true' })).toEqual(['IOT250', 'TEL50', 'SMS'])
  expect(await codes('ana', { sort: 'planName' })).toEqual(['IOT250', 'SMS', 'TEL50'])
})

test('a company’s pool is the plan’s MB times its billable SIMs, and each company has its own', async () => {
  const [pool] = (await portal.data(calls.getPools, 'sub')).pools
  const sims = simsOf([COMPANIES.andesNorte], 'TEL50')
  const billable = sims.filter(({ status }) => status === 2 || status === 10).length
  const usedBytes = sims.reduce((sum, sim) => sum + sim.cycleBytes, 0)
  expect(pool).toMatchObject({
    planCode: 'TEL50',
    companyName: 'Andes Norte',
    sims: billable,
    poolMb: billable * 50,
    usedBytes,
  })
  expect(pool?.percent).toBe(Math.round((usedBytes / (billable * 50 * 1024 ** 2)) * 100))
  const all = await portal.data(calls.getPools, 'admin', { query: { limit: 2 } })
  expect([all.pools.length, all.total]).toEqual([2, 3])
  expect(all.pools[0]?.percent).toBeGreaterThanOrEqual(all.pools[1]?.percent ?? 0)
  const [telemetry] = await plans('ana', { search: 'tel50' })
  expect(telemetry).toMatchObject({ pools: 2, poolUsed: expect.any(Number), pooled: true })
})

test('origin, type and plan lead to one another, offered ones alone, by the calls of the specification [S7.55]', async () => {
  expect(await readRows(portal, calls.getPlanProviders, 'nadie')).toEqual([{ providerId: 1, providerName: 'Chile', plans: 3 }])
  expect(await readRows(portal, calls.getPlanTypes, 'nadie', { params: { id: '1' } })).toEqual([
    { planTypeId: 2, planTypeName: 'Local', plans: 3 },
  ])
  const choices = (provider?: string) =>
    readRows(portal, calls.getPlanChoices, 'nadie', { params: { id: '2' }, query: provider ? { provider } : {} })
  expect((await choices()).map(({ planCode }) => planCode)).toEqual(['IOT250', 'SMS', 'TEL50'])
  expect(await choices('2')).toEqual([])
  const planId = await planIdOf('SMS')
  await portal.data(calls.changePlan, 'admin', { params: { id: planId }, body: { planName: 'Solo SMS', offered: false } })
  expect((await choices('1')).map(({ planCode }) => planCode)).toEqual(['IOT250', 'TEL50'])
  // whose SIMs are on it still see it
  expect(await portal.data(calls.getPlan, 'ana', { params: { id: planId } })).toMatchObject({ planCode: 'SMS', offered: false })
})

test('an administrator makes a plan; its terms hold from the beginning, and problems are reported at their fields', async () => {
  const created = await portal.envelope(calls.createPlan, 'admin', { body: { ...NEW_PLAN, planCode: 'pe-agro1g' } })
  expect(created).toMatchObject({ status: true, message: 'Plan creado' })
  const planId = created.data?.planId ?? 0
  const plan = await portal.data(calls.getPlan, 'admin', { params: { id: planId } })
  expect(plan).toMatchObject({
    planCode: 'PE-AGRO1G',
    provider: 'Peru',
    currency: 'USD',
    pooled: true,
    totalSims: 0,
    companies: 0,
  })
  expect(plan.terms).toEqual([{ from: '1970-01-01', state: 'current', ...TERMS }])
  const fieldsOf = async (body: object) =>
    Object.keys((await portal.request(calls.createPlan, 'admin', { body })).json().fields ?? {})
  expect(await fieldsOf({ ...NEW_PLAN, planCode: 'PE-AGRO1G' })).toEqual(['planCode'])
  expect(await fieldsOf({ ...NEW_PLAN, planCode: 'X 1', planPrice: -1, data: 0.5 })).toEqual(['planCode', 'planPrice', 'data'])
  expect(await fieldsOf({ ...NEW_PLAN, planCode: 'NEW', providerId: 99 })).toEqual(['providerId'])
  // it has no SIMs, but is offered
  expect(await codes('ana')).not.toContain('PE-AGRO1G')
  expect((await portal.envelope(calls.getPlan, 'ana', { params: { id: planId } })).status).toBe(true)
})

test('terms change from a day that has begun nowhere; what was agreed before stays, and each step is in the audit', async () => {
  const id = await planIdOf('IOT250')
  const from = firstDayOfChange(portal.clock.now)
  const change = (body: object) => portal.request(calls.changeTerms, 'admin', { params: { id }, body: { ...TERMS, ...body } })
  const tooEarly = await change({ from: portal.clock.now.toISOString().slice(0, 10) })
  expect([tooEarly.statusCode, Object.keys(tooEarly.json().fields)]).toEqual([400, ['from']])
  expect((await change({ from })).json().message).toBe('Cambio programado')
  expect((await change({ from })).statusCode).toBe(409)
  await change({ from, planPrice: 1_800 })
  const { terms } = await portal.data(calls.getPlan, 'ana', { params: { id } })
  expect(terms.map((one) => [one.from, one.state, one.planPrice, one.data])).toEqual([
    [from, 'coming', 1_800, 300],
    ['1970-01-01', 'current', 1_200, 250],
  ])
  expect((await plans('ana', { search: 'IOT250' }))[0]).toMatchObject({ planPrice: 1_200, nextFrom: from })
  const { rows } = await sql<{ action: string; before: object; after: object }>`
    SELECT action, before, after FROM audit_log WHERE entity = 'plan' AND entity_id = 'IOT250' ORDER BY audit_id`.execute(
    portal.db,
  )
  expect(rows).toMatchObject([
    { action: 'plan.terms_changed', before: { priceMinor: 1_200 }, after: { from, priceMinor: 1_790 } },
    { action: 'plan.terms_changed', before: { priceMinor: 1_790 }, after: { from, priceMinor: 1_800 } },
  ])
})

test('the day comes: the plan shows its new terms, and its SIMs are measured by its new size', async () => {
  const from = firstDayOfChange(portal.clock.now)
  expect(await beginPlanTerms(portal.db, portal.clock.now)).toEqual([])
  const then = new Date(`${from}T12:00:00Z`)
  expect(await beginPlanTerms(portal.db, then)).toEqual(['IOT250'])
  expect(await beginPlanTerms(portal.db, then)).toEqual([])
  expect((await plans('admin', { search: 'IOT250' }))[0]).toMatchObject({ planPrice: 1_800, data: 300, voice: 600, sms: 30 })
  const { rows } = await sql<{ off: number }>`
    SELECT count(*)::int AS off FROM sim_live WHERE plan_code = 'IOT250'
      AND plan_percent <> floor(cycle_data_bytes * 100 / (300 * 1048576.0) + 0.5)`.execute(portal.db)
  expect(rows).toEqual([{ off: 0 }])
})

test('terms that no cycle has begun with can be taken back, others not', async () => {
  const id = await planIdOf('TEL50')
  await portal.data(calls.changeTerms, 'admin', { params: { id }, body: { ...TERMS, from: '2099-01-01' } })
  const withdraw = async (from: string) =>
    (await portal.request(calls.withdrawTerms, 'admin', { params: { id: String(id), from } })).statusCode
  expect([await withdraw('1970-01-01'), await withdraw('2098-01-01')]).toEqual([409, 404])
  expect([await withdraw('2099-01-01'), await withdraw('2099-01-01')]).toEqual([200, 404])
  expect((await portal.data(calls.getPlan, 'ana', { params: { id } })).terms).toHaveLength(1)
})

test('the file has whole units of money, and the list’s own columns as TSV', async () => {
  const file = (format: string) => portal.request(calls.exportPlans, 'ana', { query: { format, search: 'TEL50' } })
  const [row] = await plans('ana', { search: 'TEL50' })
  const csv = (await file('csv')).body.replace('\uFEFF', '').split('\r\n')
  expect(csv[0]).toBe('Plan;Código;Origen;Tipo;Datos (MB);SMS;Voz (min);Precio;Activas;SIMs;Pool (%);Total;Moneda')
  expect(csv[1]).toContain(`Telemetría 50 MB;TEL50;Chile;Local;50;0;0;1200;${row?.totalActive};${row?.totalSims};`)
  expect(decodeList(calls.planList, decodeTsv((await file('tsv')).body))).toEqual([row])
  const path = join(portal.services.config.DATA_DIR, 'planes.xlsx')
  await writeFile(path, (await file('xlsx')).rawPayload)
  const sheet: string[][] = []
  for await (const { rows } of (await openTable(path)).batches()) sheet.push(...rows.map(({ cells }) => [...cells]))
  expect(sheet.some((cells) => cells[1] === 'TEL50')).toBe(true)
})
