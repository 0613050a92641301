import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { massPlan } from '#contract/operations/mass-actions.calls.ts'
import { changeSimPlan } from '#contract/operations/sim-actions.calls.ts'
import { changePlan, getPlan } from '#contract/plans/plans.calls.ts'
import { runNow } from '#server/features/operations/run-operation.ts'
import { confirmFromEvents, settleLines } from '#server/features/operations/settle-lines.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { openSoracomPortal } from '#test/soracom/soracom-portal.ts'
import type { StandInFault, StandInSim } from '#test/soracom/stand-in.ts'

const { andes } = COMPANIES
const { portal, standIn, addSim, pass, differing, enforceOurs, refuseNetworks, close } = await openSoracomPortal()
afterAll(close)

const planId = async (planCode: string): Promise<number> =>
  (await portal.db.selectFrom('plans').select('plan_id').where('plan_code', '=', planCode).executeTakeFirstOrThrow()).plan_id

async function setProfile(networkProfile: string) {
  const body = { planName: 'Perú 500 MB', offered: true, networkProfile }
  return portal.envelope(changePlan, 'admin', { params: { id: await planId('PE500') }, body })
}

/** The line of a SIM's change, once nothing works on it: on a slow machine that takes longer than a request waits. */
async function change({ simId }: StandInSim, planCode = 'PE500') {
  await portal.request(changeSimPlan, 'ana', { params: { id: simId }, body: { planCode } })
  const ofSim = portal.db.selectFrom('operation_items').select(['operation_id', 'state', 'code', 'text', 'worker_id'])
  const last = ofSim.where('iccid', '=', simId).orderBy('operation_id', 'desc').limit(1)
  return vi.waitFor(async () => {
    const { operation_id: operationId, worker_id: worker, ...line } = await last.executeTakeFirstOrThrow()
    expect([line.state === 'pending', worker]).toEqual([false, null])
    return { ...line, operationId }
  })
}
const meet = (does: StandInFault['does']) => standIn.faults.push({ does, path: /update_speed_class$/, times: 1 })

/** The SIM's plan, and the plan changes of its timeline. */
async function planOf({ simId }: StandInSim) {
  const { rows } = await sql<{ plan: string; events: string[] }>`
    SELECT s.plan_code AS plan, array(SELECT e.kind FROM sim_events e WHERE e.company_id = s.company_id AND e.iccid = s.iccid
      AND e.kind LIKE 'plan_%' ORDER BY e.event_id) AS events
    FROM sims s WHERE s.iccid = ${simId}`.execute(portal.db)
  return rows[0]
}

/** Looks up what was left open, and sends again what was not carried out. */
async function settle(operationId: number): Promise<void> {
  pass()
  await settleLines(portal.services)
  await runNow(portal.services, { companyId: andes, operationId })
}

test('an administrator chooses among the profiles of the network that carries the SIMs; customers do not see them', async () => {
  const read = async (person: FleetUser) => portal.data(getPlan, person, { params: { id: await planId('PE500') } })
  expect(await setProfile('gold')).toMatchObject({ fields: { networkProfile: 'La red de este plan no tiene ese perfil' } })
  expect(await setProfile('s1.fast')).toMatchObject({ status: true })
  const { networkProfile, networkProfiles } = await read('admin')
  expect([networkProfile, networkProfiles.includes('s1.4xfast')]).toEqual(['s1.fast', true])
  expect(await read('ana')).toMatchObject({ networkProfile: '', networkProfiles: [] })
  // networks without profiles
  const id = await planId('IOT250')
  expect(await portal.data(getPlan, 'admin', { params: { id } })).toMatchObject({ networkProfile: '', networkProfiles: [] })
})

test('a SIM gets the plan and its profile together', async () => {
  const sim = await addSim()
  expect(await change(sim)).toMatchObject({ state: 'succeeded' })
  expect(sim).toMatchObject({ speedClass: 's1.fast', status: 'active', effects: ['s1.fast'] })
  expect(await planOf(sim)).toEqual({ plan: 'PE500', events: ['plan_changed'] })
  // a plan without a profile does not ask the network
  expect(await change(sim, 'PE20')).toMatchObject({ state: 'succeeded' })
  expect(sim.effects).toEqual(['s1.fast'])
  // the network has the profile already
  expect(await change(sim)).toMatchObject({ state: 'succeeded' })
  expect(sim.effects).toEqual(['s1.fast'])
})

test('a profile that the network refuses leaves the SIM on its plan, with the network’s words', async () => {
  const sim = await addSim()
  await setProfile('u1.slow')
  const text = expect.stringContaining('Invalid speed class')
  expect(await change(sim)).toMatchObject({ state: 'failed', code: 'rejected', text })
  expect(await planOf(sim)).toEqual({ plan: 'PE20', events: ['plan_change_failed'] })
  await setProfile('s1.fast')
})

test.each(['drop', 'lose'] as const)(
  'after a connection that broke (%s) a look-up decides, and the plan changes once',
  async (does) => {
    const sim = await addSim()
    meet(does)
    const { operationId, ...line } = await change(sim)
    expect(line).toMatchObject({ state: 'running', code: 'unknown' })
    expect(await planOf(sim)).toEqual({ plan: 'PE20', events: [] })
    await settle(operationId)
    expect(await planOf(sim)).toEqual({ plan: 'PE500', events: ['plan_changed'] })
    expect(sim.effects).toEqual(['s1.fast'])
  },
)

test('many SIMs change with the profile that the plan had when it was confirmed; those whose network is away wait', async () => {
  const sims = [await addSim(), await addSim()]
  const icc = sims.map(({ simId }) => simId)
  meet('limit')
  const { operationId } = await portal.data(massPlan, 'ana', { body: { icc, planCode: 'PE500' } })
  await setProfile('s1.slow')
  await runNow(portal.services, { companyId: andes, operationId })
  await settle(operationId)
  await settle(operationId)
  expect(sims.map(({ effects }) => effects)).toEqual([['s1.fast'], ['s1.fast']])
  expect(await Promise.all(sims.map(planOf))).toEqual(sims.map(() => ({ plan: 'PE500', events: ['plan_changed'] })))
})

test('a comparison lists SIMs with another profile than their plan’s; enforcing the plan’s, or another plan, settles them', async () => {
  await setProfile('s1.fast')
  const ready = (planCode: string) => addSim(planCode, 'ready')
  const [pushed, moved, agreeing, other] = [
    await ready('PE500'),
    await ready('PE500'),
    await ready('PE500'),
    await ready('PE20'),
  ]
  agreeing.speedClass = 's1.fast'
  const sims = [pushed, moved, agreeing, other]
  const found = expect.stringMatching(/No tiene el perfil de su plan.*: s1\.standard → s1\.fast/)
  expect(await differing(sims)).toEqual([found, found, undefined, undefined])
  // what an event says of the state leaves it open, and the network's profile is not adopted: the plan says which
  const { simId: iccid } = pushed
  const own = { command: undefined, requestId: '', reference: '', vendorState: 'ready' }
  const confirmed = { kind: 'stateConfirmed', id: 'ready-1', iccid, at: portal.clock.now, state: 'inactive', ...own } as const
  await confirmFromEvents(portal.services, [confirmed])
  await refuseNetworks(pushed)
  expect(await planOf(pushed)).toMatchObject({ plan: 'PE500' })
  await enforceOurs(pushed)
  expect(pushed).toMatchObject({ speedClass: 's1.fast', status: 'ready', effects: ['s1.fast'] })
  await change(moved, 'PE20')
  const isOpen = portal.db.selectFrom('sim_drifts').select('iccid').where('settled_at', 'is', null)
  const iccids = [pushed.simId, moved.simId]
  expect(await isOpen.where('iccid', 'in', iccids).execute()).toEqual([])
  expect(await differing(sims)).toEqual([undefined, undefined, undefined, undefined])
})
