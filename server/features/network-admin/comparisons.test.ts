import { afterAll, expect, test } from 'vitest'
import { listComparisons, startComparison } from '#contract/network-admin/comparisons.calls.ts'
import { settleDrifts } from '#contract/network-admin/networks.calls.ts'
import { continueComparison } from '#server/networks/orders/compare-sims.ts'
import { processDueOrders } from '#server/networks/orders/orders-worker.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const later = (): void => {
  portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
}
const latest = async () => (await portal.data(listComparisons, 'admin')).comparisons[0]

/** What the worker does in each cell, until nothing is left to do. */
async function workThrough(): Promise<void> {
  const { services, clock } = portal
  for (let turn = 0; turn < 20; turn++) {
    for (const { db } of services.cells.all) {
      await continueComparison(db, clock.now)
      await processDueOrders({ ...services, db })
    }
  }
}

test('an administrator compares all SIMs with their networks, sees how far it is, and resolves what differs', async () => {
  const { db, services, fleet } = portal
  expect((await portal.data(listComparisons, 'admin')).comparisons).toEqual([])
  const { comparisons } = await portal.data(startComparison, 'admin')
  const total = fleet.sims.length
  const begun = { actor: fleet.people.admin.email, finishedAt: null, total, compared: 0, found: 0, open: 0 }
  expect(comparisons).toMatchObject([begun])
  const again = await portal.request(startComparison, 'admin')
  expect([again.statusCode, again.json().code]).toEqual([409, 'conflict'])
  await workThrough()
  expect(await latest()).toMatchObject({ total, compared: total, finishedAt: expect.any(String) })

  // the networks change two SIMs by themselves
  const changed = fleet.sims
    .filter(({ status }) => status === 2)
    .slice(0, 2)
    .map(({ iccid }) => iccid)
  await db.deleteFrom('sim_drifts').execute()
  await services.pool.query(`UPDATE simulated_network.sims SET state = 'suspended' WHERE iccid = ANY($1)`, [changed])
  later()
  await portal.data(startComparison, 'admin')
  await workThrough()
  expect(await latest()).toMatchObject({ compared: total, found: 2, open: 2 })
  await portal.data(settleDrifts, 'admin', { body: { goal: 'network', icc: changed.slice(0, 1) } })
  later()
  await workThrough()
  expect(await latest()).toMatchObject({ found: 2, open: 1 })
  expect((await portal.data(listComparisons, 'admin')).comparisons).toHaveLength(2)
  const audited = await db.selectFrom('audit_log').select('actor').where('action', '=', 'comparison.started').execute()
  expect(audited).toHaveLength(2)
})
