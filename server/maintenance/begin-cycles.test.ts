import { afterAll, expect, test } from 'vitest'
import { getDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { startPortal } from '#test/portal.ts'
import { beginCycles } from './begin-cycles.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const usedBy = () =>
  portal.db
    .selectFrom('sim_live')
    .select((row) => row.fn.sum<string>('cycle_data_bytes').as('bytes'))
    .executeTakeFirstOrThrow()

test('a cycle that begins empties the sums, once, and not before', async () => {
  const before = await usedBy()
  await beginCycles(portal.db, portal.clock.now)
  expect(await usedBy()).toEqual(before)
  expect(await beginCycles(portal.db, portal.clock.now)).toEqual([])
  const nextMonth = new Date(portal.clock.now.getTime() + 32 * 86_400_000)
  expect(await beginCycles(portal.db, nextMonth)).toHaveLength(5)
  expect(Number((await usedBy()).bytes)).toBe(0)
  expect((await portal.data(getDashboard, 'admin')).topConsumptions).toEqual([])
})
