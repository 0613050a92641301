import { afterAll, expect, test } from 'vitest'
import { setLockPolicy } from '#contract/locks/lock-policies.calls.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { followDuePolicies } from '#server/lock-engine/lock-policies.ts'
import { failWrites } from '#test/fail-writes.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
const { db, clock } = portal
afterAll(() => portal.close())

const pass = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}
const locks = async () => (await db.selectFrom('sim_locks').select('iccid').execute()).length

test('a comparison with the policies of a company that failed is made again as soon as one that did not', async () => {
  const area = { mode: 'listed' as const, values: ['730-01'] }
  await portal.data(setLockPolicy, 'ana', { body: { company: COMPANIES.andes, groupId: null, area } })
  const all = await locks()
  expect(all).toBeGreaterThan(0)
  await db.deleteFrom('sim_locks').execute()
  pass(MINUTE_MS)
  const allow = await failWrites(db, 'sim_locks', 'deadlocked')
  await expect(followDuePolicies(portal.services)).rejects.toThrow('deadlock detected')
  await allow()
  pass(MINUTE_MS)
  expect(await followDuePolicies(portal.services)).toBe(true)
  expect(await locks()).toBe(all)
})
