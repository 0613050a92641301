import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { exportChargeLines, getChargeLines, getChargeSim } from '#contract/charges/charges.calls.ts'
import { changeSimPlan } from '#contract/operations/sim-actions.calls.ts'
import { type BillingCycle, billingCycleAt } from '#domain/billing-cycle.ts'
import { addDays } from '#domain/days.ts'
import { closesAt, cycleFrom, startOfDay } from '#domain/rating/cycle-span.ts'
import { addUsage } from '#server/usage/add-usage.ts'
import { backdateSims } from '#test/backdate-sims.ts'
import { COMPANIES, type TestSim } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'
import { renewEstimates } from './billing-worker.ts'
import { issueDueCycles } from './issue-cycle.ts'

const MB = 1_048_576
const ZONE = 'America/Santiago'
const { andes } = COMPANIES

const portal = await startPortal()
afterAll(() => portal.close())

const first = billingCycleAt(portal.clock.now, 1, ZONE)
const second = cycleFrom(first.end, 1)
const DAYS = Math.round((Date.parse(first.end) - Date.parse(first.start)) / 86_400_000)

await sql`UPDATE plan_terms SET price_minor = CASE plan_code WHEN 'IOT250' THEN 3100 ELSE 900 END, overage_unit_mb = 10,
  overage_price_minor = 17, included_sms = 30, sms_price_minor = 7`.execute(portal.db)
await backdateSims(portal.db, 90)
await sql`DELETE FROM usage_days`.execute(portal.db)

const sims = portal.fleet.sims.filter((sim) => sim.companyId === andes && sim.status === 2)
const pooled = sims.filter(({ planCode }) => planCode === 'TEL50')
const sim = pooled[0] as TestSim
/** the first day on the other plan */
const changedOn = addDays(first.start, 9)

async function use({ iccid }: TestSim, planCode: string, day: string, cycle: BillingCycle, dataMb: number): Promise<void> {
  const usage = { companyId: andes, iccid, planCode, day, cycleStart: cycle.start, hours: undefined }
  await portal.db
    .transaction()
    .execute((trx) => addUsage(trx, [{ ...usage, dataBytes: dataMb * MB, voiceSeconds: 0, sms: 12 }]))
}

const share = (whole: number, from: number, to: number) => Math.round((whole * to) / DAYS) - Math.round((whole * from) / DAYS)
const documentOf = async (cycle: BillingCycle) =>
  portal.db
    .selectFrom('charges')
    .selectAll()
    .where('company_id', '=', andes)
    .where('cycle_start', '=', cycle.start)
    .executeTakeFirstOrThrow()
const linesOf = async (iccid: string, cycle: BillingCycle) => {
  const { document_id } = await documentOf(cycle)
  const { rows } = await sql<Record<string, unknown>>`
    SELECT plan_code, kind, usage_cycle, days_from, days_to, used, included, quantity, amount_minor FROM charge_lines
    WHERE document_id = ${document_id} AND iccid = ${iccid} ORDER BY line_no`.execute(portal.db)
  return rows
}

test('the invoice has a line for each plan with its days, and the pool the share of the SIM’s days in it', async () => {
  await use(sim, 'TEL50', addDays(first.start, 2), first, 40)
  portal.clock.now = new Date(startOfDay(changedOn, ZONE).getTime() + 12 * 3_600_000)
  await portal.data(changeSimPlan, 'ana', { params: { id: sim.iccid }, body: { planCode: 'IOT250' } })
  await use(sim, 'IOT250', changedOn, first, 100)
  await use(sim, 'IOT250', addDays(first.end, -1), first, 150)
  for (let round = 0; round < 5; round++) await renewEstimates(portal.services)
  portal.clock.now = closesAt(first, ZONE)
  expect(await issueDueCycles(portal.services, andes)).toBe(1)

  const included = share(250 * MB, 9, DAYS)
  const over = Math.ceil((250 * MB - included) / (10 * MB))
  const days = { days_from: changedOn, days_to: first.end }
  expect(await linesOf(sim.iccid, first)).toEqual([
    {
      ...{ plan_code: 'TEL50', kind: 'price_days', usage_cycle: first.start, days_from: first.start, days_to: changedOn },
      ...{ used: 40 * MB, included: share(50 * MB, 0, 9), quantity: 1, amount_minor: share(900, 0, 9) },
    },
    {
      ...{ plan_code: 'TEL50', kind: 'sms', usage_cycle: first.start, days_from: first.start, days_to: changedOn },
      ...{ used: 12, included: share(30, 0, 9), quantity: 12 - share(30, 0, 9), amount_minor: 7 * (12 - share(30, 0, 9)) },
    },
    {
      ...{ plan_code: 'IOT250', kind: 'price_days', usage_cycle: first.start, ...days },
      ...{ used: 250 * MB, included, quantity: 1, amount_minor: share(3100, 9, DAYS) },
    },
    {
      ...{ plan_code: 'IOT250', kind: 'data_overage', usage_cycle: first.start, ...days },
      ...{ used: 250 * MB, included, quantity: over, amount_minor: over * 17 },
    },
    {
      ...{ plan_code: 'IOT250', kind: 'sms', usage_cycle: first.start, ...days },
      ...{
        used: 24,
        included: share(30, 9, DAYS),
        quantity: 24 - share(30, 9, DAYS),
        amount_minor: 7 * (24 - share(30, 9, DAYS)),
      },
    },
  ])
  const pool = await portal.db
    .selectFrom('charge_lines')
    .selectAll()
    .where('document_id', '=', (await documentOf(first)).document_id)
    .where('kind', '=', 'pool_overage')
    .executeTakeFirstOrThrow()
  const billable = portal.fleet.sims.filter(
    ({ companyId, planCode, status }) => companyId === andes && planCode === 'TEL50' && (status === 2 || status === 10),
  )
  expect([pool.used, pool.included]).toEqual([40 * MB, (billable.length - 1) * 50 * MB + share(50 * MB, 0, 9)])
})

test('list, file and the SIM’s own page show the days', async () => {
  const { document_id: documentId } = await documentOf(first)
  const query = { icc: sim.iccid, kind: 'price_days' }
  const rows = await readRows(portal, getChargeLines, 'reseller', { params: { documentId }, query })
  expect(rows.map(({ planCode, firstDay, lastDay }) => [planCode, firstDay, lastDay])).toEqual([
    ['IOT250', changedOn, addDays(first.end, -1)],
    ['TEL50', first.start, addDays(changedOn, -1)],
  ])
  const file = await portal.request(exportChargeLines, 'reseller', { params: { documentId } })
  expect(file.body).toContain(`${first.start};${first.start};${addDays(changedOn, -1)};`)
  const { lines, rated } = await portal.data(getChargeSim, 'reseller', { params: { documentId, icc: sim.iccid } })
  expect(lines.map(({ kind, firstDay }) => [kind, firstDay])).toContainEqual(['price_days', changedOn])
  expect(rated?.usedBytes).toBe(290 * MB)
})

test('late usage is charged to the plan of its day, and the issued document stays', async () => {
  const before = await linesOf(sim.iccid, first)
  await use(sim, 'IOT250', addDays(first.start, 3), first, 1000)
  await use(sim, 'IOT250', addDays(changedOn, 1), first, 20)
  portal.clock.now = closesAt(second, ZONE)
  expect(await issueDueCycles(portal.services, andes)).toBe(1)
  const late = (await linesOf(sim.iccid, second)).filter(({ usage_cycle }) => usage_cycle === first.start)
  expect(late.map(({ plan_code, kind, used, quantity }) => [plan_code, kind, used, quantity])).toEqual([
    ['TEL50', 'sms_adjustment', 12, 12],
    ['IOT250', 'data_adjustment', 20 * MB, 2],
    ['IOT250', 'sms_adjustment', 12, 12],
  ])
  const pool = (await linesOf('', second)).find(({ kind }) => kind === 'pool_adjustment')
  expect(pool).toMatchObject({ plan_code: 'TEL50', used: 1000 * MB })
  expect(await linesOf(sim.iccid, first)).toEqual(before)
})
