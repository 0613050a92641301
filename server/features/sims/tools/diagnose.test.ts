import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { resetSim } from '#contract/operations/sim-actions.calls.ts'
import { editCustom, testAdministrative, testGprs, testGsm } from '#contract/sims/sim-tools.calls.ts'
import { setNetworkFaults } from '#test/embedded-network.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { setSimType } from '#test/set-sim-type.ts'
import { setSims } from '#test/set-sims.ts'
import { askStatus } from './ask-network.ts'

const HOUR_MS = 3_600_000

const portal = await startPortal()
afterAll(() => portal.close())

/** The n-th SIM of Andes in a status, on the plan without an allowance. */
const simIn = (status: number, n = 0, planCode = 'SMS'): string =>
  portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === status && sim.planCode === planCode)[n]
    ?.iccid ?? ''
const run = async (call: Call, id: string, person: FleetUser = 'luis') =>
  (await portal.request(call, person, { params: { id } })).json()

/** What the books say of a SIM before the network first sees it. */
async function seen(iccid: string, { hoursAgo, gprs }: { hoursAgo: number; gprs: number }): Promise<void> {
  const registered_at = new Date(portal.clock.now.getTime() - hoursAgo * HOUR_MS)
  await portal.db
    .updateTable('sim_live')
    .set({
      registered_at,
      gprs_status: gprs,
      serving_network: '730-02',
      radio_technology: 'LTE',
      connection_started_at: registered_at,
    })
    .where('iccid', '=', iccid)
    .execute()
  if (gprs !== 1) return
  await sql`
    INSERT INTO data_sessions (company_id, iccid, session_key, started_at, apn, ip, data_bytes)
    VALUES (${COMPANIES.andes}, ${iccid}, 'key', ${registered_at}, 'm2m.enlace', '10.44.0.7', 5000)`.execute(portal.db)
}

test('a SIM in order passes the administrative test [S7.26, S7.43, S3.18]', async () => {
  const { data } = await run(testAdministrative, simIn(2))
  expect(data).toMatchObject({
    success: true,
    result: 'Estado, empresa, plan, APN y límites están en orden',
    code: 'in_order',
    evidence: {
      simAdministrativeStatusId: 2,
      companyBlocked: false,
      planName: 'Solo SMS',
      apn: 'm2m.enlace',
      limitBytes: null,
    },
    next: { action: 'testGsm' },
  })
  expect(data.checkedAt).toBe(portal.clock.now.toISOString())
})

test('a status that is not active is named with its reason, in the language of the reader', async () => {
  const icc = simIn(11)
  await setSims(portal.db, icc, { status_reason: 'Temporada baja' })
  const { data } = await run(testAdministrative, icc)
  expect(data).toMatchObject({
    success: false,
    code: 'status_not_active',
    result: 'La SIM no está activa: Hibernada (Temporada baja)',
    next: { action: 'reactivate', text: 'Reactive la SIM' },
  })
  const options = { headers: { 'accept-language': 'en' } }
  const english = (await portal.request(testAdministrative, 'luis', { params: { id: icc } }, options)).json()
  expect(english.data.result).toBe('The SIM isn’t active: Hibernated (Temporada baja)')
})

test('the alarm that holds the data cut is named by its limit and plan', async () => {
  const icc = simIn(10)
  const nameless = await run(testAdministrative, icc)
  expect(nameless.data).toMatchObject({ code: 'status_not_active', result: 'Sin datos: los cortó una alarma' })
  const notice = (limit_mb: number, action: string, hoursAgo: number) => {
    const at = new Date(portal.clock.now.getTime() - hoursAgo * HOUR_MS)
    const about = { company_id: COMPANIES.andes, iccid: icc, cycle_start: '2026-11-01', kind: 'limit', plan_code: 'IOT250' }
    return { ...about, alarm_id: limit_mb, limit_mb, action, used_bytes: 1, at, action_since: at, changed_at: at }
  }
  await portal.db
    .insertInto('alarm_notices')
    .values([notice(250, 'cut', 2), notice(400, 'restored', 1)])
    .execute()
  expect((await run(testAdministrative, icc)).data).toMatchObject({
    success: false,
    result: 'Sin datos: los cortó la alarma de 250\u00a0MB (IoT 250 MB)',
    next: { action: 'restoreData' },
  })
  const at = portal.clock.now
  const alarm = { company_id: COMPANIES.andes, limit_mb: 250, emails: ['ops@andes.test'], language: 'es', is_active: true }
  const made = await portal.db
    .insertInto('alarms')
    .values({ ...alarm, name: 'Flota RM', cuts_data: true, created_at: at, updated_at: at })
    .returning('alarm_id')
    .executeTakeFirstOrThrow()
  await portal.db.updateTable('alarm_notices').set({ alarm_id: made.alarm_id }).where('action', '=', 'cut').execute()
  expect((await run(testAdministrative, icc)).data).toMatchObject({
    result: 'Sin datos: los cortó la alarma Flota RM, de 250\u00a0MB (IoT 250 MB)',
  })
})

test('a used-up plan and a pool with allowance left are distinguished', async () => {
  const [own, pooled] = [simIn(2, 0, 'IOT250'), simIn(2, 0, 'TEL50')]
  const usage = { cycle_data_bytes: 300 * 1_048_576 }
  await portal.db.updateTable('sim_live').set(usage).where('iccid', 'in', [own, pooled]).execute()
  const answers = [await run(testAdministrative, own), await run(testAdministrative, pooled)]
  expect(answers.map(({ data }) => data)).toMatchObject([
    { code: 'limit_reached', evidence: { usedBytes: 300 * 1_048_576, limitBytes: 250 * 1_048_576, pooled: false } },
    { evidence: { pooled: true } },
  ])
  const [used, sims] = await Promise.all([
    sql<{
      n: number
    }>`SELECT sum(data_bytes)::bigint AS n FROM plan_usage_tallies WHERE company_id = 3 AND plan_code = 'TEL50'`.execute(
      portal.db,
    ),
    sql<{
      n: number
    }>`SELECT sum(sims)::int AS n FROM sim_tallies WHERE company_id = 3 AND plan_code = 'TEL50' AND administrative_status IN (2, 10)`.execute(
      portal.db,
    ),
  ])
  expect(answers[1]?.data.evidence).toMatchObject({
    usedBytes: used.rows[0]?.n,
    limitBytes: (sims.rows[0]?.n ?? 0) * 50 * 1_048_576,
  })
})

test('a locked SIM in another device fails by what the network sees', async () => {
  const icc = simIn(2, 1)
  await seen(icc, { hoursAgo: 1, gprs: 1 })
  await run(testGsm, icc)
  await portal.data(editCustom, 'luis', { body: { icc, imei: '356938035643809', imeiLock: true } })
  const { data } = await run(testAdministrative, icc)
  expect(data).toMatchObject({ success: false, code: 'imei_mismatch', evidence: { imei: '356938035643809', imeiLock: true } })
  await portal.data(editCustom, 'luis', { body: { icc, imeiLock: false } })
  expect((await run(testAdministrative, icc)).data.code).toBe('in_order')
})

test('a registered SIM passes the GSM test with operator, technology, time and device [S7.27]', async () => {
  const icc = simIn(2, 2)
  await seen(icc, { hoursAgo: 2, gprs: 1 })
  const { data } = await run(testGsm, icc)
  const imei = portal.fleet.sims.find(({ iccid }) => iccid === icc)?.imei
  expect(data).toMatchObject({
    success: true,
    code: 'registered',
    result: 'La SIM está registrada en la red',
    evidence: { registered: true, mcc: '730', mnc: '02', radioTechnology: 'LTE', imei },
    next: { action: 'testGprs' },
  })
  expect(data.evidence.lastUpdateAt).toBe(new Date(portal.clock.now.getTime() - 2 * HOUR_MS).toISOString())
})

test('an outdated registration is not trusted, and a missing one is reported', async () => {
  const [stale, never] = [simIn(2, 3), simIn(2, 4)]
  await seen(stale, { hoursAgo: 30, gprs: 1 })
  await portal.db.updateTable('sim_live').set({ gprs_status: 2 }).where('iccid', '=', never).execute()
  const answers = [await run(testGsm, stale), await run(testGsm, never)]
  expect(answers.map(({ data }) => [data.success, data.code, data.next.action])).toEqual([
    [false, 'stale_registration', 'restart'],
    [false, 'never_registered', 'checkInstallation'],
  ])
})

test('an open session passes the GPRS test; an hour after its end it fails [S7.28]', async () => {
  const icc = simIn(2, 5)
  await seen(icc, { hoursAgo: 1, gprs: 1 })
  const open = await run(testGprs, icc)
  expect(open.data).toMatchObject({
    success: true,
    code: 'connected',
    verdict: 'passed',
    evidence: { open: true, apnUsed: 'm2m.enlace', apnExpected: 'm2m.enlace', stoppedAt: null },
    next: null,
  })
  await run(resetSim, icc)
  const recent = await run(testGprs, icc)
  expect(recent.data).toMatchObject({
    success: true,
    verdict: 'warning',
    code: 'recent_session',
    evidence: { endCause: 'reset' },
  })
  const before = portal.clock.now
  portal.clock.now = new Date(before.getTime() + HOUR_MS)
  // login sessions have been idle for too long by now
  const late = await run(testGprs, icc, 'ana')
  portal.clock.now = before
  expect(late.data).toMatchObject({ success: false, verdict: 'failed', code: 'no_session' })
})

test('another APN than the own one is found', async () => {
  const icc = simIn(2, 6)
  await seen(icc, { hoursAgo: 1, gprs: 1 })
  await run(testGprs, icc)
  await setSimType(portal.db, icc, { simTypeId: 2, apnId: 31, apn: 'privado.enlace' })
  expect((await run(testGprs, icc)).data).toMatchObject({
    success: false,
    code: 'apn_mismatch',
    evidence: { apnUsed: 'm2m.enlace', apnExpected: 'privado.enlace' },
    next: { action: 'setApn' },
  })
})

test('a SIM stopped by the network is distinguished from a silent one', async () => {
  const answers = [await run(testGprs, simIn(10)), await run(testGprs, simIn(11)), await run(testGsm, simIn(11))]
  expect(answers.map(({ data }) => data.code)).toEqual(['data_cut', 'not_in_service', 'not_in_service'])
})

test('a network that does not answer is no verdict about the SIM', async () => {
  const icc = simIn(2, 2)
  await setNetworkFaults(portal, { lose: 1 }, { timeout_ms: 50, max_attempts: 1 })
  const silent = await run(testGsm, icc)
  expect(silent).toMatchObject({
    status: true,
    data: { success: false, verdict: 'unknown', code: 'timeout', evidence: null, next: { action: 'retry' } },
  })
  await setNetworkFaults(portal, { outages: [{}] }, { timeout_ms: 50, max_attempts: 1 })
  expect((await run(testGprs, icc)).data).toMatchObject({ verdict: 'unknown', code: 'unreachable' })
  await setNetworkFaults(portal, { lose: 1 }, { timeout_ms: 600_000, max_attempts: 3 })
  const kind = { companyId: COMPANIES.andes, administrativeStatus: 2, originId: 1, simTypeId: 2, apnId: 1 }
  const sim = { iccid: icc, imsi: '', msisdn: '', ...kind }
  expect(await askStatus(portal.services, sim, 50)).toEqual({ why: 'timeout' })
  expect(await askStatus(portal.services, { ...sim, originId: 7 }, 50)).toEqual({ why: 'no_network' })
  await setNetworkFaults(portal, {}, { timeout_ms: 10_000, max_attempts: 3 })
})

test.each([
  [5, 1, 'not available for Vodafone, except Vodafone with private APN'],
  [1, 15, 'not available for legacy, except Telefónica legacy with private APN'],
  [6, 1, 'The SIM’s type doesn’t allow it'],
])('type %d with APN %d is not diagnosed [S4.13, S4.14]', async (simTypeId, apnId, error) => {
  const icc = simIn(3)
  await setSimType(portal.db, icc, { simTypeId, apnId })
  const inEnglish = async (call: Call) =>
    (await portal.request(call, 'luis', { params: { id: icc } }, { headers: { 'accept-language': 'en' } })).json()
  const answers = [await inEnglish(testAdministrative), await inEnglish(testGsm), await inEnglish(testGprs)]
  expect(answers.map((answer) => [answer.status, answer.code, answer.error])).toEqual(
    Array(3).fill([false, 'type_not_editable', error]),
  )
})
