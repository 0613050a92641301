import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DIAGNOSIS_MAX_LINES, massDiagnosis, massRestore } from '#contract/operations/mass-actions.calls.ts'
import {
  cancelOperation,
  getOperation,
  getOperationCauses,
  listOperationItems,
  retryOperation,
} from '#contract/operations/operations.calls.ts'
import type { SilenceCause } from '#domain/silence-cause.ts'
import { createPool } from '#server/db/pool.ts'
import { closeWorkerIdentity, workerIdentityOf } from '#server/db/worker-identity.ts'
import { effectsOf, setNetworkFaults } from '#test/embedded-network.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { readPage, readRows } from '#test/read-list.ts'
import { setSims } from '#test/set-sims.ts'
import { claimLines } from './claim-lines.ts'
import { type OperationRow, readOperation } from './operation-row.ts'
import { cleanUpOperations, startOperationsWorker } from './operations-worker.ts'

const HOUR_MS = 3_600_000

let portal: Portal
let endWork: (() => Promise<void>) | undefined

beforeEach(async () => {
  portal = await startPortal()
})
afterEach(async () => {
  await endWork?.()
  endWork = undefined
  await portal.close()
})

const startWork = async () => {
  endWork = await startOperationsWorker(portal.services, pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }))
}

/** Active SIMs of Andes on the plan without a limit. */
const active = (): string[] =>
  portal.fleet.sims
    .filter((sim) => sim.companyId === COMPANIES.andes && sim.status === 2 && sim.planCode === 'SMS')
    .map((sim) => sim.iccid)

/** The portal's rows of a SIM before its network first sees it: the embedded network begins from them. */
async function plant(iccid: string, { hoursAgo, gprs }: { hoursAgo: number | null; gprs: number }): Promise<void> {
  const at = hoursAgo === null ? null : new Date(portal.clock.now.getTime() - hoursAgo * HOUR_MS)
  const live = { registered_at: at, gprs_status: gprs, connection_started_at: at }
  await portal.db.updateTable('sim_live').set(live).where('iccid', '=', iccid).execute()
}

async function seen(operationId: number): Promise<OperationRow> {
  const row = await readOperation(portal.db, { companyId: COMPANIES.andes, operationId })
  if (!row) throw new Error('no such operation')
  return row
}
async function finished(operationId: number): Promise<OperationRow> {
  await expect.poll(async () => (await seen(operationId)).state, { timeout: 15_000 }).toBe('finished')
  return seen(operationId)
}
const later = (ms: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + ms)
}
const diagnose = async (icc: readonly string[], person: FleetUser = 'ana'): Promise<number> =>
  (await portal.data(massDiagnosis, person, { body: { icc: [...icc] } })).operationId
const causes = (operationId: number, person: FleetUser = 'ana') =>
  portal.data(getOperationCauses, person, { params: { operationId } })
const codeOf = async (operationId: number): Promise<Map<string, string>> => {
  const rows = await readRows(portal, listOperationItems, 'ana', { params: { operationId }, query: { limit: 1000 } })
  return new Map(rows.map(({ icc, code }) => [icc, code]))
}

test('each SIM is in the group of what is the matter with it', async () => {
  const icc = active().slice(0, 10)
  const planted: [SilenceCause, (iccid: string) => Promise<unknown>][] = [
    ['hibernated', (one) => setSims(portal.db, one, { administrative_status: 11 })],
    ['data_cut', (one) => setSims(portal.db, one, { administrative_status: 10 })],
    ['not_activated', (one) => setSims(portal.db, one, { administrative_status: 1 })],
    ['never_registered', (one) => plant(one, { hoursAgo: null, gprs: 2 })],
    ['not_registered', (one) => plant(one, { hoursAgo: 30, gprs: 2 })],
    ['stale_registration', (one) => plant(one, { hoursAgo: 30, gprs: 1 })],
    ['no_session', (one) => plant(one, { hoursAgo: 3, gprs: 2 })],
    ['working', (one) => plant(one, { hoursAgo: 1, gprs: 1 })],
    ['working', (one) => plant(one, { hoursAgo: 2, gprs: 1 })],
    ['network_differs', (one) => plant(one, { hoursAgo: 1, gprs: 1 })],
  ]
  expect(icc).toHaveLength(planted.length)
  for (const [index, [, make]] of planted.entries()) await make(icc[index] ?? '')
  // the network sees the last one while it is hibernated here, then the portal alone calls it active
  const last = icc.at(-1) ?? ''
  await setSims(portal.db, last, { administrative_status: 11 })
  await portal.services.networks.findByRoute(1, 2)?.lookup({ iccid: last, imsi: '', msisdn: '' })
  await setSims(portal.db, last, { administrative_status: 2 })
  await startWork()
  const operationId = await diagnose(icc)
  const { counts } = await finished(operationId)
  expect(counts).toMatchObject({ succeeded: icc.length, failed: 0, skipped: 0 })
  const found = await codeOf(operationId)
  expect(icc.map((one) => found.get(one))).toEqual(planted.map(([cause]) => cause))
  const groups = await causes(operationId)
  expect(groups[0]).toMatchObject({ cause: 'working', lines: 2 })
  expect(groups.reduce((sum, { lines }) => sum + lines, 0)).toBe(icc.length)
  const label = portal.fleet.sims.find((sim) => sim.iccid === icc[7])?.label
  expect(groups[0]?.sims[0]).toEqual({ icc: icc[7], customField1: label })
  // nothing happened to any
  for (const one of icc) expect(await effectsOf(portal, one)).toEqual([])
})

test('the SIMs of a group are paged by its cause, and say it in the reader’s language', async () => {
  const icc = active().slice(0, 6)
  for (const one of icc) await plant(one, { hoursAgo: 30, gprs: 2 })
  await startWork()
  const operationId = await diagnose(icc)
  await finished(operationId)
  const query = { code: 'not_registered', limit: 4 }
  const first = await readPage(portal, listOperationItems, 'ana', { params: { operationId }, query })
  const second = await readPage(portal, listOperationItems, 'ana', {
    params: { operationId },
    query: { ...query, cursor: first.next },
  })
  expect([...first.rows, ...second.rows].map((row) => row.icc)).toEqual(icc)
  expect(first.rows[0]).toMatchObject({ state: 'succeeded', text: 'Dispositivo apagado o sin cobertura' })
})

test('SIMs that the portal itself explains are asked at no network', async () => {
  const icc = portal.fleet.sims
    .filter((sim) => sim.companyId === COMPANIES.andes && [1, 3, 10, 11].includes(sim.status))
    .map((sim) => sim.iccid)
  await setNetworkFaults(portal, { outages: [{}] })
  await startWork()
  const operationId = await diagnose(icc)
  expect((await finished(operationId)).counts.succeeded).toBe(icc.length)
  expect(new Set((await causes(operationId)).map(({ cause }) => cause))).toEqual(
    new Set(['not_activated', 'stopped', 'data_cut', 'hibernated']),
  )
})

test('a network that has been down for a minute is the cause; once it is back, those SIMs are asked again', async () => {
  const icc = active().slice(0, 30)
  for (const one of icc) await plant(one, { hoursAgo: 1, gprs: 1 })
  await setNetworkFaults(portal, { outages: [{}] }, { max_attempts: 1 })
  const since = new Date(portal.clock.now.getTime() - 61_000)
  await portal.db.updateTable('network_health').set({ failing_since: since }).execute()
  await startWork()
  const operationId = await diagnose(icc)
  expect((await finished(operationId)).counts).toMatchObject({ failed: icc.length, succeeded: 0 })
  expect(await causes(operationId)).toMatchObject([{ cause: 'network_down', lines: icc.length }])
  await setNetworkFaults(portal, {})
  await portal.db.updateTable('network_health').set({ failing_since: null }).execute()
  later(31_000)
  await portal.data(retryOperation, 'ana', { params: { operationId } })
  // some lines meet the breaker's trial, and wait for their next attempt by a clock that stands still
  const pass = async () => {
    later(1_000)
    return (await seen(operationId)).state
  }
  await expect.poll(pass, { timeout: 15_000, interval: 100 }).toBe('finished')
  expect((await seen(operationId)).counts).toMatchObject({ failed: 0, succeeded: icc.length })
  expect(await causes(operationId)).toMatchObject([{ cause: 'working', lines: icc.length }])
})

test('one lost answer is no outage: the SIM is asked again', async () => {
  const [icc = ''] = active()
  await plant(icc, { hoursAgo: 1, gprs: 1 })
  await setNetworkFaults(portal, { lose: 1 }, { timeout_ms: 50, max_attempts: 1 })
  const operationId = await diagnose([icc])
  await startWork()
  await expect.poll(async () => (await codeOf(operationId)).get(icc)).toBe('unreachable')
  await setNetworkFaults(portal, {}, { timeout_ms: 10_000, max_attempts: 3 })
  later(60_000)
  await finished(operationId)
  expect((await codeOf(operationId)).get(icc)).toBe('working')
})

test('an administrator’s word that a network is closed explains its silent SIMs, not those that work', async () => {
  const [off = '', on = ''] = active()
  await plant(off, { hoursAgo: 30, gprs: 2 })
  await plant(on, { hoursAgo: 1, gprs: 1 })
  await portal.db.updateTable('network_health').set({ override_status: 0 }).execute()
  await startWork()
  const operationId = await diagnose([off, on])
  await finished(operationId)
  const found = await codeOf(operationId)
  expect([found.get(off), found.get(on)]).toEqual(['network_down', 'working'])
})

test('networks are asked no faster than their rate', async () => {
  const icc = active().slice(0, 12)
  await portal.db.updateTable('networks').set({ requests_per_second: 10 }).execute()
  await portal.services.networks.reload()
  await startWork()
  const from = performance.now()
  await finished(await diagnose(icc))
  // the first is free, eleven wait a tenth of a second each; slower machines only add to it
  expect(performance.now() - from).toBeGreaterThan(1_000)
})

test('a process that dies leaves its lines to another, which asks again', async () => {
  const icc = active().slice(0, 5)
  const operationId = await diagnose(icc)
  const { connectionString = '' } = portal.services.pool.options
  const pool = createPool({ connectionString, max: 2 })
  const { workerId } = await workerIdentityOf(pool)
  const lane = { companyId: COMPANIES.andes, operationId, network: (await seenNetworks(operationId))[0] ?? '' }
  await claimLines(portal.db, lane, { workerId, limit: 10, now: portal.clock.now })
  expect((await seen(operationId)).counts.running).toBe(icc.length)
  await closeWorkerIdentity(pool)
  await pool.end()
  await startWork()
  expect((await finished(operationId)).counts.succeeded).toBe(icc.length)
})

const seenNetworks = async (operationId: number): Promise<string[]> => {
  const rows = await portal.db.selectFrom('operation_items').select('network').where('operation_id', '=', operationId).execute()
  return rows.map(({ network }) => network)
}

test('a cancelled diagnosis asks for no further SIM and keeps what it has found', async () => {
  const icc = active().slice(0, 5)
  const operationId = await diagnose(icc)
  await portal.data(cancelOperation, 'ana', { params: { operationId } })
  await startWork()
  expect((await seen(operationId)).counts).toMatchObject({ cancelled: icc.length, pending: 0 })
  expect(await causes(operationId)).toEqual([])
})

test('who may not see a diagnosis finds none, and SIMs of others are none', async () => {
  const others = portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.pacifico).map((sim) => sim.iccid)
  await startWork()
  const mine = active().slice(0, 2)
  const operationId = await diagnose([...mine, others[0] ?? ''], 'luis')
  expect((await finished(operationId)).counts).toMatchObject({ succeeded: 2, skipped: 1 })
  for (const person of ['flota', 'sub'] as const)
    expect((await portal.request(getOperationCauses, person, { params: { operationId } })).statusCode).toBe(404)
  expect((await portal.request(massDiagnosis, 'nadie', { body: { icc: mine } })).statusCode).toBe(403)
  // those above see it
  expect((await causes(operationId, 'reseller')).reduce((sum, { lines }) => sum + lines, 0)).toBe(2)
})

test('SIMs of a type without a diagnosis are left out and counted', async () => {
  const [icc = '', other = ''] = active()
  await portal.db
    .insertInto('sim_types')
    .values([{ sim_type_id: 6, name: 'Chat' }])
    .execute()
  await setSims(portal.db, icc, { sim_type_id: 6 })
  const answer = await portal.data(massDiagnosis, 'ana', { body: { icc: [icc, other] } })
  expect(answer).toMatchObject({ accepted: 1, reasons: [{ code: 'type_not_editable', lines: 1 }] })
})

test('above the limit nothing starts, and the answer says the limit at its field', async () => {
  await portal.close()
  portal = await startPortal({ simsOf: { [COMPANIES.andes]: DIAGNOSIS_MAX_LINES + 1 } })
  const refused = await portal.request(massDiagnosis, 'ana', { body: { filter: {} } })
  expect([refused.statusCode, refused.json().fields]).toEqual([
    400,
    { filter: 'Se pueden diagnosticar hasta 10.000 SIMs a la vez' },
  ])
  const icc = portal.fleet.sims.map((sim) => sim.iccid)
  expect((await portal.request(massDiagnosis, 'ana', { body: { icc } })).statusCode).toBe(400)
  expect(await portal.db.selectFrom('operations').select('operation_id').execute()).toEqual([])
  const exact = await portal.data(massDiagnosis, 'ana', { body: { filter: {}, except: icc.slice(0, 1) } })
  expect(exact.total).toBe(DIAGNOSIS_MAX_LINES)
})

test('a diagnosis is kept for two weeks, an operation for good', async () => {
  await startWork()
  const operationId = await diagnose(active().slice(0, 2))
  const restart = await portal.data(massRestore, 'ana', { body: { icc: active().slice(0, 1) } })
  await finished(operationId)
  await cleanUpOperations(portal.services, new Date(portal.clock.now.getTime() + 13 * 24 * HOUR_MS))
  expect((await seen(operationId)).state).toBe('finished')
  await cleanUpOperations(portal.services, new Date(portal.clock.now.getTime() + 15 * 24 * HOUR_MS))
  expect((await portal.request(getOperation, 'ana', { params: { operationId } })).statusCode).toBe(404)
  expect(await seenNetworks(operationId)).toEqual([])
  expect((await seen(restart.operationId)).total).toBe(1)
})

test('the cure of a group restores data that alarms cut, and mutes those alarms', async () => {
  const cut = portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === 10).map((sim) => sim.iccid)
  await startWork()
  const operationId = await diagnose([...cut, ...active().slice(0, 3)])
  await finished(operationId)
  const rows = await readRows(portal, listOperationItems, 'ana', {
    params: { operationId },
    query: { code: 'data_cut', limit: 1000 },
  })
  expect(rows.map(({ icc }) => icc)).toEqual(cut)
  const notice = { company_id: COMPANIES.andes, alarm_id: 1, iccid: cut[0] ?? '', cycle_start: '2026-11-01', kind: 'limit' }
  const at = portal.clock.now
  await portal.db
    .insertInto('alarm_notices')
    .values({ ...notice, limit_mb: 1, used_bytes: 1, at, action: 'cut', action_since: at, changed_at: at })
    .execute()
  const restored = await portal.data(massRestore, 'ana', { body: { icc: cut } })
  expect(restored.accepted).toBe(cut.length)
  expect((await finished(restored.operationId)).counts.succeeded).toBe(cut.length)
  const sims = await portal.db.selectFrom('sims').select('administrative_status').where('iccid', 'in', cut).execute()
  expect(new Set(sims.map((sim) => sim.administrative_status))).toEqual(new Set([2]))
  expect(await effectsOf(portal, cut[0] ?? '')).toEqual(['data_restored'])
  const muted = await portal.db.selectFrom('alarm_notices').select(['action', 'muted_by']).execute()
  expect(muted).toEqual([{ action: 'restoring', muted_by: 'ana@andes.test' }])
})

test('without the permit for alarms no data is restored', async () => {
  const cut = portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === 10).map((sim) => sim.iccid)
  const answer = await portal.data(massRestore, 'luis', { body: { icc: cut } })
  expect(answer).toMatchObject({ accepted: 0, reasons: [{ code: 'not_allowed', lines: cut.length }] })
})
