import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { massPlan } from '#contract/operations/mass-actions.calls.ts'
import { getPlanChangeCost } from '#contract/operations/operation-costs.calls.ts'
import { getOperation } from '#contract/operations/operations.calls.ts'
import { backdateSims } from '#test/backdate-sims.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { startPortalWork } from '#test/portal-work.ts'
import { renewEstimates } from './billing-worker.ts'

const { andes } = COMPANIES
const portal = await startPortal()
const endWork = await startPortalWork(portal)
afterAll(async () => {
  await endWork()
  await portal.close()
})

await backdateSims(portal.db, 90)
const simOn = (code: string, n: number): string =>
  portal.fleet.sims.filter((sim) => sim.companyId === andes && sim.status === 2 && sim.planCode === code)[n]?.iccid ?? ''
const cost = (operationId: number) => portal.data(getPlanChangeCost, 'ana', { params: { operationId } })

test('the preview says what this cycle and the next will cost without and with the change, as the estimate then does', async () => {
  const sims = ['SMS', 'SMS', 'TEL50'].map((code, n) => simOn(code, n))
  await sql`UPDATE plan_terms SET price_minor = CASE plan_code WHEN 'IOT250' THEN 3000 ELSE 900 END, overage_price_minor = 10`.execute(
    portal.db,
  )
  const { operationId } = await portal.data(massPlan, 'ana', { body: { icc: sims, planCode: 'IOT250', preview: true } })
  const { lines, totals, sims: each, pools, replaced } = await cost(operationId)
  expect([lines, replaced, each.length]).toEqual([3, 0, 3])
  const [total] = totals
  if (!total) throw new Error('no total')
  expect(total.currency).toBe('CLP')
  expect(total.next.after).toBeGreaterThanOrEqual(9000)
  expect(total.current.before).toBeLessThan(total.next.after)
  expect(pools).toMatchObject([{ planCode: 'TEL50', companyId: andes, before: { includedBytes: expect.any(Number) } }])
  const [pool] = pools
  expect((pool?.before?.includedBytes ?? 0) - (pool?.after?.includedBytes ?? 0)).toBe(50 * 1024 ** 2)

  const totalNow = async () => {
    await sql`UPDATE billing_calendars SET estimated_at = NULL`.execute(portal.db)
    for (let round = 0; round < 5; round++) await renewEstimates(portal.services)
    const charge = await portal.db
      .selectFrom('charges')
      .select('total_minor')
      .where('company_id', '=', andes)
      .where('currency', '=', 'CLP')
      .executeTakeFirstOrThrow()
    return Number(charge.total_minor)
  }
  const before = await totalNow()
  const done = await portal.data(massPlan, 'ana', { body: { icc: sims, planCode: 'IOT250' } })
  const stateOf = async () => (await portal.data(getOperation, 'ana', { params: { operationId: done.operationId } })).state
  await expect.poll(stateOf).toBe('finished')
  portal.clock.now = new Date(portal.clock.now.getTime() + 1)
  const difference = (await totalNow()) - before - (total.current.after - total.current.before)
  // the other SIMs of a pool are rounded together: one unit of its overage
  expect(Math.abs(difference)).toBeLessThanOrEqual(10)
})
