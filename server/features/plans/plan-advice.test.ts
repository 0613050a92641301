import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { massPlan } from '#contract/operations/mass-actions.calls.ts'
import { getOperation } from '#contract/operations/operations.calls.ts'
import { askPlanAdvice, getAdvisedSims, getPlanAdvice } from '#contract/plans/plan-advice.calls.ts'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import { spanOf } from '#domain/rating/cycle-span.ts'
import { deleteOldAdvice } from '#server/maintenance/delete-old-advice.ts'
import { insertPlans } from '#server/records/insert-plans.ts'
import { addUsage } from '#server/usage/add-usage.ts'
import { adviseOnPlans } from '#test/advise-on-plans.ts'
import { backdateSims } from '#test/backdate-sims.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'

const MB = 1_048_576
const ZONE = 'America/Santiago'
const { andes, pacifico } = COMPANIES

const portal = await startPortal()
afterAll(() => portal.close())

const running = billingCycleAt(portal.clock.now, 1, ZONE)
const last = billingCycleAt(new Date(spanOf(running, ZONE).fromMs - 1), 1, ZONE)

await portal.db.insertInto('origins').values({ origin_id: 3, name: 'Spain', operator_name: 'Movistar' }).execute()
await insertPlans(portal.db, [
  { plan_code: 'OLD', name: 'Antiguo', origin_id: 1, sim_type_id: 2, data_mb: 9_000, price_minor: 1, is_offered: false },
  { plan_code: 'ES', name: 'España', origin_id: 3, sim_type_id: 2, data_mb: 9_000, price_minor: 1 },
  { plan_code: 'USD', name: 'En dólares', origin_id: 1, sim_type_id: 2, data_mb: 9_000, price_minor: 1, currency: 'USD' },
  { plan_code: 'MINI', name: 'Mini', origin_id: 1, sim_type_id: 2, data_mb: 10, price_minor: 500 },
])
await sql`UPDATE plan_terms SET overage_unit_mb = 1, overage_price_minor = 30 WHERE plan_code IN ('MINI', 'IOT250', 'TEL50')`.execute(
  portal.db,
)
await sql`UPDATE plan_terms SET price_minor = 2000 WHERE plan_code = 'SMS'`.execute(portal.db)
await backdateSims(portal.db, 400)
await sql`DELETE FROM usage_days`.execute(portal.db)

const sims = portal.fleet.sims.filter(({ companyId }) => companyId === andes)
await portal.db.transaction().execute((trx) =>
  addUsage(
    trx,
    sims.map(({ iccid, planCode }, n) => ({
      ...{ companyId: andes, iccid, planCode, day: last.start, cycleStart: last.start, hours: undefined },
      ...{ dataBytes: (n % 20) * MB, voiceSeconds: 0, sms: 0 },
    })),
  ),
)

const advise = (body: object = {}) => adviseOnPlans(portal, 'ana', { cycles: 1, ...body })
const movedBy = ({ moves }: Awaited<ReturnType<typeof advise>>) => moves.flatMap(({ sims: moved }) => moved)

test('SIMs move to plans on offer of their own origin, type and currency, and sums are those of plans', async () => {
  const { totals, plans, moves, sims: count } = await advise()
  expect(count).toBe(sims.length)
  expect(moves.map(({ planCode }) => planCode)).toContain('MINI')
  for (const { planCode } of moves) expect(['MINI', 'IOT250', 'TEL50', 'SMS']).toContain(planCode)
  const sum = (side: 'today' | 'advised') => plans.reduce((total, plan) => total + plan[side].amountMinor, 0)
  expect(totals).toMatchObject([
    { currency: 'CLP', invoicedMinor: null, todayMinor: sum('today'), advisedMinor: sum('advised') },
  ])
  const [total] = totals
  expect(total?.advisedMinor).toBeLessThan(total?.todayMinor ?? 0)
  expect(total?.atMostMinor).toBeLessThanOrEqual(total?.todayMinor ?? 0)
  for (const side of ['today', 'advised'] as const)
    expect(plans.reduce((total, plan) => total + plan[side].sims, 0)).toBe(sims.length)
})

test('a move counts its SIMs by their plans of today, the most first, and has what they save', async () => {
  const { moves } = await advise()
  expect(moves.length).toBeGreaterThan(0)
  for (const { from = [], sims: moved, savedMinor } of moves) {
    expect(savedMinor).toBe(moved.reduce((sum, { todayMinor, advisedMinor }) => sum + todayMinor - advisedMinor, 0))
    const counts = Map.groupBy(moved, ({ from: planCode }) => planCode)
    expect(Object.fromEntries(from.map(({ planCode, sims: count }) => [planCode, count]))).toEqual(
      Object.fromEntries([...counts].map(([planCode, all]) => [planCode, all.length])),
    )
    expect(from).toEqual(from.toSorted((a, b) => b.sims - a.sims))
  }
})

test('the use of a plan counts its billable SIMs by their share of its data', async () => {
  const { plans } = await advise()
  const onIot = sims.filter(({ planCode, status }) => planCode === 'IOT250' && (status === 2 || status === 10))
  const mbOf = (iccid: string) => sims.findIndex((sim) => sim.iccid === iccid) % 20
  const unused = onIot.filter(({ iccid }) => mbOf(iccid) === 0).length
  expect(plans.find(({ planCode }) => planCode === 'IOT250')?.use).toEqual([unused, onIot.length - unused, 0, 0, 0, 0])
  // without data there is no share
  expect(plans.find(({ planCode }) => planCode === 'SMS')?.use).toEqual([0, 0, 0, 0, 0, 0])
})

test('plans that are left out, SIMs that stay and the largest number of moves are kept', async () => {
  const all = movedBy(await advise())
  expect(movedBy(await advise({ maxMoves: 3 }))).toHaveLength(3)
  const exceptSims = all.slice(0, 5).map(({ icc }) => icc)
  expect(movedBy(await advise({ exceptSims })).filter(({ icc }) => exceptSims.includes(icc))).toEqual([])
  const { moves } = await advise({ exceptPlans: ['MINI'] })
  expect(moves.map(({ planCode }) => planCode)).not.toContain('MINI')
})

test('a SIM stays whose minimum stay lasts beyond the first day of the next cycle', async () => {
  const { moves, termsOf } = await advise()
  const [bound = '', free = ''] = moves.flatMap((move) => move.sims.map(({ icc }) => icc))
  const bind = (icc: string, days: number) =>
    sql`UPDATE sims SET plan_bound_until = ${termsOf}::date + ${days}::int WHERE company_id = ${andes} AND iccid = ${icc}`.execute(
      portal.db,
    )
  await bind(bound, 1)
  await bind(free, 0)
  const moved = movedBy(await advise()).map(({ icc }) => icc)
  expect([moved.includes(bound), moved.includes(free)]).toEqual([false, true])
  await sql`UPDATE sims SET plan_bound_until = NULL`.execute(portal.db)
})

test('the SIMs of another company are not found, those of a subsidiary are', async () => {
  const { adviceId, moves } = await advise({ company: COMPANIES.andesNorte })
  expect((await portal.data(getPlanAdvice, 'ana', { query: { company: COMPANIES.andesNorte } })).last?.adviceId).toBe(adviceId)
  const asked = await portal.request(askPlanAdvice, 'ana', { body: { company: pacifico } })
  const read = await portal.request(getPlanAdvice, 'ana', { query: { company: pacifico } })
  const planCode = moves[0]?.planCode ?? 'MINI'
  const sims = await portal.request(getAdvisedSims, 'flota', { query: { company: COMPANIES.andesNorte, adviceId, planCode } })
  expect([asked.statusCode, read.statusCode, sims.statusCode]).toEqual([404, 404, 404])
})

test('a company has one advice at a time, with who asked and for what; the next one takes its place', async () => {
  const first = await advise({ marginPercent: 20, exceptPlans: ['SMS'] })
  const { running } = await portal.data(askPlanAdvice, 'ana', { body: { cycles: 2 } })
  const second = await portal.envelope(askPlanAdvice, 'ana', { body: {} })
  expect(second).toMatchObject({ status: false, code: 'conflict' })
  expect(await portal.data(getPlanAdvice, 'ana')).toMatchObject({
    running: { adviceId: running?.adviceId, actor: 'ana@andes.test', percent: 0 },
    last: { adviceId: first.adviceId, options: { cycles: 1, marginPercent: 20, exceptPlans: ['SMS'], exceptSims: [] } },
  })
  await portal.db.updateTable('plan_advices').set({ state: 'failed' }).where('state', '=', 'running').execute()
  const failed = await portal.data(getPlanAdvice, 'ana')
  expect(failed).toMatchObject({ running: null, failedAt: portal.clock.now.toISOString(), last: { adviceId: first.adviceId } })
  portal.clock.now = new Date(portal.clock.now.getTime() + 1_000)
  const { adviceId } = await advise()
  expect(await portal.data(getPlanAdvice, 'ana')).toMatchObject({ running: null, failedAt: null, last: { adviceId } })
  const rows = await portal.db.selectFrom('plan_advices').select('advice_id').where('company_id', '=', andes).execute()
  expect(rows).toEqual([{ advice_id: adviceId }])
})

test('the change of plan takes the SIMs that an advice moves, of a company of the reader; on another plan it does not follow it', async () => {
  const { adviceId, moves } = await advise()
  const [{ planCode, sims: moved } = { planCode: '', sims: [] }] = moves
  const body = { advice: { company: andes, adviceId, planCode }, planCode, from: 'nextCycle' as const, preview: true }
  expect(await portal.data(massPlan, 'ana', { body })).toMatchObject({
    accepted: moved.length,
    excludedTotal: 0,
    state: 'draft',
  })
  const elsewhere = await portal.request(massPlan, 'flota', { body })
  const otherPlan = { ...body, planCode: planCode === 'SMS' ? 'TEL50' : 'SMS' }
  const parameters = await Promise.all(
    [body, otherPlan].map(async (one) => {
      const { operationId } = await portal.data(massPlan, 'ana', { body: one })
      return (await portal.data(getOperation, 'ana', { params: { operationId } })).parameters.advice
    }),
  )
  expect(parameters).toEqual([{ companyId: andes, adviceId }, undefined])
  const unknown = { ...body, advice: { ...body.advice, planCode: 'IOT251' } }
  const none = await portal.request(massPlan, 'ana', { body: unknown })
  expect([elsewhere.statusCode, none.statusCode]).toEqual([404, 404])
})

test('a move that was ordered has its operation; advice is deleted after a month, after a year when it was followed', async () => {
  const { adviceId, moves } = await advise()
  const planCode = moves[0]?.planCode ?? ''
  const deleteAfter = (days: number) => deleteOldAdvice(portal.db, new Date(portal.clock.now.getTime() + days * 86_400_000))
  const body = { advice: { company: andes, adviceId, planCode }, planCode, from: 'nextCycle' as const }
  const { operationId } = await portal.data(massPlan, 'ana', { body })
  const ordered = await portal.data(getPlanAdvice, 'ana')
  expect(
    ordered.last?.result.moves.flatMap(({ planCode: of, operation }) => (operation ? [{ of, ...operation }] : [])),
  ).toEqual([{ of: planCode, operationId, state: 'scheduled', failed: 0, open: moves[0]?.sims.length }])
  // cancelled after the first of its SIMs: the others can be ordered again
  const sims = moves[0]?.sims.length ?? 0
  const change = (state: 'cancelled' | 'scheduled', pending: number, succeeded: number) =>
    portal.db
      .updateTable('operations')
      .set({ state, pending, succeeded, cancelled: sims - pending - succeeded })
      .where('operation_id', '=', operationId)
      .execute()
  await change('cancelled', 0, 1)
  expect((await portal.data(getPlanAdvice, 'ana')).last?.result.moves.flatMap(({ operation }) => operation ?? [])).toEqual([])
  await change('scheduled', sims, 0)
  await advise({ cycles: 2 })
  await deleteAfter(31)
  const { last, followed } = await portal.data(getPlanAdvice, 'ana')
  expect([last?.adviceId, followed.map((one) => one.adviceId)]).toEqual([adviceId, [adviceId]])
  await deleteAfter(366)
  expect(await portal.db.selectFrom('plan_advice_moves').select('iccid').execute()).toEqual([])
  expect((await portal.data(getPlanAdvice, 'ana')).last).toBeNull()
})
