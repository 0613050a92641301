import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { massPlan } from '#contract/operations/mass-actions.calls.ts'
import { type BillingCycle, billingCycleAt } from '#domain/billing-cycle.ts'
import { closesAt, cycleFrom, dayAfter, startOfDay } from '#domain/rating/cycle-span.ts'
import { addUsage } from '#server/usage/add-usage.ts'
import { adviseOnPlans } from '#test/advise-on-plans.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { startPortalWork } from '#test/portal-work.ts'
import { renewEstimates } from './billing-worker.ts'
import { issueDueCycles } from './issue-cycle.ts'

const MB = 1_048_576
const ZONE = 'America/Santiago'
const { andes } = COMPANIES

const portal = await startPortal()
const endWork = await startPortalWork(portal)
afterAll(async () => {
  await endWork()
  await portal.close()
})

const first = billingCycleAt(portal.clock.now, 1, ZONE)
const second = cycleFrom(first.end, 1)
const third = cycleFrom(second.end, 1)

// a plan of its own data, a pool and one without data: each is the cheapest for some SIMs
await sql`
  UPDATE plan_terms SET overage_unit_mb = 10, overage_price_minor = 40, included_sms = 5, sms_price_minor = 9, voice_price_minor = 21,
    price_minor = CASE plan_code WHEN 'IOT250' THEN 2900 WHEN 'TEL50' THEN 1100 ELSE 300 END,
    hibernation_fee_minor = CASE plan_code WHEN 'IOT250' THEN 120 WHEN 'TEL50' THEN 70 ELSE 90 END`.execute(portal.db)
await sql`UPDATE sims SET created_at = created_at - interval '90 days', status_since = status_since - interval '90 days'`.execute(
  portal.db,
)
await sql`DELETE FROM usage_days`.execute(portal.db)

const sims = portal.fleet.sims.filter(({ companyId }) => companyId === andes)

/** Every SIM uses what it does by its number, on three days. */
async function use(cycle: BillingCycle): Promise<void> {
  const { rows: plans } = await sql<{ iccid: string; planCode: string }>`
    SELECT iccid, plan_code AS "planCode" FROM sims WHERE company_id = ${andes}`.execute(portal.db)
  const planOf = new Map(plans.map(({ iccid, planCode }) => [iccid, planCode]))
  const usage = sims.flatMap(({ iccid }, n) =>
    [2, 11, 20].map((day) => ({
      ...{ companyId: andes, iccid, planCode: planOf.get(iccid) ?? '', day: dayAfter(cycle.start, day) },
      ...{
        cycleStart: cycle.start,
        hours: undefined,
        dataBytes: (n % 9) * (n % 13) * MB + n,
        voiceSeconds: n % 50,
        sms: n % 6,
      },
    })),
  )
  await portal.db.transaction().execute((trx) => addUsage(trx, usage))
}

const invoiceOf = async (cycle: BillingCycle): Promise<number> =>
  (
    await portal.db
      .selectFrom('charges')
      .select('total_minor')
      .where('company_id', '=', andes)
      .where('cycle_start', '=', cycle.start)
      .where('document_number', 'is not', null)
      .executeTakeFirstOrThrow()
  ).total_minor

test('advice that is followed gives an invoice of exactly the amount that it promised', async () => {
  for (let round = 0; round < 5; round++) await renewEstimates(portal.services)
  await use(first)
  portal.clock.now = closesAt(first, ZONE)
  expect(await issueDueCycles(portal.services, andes)).toBe(1)

  const advice = await adviseOnPlans(portal, 'ana', { cycles: 1, marginPercent: 0 })
  expect(advice).toMatchObject({ sims: sims.length, cycles: [first], termsOf: third.start })
  const [total, ...others] = advice.totals
  if (!total) throw new Error('no total')
  expect([others, total.invoicedMinor, total.todayMinor]).toEqual([[], await invoiceOf(first), await invoiceOf(first)])
  expect(total.advisedMinor).toBeLessThan(total.todayMinor)
  expect(advice.moves.length).toBeGreaterThan(1)

  const operations: number[] = []
  for (const { planCode } of advice.moves) {
    const from = { company: andes, adviceId: advice.adviceId, planCode }
    const body = { advice: from, planCode, from: 'nextCycle' as const }
    const { operationId, excludedTotal } = await portal.data(massPlan, 'ana', { body })
    expect(excludedTotal).toBe(0)
    operations.push(operationId)
  }
  portal.clock.now = new Date(startOfDay(third.start, ZONE).getTime() + 60_000)
  const open = async () =>
    (await portal.db.selectFrom('operations').select('state').where('operation_id', 'in', operations).execute()).filter(
      ({ state }) => state !== 'finished',
    )
  await expect.poll(open).toEqual([])
  await use(third)
  portal.clock.now = closesAt(third, ZONE)
  expect(await issueDueCycles(portal.services, andes)).toBe(2)
  expect(await invoiceOf(third)).toBe(total.advisedMinor)
})
