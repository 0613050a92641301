import { afterEach, beforeEach, expect, test } from 'vitest'
import { hibernateSim, terminateSim, withdrawSimTermination } from '#contract/operations/sim-actions.calls.ts'
import { blockSim, cutSimData, restoreSimData, unblockSim } from '#contract/sims/sim-status.calls.ts'
import { testAdministrative } from '#contract/sims/sim-tools.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { ADMINISTRATIVE_STATUS as STATUS } from '#domain/sim-status.ts'
import { processDueOrders } from '#server/networks/orders/orders-worker.ts'
import { applyStatusTransitions } from '#server/records/status-transitions.ts'
import { auditRows } from '#test/audit-rows.ts'
import { effectsOf, setNetworkFaults } from '#test/embedded-network.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'

let portal: Portal
beforeEach(async () => {
  portal = await startPortal()
  await seen()
})
afterEach(() => portal.close())

/** The network has seen every SIM as it is, before anything happens to it. */
async function seen(): Promise<void> {
  const network = portal.services.networks.find('simulated-1')
  const sims = portal.fleet.sims.filter(({ companyId }) => companyId === COMPANIES.andes)
  await Promise.all(sims.map(({ iccid }) => network?.lookup({ iccid, imsi: '', msisdn: '' })))
}

const simOf = (status: number, n = 0): string => {
  const sim = portal.fleet.sims.filter((one) => one.companyId === COMPANIES.andes && one.status === status)[n]
  if (!sim) throw new Error(`Andes has no SIM ${n} of status ${status}`)
  return sim.iccid
}
const detail = (icc: string, person: FleetUser = 'ana') => portal.data(getSim, person, { params: { icc } })
const block = (icc: string, reason = 'Fraude') => portal.envelope(blockSim, 'admin', { params: { id: icc }, body: { reason } })
const unblock = (icc: string, person: FleetUser = 'admin') =>
  portal.envelope(unblockSim, person, { params: { id: icc }, body: {} })
const restore = (icc: string, person: FleetUser) => portal.envelope(restoreSimData, person, { params: { id: icc }, body: {} })
const cut = (icc: string, person: FleetUser = 'ana') =>
  portal.envelope(cutSimData, person, { params: { id: icc }, body: { reason: 'Taller' } })
const effects = async (iccid: string) => (await effectsOf(portal, iccid)).filter((kind) => kind !== 'session')
const outage = (isOut: boolean) => setNetworkFaults(portal, { outages: isOut ? [{}] : [] }, { max_attempts: 1 })

test.each([
  [STATUS.active, ['suspended', 'resumed']],
  [STATUS.deactivated, []],
  [STATUS.deactivatedByAlarm, ['suspended', 'resumed', 'data_cut']],
  [STATUS.hibernated, []],
])('a SIM of status %i can be blocked, and goes back to it when the block is lifted', async (status, reported) => {
  const icc = simOf(status)
  const blocked = await block(icc)
  expect(blocked.data).toMatchObject({ simAdministrativeStatusId: STATUS.suspended, networkPending: false })
  expect(await detail(icc)).toMatchObject({ simAdministrativeStatusId: STATUS.suspended, statusReason: 'Fraude' })
  expect((await unblock(icc)).data).toMatchObject({ simAdministrativeStatusId: status })
  await processDueOrders(portal.services)
  expect(await effects(icc)).toEqual(reported)
  expect((await detail(icc)).simAdministrativeStatusId).toBe(status)
  const actions = await portal.db.selectFrom('audit_log').select('action').where('entity_id', '=', icc).orderBy('at').execute()
  expect(actions.map(({ action }) => action).sort()).toEqual(['sim.blocked', 'sim.unblocked'])
})

test('a person cuts the data of an active SIM, as its test, its history and the audit log say, and restores it', async () => {
  const icc = simOf(STATUS.active)
  expect(await cut(icc)).toMatchObject({
    data: { simAdministrativeStatusId: STATUS.deactivatedByAlarm, networkPending: false },
    message: 'Los datos de la SIM están cortados',
  })
  expect(await effects(icc)).toEqual(['data_cut'])
  const tested = await portal.envelope(testAdministrative, 'ana', { params: { id: icc } })
  expect([tested.data?.success, tested.data?.result]).toEqual([false, 'Sin datos: los cortó ana@andes.test'])
  const events = await portal.db.selectFrom('sim_events').selectAll().where('iccid', '=', icc).execute()
  expect(events.at(-1)).toMatchObject({ kind: 'data_cut', actor: 'ana@andes.test', detail: { reason: 'Taller' } })
  expect((await cut(icc)).code).toBe('transition_not_allowed')
  expect((await restore(icc, 'ana')).data).toMatchObject({ simAdministrativeStatusId: STATUS.active })
  const entries = await auditRows(portal, { entity_id: icc })
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['sim.data_cut', 'ana@andes.test'],
    ['sim.data_restored', 'ana@andes.test'],
  ])
})

test('cutting data takes the permit for alarms and an active SIM', async () => {
  expect((await cut(simOf(STATUS.active), 'luis')).code).toBe('not_allowed')
  for (const status of [STATUS.hibernated, STATUS.deactivated, STATUS.deactivatedByAlarm])
    expect((await cut(simOf(status))).code).toBe('transition_not_allowed')
})

test('what a comparison of networks still has to ask about a SIM does not keep its data from being cut and restored', async () => {
  const icc = simOf(STATUS.active)
  const compare = () =>
    portal.db
      .insertInto('network_orders')
      .values({
        ...{ company_id: COMPANIES.andes, iccid: icc, goal: 'compare', actor: '', reason: '' },
        ...{ requested_at: portal.clock.now, due_at: new Date(portal.clock.now.getTime() + 3_600_000) },
        expires_at: new Date(portal.clock.now.getTime() + 7_200_000),
      })
      .execute()
  await compare()
  expect((await cut(icc)).data).toMatchObject({ simAdministrativeStatusId: STATUS.deactivatedByAlarm, networkPending: false })
  await compare()
  expect((await restore(icc, 'ana')).data).toMatchObject({ simAdministrativeStatusId: STATUS.active, networkPending: false })
})

test('while the network is down a cut is waited for, and made when it is up', async () => {
  const icc = simOf(STATUS.active)
  await outage(true)
  expect(await cut(icc)).toMatchObject({
    data: { simAdministrativeStatusId: STATUS.active, networkPending: true },
    message: 'La red está cortando los datos',
  })
  await outage(false)
  portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
  await processDueOrders(portal.services)
  expect((await detail(icc)).simAdministrativeStatusId).toBe(STATUS.deactivatedByAlarm)
})

test('its owner can neither block nor lift a block, nor act on a blocked SIM but terminate it', async () => {
  const icc = simOf(STATUS.active)
  await block(icc)
  expect((await unblock(icc, 'ana')).code).toBe('not_allowed')
  const hibernation = await portal.envelope(hibernateSim, 'ana', { params: { id: icc }, body: {} })
  expect(hibernation.code).toBe('transition_not_allowed')
  const termination = await portal.envelope(terminateSim, 'ana', { params: { id: icc }, body: {} })
  expect(termination.data).toMatchObject({ simAdministrativeStatusId: STATUS.terminationRequested })
})

test('a requested and withdrawn termination keeps the status from before the block', async () => {
  const icc = simOf(STATUS.hibernated)
  await block(icc)
  await portal.data(terminateSim, 'ana', { params: { id: icc }, body: {} })
  const withdrawn = await portal.data(withdrawSimTermination, 'ana', { params: { id: icc }, body: {} })
  expect(withdrawn.simAdministrativeStatusId).toBe(STATUS.suspended)
  expect((await unblock(icc)).data).toMatchObject({ simAdministrativeStatusId: STATUS.hibernated })
})

test('a termination that the network refused can be withdrawn: the SIM is again what it was', async () => {
  const icc = simOf(STATUS.hibernated)
  const { company_id, iccid } = await portal.db
    .selectFrom('sims')
    .select(['company_id', 'iccid'])
    .where('iccid', '=', icc)
    .executeTakeFirstOrThrow()
  const move = { companyId: company_id, iccid, technicalStatus: null, reason: '', actor: '', event: 'step', detail: {} }
  for (const [from, to] of [
    [11, 9],
    [9, 5],
    [5, 9],
  ] as const) {
    await portal.db.transaction().execute((trx) => applyStatusTransitions(trx, [{ ...move, from, to }], portal.clock.now))
  }
  const withdrawn = await portal.envelope(withdrawSimTermination, 'ana', { params: { id: icc }, body: {} })
  expect(withdrawn).toMatchObject({ message: 'La baja se retiró', data: { simAdministrativeStatusId: STATUS.hibernated } })
  expect((await detail(icc)).simAdministrativeStatusId).toBe(STATUS.hibernated)
})

test('a block needs a reason, and a status from which it leads', async () => {
  expect((await block(simOf(STATUS.active), ' ')).fields).toEqual({ reason: 'Este campo es requerido' })
  const refused = await block(simOf(STATUS.readyToUse))
  expect(refused).toMatchObject({ code: 'transition_not_allowed', fields: { from: '1', to: '4' } })
  expect((await unblock(simOf(STATUS.active))).code).toBe('transition_not_allowed')
})

test('a block holds although the network does not answer, and reaches it when that is back', async () => {
  const icc = simOf(STATUS.active)
  await outage(true)
  expect((await block(icc)).data).toMatchObject({ simAdministrativeStatusId: STATUS.suspended, networkPending: true })
  await outage(false)
  portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
  await processDueOrders(portal.services)
  expect(await effects(icc)).toEqual(['suspended'])
})

test('users with the alarms permit end a cut of data; no other user, and no other status', async () => {
  const icc = simOf(STATUS.deactivatedByAlarm)
  expect((await restore(icc, 'luis')).code).toBe('not_allowed')
  const restored = await restore(icc, 'ana')
  expect(restored).toMatchObject({
    message: 'Los datos de la SIM se restablecieron',
    data: { simAdministrativeStatusId: STATUS.active, networkPending: false },
  })
  expect(await effects(icc)).toEqual(['data_restored'])
  expect((await restore(icc, 'ana')).code).toBe('transition_not_allowed')
  const events = await portal.db.selectFrom('sim_events').selectAll().where('iccid', '=', icc).execute()
  expect(events.at(-1)).toMatchObject({ kind: 'data_restored', from_status: 10, to_status: 2, actor: 'ana@andes.test' })
})

test('a cut that the network does not end now is ended once it answers; asking twice does it once', async () => {
  const icc = simOf(STATUS.deactivatedByAlarm)
  await outage(true)
  for (let times = 0; times < 2; times++) {
    expect((await restore(icc, 'ana')).data).toMatchObject({ simAdministrativeStatusId: 10, networkPending: true })
  }
  await outage(false)
  portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
  await processDueOrders(portal.services)
  expect((await detail(icc)).simAdministrativeStatusId).toBe(STATUS.active)
  expect(await effects(icc)).toHaveLength(1)
})

test('a cut that is asked for several times at once is done, and none of the answers is a fault', async () => {
  const icc = simOf(STATUS.active)
  const answers = await Promise.all(Array.from({ length: 6 }, () => cut(icc)))
  expect(answers.map(({ code }) => code).filter((code) => code === 'internal')).toEqual([])
  await processDueOrders(portal.services)
  expect((await detail(icc)).simAdministrativeStatusId).toBe(STATUS.deactivatedByAlarm)
  expect(new Set(await effects(icc))).toEqual(new Set(['data_cut']))
})
