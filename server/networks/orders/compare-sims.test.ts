import { afterAll, expect, test } from 'vitest'
import { listDrifts } from '#contract/network-admin/networks.calls.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { continueComparison, listComparisons, startComparison } from './compare-sims.ts'
import { processDueOrders } from './orders-worker.ts'

const portal = await startPortal({ simsOf: { [COMPANIES.andes]: 200, [COMPANIES.pacifico]: 150 } })
afterAll(() => portal.close())

/** What the worker does in its rounds. */
async function workThrough(): Promise<number[]> {
  const { db, services, clock } = portal
  const seen: number[] = []
  for (;;) {
    await continueComparison(db, clock.now)
    await processDueOrders(services)
    const [state] = await listComparisons(db, 1)
    seen.push(state?.compared ?? 0)
    if (state?.finishedAt) return seen
  }
}

test('all SIMs are compared with their networks in portions, and what differs is listed', async () => {
  const { db, clock, fleet, services } = portal
  const active = fleet.sims.filter(({ status }) => status === 2)
  // each network is asked once, so that it has the SIMs, and then changes three of them by itself
  await startComparison(db, { actor: 'ana', now: clock.now })
  await workThrough()
  const changed = active
    .slice(0, 3)
    .map(({ iccid }) => iccid)
    .sort()
  await services.pool.query(`UPDATE simulated_network.sims SET state = 'suspended' WHERE iccid = ANY($1)`, [changed])
  await db.deleteFrom('sim_drifts').execute()

  clock.now = new Date(clock.now.getTime() + 60_000)
  expect(await startComparison(db, { actor: 'admin', now: clock.now })).toBe(true)
  expect(await startComparison(db, { actor: 'other', now: clock.now })).toBe(false)
  const seen = await workThrough()
  expect(seen).toEqual([256, 350, 350])
  expect(await listComparisons(db, 1)).toMatchObject([{ actor: 'admin', total: 350, compared: 350, found: 3, open: 3 }])
  const { body } = await portal.request(listDrifts, 'admin')
  expect(changed.every((iccid) => body.includes(iccid))).toBe(true)
  // what agrees again is settled by the next comparison
  await services.pool.query(`UPDATE simulated_network.sims SET state = 'active' WHERE iccid = ANY($1)`, [changed])
  clock.now = new Date(clock.now.getTime() + 60_000)
  await startComparison(db, { actor: 'admin', now: clock.now })
  await workThrough()
  expect(await db.selectFrom('sim_drifts').select('iccid').where('settled_at', 'is', null).execute()).toEqual([])
  expect(await listComparisons(db, 10)).toMatchObject([
    { compared: 350, found: 0, open: 0 },
    { compared: 350, found: 3, open: 0 },
    { actor: 'ana', compared: 350 },
  ])
})

test('one SIM whose network has a change under way holds up no other, and is compared after a quarter of an hour', async () => {
  const { db, clock, fleet, services } = portal
  const busy = fleet.sims.find(({ status }) => status === 2)?.iccid ?? ''
  const command = { command: 'suspend', requestId: 'r1', reference: 'R1', since: clock.now.getTime(), phase: 0 }
  const set = async (pending: object | null, due: Date | null): Promise<void> => {
    const values = [busy, pending && JSON.stringify(pending), due]
    await services.pool.query('UPDATE simulated_network.sims SET pending = $2, pending_due_at = $3 WHERE iccid = $1', values)
  }
  await set(command, new Date(clock.now.getTime() + 86_400_000))
  clock.now = new Date(clock.now.getTime() + 60_000)
  await startComparison(db, { actor: 'admin', now: clock.now })
  for (let turn = 0; turn < 5; turn++) {
    await continueComparison(db, clock.now)
    await processDueOrders(services)
  }
  expect(await listComparisons(db, 1)).toMatchObject([{ compared: 349, finishedAt: null }])
  clock.now = new Date(clock.now.getTime() + 15 * 60_000)
  await workThrough()
  expect(await listComparisons(db, 1)).toMatchObject([{ compared: 350, found: 0 }])
  await set(null, null)
})
