import { afterAll, expect, test } from 'vitest'
import { getDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { COMPANIES } from '#test/fleet.ts'
import { withHolder } from '#test/holder.ts'
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

test('a cycle begins while another transaction writes to SIMs in the order of their keys', async () => {
  const { db, services, clock } = portal
  const live = () => db.updateTable('sim_live').where('company_id', '=', COMPANIES.andes)
  await live().set({ cycle_data_bytes: 1 }).execute()
  const rows = await db
    .selectFrom('sim_live')
    .select('iccid')
    .where('company_id', '=', COMPANIES.andes)
    .orderBy('iccid')
    .execute()
  const [first, second] = rows.map(({ iccid }) => iccid)
  // the row of the first comes last in the table
  await live()
    .set({ cycle_data_bytes: 2 })
    .where('iccid', '=', first ?? '')
    .execute()
  const lock = 'SELECT FROM sim_live WHERE company_id = $1 AND iccid = $2 FOR NO KEY UPDATE'
  await withHolder(services.pool, async (holder) => {
    await holder.query(lock, [COMPANIES.andes, first])
    const beginning = beginCycles(db, new Date(clock.now.getTime() + 64 * 86_400_000))
    await holder.untilWaitedFor()
    await holder.query(lock, [COMPANIES.andes, second])
    await holder.commit()
    expect(await beginning).toContain(COMPANIES.andes)
  })
  expect(Number((await usedBy()).bytes)).toBe(0)
})
