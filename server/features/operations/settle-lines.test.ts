import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { hibernateSim } from '#contract/operations/sim-actions.calls.ts'
import type { NetworkEvent } from '#server/networks/network-events.ts'
import { setNetworkFaults } from '#test/embedded-network.ts'
import { failWrites } from '#test/fail-writes.ts'
import { COMPANIES } from '#test/fleet.ts'
import { withHolder } from '#test/holder.ts'
import { startPortal } from '#test/portal.ts'
import { confirmFromEvents } from './settle-lines.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const active = portal.fleet.sims.filter(({ companyId, status }) => companyId === COMPANIES.andes && status === 2)
const take = (count: number) => active.splice(0, count).map(({ iccid }) => iccid)

/** The network reports that SIMs are suspended. */
const suspended = (iccids: readonly string[]): NetworkEvent[] =>
  iccids.map((iccid) => ({
    kind: 'stateConfirmed',
    id: `suspended-${iccid}`,
    iccid,
    at: portal.clock.now,
    vendorState: 'SUSPENDED',
    state: 'suspended',
    command: 'suspend',
    requestId: '',
    reference: '',
  }))

test('where lines of some operations cannot be written, all are released and those of others settled', async () => {
  await setNetworkFaults(portal, { accept: 1, confirmAfterMs: [600_000, 600_000] })
  const iccids = take(3)
  const started = await Promise.all(iccids.map((id) => portal.data(hibernateSim, 'ana', { params: { id }, body: {} })))
  const operations = started.map(({ operationId }) => operationId)
  const good = sql<boolean>`operation_id = ${sql.lit(operations[1])} OR state = 'running'`
  const succeed = await failWrites(portal.db, 'operation_items', 'refused', good)
  const failure = await confirmFromEvents(portal.services, suspended(iccids)).catch((error: unknown) => error)
  await succeed()
  const rows = await portal.db
    .selectFrom('operation_items')
    .select(['operation_id', 'state', 'worker_id'])
    .where('operation_id', 'in', operations)
    .execute()
  const lines = new Map(rows.map((row) => [row.operation_id, [row.state, row.worker_id]]))
  expect(operations.map((id) => lines.get(id))).toEqual([
    ['running', null],
    ['succeeded', null],
    ['running', null],
  ])
  expect((failure as AggregateError).errors).toHaveLength(2)
})

const drifts = (iccid: string) =>
  portal.db
    .selectFrom('sim_drifts')
    .select(['network_state', 'problem', 'found_at', 'settled_at'])
    .where('iccid', '=', iccid)
    .orderBy('found_at')
    .execute()
const laterBy = (minutes: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + minutes * 60_000)
}

test('a difference that goes on is the same one', async () => {
  const [iccid = ''] = take(1)
  const found = portal.clock.now
  await confirmFromEvents(portal.services, suspended([iccid]))
  laterBy(1)
  await confirmFromEvents(portal.services, suspended([iccid]))
  expect(await drifts(iccid)).toEqual([{ network_state: 'suspended', problem: '', found_at: found, settled_at: null }])
})

test('of two events at the same time one finds the difference', async () => {
  const [iccid = ''] = take(1)
  const later = { ...portal.services, clock: () => new Date(portal.clock.now.getTime() + 1) }
  await withHolder(portal.services.pool, async (holder) => {
    await holder.query('SELECT FROM sims WHERE iccid = $1 FOR UPDATE', [iccid])
    const both = [portal.services, later].map((services) => confirmFromEvents(services, suspended([iccid])))
    await holder.untilWaitedFor(2)
    await holder.commit()
    await Promise.all(both)
  })
  expect(await drifts(iccid)).toHaveLength(1)
})

test('a difference in the profile stays while the state differs, and after', async () => {
  const [iccid = ''] = take(1)
  const found = portal.clock.now
  const profile = { found_at: found, problem: 'other_profile', settled_at: null }
  await portal.db
    .insertInto('sim_drifts')
    .values({ ...profile, company_id: COMPANIES.andes, iccid, administrative_status: 2, network_state: 'active' })
    .execute()
  laterBy(1)
  await confirmFromEvents(portal.services, suspended([iccid]))
  expect(await drifts(iccid)).toEqual([{ ...profile, network_state: 'suspended' }])
  const active = suspended([iccid]).map((event) => ({ ...event, state: 'active' }) as NetworkEvent)
  await confirmFromEvents(portal.services, active)
  expect(await drifts(iccid)).toEqual([{ ...profile, network_state: 'active' }])
})
