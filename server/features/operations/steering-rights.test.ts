import { afterAll, expect, test } from 'vitest'
import { massHibernation, massPlan } from '#contract/operations/mass-actions.calls.ts'
import * as calls from '#contract/operations/operations.calls.ts'
import { hibernateSim } from '#contract/operations/sim-actions.calls.ts'
import { insertPlans } from '#server/records/insert-plans.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const icc = portal.fleet.sims
  .filter(({ companyId, status }) => companyId === COMPANIES.andes && status === 2)
  .map(({ iccid }) => iccid)
/** Luis works with SIMs, and may neither hibernate nor change plans. */
const actionsOf = async (person: 'ana' | 'luis', operationId: number) =>
  (await portal.data(calls.getOperation, person, { params: { operationId } })).actions

test('who may not hibernate pauses and cancels hibernations of others, and does not resume them', async () => {
  const { operationId } = await portal.data(massHibernation, 'ana', { body: { icc: icc.slice(0, 3) } })
  const params = { operationId }
  expect((await portal.data(calls.pauseOperation, 'luis', { params })).state).toBe('paused')
  expect([await actionsOf('luis', operationId), await actionsOf('ana', operationId)]).toEqual([
    ['cancel'],
    ['resume', 'cancel'],
  ])
  const refused = await portal.envelope(calls.resumeOperation, 'luis', { params })
  expect(refused).toMatchObject({ code: 'not_allowed', error: 'No tiene permiso para esta operación' })
  expect((await portal.data(calls.resumeOperation, 'ana', { params })).state).toBe('running')
  expect((await portal.data(calls.cancelOperation, 'luis', { params })).state).toBe('cancelled')
})

test('nor does who may not change plans', async () => {
  await insertPlans(portal.db, [
    { plan_code: 'NEW', name: 'Nuevo', origin_id: 1, sim_type_id: 2, data_mb: 100, price_minor: 1, is_offered: true },
  ])
  const { operationId, accepted } = await portal.data(massPlan, 'ana', { body: { icc: icc.slice(3, 6), planCode: 'NEW' } })
  expect(accepted).toBeGreaterThan(0)
  const params = { operationId }
  await portal.data(calls.pauseOperation, 'ana', { params })
  expect((await portal.envelope(calls.resumeOperation, 'luis', { params })).code).toBe('not_allowed')
})

test('a failed hibernation is retried only by who may hibernate', async () => {
  const routes = await portal.db.deleteFrom('network_routes').returningAll().execute()
  expect((await portal.envelope(hibernateSim, 'ana', { params: { id: icc[6] ?? '' }, body: {} })).status).toBe(false)
  await portal.db.insertInto('network_routes').values(routes).execute()
  const operations = portal.db.selectFrom('operations').select('operation_id as operationId').orderBy('operation_id', 'desc')
  const { operationId } = await operations.executeTakeFirstOrThrow()
  const params = { operationId }
  expect([await actionsOf('luis', operationId), await actionsOf('ana', operationId)]).toEqual([[], ['retry']])
  expect((await portal.envelope(calls.retryOperation, 'luis', { params })).code).toBe('not_allowed')
  expect((await portal.envelope(calls.retryOperation, 'ana', { params })).status).toBe(true)
})
