import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAssignees, massActivation, massHibernation } from '#contract/operations/mass-actions.calls.ts'
import { getOperationCost } from '#contract/operations/operations.calls.ts'
import { activateSim } from '#contract/operations/sim-actions.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { COMPANIES } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'

let portal: Portal

beforeEach(async () => {
  portal = await startPortal()
})
afterEach(() => portal.close())

const sims = (status: number) =>
  portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === status).map((sim) => sim.iccid)

const costOf = (operationId: number) => portal.data(getOperationCost, 'ana', { params: { operationId } })

test('an activation says what its lines cost in a cycle, by plan and by currency; lines that do not run cost nothing', async () => {
  await portal.db.updateTable('plans').set({ currency: 'USD', price_minor: 250 }).where('plan_code', '=', 'SMS').execute()
  const ready = sims(1)
  const { operationId, accepted } = await portal.data(massActivation, 'ana', {
    body: { icc: [...ready, ready[0] ?? '', ...sims(2), '8956030000000000000'], preview: true },
  })
  expect(accepted).toBe(ready.length)
  const { plans, totals } = await costOf(operationId)
  const linesOf = (planCode: string) =>
    portal.fleet.sims.filter(({ iccid, planCode: plan }) => ready.includes(iccid) && plan === planCode).length
  expect(Object.fromEntries(plans.map(({ planCode, lines }) => [planCode, lines]))).toEqual({
    IOT250: linesOf('IOT250'),
    TEL50: linesOf('TEL50'),
    SMS: linesOf('SMS'),
  })
  expect(totals).toEqual([
    { amountMinor: (linesOf('IOT250') + linesOf('TEL50')) * 1200, currency: 'CLP' },
    { amountMinor: linesOf('SMS') * 250, currency: 'USD' },
  ])
})

test('once it has begun, the same is said of the lines that run', async () => {
  const ready = sims(1)
  const { operationId } = await portal.data(massActivation, 'ana', { body: { icc: [...ready, ...sims(2)] } })
  expect((await costOf(operationId)).totals).toEqual([{ amountMinor: ready.length * 1200, currency: 'CLP' }])
})

test('what does not begin to be billed costs nothing more', async () => {
  const { operationId } = await portal.data(massHibernation, 'ana', { body: { icc: sims(2), preview: true } })
  expect(await costOf(operationId)).toEqual({ plans: [], totals: [] })
})

test('SIMs can be assigned to the own company and those below, and to no other [S7.34]', async () => {
  const names = async (person: 'ana' | 'sub' | 'admin') =>
    (await portal.data(listAssignees, person, {})).map(({ companyId }) => companyId).sort()
  expect(await names('ana')).toEqual([COMPANIES.andes, COMPANIES.andesNorte])
  expect(await names('sub')).toEqual([COMPANIES.andesNorte])
  expect(await names('admin')).toEqual(Object.values(COMPANIES).sort())
})

test('a SIM is activated once, and begins to be billed that day [S7.33]', async () => {
  const [icc = ''] = sims(1)
  const activate = () => portal.request(activateSim, 'ana', { params: { id: icc }, body: { reason: 'Temporada' } })
  expect((await activate()).json()).toMatchObject({
    status: true,
    message: 'La SIM fue activada',
    data: { icc, state: 'succeeded', simAdministrativeStatusId: 2 },
  })
  const sim = await portal.data(getSim, 'ana', { params: { icc } })
  expect(new Date(sim.activationDate ?? 0)).toEqual(portal.clock.now)
  const again = await activate()
  expect([again.statusCode, again.json().code]).toEqual([409, 'transition_not_allowed'])
})
