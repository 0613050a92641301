import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { massPlan } from '#contract/operations/mass-actions.calls.ts'
import { getPlanChangeCost } from '#contract/operations/operation-costs.calls.ts'
import { downloadOperation } from '#contract/operations/operation-files.calls.ts'
import { cancelOperation, listOperationItems } from '#contract/operations/operations.calls.ts'
import {
  changeSimPlan,
  getSimActions,
  hibernateSim,
  terminateSim,
  withdrawSimPlan,
} from '#contract/operations/sim-actions.calls.ts'
import { changePlan } from '#contract/plans/plans.calls.ts'
import { getSimHistory } from '#contract/sims/sim-history.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import { startOfDay } from '#domain/rating/cycle-span.ts'
import { insertPlans } from '#server/records/insert-plans.ts'
import { currentPools } from '#server/records/pools.ts'
import { differingCopies } from '#server/records/sim-copies.ts'
import { backdateSims } from '#test/backdate-sims.ts'
import { COMPANIES, type FleetUser, type TestSim } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'
import { readOperation } from './operation-row.ts'
import { startOperationsWorker } from './operations-worker.ts'

const { andes } = COMPANIES
const ZONE = 'America/Santiago'
const portal = await startPortal()
const endWork = await startOperationsWorker(portal.services, pino({ level: 'silent' }))
afterAll(async () => {
  await endWork()
  await portal.close()
})

await portal.db.insertInto('origins').values({ origin_id: 3, name: 'Spain', operator_name: 'Movistar' }).execute()
await insertPlans(portal.db, [
  { plan_code: 'OLD', name: 'Antiguo', origin_id: 1, sim_type_id: 2, data_mb: 100, price_minor: 1, is_offered: false },
  { plan_code: 'ES', name: 'España', origin_id: 3, sim_type_id: 2, data_mb: 100, price_minor: 1 },
])

await backdateSims(portal.db, 90)

const active = portal.fleet.sims.filter(({ companyId, status }) => companyId === andes && status === 2)
const on = (planCode: string, n = 0): TestSim => {
  const sim = active.filter((one) => one.planCode === planCode)[n]
  if (!sim) throw new Error(`no SIM ${n} on ${planCode}`)
  return sim
}
const change = (icc: string, planCode: string, person: FleetUser = 'ana') =>
  portal.request(changeSimPlan, person, { params: { id: icc }, body: { planCode, reason: 'Consume más' } })
const planOf = async (icc: string) => (await portal.data(getSim, 'ana', { params: { icc } })).planCode
const operationCount = async () =>
  Number(
    (
      await portal.db
        .selectFrom('operations')
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

const cost = (operationId: number) => portal.data(getPlanChangeCost, 'ana', { params: { operationId } })

test('a SIM changes its plan: row, timeline, tallies, percent and pools', async () => {
  const { iccid, cycleBytes } = on('TEL50')
  const poolBefore = await poolOf('TEL50')
  const response = await change(iccid, 'IOT250')
  expect(response.json()).toMatchObject({
    status: true,
    message: 'El plan de la SIM fue cambiado',
    data: { state: 'succeeded', icc: iccid, simAdministrativeStatusId: 2 },
  })
  expect(await planOf(iccid)).toBe('IOT250')
  const [latest] = await portal.data(getSimHistory, 'ana', { params: { icc: iccid } })
  expect(latest).toMatchObject({
    kind: 'plan_changed',
    actor: 'ana@andes.test',
    detail: { plan: 'IOT250', reason: 'Consume más', changes: { plan_code: ['TEL50', 'IOT250'] } },
  })
  const pool = await poolOf('TEL50')
  expect([pool.sims, pool.used_bytes]).toEqual([poolBefore.sims - 1, poolBefore.used_bytes - cycleBytes])
  const live = await portal.db
    .selectFrom('sim_live')
    .select('plan_percent')
    .where('iccid', '=', iccid)
    .executeTakeFirstOrThrow()
  expect(live.plan_percent).toBe(Math.round((cycleBytes / (250 * 1024 ** 2)) * 100))
  expect(await differingCopies(portal.db)).toEqual([])
})

async function poolOf(planCode: string): Promise<{ sims: number; used_bytes: number }> {
  const scope = { kind: 'companies', ids: [andes] } as const
  const { rows } = await sql<{ plan_code: string; sims: number; used_bytes: number }>`
    SELECT plan_code, sims, used_bytes FROM ${currentPools(scope, portal.clock.now)} p`.execute(portal.db)
  const pool = rows.find((row) => row.plan_code === planCode)
  if (!pool) throw new Error(`no pool of ${planCode}`)
  return { sims: pool.sims, used_bytes: Number(pool.used_bytes) }
}

test('what a plan does not fit is refused at the field and changes nothing', async () => {
  const { iccid } = on('IOT250', 1)
  const before = await operationCount()
  const refusals = [
    await change(iccid, 'IOT250'),
    await change(iccid, 'ES'),
    await change(iccid, 'OLD'),
    await change(iccid, 'NONE'),
  ]
  expect(refusals.map((response) => [response.statusCode, response.json().code, response.json().fields.planCode])).toEqual([
    [400, 'invalid_request', 'La SIM ya tiene ese plan'],
    [400, 'invalid_request', 'El plan es de otro origen o de otro tipo de SIM'],
    [400, 'invalid_request', 'El plan ya no se ofrece'],
    [400, 'invalid_request', 'El plan no existe'],
  ])
  expect([await planOf(iccid), await operationCount()]).toEqual(['IOT250', before])
})

test('an administrator puts a SIM on a plan that is off the offer', async () => {
  const { iccid } = on('IOT250', 2)
  expect((await change(iccid, 'OLD', 'admin')).statusCode).toBe(200)
  expect(await planOf(iccid)).toBe('OLD')
})

test('without the permit for plans it is refused, and the menu does not offer it', async () => {
  const { iccid } = on('IOT250', 3)
  expect((await change(iccid, 'TEL50', 'luis')).json().code).toBe('not_allowed')
  const { actions } = await portal.data(getSimActions, 'luis', { params: { id: iccid } })
  expect(actions.find(({ action }) => action === 'plan')).toMatchObject({ offered: false, code: 'not_allowed' })
})

test('a SIM that is to be terminated keeps its plan; a hibernated one changes it', async () => {
  const { iccid } = on('IOT250', 4)
  await portal.data(terminateSim, 'ana', { params: { id: iccid }, body: {} })
  expect((await change(iccid, 'TEL50')).statusCode).toBe(409)
  const asleep = on('IOT250', 5).iccid
  await portal.data(hibernateSim, 'ana', { params: { id: asleep }, body: {} })
  expect((await change(asleep, 'TEL50')).statusCode).toBe(200)
})

test('a change for the next cycle waits for it, is shown and can be withdrawn; a later one replaces it', async () => {
  const { iccid } = on('SMS', 4)
  const schedule = (planCode: string) =>
    portal.request(changeSimPlan, 'ana', { params: { id: iccid }, body: { planCode, from: 'nextCycle' } })
  const next = billingCycleAt(portal.clock.now, 1, ZONE).end
  const begins = startOfDay(next, ZONE)
  const first = (await schedule('TEL50')).json()
  expect(first).toMatchObject({
    message: 'El plan cambia con el próximo ciclo',
    data: { state: 'pending', dueAt: begins.toISOString() },
  })
  const scheduled = async () => (await portal.data(getSimActions, 'ana', { params: { id: iccid } })).scheduledPlan
  expect(await scheduled()).toMatchObject({ planCode: 'TEL50', at: begins.toISOString(), actor: 'ana@andes.test' })
  // nothing is claimed until then
  expect((await portal.data(hibernateSim, 'ana', { params: { id: iccid }, body: {} })).state).toBe('succeeded')

  const preview = await portal.data(massPlan, 'ana', {
    body: { icc: [iccid], planCode: 'IOT250', from: 'nextCycle', preview: true },
  })
  expect((await cost(preview.operationId)).replaced).toBe(1)
  await schedule('IOT250')
  expect(await scheduled()).toMatchObject({ planCode: 'IOT250' })
  const row = await readOperation(portal.db, { companyId: andes, operationId: first.data.operationId })
  expect([row?.state, row?.counts.cancelled]).toEqual(['cancelled', 1])

  const withdrawn = await portal.request(withdrawSimPlan, 'ana', { params: { id: iccid }, body: {} })
  expect(withdrawn.json()).toMatchObject({ message: 'El cambio de plan se retiró', data: { state: 'cancelled' } })
  expect(await scheduled()).toBeNull()
  expect((await portal.request(withdrawSimPlan, 'ana', { params: { id: iccid }, body: {} })).statusCode).toBe(409)

  const notes = (await planNotes(iccid)).map(({ kind, actor, detail: { operationId: _, ...detail } }) => [kind, actor, detail])
  const ana = 'ana@andes.test'
  const dueAt = expect.stringMatching(begins.toISOString().slice(0, 19))
  expect(notes.reverse()).toEqual([
    ['plan_scheduled', ana, { plan: 'TEL50', dueAt }],
    ['plan_withdrawn', ana, { plan: 'TEL50', code: 'superseded' }],
    ['plan_scheduled', ana, { plan: 'IOT250', dueAt }],
    ['plan_withdrawn', ana, { plan: 'IOT250' }],
  ])
})

const planNotes = async (icc: string) =>
  (await portal.data(getSimHistory, 'ana', { params: { icc } })).filter(({ kind }) => kind.startsWith('plan_'))

test('the timelines of all SIMs of an operation say that it is scheduled, until when, and that it was cancelled', async () => {
  const iccids = [on('SMS', 5).iccid, on('SMS', 6).iccid]
  const body = { icc: iccids, planCode: 'IOT250', from: 'nextCycle', reason: 'Temporada alta' } as const
  const { operationId } = await portal.data(massPlan, 'ana', { body })
  await portal.data(cancelOperation, 'ana', { params: { operationId } })
  for (const icc of iccids) {
    expect(await planNotes(icc)).toMatchObject([
      { kind: 'plan_withdrawn', detail: { operationId, plan: 'IOT250' } },
      { kind: 'plan_scheduled', detail: { operationId, plan: 'IOT250', reason: 'Temporada alta', dueAt: expect.any(String) } },
    ])
  }
})

test('a change that replaces a scheduled one at once leaves the SIM with the new plan alone', async () => {
  const { iccid } = on('SMS', 7)
  const body = { planCode: 'TEL50', from: 'nextCycle' } as const
  await portal.data(changeSimPlan, 'ana', { params: { id: iccid }, body })
  expect((await change(iccid, 'IOT250')).statusCode).toBe(200)
  const kinds = (await planNotes(iccid)).map(({ kind, detail }) => [kind, detail.plan])
  expect(kinds).toEqual([
    ['plan_changed', 'IOT250'],
    ['plan_withdrawn', 'TEL50'],
    ['plan_scheduled', 'TEL50'],
  ])
})

test('many change their plan by one operation, and each line left out has its reason', async () => {
  await portal.data(changePlan, 'admin', {
    params: { id: await planIdOf('SMS') },
    body: { planName: 'Solo SMS', offered: false },
  })
  const body = { filter: {}, planCode: 'IOT250', preview: true }
  const preview = await portal.data(massPlan, 'ana', { body })
  const reasons = Object.fromEntries(preview.reasons.map(({ code, lines }) => [code, lines]))
  expect(reasons).toMatchObject({ same_plan: expect.any(Number), operation_open: 1 })
  expect(preview.accepted + preview.excludedTotal).toBe(preview.total)
  expect(preview.forecast).toEqual({ seconds: 1, held: 0 })
  const file = { params: { operationId: preview.operationId }, query: { state: 'skipped' } }
  const skipped = (await portal.request(downloadOperation, 'ana', file)).body.trim().split('\r\n').slice(1)
  expect(skipped).toHaveLength(preview.excludedTotal)
  expect(skipped.filter((line) => line.includes('La SIM ya tiene ese plan'))).toHaveLength(reasons.same_plan ?? 0)

  const { operationId, accepted } = await portal.data(massPlan, 'ana', { body: { filter: {}, planCode: 'IOT250' } })
  expect(accepted).toBe(preview.accepted)
  await expect.poll(async () => (await readOperation(portal.db, { companyId: andes, operationId }))?.state).toBe('finished')
  const lines = await readRows(portal, listOperationItems, 'ana', { params: { operationId }, query: { limit: 1000 } })
  expect(lines.filter(({ state }) => state === 'succeeded')).toHaveLength(accepted)
  for (const { icc, state } of lines) if (state === 'succeeded') expect(await planOf(icc)).toBe('IOT250')
  expect(await differingCopies(portal.db)).toEqual([])
})

const planIdOf = async (code: string): Promise<number> =>
  (await portal.db.selectFrom('plans').select('plan_id').where('plan_code', '=', code).executeTakeFirstOrThrow()).plan_id

test('with the cycle it takes effect, and the whole cycle is charged by the new plan', async () => {
  const { iccid } = on('IOT250', 7)
  const { operationId } = await portal.data(massPlan, 'ana', { body: { icc: [iccid], planCode: 'TEL50', from: 'nextCycle' } })
  const key = { companyId: andes, operationId }
  const next = startOfDay(billingCycleAt(portal.clock.now, 1, ZONE).end, ZONE)
  expect(await readOperation(portal.db, key)).toMatchObject({ state: 'scheduled', scheduledAt: next })
  expect(await portal.db.selectFrom('sims').select('plan_code').where('iccid', '=', iccid).executeTakeFirst()).toEqual({
    plan_code: 'IOT250',
  })
  portal.clock.now = new Date(next.getTime() + 60_000)
  await expect.poll(async () => (await readOperation(portal.db, key))?.state, { timeout: 5_000 }).toBe('finished')
  const event = await portal.db
    .selectFrom('sim_events')
    .select(['at', 'kind'])
    .where('iccid', '=', iccid)
    .where('kind', '=', 'plan_changed')
    .executeTakeFirstOrThrow()
  expect(event.at).toEqual(portal.clock.now)
})
