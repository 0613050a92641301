import { afterAll, beforeEach, expect, test } from 'vitest'
import { changeSimPlan, hibernateSim, withdrawSimPlan } from '#contract/operations/sim-actions.calls.ts'
import { backdateSims } from '#test/backdate-sims.ts'
import { COMPANIES } from '#test/fleet.ts'
import { withHolder } from '#test/holder.ts'
import { startPortal } from '#test/portal.ts'
import { claimSlots } from './claim-slots.ts'
import { lockOperation, readOperation } from './operation-row.ts'
import { runOperation } from './run-operation.ts'

const { andes } = COMPANIES
const portal = await startPortal()
afterAll(() => portal.close())
await backdateSims(portal.db, 90)

const free = portal.fleet.sims.filter((sim) => sim.companyId === andes && sim.status === 2 && sim.planCode === 'SMS')
let iccid = ''
beforeEach(() => {
  iccid = free.pop()?.iccid ?? ''
})

const changePlan = (planCode: string, from: 'now' | 'nextCycle' = 'nextCycle') =>
  portal.request(changeSimPlan, 'ana', { params: { id: iccid }, body: { planCode, from } })
const withdraw = () => portal.request(withdrawSimPlan, 'ana', { params: { id: iccid }, body: {} })
const hibernate = () => portal.request(hibernateSim, 'ana', { params: { id: iccid }, body: {} })

/** Schedules a change for a cycle that begins now. */
async function scheduleDue() {
  const { operationId } = (await changePlan('TEL50')).json().data
  const now = portal.clock.now
  await portal.db.updateTable('operation_items').set({ due_at: now }).where('operation_id', '=', operationId).execute()
  await portal.db.updateTable('operations').set({ scheduled_at: now }).where('operation_id', '=', operationId).execute()
  return { companyId: andes, operationId }
}

/** The beginning of an operation up to its commit: `meanwhile` is begun before. */
const beginBeside = (key: { companyId: number; operationId: number }, meanwhile: typeof withdraw) =>
  withHolder(portal.services.pool, async (holder) => {
    const { trx } = holder
    const operation = await lockOperation(trx, key)
    if (!operation) throw new Error('no such operation')
    await trx
      .updateTable('operations')
      .set({ state: 'running', started_at: portal.clock.now })
      .where('operation_id', '=', key.operationId)
      .execute()
    await claimSlots(trx, operation, portal.clock.now)
    const response = meanwhile()
    await holder.untilWaitedFor()
    await holder.commit()
    return response
  })

const slots = async () => portal.db.selectFrom('open_changes').select('operation_id').where('iccid', '=', iccid).execute()

test('a change that is withdrawn after its cycle has begun leaves the SIM free', async () => {
  const key = await scheduleDue()
  await runOperation(portal.services, { ...key, network: null }, () => undefined)
  expect(await slots()).toEqual([{ operation_id: key.operationId }])
  expect((await withdraw()).statusCode).toBe(200)
  expect(await slots()).toEqual([])
  expect((await readOperation(portal.db, key))?.state).toBe('finished')
  expect((await hibernate()).statusCode).toBe(200)
})

test('a change that is withdrawn while its cycle begins leaves the SIM free', async () => {
  const key = await scheduleDue()
  expect((await beginBeside(key, withdraw)).statusCode).toBe(200)
  expect(await slots()).toEqual([])
  expect((await hibernate()).statusCode).toBe(200)
})

test('a change that is replaced while its cycle begins leaves the SIM to the new one', async () => {
  const key = await scheduleDue()
  expect((await beginBeside(key, () => changePlan('IOT250', 'now'))).statusCode).toBe(200)
  expect(await slots()).toEqual([])
  const sim = await portal.db.selectFrom('sims').select('plan_code').where('iccid', '=', iccid).executeTakeFirstOrThrow()
  expect([sim.plan_code, (await readOperation(portal.db, key))?.counts.cancelled]).toEqual(['IOT250', 1])
})

test('a change whose line a worker claims meanwhile is not withdrawn, and neither waits for the other', async () => {
  const key = await scheduleDue()
  await runOperation(portal.services, { ...key, network: null }, () => undefined)
  await withHolder(portal.services.pool, async (worker) => {
    // as a worker claims a line: first the line, then the count
    await worker.query("UPDATE operation_items SET state = 'running', worker_id = 1 WHERE operation_id = $1", [key.operationId])
    let isAnswered = false
    const withdrawn = withdraw().finally(() => {
      isAnswered = true
    })
    await expect.poll(async () => isAnswered || (await worker.waiting()) > 0).toBe(true)
    await worker.query('UPDATE operations SET pending = 0, running = 1 WHERE operation_id = $1', [key.operationId])
    await worker.commit()
    expect((await withdrawn).statusCode).toBe(409)
  })
  expect((await readOperation(portal.db, key))?.counts).toMatchObject({ running: 1, cancelled: 0 })
})
