import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createGroup, editGroup, listGroups, moveSimToGroup } from '#contract/groups/groups.calls.ts'
import { massActivation } from '#contract/operations/mass-actions.calls.ts'
import { getOperationCost } from '#contract/operations/operation-costs.calls.ts'
import { getOperation } from '#contract/operations/operations.calls.ts'
import { activateSim, getSimActions } from '#contract/operations/sim-actions.calls.ts'
import { getSimHistory } from '#contract/sims/sim-history.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { startOperationsWorker } from '#server/features/operations/operations-worker.ts'
import { insertPlans } from '#server/records/insert-plans.ts'
import { differingCopies } from '#server/records/sim-copies.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'

const { andes } = COMPANIES
const portal = await startPortal()
const endWork = await startOperationsWorker(portal.services, pino({ level: 'silent' }))
afterAll(async () => {
  await endWork()
  await portal.close()
})

const fitting = { origin_id: 1, sim_type_id: 2, data_mb: 500 } as const
await insertPlans(portal.db, [
  { ...fitting, plan_code: 'FLEET', name: 'Flota 500 MB', price_minor: 900 },
  { ...fitting, plan_code: 'SITE', name: 'Obra 500 MB', price_minor: 800 },
  { ...fitting, plan_code: 'OLD', name: 'Antiguo', price_minor: 1, is_offered: false },
  { ...fitting, plan_code: 'FAST', name: 'Rápido', price_minor: 1, network_profile: 's1.fast' },
  { plan_code: 'PERU', name: 'Perú', origin_id: 2, sim_type_id: 2, data_mb: 100, price_minor: 700 },
])

/** SIMs that were never active; each test takes some of its own. */
const ready = portal.fleet.sims.filter(({ companyId, status }) => companyId === andes && status === 1).map(({ iccid }) => iccid)
const takeReady = (): string => {
  const icc = ready.pop()
  if (icc === undefined) throw new Error('no SIM is left that was never active')
  return icc
}
const move = (icc: string, group: string) => portal.data(moveSimToGroup, 'ana', { params: { icc }, body: { group } })
const give = async (path: string, activationPlans: string[], who: FleetUser = 'ana') => {
  const group = (await portal.data(listGroups, 'admin')).find((one) => one.path === path && one.companyId === andes)
  return portal.request(editGroup, who, { params: { groupId: group?.groupId ?? 0 }, body: { path, activationPlans } })
}
const simOf = (icc: string) => portal.data(getSim, 'ana', { params: { icc } })
const activate = async (icc: string) => {
  await portal.data(activateSim, 'ana', { params: { id: icc }, body: {} })
  return simOf(icc)
}
const plansByTally = async () =>
  (
    await sql<{ plan: string; sims: number }>`
      SELECT plan_code AS plan, sum(sims)::int AS sims FROM sim_tallies WHERE company_id = ${andes} GROUP BY 1 HAVING sum(sims) <> 0 ORDER BY 1`.execute(
      portal.db,
    )
  ).rows
const plansBySim = async () =>
  (
    await sql<{ plan: string; sims: number }>`
      SELECT plan_code AS plan, count(*)::int AS sims FROM sims WHERE company_id = ${andes} GROUP BY 1 ORDER BY 1`.execute(
      portal.db,
    )
  ).rows

await portal.data(createGroup, 'ana', { body: { company: andes, path: 'Norte/Obra', activationPlans: [] } })
beforeEach(async () => {
  await give('Norte', ['FLEET', 'PERU'])
  await give('Norte/Obra', [])
})

test('a SIM gets the plan of its group when it is activated: page, price before, timeline, tallies', async () => {
  const icc = takeReady()
  const own = await simOf(icc)
  expect(own.activationPlan).toBeNull()
  await move(icc, 'Norte')
  const given = { planCode: 'FLEET', planName: 'Flota 500 MB', group: 'Norte' }
  expect((await simOf(icc)).activationPlan).toEqual(given)
  const { activation } = await portal.data(getSimActions, 'ana', { params: { id: icc } })
  expect(activation).toEqual({ ...given, amountMinor: 900, currency: 'CLP' })

  expect(await activate(icc)).toMatchObject({ planCode: 'FLEET', activationPlan: null, simAdministrativeStatusId: 2 })
  const events = await portal.data(getSimHistory, 'ana', { params: { icc } })
  expect(events.slice(0, 2)).toMatchObject([
    { kind: 'activated', fromStatus: 1, toStatus: 2 },
    { kind: 'plan_changed', detail: { plan: 'FLEET', group: 'Norte', changes: { plan_code: [own.planCode, 'FLEET'] } } },
  ])
  expect(await plansByTally()).toEqual(await plansBySim())
  expect(await differingCopies(portal.db)).toEqual([])
})

test('the nearest group with a plan that fits decides; one for another origin does not', async () => {
  const inside = takeReady()
  await move(inside, 'Norte/Obra')
  expect((await simOf(inside)).activationPlan).toMatchObject({ planCode: 'FLEET', group: 'Norte' })
  await give('Norte/Obra', ['PERU'])
  expect((await simOf(inside)).activationPlan).toMatchObject({ planCode: 'FLEET', group: 'Norte' })
  await give('Norte/Obra', ['SITE'])
  expect((await simOf(inside)).activationPlan).toMatchObject({ planCode: 'SITE', group: 'Norte/Obra' })
  expect((await activate(inside)).planCode).toBe('SITE')
})

test('a SIM keeps its plan while a minimum stay lasts, and where the plan is off the offer or changes the network’s profile', async () => {
  const icc = takeReady()
  await move(icc, 'Norte')
  const { planCode } = await simOf(icc)
  const sims = portal.db.updateTable('sims').where('iccid', '=', icc)
  await sims.set({ plan_bound_until: '2999-01-01' }).execute()
  expect((await simOf(icc)).activationPlan).toBeNull()
  await sims.set({ plan_bound_until: '2020-01-01' }).execute()
  expect((await simOf(icc)).activationPlan).not.toBeNull()
  const plan = portal.db.updateTable('plans').where('plan_code', '=', 'FLEET')
  await plan.set({ network_profile: 's1.slow' }).execute()
  expect((await simOf(icc)).activationPlan).toBeNull()
  await plan.set({ network_profile: '', is_offered: false }).execute()
  expect((await activate(icc)).planCode).toBe(planCode)
  // what a group has already stays, though it is no longer on offer
  expect((await give('Norte', ['FLEET'])).statusCode).toBe(200)
  await plan.set({ is_offered: true }).execute()
})

test('many are activated: the preview names plans, groups and prices, and each SIM gets its own', async () => {
  await give('Norte/Obra', ['SITE'])
  const [one, two, three] = [takeReady(), takeReady(), takeReady()]
  await move(one, 'Norte')
  await move(two, 'Norte/Obra')
  const before = await simOf(three)
  const icc = [one, two, three]
  const draft = await portal.data(massActivation, 'ana', { body: { icc, preview: true } })
  const { plans, totals } = await portal.data(getOperationCost, 'ana', { params: { operationId: draft.operationId } })
  expect(plans.map(({ planCode, group, lines }) => [planCode, group, lines]).sort()).toEqual(
    [
      ['FLEET', 'Norte', 1],
      ['SITE', 'Norte/Obra', 1],
      [before.planCode, '', 1],
    ].sort(),
  )
  expect(totals).toEqual([{ amountMinor: 900 + 800 + 1200, currency: 'CLP' }])

  const { operationId } = await portal.data(massActivation, 'ana', { body: { icc } })
  await vi.waitFor(
    async () => expect((await portal.data(getOperation, 'ana', { params: { operationId } })).state).toBe('finished'),
    { timeout: 20_000 },
  )
  expect(await Promise.all(icc.map(async (each) => (await simOf(each)).planCode))).toEqual(['FLEET', 'SITE', before.planCode])
  expect(await plansByTally()).toEqual(await plansBySim())
})

test('what a group cannot give is refused at the field and changes nothing; the rest is audited', async () => {
  const refusals = await Promise.all([['NONE'], ['OLD'], ['FAST'], ['FLEET', 'SITE']].map((plans) => give('Norte', plans)))
  expect(refusals.map((answer) => [answer.statusCode, answer.json().fields?.activationPlans])).toEqual([
    [400, 'Uno de los planes no existe'],
    [400, 'El plan ya no se ofrece'],
    [400, 'Un plan que cambia el perfil en la red no se puede dar al activar'],
    [400, 'Hay dos planes del mismo origen y tipo de SIM: deje uno'],
  ])
  // luis has no permit for plans: he may rename the group, and send the plans that it has
  expect((await give('Norte', ['SITE'], 'luis')).statusCode).toBe(403)
  expect((await give('Norte', ['PERU', 'FLEET'], 'luis')).statusCode).toBe(200)
  const [norte] = await portal.data(listGroups, 'ana')
  expect(norte?.activationPlans).toEqual(['FLEET', 'PERU'])
  await give('Norte', ['SITE'])
  expect((await auditRows(portal, 'group.edited')).at(-1)).toMatchObject({
    before: { path: 'Norte', activationPlans: ['FLEET', 'PERU'] },
    after: { path: 'Norte', activationPlans: ['SITE'] },
  })
})
