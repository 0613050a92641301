import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { applyInventory, getInventoryImport, type ImportData, importNetworkSims } from '#contract/inventory/inventory.calls.ts'
import { addNetwork, listNetworks, saveNetworkRules, tryNetwork } from '#contract/network-admin/networks.calls.ts'
import { hibernateSim, reactivateSim, resetSim, terminateSim } from '#contract/operations/sim-actions.calls.ts'
import { getSimUsage } from '#contract/sims/sim-history.calls.ts'
import { sendSms, testGsm } from '#contract/sims/sim-tools.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { SORACOM } from '#server/networks/soracom/soracom-kind.ts'
import { insertPlans } from '#server/records/insert-plans.ts'
import { startUsageCounter } from '#server/usage/usage-counter.ts'
import { COMPANIES } from '../fleet.ts'
import { startPortal } from '../portal.ts'
import { startPortalWork } from '../portal-work.ts'
import { setSims } from '../set-sims.ts'
import { openStandIn, SORACOM_ACCOUNT } from './stand-in.ts'

/** Peru, of which the fleet has no SIMs yet. */
const ORIGIN = 2
const PLAN = 'PE20'

let endWork: (() => Promise<void>) | undefined
const portal = await startPortal()
const standIn = await openStandIn(portal.clock)
const plan = { plan_code: PLAN, name: 'Perú 20 MB', data_mb: 20, pooled: false, price_minor: 900 }
await insertPlans(portal.db, [{ ...plan, origin_id: ORIGIN, sim_type_id: 2 }])
afterAll(async () => {
  await endWork?.()
  await portal.close()
  await standIn.close()
})

const params = { networkId: 'soracom' }
const DEFAULTS = { companyId: COMPANIES.andes, planCode: PLAN, apnId: 1 }

async function settled({ importId }: ImportData): Promise<ImportData> {
  const read = () => portal.data(getInventoryImport, 'admin', { params: { importId } })
  await expect.poll(async () => (await read()).state).not.toMatch(/checking|applying/)
  return read()
}
async function takeIn(): Promise<ImportData> {
  const checked = await settled(await portal.data(importNetworkSims, 'admin', { params, body: DEFAULTS }))
  if (checked.state !== 'checked') return checked
  const { importId } = checked
  return settled(await portal.data(applyInventory, 'admin', { params: { importId }, body: { mode: 'skipBad' } }))
}

test('a network at Soracom is added, tried, given an origin, and its SIMs are taken in; again, nothing changes', async () => {
  for (const status of ['active', 'active', 'ready', 'inactive', 'standby', 'terminated', 'testing']) standIn.addSim(status)
  standIn.pageSize = 3
  const limits = { name: 'Soracom', enabled: true, requestsPerSecond: null, maxInFlight: 8, timeoutMs: 20_000, maxAttempts: 2 }
  const { authKeyId, authKey } = SORACOM_ACCOUNT
  const access = { settings: { apiUrl: standIn.url, authKeyId }, secrets: { authKey } }
  await portal.data(addNetwork, 'admin', { body: { ...params, kind: 'soracom', ...limits, ...access } })
  expect(JSON.stringify(await portal.data(listNetworks, 'admin'))).not.toContain(authKey)
  await portal.services.networks.reload()
  expect(await portal.data(tryNetwork, 'admin', { params })).toMatchObject({
    steps: [
      { part: 'account', isFine: true },
      { part: 'sims', isFine: true },
    ],
  })
  const early = await portal.envelope(importNetworkSims, 'admin', { params, body: DEFAULTS })
  expect(early).toMatchObject({ code: 'invalid_request', fields: { planCode: expect.stringContaining('otra red') } })
  const rules = [{ originId: ORIGIN, simTypeId: 2, ...params }]
  await portal.data(saveNetworkRules, 'admin', { body: { rules } })
  await portal.services.networks.reload()

  const first = await takeIn()
  expect(first).toMatchObject({ state: 'applied', counts: { lines: 7, created: 6, bad: 1 } })
  expect(first.badLines).toMatchObject([{ field: 'administrativeStatus', value: 'testing', reason: 'unknown' }])
  const { rows } = await portal.services.pool.query(
    "SELECT administrative_status AS status, count(*)::int FROM sims WHERE plan_code = 'PE20' AND company_id = $1 GROUP BY 1 ORDER BY 1",
    [COMPANIES.andes],
  )
  expect(rows.map(({ status, count }) => [status, count])).toEqual([
    [1, 1],
    [2, 2],
    [6, 1],
    [10, 1],
    [11, 1],
  ])
  const [mine] = [...standIn.sims.keys()]
  await setSims(portal.db, mine ?? '', { custom_field_1: 'Puerta 3' })
  expect(await takeIn()).toMatchObject({ counts: { lines: 7, created: 0, updated: 0, unchanged: 6, bad: 1 } })
})

test('a list that breaks off is a failed import, and nothing of it is in the fleet', async () => {
  standIn.addSim()
  standIn.faults.push({ does: 'drop', path: /last_evaluated_key=3/, times: 9 })
  expect(await takeIn()).toMatchObject({ state: 'failed', failure: expect.stringContaining('no entregó') })
  standIn.faults.length = 0
  expect(await takeIn()).toMatchObject({ counts: { lines: 8, created: 1 } })
})

test('its SIMs live in the portal: session, usage, message, restart, hibernation, reactivation, the end', async () => {
  const [sim] = [...standIn.sims.values()]
  if (!sim) throw new Error('no SIM')
  const icc = sim.simId
  const on = { params: { id: icc }, body: {} }
  standIn.openSession(sim)
  portal.clock.now = new Date(portal.clock.now.getTime() + 900_000)
  standIn.use(sim, 3_000_000)
  // faster than people want it: the form has no fields for it
  const fast = SORACOM.settings.parse({ ...SORACOM_ACCOUNT, apiUrl: standIn.url, walkSeconds: 0.5, walkRequestsPerSecond: 500 })
  const { authKey: _, ...settings } = fast
  await portal.db
    .updateTable('networks')
    .set({ settings: JSON.stringify(settings) })
    .where('kind', '=', 'soracom')
    .execute()
  await portal.services.networks.reload()
  const counter = startUsageCounter({ db: portal.db, log: pino({ level: 'silent' }) })
  const end = await startPortalWork(portal)
  endWork = async () => {
    await end()
    await counter.stop()
  }

  const detail = () => portal.data(getSim, 'ana', { params: { icc } })
  /** a second later, when the next walk is due */
  const later = () => {
    portal.clock.now = new Date(portal.clock.now.getTime() + 1_000)
    return detail()
  }
  await expect
    .poll(detail)
    .toMatchObject({ gprsStatus: 1, ip: '10.170.0.7', radioTechnology: 'LTE', currentNetwork: expect.stringContaining('730') })
  await expect.poll(async () => (await detail()).dailyDataConsumption).toBeGreaterThan(2.8)
  const { days } = await portal.data(getSimUsage, 'ana', { params: { icc } })
  expect(days.reduce((sum, { dataBytes }) => sum + dataBytes, 0)).toBe(3_000_000)

  expect(await portal.data(sendSms, 'ana', { body: { icc, message: 'ESTADO?' } })).toMatchObject({ success: true })
  expect(sim.messages).toEqual([{ payload: 'ESTADO?', encodingType: 1 }])
  expect(await portal.envelope(resetSim, 'ana', { params: { id: icc } })).toMatchObject({ status: true })
  expect(sim.effects).toEqual(['reset'])

  expect(await portal.data(hibernateSim, 'ana', on)).toMatchObject({ state: 'succeeded', simAdministrativeStatusId: 11 })
  expect(sim).toMatchObject({ status: 'suspended', session: undefined })
  await expect.poll(async () => (await later()).gprsStatus).not.toBe(1)
  expect(await portal.data(reactivateSim, 'ana', on)).toMatchObject({ state: 'succeeded', simAdministrativeStatusId: 2 })
  expect(sim.effects).toEqual(['reset', 'suspended', 'resumed'])
  expect(await portal.data(testGsm, 'ana', { params: { id: icc } })).toMatchObject({ evidence: { networkState: 'active' } })
  expect((await portal.envelope(terminateSim, 'ana', on)).status).toBe(true)
  expect(sim.status).toBe('active')
})
