import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Call, callPath } from '#contract/call.ts'
import { massHibernation, massReactivation } from '#contract/operations/mass-actions.calls.ts'
import { cancelOperation, getOperation, listOperationItems } from '#contract/operations/operations.calls.ts'
import { getSimActions, hibernateSim, reactivateSim } from '#contract/operations/sim-actions.calls.ts'
import { buildApp } from '#server/app.ts'
import { createDatabase } from '#server/db/database.ts'
import { Notifications } from '#server/db/notifications.ts'
import { createPool } from '#server/db/pool.ts'
import { closeWorkerIdentity } from '#server/db/worker-identity.ts'
import { openNetworkRegistry } from '#server/networks/registry.ts'
import { setNetworkFaults } from '#test/embedded-network.ts'
import { COMPANIES, type FleetUser, PASSWORD } from '#test/fleet.ts'
import { API_KEY, type Portal, startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'
import { notifyDue, readOperation } from './operation-row.ts'
import { dueOperations, startOperationsWorker } from './operations-worker.ts'
import { confirmFromEvents } from './settle-lines.ts'

let portal: Portal
const ends: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  portal = await startPortal()
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  await portal.close()
})

const silent = pino({ level: 'silent' })
const active = () =>
  portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === 2).map((sim) => sim.iccid)
const statusOf = async (iccid: string) =>
  (await portal.db.selectFrom('sims').select('administrative_status').where('iccid', '=', iccid).executeTakeFirstOrThrow())
    .administrative_status
/** What took effect at the network, by SIM and command. */
async function effects(): Promise<string[]> {
  const { rows } = await portal.services.pool.query<{ kind: string; iccid: string }>(
    "SELECT iccid, kind FROM simulated_network.effects WHERE kind <> 'session' ORDER BY effect_id",
  )
  return rows.map(({ kind, iccid }) => `${kind} ${iccid}`)
}
/** What the worker's poller would enqueue within a second. */
async function notifyDueOperations(): Promise<void> {
  for (const key of await dueOperations(portal.services)) await notifyDue(portal.db, key)
}
const hibernate = (icc: string, headers: Record<string, string> = {}) =>
  portal.request(hibernateSim, 'ana', { params: { id: icc }, body: {} }, { headers })

/** Another process of the same portal, with its own connections. */
async function secondServer() {
  const pool = createPool({ connectionString: portal.services.pool.options.connectionString ?? '', max: 4 })
  const db = createDatabase(pool)
  const clock = portal.services.clock
  const networks = await openNetworkRegistry({ db, pool, log: silent, clock })
  const notifications = new Notifications({ connectionString: pool.options.connectionString ?? '', log: silent })
  const services = { ...portal.services, pool, db, networks, notifications }
  const app = await buildApp({ ...services, log: silent })
  ends.push(async () => {
    await app.close()
    await networks.close()
    await notifications.close()
    await closeWorkerIdentity(pool)
    await pool.end()
  })
  /** A call as a person who logged in at this process. */
  const request = async (call: Call, person: FleetUser, icc: string, headers: Record<string, string> = {}) => {
    const login = { email: portal.fleet.people[person].email, password: PASSWORD }
    const { cookies } = await app.inject({ method: 'POST', url: '/api/users/session/', payload: login, headers: API_KEY })
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const url = `/api${callPath(call, { id: icc })}`
    const response = await app.inject({
      method: call.method,
      url,
      ...(call.method === 'POST' ? { payload: {} } : {}),
      headers: { ...API_KEY, ...headers, cookie },
    })
    return response
  }
  return { app, services, request }
}

test('of two operations on one SIM, one gets it, and the other is skipped with a reason', async () => {
  const [icc = ''] = active()
  await setNetworkFaults(portal, { latencyMs: [300, 300] })
  const both = await Promise.all([hibernate(icc), portal.request(hibernateSim, 'admin', { params: { id: icc }, body: {} })])
  const answers = both.map((response) => response.json())
  expect(answers.map(({ status }) => status).sort()).toEqual([false, true])
  const refused = answers.find(({ status }) => !status)
  expect(refused).toMatchObject({ code: 'operation_open', error: 'Ya hay otra operación en curso para esta SIM' })
  expect(await effects()).toEqual([`suspended ${icc}`])
})

test('the same request twice at the same time is one operation and one answer', async () => {
  const [icc = ''] = active()
  const key = { 'idempotency-key': 'apaga-1' }
  const both = await Promise.all([hibernate(icc, key), hibernate(icc, key)])
  const third = await hibernate(icc, key)
  expect(new Set([...both, third].map((response) => response.body)).size).toBe(1)
  expect(third.json()).toMatchObject({ status: true, message: 'La SIM fue hibernada' })
  expect(await effects()).toEqual([`suspended ${icc}`])
  const other = await hibernate(active()[1] ?? '', key)
  expect([other.statusCode, other.json().code]).toEqual([409, 'conflict'])
})

test('of two people at two processes one gets the SIM; both see the same then', async () => {
  const [icc = ''] = active()
  const second = await secondServer()
  await setNetworkFaults(portal, { accept: 1, confirmAfterMs: [600_000, 600_000] })
  await second.services.networks.reload()
  const both = await Promise.all([hibernate(icc), second.request(hibernateSim, 'admin', icc)])
  const answers = both.map((response) => response.json())
  expect(answers.find(({ status }) => status)).toMatchObject({ message: 'Hibernación en curso' })
  expect(answers.find(({ status }) => !status)).toMatchObject({
    code: 'operation_open',
    error: 'Ya hay otra operación en curso para esta SIM',
  })
  const here = await portal.data(getSimActions, 'ana', { params: { id: icc } })
  const there = (await second.request(getSimActions, 'admin', icc)).json()
  expect(here.open).toMatchObject({ kind: 'hibernate', state: 'running', targetStatusId: 11 })
  expect(there.data.open).toEqual(here.open)
  const { rowCount } = await portal.services.pool.query("SELECT FROM simulated_network.commands WHERE kind = 'suspend'")
  expect([rowCount, await statusOf(icc)]).toEqual([1, 8])
})

test('the same key at two processes is one operation and one answer', async () => {
  const [icc = ''] = active()
  const second = await secondServer()
  const key = { 'idempotency-key': 'apaga-2' }
  const both = await Promise.all([hibernate(icc, key), second.request(hibernateSim, 'ana', icc, key)])
  expect(both.map((response) => [response.statusCode, response.json().message])).toEqual([
    [200, 'La SIM fue hibernada'],
    [200, 'La SIM fue hibernada'],
  ])
  expect(both[0]?.body).toBe(both[1]?.body)
  const { rows } = await portal.services.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM operations')
  expect([rows[0]?.n, await effects()]).toEqual([1, [`suspended ${icc}`]])
})

test('a refusal is kept under its key like any other answer', async () => {
  const icc = portal.fleet.sims.find((sim) => sim.companyId === COMPANIES.andes && sim.status === 1)?.iccid ?? ''
  const key = { 'idempotency-key': 'no-va' }
  const [first, second] = [await hibernate(icc, key), await hibernate(icc, key)]
  expect([first.statusCode, second.statusCode, second.json().code]).toEqual([409, 409, 'transition_not_allowed'])
})

test('two processes work one operation off, and nothing happens twice', async () => {
  const second = await secondServer()
  ends.push(await startOperationsWorker(portal.services, silent))
  ends.push(await startOperationsWorker(second.services, silent))
  const { operationId } = await portal.data(massHibernation, 'ana', { body: { icc: active() } })
  const key = { companyId: COMPANIES.andes, operationId }
  await expect.poll(async () => (await readOperation(portal.db, key))?.state).toBe('finished')
  expect((await readOperation(portal.db, key))?.counts.succeeded).toBe(active().length)
  expect((await effects()).sort()).toEqual(
    active()
      .map((icc) => `suspended ${icc}`)
      .sort(),
  )
})

test('cancelling while a process claims lines does not wait, and those lines continue', async () => {
  const { operationId } = await portal.data(massHibernation, 'ana', { body: { icc: active().slice(0, 5) } })
  const taker = await portal.services.pool.connect()
  try {
    // as a worker takes a line: first the line, then the count
    await taker.query('BEGIN')
    await taker.query(
      "UPDATE operation_items SET state = 'running', worker_id = 1, due_at = '2099-01-01' WHERE operation_id = $1 AND line = 1 AND state = 'pending'",
      [operationId],
    )
    const cancelled = portal.request(cancelOperation, 'ana', { params: { operationId } })
    await new Promise((resolve) => setTimeout(resolve, 200))
    await taker.query('UPDATE operations SET pending = pending - 1, running = running + 1 WHERE operation_id = $1', [
      operationId,
    ])
    await taker.query('COMMIT')
    expect((await cancelled).statusCode).toBe(200)
  } finally {
    taker.release()
  }
  const { state, counts } = await portal.data(getOperation, 'ana', { params: { operationId } })
  expect({ state, ...counts }).toMatchObject({ state: 'cancelled', running: 1, pending: 0, cancelled: 4 })
})

test('a reactivation calls off a hibernation that has not left', async () => {
  const [icc = '', other = ''] = active()
  const { operationId } = await portal.data(massHibernation, 'ana', { body: { icc: [icc, other] } })
  const answer = (await portal.request(reactivateSim, 'ana', { params: { id: icc }, body: {} })).json()
  expect(answer).toMatchObject({ status: true, message: 'La hibernación se canceló antes de llegar a la red' })
  ends.push(await startOperationsWorker(portal.services, silent))
  const key = { companyId: COMPANIES.andes, operationId }
  await expect.poll(async () => (await readOperation(portal.db, key))?.state).toBe('finished')
  expect((await readOperation(portal.db, key))?.counts).toMatchObject({ succeeded: 1, cancelled: 1 })
  expect([await statusOf(icc), await statusOf(other), await effects()]).toEqual([2, 11, [`suspended ${other}`]])
})

test('a reactivation waits for a hibernation that is at the network, and there is one final state', async () => {
  await setNetworkFaults(portal, { accept: 1, confirmAfterMs: [1000, 1000], only: ['suspend'] })
  const [icc = ''] = active()
  expect((await hibernate(icc)).json()).toMatchObject({
    status: true,
    message: 'Hibernación en curso',
    data: { state: 'running', simAdministrativeStatusId: 8, targetStatusId: 11 },
  })
  const { operationId } = await portal.data(massReactivation, 'ana', { body: { icc: [icc] } })
  const open = await portal.data(getSimActions, 'ana', { params: { id: icc } })
  expect([open.open?.kind, open.open?.targetStatusId]).toEqual(['hibernate', 11])
  portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
  ends.push(await startOperationsWorker(portal.services, silent))
  const key = { companyId: COMPANIES.andes, operationId }
  await expect.poll(async () => (await readOperation(portal.db, key))?.state).toBe('finished')
  expect([await statusOf(icc), await effects()]).toEqual([2, [`suspended ${icc}`, `resumed ${icc}`]])
})

/** A hibernation, back from a network that did not answer, for which a reactivation has waited; their keys. */
async function startWaiting(icc: string) {
  const line = async (operationId: number, state: 'pending' | 'running') => {
    const counts = { pending: state === 'pending' ? 1 : 0, running: state === 'running' ? 1 : 0 }
    await portal.db.updateTable('operation_items').set({ state }).where('operation_id', '=', operationId).execute()
    await portal.db.updateTable('operations').set(counts).where('operation_id', '=', operationId).execute()
  }
  const start = async (call: typeof massHibernation | typeof massReactivation) => {
    const { operationId } = await portal.data(call, 'ana', { body: { icc: [icc] } })
    return { companyId: COMPANIES.andes, operationId }
  }
  const hibernation = await start(massHibernation)
  await line(hibernation.operationId, 'running')
  const waiting = await start(massReactivation)
  await line(hibernation.operationId, 'pending')
  return { hibernation, waiting }
}

test('a reactivation that waits for a hibernation goes on when that is cancelled', async () => {
  const [icc = ''] = active()
  const { hibernation, waiting } = await startWaiting(icc)
  await portal.data(cancelOperation, 'ana', { params: { operationId: hibernation.operationId } })
  ends.push(await startOperationsWorker(portal.services, silent))
  await expect.poll(async () => (await readOperation(portal.db, waiting))?.state).toBe('finished')
  expect((await readOperation(portal.db, waiting))?.counts).toMatchObject({ succeeded: 1, pending: 0 })
  expect(await portal.db.selectFrom('open_changes').selectAll().execute()).toEqual([])
})

test('a reactivation that waits for a hibernation goes on when another one calls that off', async () => {
  const [icc = ''] = active()
  const { hibernation, waiting } = await startWaiting(icc)
  const { operationId } = await portal.data(massReactivation, 'ana', { body: { icc: [icc] } })
  const states = async () =>
    Promise.all(
      [hibernation, waiting, { ...waiting, operationId }].map(async (key) => (await readOperation(portal.db, key))?.state),
    )
  expect(await states()).toEqual(['finished', 'running', 'finished'])
  ends.push(await startOperationsWorker(portal.services, silent))
  await expect.poll(states).toEqual(['finished', 'finished', 'finished'])
  expect(await portal.db.selectFrom('open_changes').selectAll().execute()).toEqual([])
})

test('an event of the network settles what was accepted; an unrequested change is kept as drift', async () => {
  await setNetworkFaults(portal, { accept: 1, confirmAfterMs: [600_000, 600_000] })
  const [icc = '', other = ''] = active()
  await hibernate(icc)
  expect(await statusOf(icc)).toBe(8)
  const event = {
    kind: 'stateConfirmed',
    vendorState: 'SUSPENDED',
    state: 'suspended',
    command: 'suspend',
    requestId: '',
    reference: '',
  } as const
  const at = portal.clock.now
  await confirmFromEvents(portal.services, [
    { ...event, id: 'a', iccid: icc, at },
    { ...event, id: 'b', iccid: other, at },
  ])
  expect([await statusOf(icc), await statusOf(other)]).toEqual([11, 2])
  const drifts = await portal.db.selectFrom('sim_drifts').select(['iccid', 'network_state', 'settled_at']).execute()
  expect(drifts).toEqual([{ iccid: other, network_state: 'suspended', settled_at: null }])
})

test('a refusal that comes late, or again, does not end what was asked for since', async () => {
  await setNetworkFaults(portal, { accept: 1, confirmAfterMs: [600_000, 600_000] })
  const [icc = ''] = active()
  const { data } = (await hibernate(icc)).json()
  const refused = (run: number) =>
    confirmFromEvents(portal.services, [
      {
        kind: 'commandRefused',
        id: `refused-${run}`,
        iccid: icc,
        at: portal.clock.now,
        command: 'suspend',
        requestId: `${COMPANIES.andes}-${data.operationId}-1-${run}`,
        reference: '',
        cause: 'network_error',
        text: 'the order was not carried out',
        retryable: false,
      },
    ])
  await refused(0)
  expect(await statusOf(icc)).toBe(8)
  await refused(1)
  expect(await statusOf(icc)).toBe(2)
})

test('a network that is down for an hour: lines wait, nothing is lost, and people see it', async () => {
  await setNetworkFaults(portal, { outages: [{}] })
  const [icc = '', ...others] = active()
  const single = (await hibernate(icc)).json()
  expect(single).toMatchObject({ status: true, message: 'Hibernación en curso', data: { state: 'pending' } })
  const { operationId } = await portal.data(massHibernation, 'ana', { body: { icc: others } })
  ends.push(await startOperationsWorker(portal.services, silent))
  for (let minute = 0; minute < 60; minute += 5) {
    portal.clock.now = new Date(portal.clock.now.getTime() + 5 * 60_000)
    await notifyDueOperations()
    await seeItWait({ operationId, icc, lines: others.length })
  }
  expect(await effects()).toEqual([])
  await setNetworkFaults(portal, {})
  await expect
    .poll(async () => {
      portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
      await notifyDueOperations()
      const { state } = await portal.data(getOperation, 'ana', { params: { operationId } })
      return [state, await statusOf(icc)]
    })
    .toEqual(['finished', 11])
  const after = await portal.data(getOperation, 'ana', { params: { operationId } })
  expect([after.counts.succeeded, after.reasons]).toEqual([others.length, []])
  const actions = await portal.data(getSimActions, 'ana', { params: { id: icc } })
  expect([actions.open, (await effects()).length]).toEqual([null, others.length + 1])
})

/** Ana's view of her operations meanwhile, and another user's request for one of their SIMs. */
async function seeItWait({ operationId, icc, lines }: { operationId: number; icc: string; lines: number }): Promise<void> {
  const operation = await portal.data(getOperation, 'ana', { params: { operationId } })
  expect(operation).toMatchObject({ state: 'running', counts: { failed: 0, succeeded: 0 } })
  expect(operation.counts.pending + operation.counts.running).toBe(lines)
  const { open } = await portal.data(getSimActions, 'ana', { params: { id: icc } })
  expect(open).toMatchObject({ kind: 'hibernate', targetStatusId: 11, actor: 'ana@andes.test' })
  const other = await portal.request(hibernateSim, 'admin', { params: { id: icc }, body: {} })
  expect([other.statusCode, other.json().error]).toEqual([409, 'Ya hay otra operación en curso para esta SIM'])
  const items = await readRows(portal, listOperationItems, 'ana', { params: { operationId }, query: { state: 'pending' } })
  const words = items.map(({ text }) => text)
  expect(words.filter((text) => text !== '' && text !== 'La red no respondió')).toEqual([])
  expect(await statusOf(icc)).toBe(2)
}
