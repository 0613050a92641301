import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ADMINISTRATIVE_STATUS as STATUS } from '#domain/sim-status.ts'
import { effectsOf, setNetworkFaults } from '#test/embedded-network.ts'
import { COMPANIES } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { setSims } from '#test/set-sims.ts'
import type { StateConfirmed } from '../network-events.ts'
import { claimOrders } from './claim-orders.ts'
import type { OrderGoal } from './order.ts'
import { expediteOrders, processDueOrders, requeueStaleChanges } from './orders-worker.ts'

const HOUR_MS = 3_600_000

let portal: Portal
beforeEach(async () => {
  portal = await startPortal()
})
afterEach(() => portal.close())

const pass = (ms: number): void => {
  portal.clock.now = new Date(portal.clock.now.getTime() + ms)
}
/** The n-th SIM of Andes that has a status. */
const simOf = (status: number, n = 0): string => {
  const sim = portal.fleet.sims.filter((one) => one.companyId === COMPANIES.andes && one.status === status)[n]
  if (!sim) throw new Error(`Andes has no SIM ${n} of status ${status}`)
  return sim.iccid
}
const row = (iccid: string) => portal.db.selectFrom('sims').selectAll().where('iccid', '=', iccid).executeTakeFirstOrThrow()
const statusOf = async (iccid: string): Promise<number> => (await row(iccid)).administrative_status
const events = async (iccid: string) =>
  portal.db.selectFrom('sim_events').selectAll().where('iccid', '=', iccid).orderBy('event_id').execute()
const drifts = (iccid: string) => portal.db.selectFrom('sim_drifts').selectAll().where('iccid', '=', iccid).execute()
const orders = () => portal.db.selectFrom('network_orders').selectAll().execute()
/** The tallies are what the SIMs are, or this fails. */
async function countAgain(): Promise<void> {
  const { rows } = await sql<{ wrong: number }>`
    SELECT count(*)::int AS wrong FROM (
      SELECT company_id, administrative_status, sum(sims) FROM sim_tallies GROUP BY 1, 2 HAVING sum(sims) <> 0
      EXCEPT SELECT company_id, administrative_status, count(*) FROM sims GROUP BY 1, 2) x`.execute(portal.db)
  expect(rows[0]?.wrong).toBe(0)
}
/** Puts a SIM into a status as an import does: nothing is under way for it. */
async function put(iccid: string, status: number, sinceHours: number): Promise<void> {
  const since = new Date(portal.clock.now.getTime() - sinceHours * HOUR_MS)
  await portal.db.transaction().execute(async (trx) => {
    const { administrative_status: was } = await row(iccid)
    await setSims(trx, iccid, { administrative_status: status, previous_status: was, status_since: since })
    await sql`
      INSERT INTO sim_tallies SELECT s.company_id, side.status, l.gprs_status, s.origin_id, s.sim_type_id, s.plan_code, s.apn_id, side.n
      FROM sims s JOIN sim_live l USING (company_id, iccid) CROSS JOIN (VALUES (${was}::int, -1), (${status}::int, 1)) AS side(status, n)
      WHERE iccid = ${iccid}`.execute(trx)
  })
}
const order = (iccid: string, goal: OrderGoal, reason = '') =>
  portal.db
    .insertInto('network_orders')
    .values({
      company_id: COMPANIES.andes,
      iccid,
      goal,
      actor: 'admin@enlace.test',
      reason,
      requested_at: portal.clock.now,
      due_at: portal.clock.now,
      expires_at: new Date(portal.clock.now.getTime() + 24 * HOUR_MS),
    })
    .execute()
/** What the network holds of a SIM, changed behind our back. */
async function atNetwork(iccid: string, state: string): Promise<void> {
  const network = portal.services.networks.all()[0]
  if (!network) throw new Error('no network')
  await network.lookup({ iccid, imsi: '', msisdn: '' })
  await sql`UPDATE simulated_network.sims SET state = ${state} WHERE iccid = ${iccid}`.execute(portal.db)
}
const effects = (iccid: string) => effectsOf(portal, iccid)

test('a hibernation without an operation ends when the network reports the SIM suspended', async () => {
  const iccid = simOf(STATUS.active)
  await put(iccid, STATUS.hibernationInProcess, 3)
  await requeueStaleChanges(portal.db, portal.clock.now)
  await requeueStaleChanges(portal.db, portal.clock.now)
  expect(await orders()).toHaveLength(1)
  // the network has it as an order that it was given before
  await processDueOrders(portal.services)
  expect(await statusOf(iccid)).toBe(STATUS.hibernationInProcess)
  await sql`UPDATE simulated_network.sims SET state = 'suspended', pending = NULL, pending_due_at = NULL WHERE iccid = ${iccid}`.execute(
    portal.db,
  )
  const event: StateConfirmed = {
    id: 'event-1',
    kind: 'stateConfirmed',
    iccid,
    at: portal.clock.now,
    state: 'suspended',
    vendorState: 'suspended',
    command: undefined,
    requestId: '',
    reference: '',
  }
  await expediteOrders(portal.services, [event])
  expect(await processDueOrders(portal.services)).toBe(1)
  expect(await row(iccid)).toMatchObject({
    administrative_status: STATUS.hibernated,
    technical_status: 6,
    status_since: portal.clock.now,
  })
  expect((await events(iccid)).at(-1)).toMatchObject({ kind: 'hibernated', from_status: 8, to_status: 11 })
  expect(await orders()).toEqual([])
  await countAgain()
})

test('after 24 hours without an answer, a hibernation returns to active with the reason', async () => {
  const iccid = simOf(STATUS.active)
  await put(iccid, STATUS.hibernationInProcess, 23)
  await setNetworkFaults(portal, { outages: [{}] })
  await requeueStaleChanges(portal.db, portal.clock.now)
  await processDueOrders(portal.services)
  expect(await statusOf(iccid)).toBe(STATUS.hibernationInProcess)
  pass(HOUR_MS)
  await processDueOrders(portal.services)
  expect(await statusOf(iccid)).toBe(STATUS.active)
  expect((await events(iccid)).at(-1)).toMatchObject({ kind: 'hibernation_failed', to_status: 2, detail: { code: 'timeout' } })
  await countAgain()
})

test('a confirmed termination ends as 6, a refused one as 9', async () => {
  const [done, refused] = [simOf(STATUS.active, 0), simOf(STATUS.active, 1)]
  for (const iccid of [done, refused]) await put(iccid, STATUS.terminationInProcess, 300)
  await atNetwork(done, 'terminated')
  await atNetwork(refused, 'active')
  await sql`UPDATE simulated_network.sims SET pending = NULL, pending_due_at = NULL`.execute(portal.db)
  await requeueStaleChanges(portal.db, portal.clock.now)
  expect(await processDueOrders(portal.services)).toBe(2)
  expect(await row(done)).toMatchObject({ administrative_status: STATUS.terminated, technical_status: 5 })
  expect(await statusOf(refused)).toBe(STATUS.terminationRequested)
  expect((await events(refused)).at(-1)).toMatchObject({ kind: 'termination_failed', from_status: 5, to_status: 9 })
  await countAgain()
})

test('a termination in progress at the carrier never expires', async () => {
  const iccid = simOf(STATUS.active)
  await put(iccid, STATUS.terminationInProcess, 300)
  await setNetworkFaults(portal, { outages: [{}] })
  await requeueStaleChanges(portal.db, portal.clock.now)
  for (const hours of [30, 30, 30]) {
    pass(hours * HOUR_MS)
    expect(await processDueOrders(portal.services)).toBe(1)
  }
  expect(await statusOf(iccid)).toBe(STATUS.terminationInProcess)
})

test('adopting the network’s state changes the SIM’s status and settles the difference with its actor', async () => {
  const iccid = simOf(STATUS.active)
  await atNetwork(iccid, 'suspended')
  const found = {
    company_id: COMPANIES.andes,
    iccid,
    administrative_status: 2,
    network_state: 'suspended',
    found_at: portal.clock.now,
  }
  await portal.db.insertInto('sim_drifts').values(found).execute()
  await order(iccid, 'adopt', 'Lo hizo el operador')
  await processDueOrders(portal.services)
  expect(await row(iccid)).toMatchObject({
    administrative_status: STATUS.hibernated,
    status_reason: 'Lo hizo el operador',
    status_actor: 'admin@enlace.test',
  })
  expect(await drifts(iccid)).toMatchObject([{ settled_at: portal.clock.now, settled_by: 'admin@enlace.test' }])
  expect((await events(iccid)).at(-1)).toMatchObject({ kind: 'network_adopted', actor: 'admin@enlace.test' })
  expect(await effects(iccid)).toEqual([])
  await countAgain()
})

test('a state that the life cycle forbids is not adopted, and the difference shows why', async () => {
  const iccid = simOf(STATUS.active)
  await atNetwork(iccid, 'inactive')
  await order(iccid, 'adopt')
  await processDueOrders(portal.services)
  expect(await statusOf(iccid)).toBe(STATUS.active)
  expect(await drifts(iccid)).toMatchObject([{ network_state: 'inactive', problem: 'never_back_to_ready', settled_at: null }])
})

test('pushing the portal’s state sends each command once', async () => {
  const iccid = simOf(STATUS.deactivatedByAlarm)
  await atNetwork(iccid, 'suspended')
  await order(iccid, 'push')
  for (let round = 0; round < 3; round++) await processDueOrders(portal.services)
  expect(await effects(iccid)).toEqual(['resumed', 'data_cut'])
  expect(await orders()).toEqual([])
  expect(await statusOf(iccid)).toBe(STATUS.deactivatedByAlarm)
})

test('a missing answer is looked up; the command takes effect once', async () => {
  const iccid = simOf(STATUS.hibernated)
  await atNetwork(iccid, 'active')
  await setNetworkFaults(portal, { silence: 1, only: ['suspend'] })
  await portal.db.updateTable('networks').set({ timeout_ms: 1000, max_attempts: 1 }).execute()
  await portal.services.networks.reload()
  await order(iccid, 'push')
  await processDueOrders(portal.services)
  expect(await orders()).toMatchObject([{ sends: 1, run: 1, reference: null }])
  pass(HOUR_MS / 60)
  await processDueOrders(portal.services)
  expect(await effects(iccid)).toEqual(['suspended'])
  expect(await orders()).toEqual([])
  expect((await events(iccid)).at(-1)).toMatchObject({ kind: 'network_pushed' })
})

test('a dropped command is sent again, and a refused one is reported', async () => {
  const iccid = simOf(STATUS.hibernated)
  await atNetwork(iccid, 'terminated')
  await order(iccid, 'push')
  await processDueOrders(portal.services)
  expect(await drifts(iccid)).toMatchObject([{ network_state: 'terminated', problem: 'not_possible', settled_at: null }])
  expect((await events(iccid)).at(-1)).toMatchObject({ kind: 'network_push_failed', detail: { code: 'not_possible' } })
})

test('four concurrent workers process each order once', async () => {
  const iccids = portal.fleet.sims
    .filter((sim) => sim.companyId === COMPANIES.andes && sim.status === 2)
    .map(({ iccid }) => iccid)
  for (const iccid of iccids) {
    await atNetwork(iccid, 'suspended')
    await order(iccid, 'push')
  }
  await Promise.all([1, 2, 3, 4].map(() => processDueOrders(portal.services)))
  expect(await orders()).toEqual([])
  for (const iccid of iccids) expect(await effects(iccid)).toEqual(['resumed'])
})

test('the order of a dead process is claimed by another one when its lease expires, and not before', async () => {
  const iccid = simOf(STATUS.hibernated)
  await atNetwork(iccid, 'active')
  await order(iccid, 'push')
  expect(await claimOrders(portal.db, { limit: 10, now: portal.clock.now })).toHaveLength(1)
  expect(await processDueOrders(portal.services)).toBe(0)
  pass(HOUR_MS)
  expect(await processDueOrders(portal.services)).toBe(1)
  expect(await effects(iccid)).toEqual(['suspended'])
})
