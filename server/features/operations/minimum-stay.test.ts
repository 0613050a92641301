import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { massPlan } from '#contract/operations/mass-actions.calls.ts'
import { downloadOperation } from '#contract/operations/operation-files.calls.ts'
import { listOperationItems } from '#contract/operations/operations.calls.ts'
import { changeSimPlan } from '#contract/operations/sim-actions.calls.ts'
import { changePlan, getOfferedPlans, getPlan } from '#contract/plans/plans.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { billingCycleAt, localDay } from '#domain/billing-cycle.ts'
import { stayEnd } from '#domain/minimum-stay.ts'
import { DAY_MS } from '#domain/time.ts'
import { longDay } from '#server/records/long-day.ts'
import { stayEndSql } from '#server/records/stay-end.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'
import { setSims } from '#test/set-sims.ts'

const { andes } = COMPANIES
const ZONE = 'America/Santiago'
const portal = await startPortal()
afterAll(() => portal.close())

const active = portal.fleet.sims.filter(({ companyId, status }) => companyId === andes && status === 2)
const on = (planCode: string, n: number): string => active.filter((sim) => sim.planCode === planCode)[n]?.iccid ?? ''
const change = (icc: string, planCode: string, person: FleetUser = 'ana', from: 'now' | 'nextCycle' = 'now') =>
  portal.request(changeSimPlan, person, { params: { id: icc }, body: { planCode, from } })
const today = () => localDay(portal.clock.now, ZONE)
const nextCycle = () => billingCycleAt(portal.clock.now, 1, ZONE).end
const later = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
const boundUntil = async (icc: string) =>
  (await portal.db.selectFrom('sims').select('plan_bound_until').where('iccid', '=', icc).executeTakeFirst())?.plan_bound_until

async function setStay(planCode: string, minimumStay: number): Promise<void> {
  const plan = await portal.db
    .selectFrom('plans')
    .select(['plan_id', 'name'])
    .where('plan_code', '=', planCode)
    .executeTakeFirstOrThrow()
  const body = { planName: plan.name, offered: true, minimumStay }
  await portal.data(changePlan, 'admin', { params: { id: plan.plan_id }, body })
}

test('the database ends a stay on the day that the rule says, by the calendar of the company', async () => {
  for (const at of ['2026-01-31T12:00:00Z', '2027-01-01T01:30:00Z', '2028-02-29T12:00:00Z', '2026-10-31T23:00:00Z'])
    for (const zone of [ZONE, 'Pacific/Kiritimati'])
      for (const months of [0, 1, 6, 12, 60]) {
        const now = new Date(at)
        const { rows } = await sql<{ end: string | null }>`
          SELECT (${stayEndSql(now)})::text AS end FROM (VALUES (${months}::smallint)) p(minimum_stay_months), (VALUES (${zone})) c(time_zone)`.execute(
          portal.db,
        )
        expect(rows).toEqual([{ end: stayEnd(localDay(now, zone), months) ?? null }])
      }
})

test('a SIM that gets a plan with a minimum stay keeps it until its end; the refusal says until when', async () => {
  await setStay('TEL50', 12)
  const icc = on('IOT250', 0)
  expect(await boundUntil(icc)).toBeNull()
  expect((await change(icc, 'TEL50')).statusCode).toBe(200)
  const end = stayEnd(today(), 12) ?? ''
  expect(await boundUntil(icc)).toBe(end)
  expect((await portal.data(getSim, 'ana', { params: { icc } })).planBoundUntil).toBe(end)
  const refused = [await change(icc, 'IOT250'), await change(icc, 'SMS', 'ana', 'nextCycle')]
  for (const response of refused) {
    expect(response.statusCode).toBe(400)
    expect(response.json().fields.planCode).toBe(
      `La permanencia mínima en su plan no ha terminado: puede cambiarlo desde el ${longDay(end, 'es')}`,
    )
  }
  // what was agreed holds, whatever the plan demands of others later
  await setStay('TEL50', 0)
  expect((await change(icc, 'IOT250')).statusCode).toBe(400)
  expect((await change(on('IOT250', 1), 'TEL50')).statusCode).toBe(200)
  expect(await boundUntil(on('IOT250', 1))).toBeNull()
})

test('an administrator ends a stay before its time, and the next plan has its own', async () => {
  const icc = on('IOT250', 2)
  await setSims(portal.db, icc, { plan_bound_until: later(today(), 100) })
  await setStay('SMS', 1)
  expect((await change(icc, 'SMS', 'admin')).statusCode).toBe(200)
  expect(await boundUntil(icc)).toBe(stayEnd(today(), 1))
})

test('the day of the change decides: a stay that ends with the cycle allows a change with the next one', async () => {
  const [ending, staying] = [on('IOT250', 3), on('IOT250', 4)]
  await setSims(portal.db, ending, { plan_bound_until: later(nextCycle(), 0) })
  await setSims(portal.db, staying, { plan_bound_until: later(nextCycle(), 1) })
  expect((await change(ending, 'TEL50', 'ana', 'nextCycle')).json().data.state).toBe('pending')
  expect((await change(staying, 'TEL50', 'ana', 'nextCycle')).statusCode).toBe(400)
  await setSims(portal.db, staying, { plan_bound_until: today() })
  expect((await portal.data(getSim, 'ana', { params: { icc: staying } })).planBoundUntil).toBeNull()
  expect((await change(staying, 'TEL50')).statusCode).toBe(200)
})

test('a preview leaves bound SIMs out with their day, counted as one reason; so does the operation', async () => {
  const [free, first, second] = [on('IOT250', 5), on('IOT250', 6), on('IOT250', 7)]
  const [day, other] = [later(today(), 40), later(today(), 90)]
  await setSims(portal.db, first, { plan_bound_until: day })
  await setSims(portal.db, second, { plan_bound_until: other })
  const body = { icc: [free, first, second], planCode: 'TEL50' }
  const sentence = (until: string) =>
    `La permanencia mínima en su plan no ha terminado: puede cambiarlo desde el ${longDay(until, 'es')}`
  const expected = {
    accepted: 1,
    excluded: [
      { icc: first, code: 'plan_bound', text: sentence(day) },
      { icc: second, code: 'plan_bound', text: sentence(other) },
    ],
    reasons: [{ code: 'plan_bound', text: 'La permanencia mínima en su plan no ha terminado', lines: 2 }],
  }
  const preview = await portal.data(massPlan, 'ana', { body: { ...body, preview: true } })
  expect(preview).toMatchObject(expected)
  const file = { params: { operationId: preview.operationId }, query: { state: 'skipped' } }
  expect((await portal.request(downloadOperation, 'ana', file)).body).toContain(sentence(other))
  const started = await portal.data(massPlan, 'ana', { body })
  expect(started).toMatchObject(expected)
  const query = { params: { operationId: started.operationId }, query: { state: 'skipped' } } as const
  const lines = await readRows(portal, listOperationItems, 'ana', query)
  expect(lines.map(({ icc, code, text }) => [icc, code, text])).toEqual([
    [first, 'plan_bound', sentence(day)],
    [second, 'plan_bound', sentence(other)],
  ])
})

test('a plan says its minimum stay where it is chosen; more than five years is refused by form and database, each change is in the audit', async () => {
  await setStay('IOT250', 24)
  const offered = await readRows(portal, getOfferedPlans, 'ana')
  expect(offered.find(({ planCode }) => planCode === 'IOT250')?.minimumStay).toBe(24)
  const { planId } = offered.find(({ planCode }) => planCode === 'IOT250') ?? { planId: 0 }
  expect((await portal.data(getPlan, 'ana', { params: { id: planId } })).minimumStay).toBe(24)
  const params = { id: planId }
  const body = { planName: 'IoT 250 MB', offered: true }
  const tooLong = await portal.request(changePlan, 'admin', { params, body: { ...body, minimumStay: 61 } })
  expect(tooLong.json().fields).toEqual({ minimumStay: 'Escriba de 0 a 60 meses' })
  await expect(portal.db.updateTable('plans').set({ minimum_stay_months: 61 }).execute()).rejects.toThrow('check constraint')
  // a program that does not name it leaves it as it is
  await portal.data(changePlan, 'admin', { params, body: { ...body, planName: 'IoT 250' } })
  expect((await portal.data(getPlan, 'ana', { params: { id: planId } })).minimumStay).toBe(24)
  const audited = await portal.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('action', '=', 'plan.changed')
    .where('entity_id', '=', 'IOT250')
    .orderBy('audit_id')
    .execute()
  expect(audited[0]).toMatchObject({ before: { minimum_stay_months: 0 }, after: { minimum_stay_months: 24 } })
})
