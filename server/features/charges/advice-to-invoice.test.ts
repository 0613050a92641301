import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { massPlan } from '#contract/operations/mass-actions.calls.ts'
import { getPlanAdvice } from '#contract/plans/plan-advice.calls.ts'
import { type BillingCycle, billingCycleAt } from '#domain/billing-cycle.ts'
import { addDays } from '#domain/days.ts'
import type { PlanStart } from '#domain/operations.ts'
import { CycleRater, type RatedLines } from '#domain/rating/cycle-rater.ts'
import { closesAt, cycleFrom, spanOf, startOfDay } from '#domain/rating/cycle-span.ts'
import { deleteOldBilledUsage } from '#server/records/billed-usage.ts'
import { cycleFacts } from '#server/records/cycle-facts.ts'
import { termsOfCycle } from '#server/records/terms.queries.ts'
import { prepareUsagePartitions } from '#server/records/usage-partitions.ts'
import { addUsage } from '#server/usage/add-usage.ts'
import { type AdviceWithSims, adviseOnPlans, measureAdvice } from '#test/advise-on-plans.ts'
import { backdateSims } from '#test/backdate-sims.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { startPortalWork } from '#test/portal-work.ts'
import { renewEstimates } from './billing-worker.ts'
import { issueDueCycles } from './issue-cycle.ts'

const MB = 1_048_576
const ZONE = 'America/Santiago'
const { andes } = COMPANIES

const portal = await startPortal()
// usage that waits for the lock of a partition that is made meanwhile is refused
await prepareUsagePartitions(portal.db, portal.clock.now)
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
await backdateSims(portal.db, 90)
await sql`DELETE FROM usage_days`.execute(portal.db)

const sims = portal.fleet.sims.filter(({ companyId }) => companyId === andes)

/** Every SIM uses what it does by its number, on three days; later as one with a higher number did. */
async function use(cycle: BillingCycle, higher = 0): Promise<void> {
  const { rows: plans } = await sql<{ iccid: string; planCode: string }>`
    SELECT iccid, plan_code AS "planCode" FROM sims WHERE company_id = ${andes}`.execute(portal.db)
  const planOf = new Map(plans.map(({ iccid, planCode }) => [iccid, planCode]))
  const usage = sims.flatMap(({ iccid }, at) => {
    const n = at + higher
    return [2, 11, 20].map((day) => ({
      ...{ companyId: andes, iccid, planCode: planOf.get(iccid) ?? '', day: addDays(cycle.start, day) },
      ...{
        cycleStart: cycle.start,
        hours: undefined,
        dataBytes: (n % 9) * (n % 13) * MB + n,
        voiceSeconds: n % 50,
        sms: n % 6,
      },
    }))
  })
  await portal.db.transaction().execute((trx) => addUsage(trx, usage))
}

/** Issues the invoices that are due when a cycle is closed. */
async function bill(cycle: BillingCycle): Promise<void> {
  await goTo(closesAt(cycle, ZONE))
  await issueDueCycles(portal.services, andes)
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

/** Changes the plans of the SIMs that an advice moves. */
async function follow({ adviceId, moves }: AdviceWithSims, from: PlanStart): Promise<number[]> {
  const operations: number[] = []
  for (const { planCode } of moves) {
    const body = { advice: { company: andes, adviceId, planCode }, planCode, from }
    const { operationId, excludedTotal } = await portal.data(massPlan, 'ana', { body })
    expect(excludedTotal).toBe(0)
    operations.push(operationId)
  }
  return operations
}

const begin = (cycle: BillingCycle) => goTo(new Date(startOfDay(cycle.start, ZONE).getTime() + 60_000))

async function untilDone(operations: readonly number[]): Promise<void> {
  const open = async () =>
    (await portal.db.selectFrom('operations').select('state').where('operation_id', 'in', operations).execute()).filter(
      ({ state }) => state !== 'finished',
    )
  await expect.poll(open).toEqual([])
}

/** Sets the server's clock; login sessions stay open. */
async function goTo(moment: Date): Promise<void> {
  portal.clock.now = moment
  await portal.db.updateTable('login_sessions').set({ created_at: moment, last_seen_at: moment }).execute()
}

const followed = async () => (await portal.data(getPlanAdvice, 'ana')).followed
const measure = () => measureAdvice(portal)

/** What the invoice of a cycle would have been if SIMs had had other plans throughout. */
async function invoiceOn(cycle: BillingCycle, plans: ReadonlyMap<string, string>): Promise<number> {
  const span = spanOf(cycle, ZONE)
  const rater = new CycleRater({ cycle, span, timeZone: ZONE, termsOf: await termsOfCycle(portal.db, cycle.start) })
  const lines: RatedLines[] = []
  for await (const batch of cycleFacts(portal.services, { companyId: andes, cycle, span, usage: 'days' }))
    for (const { now, ...facts } of batch) {
      const planCode = plans.get(facts.iccid) ?? now?.planCode ?? ''
      // none changed its plan or its status since the cycle began
      lines.push(...rater.rate({ ...facts, now: now && { ...now, planCode }, events: [] }))
    }
  return [...lines, ...rater.ratePools()].flatMap((rated) => rated.lines).reduce((sum, line) => sum + line.amountMinor, 0)
}

test('advice that is followed gives an invoice of exactly the amount that it promised, and has saved what it promised', async () => {
  for (let round = 0; round < 5; round++) await renewEstimates(portal.services)
  await use(first)
  await goTo(new Date(spanOf(first, ZONE).toMs))
  const byDays = await adviseOnPlans(portal, 'ana', { cycles: 1, marginPercent: 0 })
  await bill(first)
  // what the invoice counted is kept: its days are not read again
  await sql`DELETE FROM usage_days WHERE company_id = ${andes}`.execute(portal.db)

  const advice = await adviseOnPlans(portal, 'ana', { cycles: 1, marginPercent: 0 })
  expect([advice.plans, advice.moves]).toEqual([byDays.plans, byDays.moves])
  expect(advice).toMatchObject({ sims: sims.length, cycles: [first], termsOf: third.start })
  const [total, ...others] = advice.totals
  if (!total) throw new Error('no total')
  expect([others, total.invoicedMinor, total.todayMinor]).toEqual([[], await invoiceOf(first), await invoiceOf(first)])
  expect(total.advisedMinor).toBeLessThan(total.todayMinor)
  expect(advice.moves.length).toBeGreaterThan(1)
  expect(await followed()).toEqual([])

  const operations = await follow(advice, 'nextCycle')
  const moved = advice.moves.reduce((sum, move) => sum + move.sims.length, 0)
  const promised = [{ currency: 'CLP', amountMinor: total.todayMinor - total.advisedMinor }]
  await begin(third)
  await untilDone(operations)
  await measure()
  // the cycle is not invoiced yet
  expect(await followed()).toMatchObject([{ adviceId: advice.adviceId, sims: moved, promised, outcome: null }])
  await use(third)
  await bill(third)
  expect(await invoiceOf(third)).toBe(total.advisedMinor)
  await measure()
  expect(await followed()).toMatchObject([{ promised, outcome: { cycle: third, moved, saved: promised } }])
})

test('advice followed within a cycle is measured by the next one: what the former plans would have cost, to the cent', async () => {
  const fourth = cycleFrom(third.end, 1)
  const fifth = cycleFrom(fourth.end, 1)
  const sixth = cycleFrom(fifth.end, 1)
  await use(fourth)
  await bill(fourth)
  // the plan that most SIMs have is dearer from now on
  const { rows: most } = await sql<{ plan: string }>`
    SELECT plan_code AS plan FROM sims WHERE company_id = ${andes} GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`.execute(portal.db)
  await sql`UPDATE plan_terms SET price_minor = price_minor + 4000 WHERE plan_code = ${most[0]?.plan}`.execute(portal.db)
  const advice = await adviseOnPlans(portal, 'ana', { cycles: 1, marginPercent: 0, maxMoves: 4 })
  const before = new Map(advice.moves.flatMap((move) => move.sims.map(({ icc, from }) => [icc, from] as const)))
  expect(before.size).toBe(4)
  await untilDone(await follow(advice, 'now'))
  // a later advice leaves the one that was followed
  await adviseOnPlans(portal, 'ana', { cycles: 1 })
  await bill(fifth)
  await measure()
  expect(await followed()).toMatchObject([{ adviceId: advice.adviceId, outcome: null }, { outcome: { cycle: third } }])
  await use(sixth, 2)
  await bill(sixth)
  await measure()
  const saved = (await invoiceOn(sixth, before)) - (await invoiceOf(sixth))
  expect((await followed())[0]).toMatchObject({
    adviceId: advice.adviceId,
    outcome: { cycle: sixth, moved: 4, saved: [{ currency: 'CLP', amountMinor: saved }] },
  })
})

test('billed usage is kept as long as advice may read it', async () => {
  const kept = async () =>
    (await sql<{ day: string }>`SELECT DISTINCT cycle_start::text AS day FROM billed_usage ORDER BY 1`.execute(portal.db)).rows
  const deleteOn = (day: string) => deleteOldBilledUsage(portal.db, new Date(`${day}T12:00:00Z`))
  const before = (await kept()).map(({ day }) => day)
  expect(before[0]).toBe(first.start)
  const [year = '', ...rest] = first.start.split('-')
  // the first cycle is the twelfth before the running one
  await deleteOn(cycleFrom([Number(year) + 1, ...rest].join('-'), 1).start)
  expect((await kept()).map(({ day }) => day)).toEqual(before)
  await deleteOn(addDays([Number(year) + 1, ...rest].join('-'), 62))
  expect((await kept()).map(({ day }) => day)).not.toContain(first.start)
})
