import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getDashboard } from '#contract/dashboard/dashboard.calls.ts'
import {
  driftList,
  getNetworkRules,
  listDrifts,
  listNetworks,
  type NetworkData,
  saveNetwork,
  saveNetworkRules,
  settleDrifts,
} from '#contract/network-admin/networks.calls.ts'
import { secretFields } from '#domain/network-kinds.ts'
import { processDueOrders } from '#server/networks/orders/orders-worker.ts'
import { openNetworkRegistry } from '#server/networks/registry.ts'
import { setNetworkFaults } from '#test/embedded-network.ts'
import { COMPANIES } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'

const ID = 'simulated-1'

let portal: Portal
beforeEach(async () => {
  portal = await startPortal()
})
afterEach(() => portal.close())

const networks = async (): Promise<NetworkData[]> => (await portal.data(listNetworks, 'admin')).networks
async function network(): Promise<NetworkData> {
  const found = (await networks()).find(({ networkId }) => networkId === ID)
  if (!found) throw new Error(`there is no network ${ID}`)
  return found
}
/** The network's settings as a form holds them. */
async function form() {
  const { name, enabled, requestsPerSecond, maxInFlight, timeoutMs, maxAttempts, overrideStatus, overrideText, updatedAt } =
    await network()
  return { name, enabled, requestsPerSecond, maxInFlight, timeoutMs, maxAttempts, overrideStatus, overrideText, updatedAt }
}
const save = async (changes: object) =>
  portal.envelope(saveNetwork, 'admin', { params: { networkId: ID }, body: { ...(await form()), ...changes } })
const audited = () =>
  portal.db
    .selectFrom('audit_log')
    .selectAll()
    .where('entity', 'in', ['network', 'network_rules', 'sim', 'sims'])
    .orderBy('audit_id')
    .execute()
/** Another server process over the same tables. */
const otherProcess = () =>
  openNetworkRegistry({
    db: portal.db,
    pool: portal.services.pool,
    log: pino({ level: 'silent' }),
    clock: () => portal.clock.now,
  })

test('an administrator sees what each network can do, how it fares, and how many SIMs go by it', async () => {
  const sim = portal.fleet.sims.find(({ status }) => status === 2)
  await portal.services.networks.find(ID)?.lookup({ iccid: sim?.iccid ?? '', imsi: '', msisdn: '' })
  await portal.services.networks.flushHealth()
  const seen = await network()
  expect(seen).toMatchObject({ name: 'Movistar Chile', enabled: true, sims: portal.fleet.sims.length, drifts: 0, faults: [] })
  expect(seen.capabilities?.commands).toContain('suspend')
  expect(seen.health).toMatchObject({ status: 1, calls: 1, failures: 0, dayCalls: 1, breakerUntil: null })
  expect(seen.health.p95Ms).toBeGreaterThan(0)
})

test('calls are summed by half-hours of the clock; incidents are shown newest first', async () => {
  const { now } = portal.clock
  const minutesAgo = (minutes: number): Date => new Date(Math.floor(now.getTime() / 60_000) * 60_000 - minutes * 60_000)
  // latencies of up to 5, 10, and 20 ms
  const counted = (minutes: number, calls: number, failures: number, latencies: number[]) =>
    ({ network_id: ID, minute: minutesAgo(minutes), calls, failures, latencies }) as const
  const minutes = [counted(1, 4, 1, [0, 0, 4]), counted(2, 2, 0, [2]), counted(300, 10, 10, [0, 10]), counted(1500, 9, 9, [9])]
  await portal.db.insertInto('network_minutes').values(minutes).execute()
  await portal.db
    .insertInto('network_incidents')
    .values([
      {
        network_id: ID,
        started_at: minutesAgo(9_000),
        ended_at: minutesAgo(8_990),
        worst_status: 0,
        worst_failure_percent: 90,
      },
      { network_id: ID, started_at: minutesAgo(50), worst_status: 2, worst_failure_percent: 12 },
    ])
    .execute()
  const { health, incidents } = await network()
  expect(health).toMatchObject({ calls: 6, failures: 1, dayCalls: 16, dayFailures: 11, p95Ms: 20 })
  const starts = health.halfHours.map(({ from }) => Date.parse(from))
  expect(starts).toEqual(starts.map((_, index) => Math.floor(now.getTime() / 1_800_000 - 47 + index) * 1_800_000))
  const at = (minutes: number) => health.halfHours.findLast(({ from }) => Date.parse(from) <= minutesAgo(minutes).getTime())
  expect(at(300)).toMatchObject({ calls: 10, failures: 10, p95Ms: 10 })
  expect(health.halfHours.filter(({ calls }) => calls === 0).every(({ p95Ms }) => p95Ms === null)).toBe(true)
  expect(incidents).toEqual([
    { startedAt: minutesAgo(50).toISOString(), endedAt: null, isOutage: false, failurePercent: 12 },
    {
      ...{ startedAt: minutesAgo(9_000).toISOString(), endedAt: minutesAgo(8_990).toISOString() },
      ...{ isOutage: true, failurePercent: 90 },
    },
  ])
})

test('each kind keeps sealed what its form calls a secret', () => {
  for (const [name, { secretNames = [] }] of Object.entries(portal.services.networks.kinds))
    expect({ name, secretNames }).toEqual({ name, secretNames: secretFields(name) })
})

test('errors and an open breaker are shown', async () => {
  await setNetworkFaults(portal, { outages: [{}] }, { max_attempts: 1 })
  const sim = { iccid: portal.fleet.sims[0]?.iccid ?? '', imsi: '', msisdn: '' }
  for (let count = 0; count < 12; count++) {
    await expect(portal.services.networks.find(ID)?.lookup(sim)).rejects.toThrow()
  }
  await portal.services.networks.flushHealth()
  const { health, faults } = await network()
  expect(health.breakerUntil).not.toBeNull()
  expect(health.failures).toBe(10)
  expect(faults).toMatchObject([{ call: 'lookup', cause: 'unreachable', times: 10 }])
})

test('a change of settings holds in every process, and the audit has what was different', async () => {
  const other = await otherProcess()
  portal.clock.now = new Date(portal.clock.now.getTime() + 1000)
  expect((await save({ name: 'Chile', requestsPerSecond: 50, maxInFlight: 8 })).data).toMatchObject({ name: 'Chile' })
  await other.reload()
  for (const process of [portal.services.networks, other]) {
    expect(process.find(ID)).toMatchObject({ name: 'Chile', maxInFlight: 8, isEnabled: true })
  }
  expect(await audited()).toMatchObject([
    {
      action: 'network.changed',
      entity_id: ID,
      actor: 'admin@enlace.test',
      before: { name: 'Movistar Chile', requestsPerSecond: null, maxInFlight: 64 },
      after: { name: 'Chile', requestsPerSecond: 50, maxInFlight: 8 },
    },
  ])
  // the same again changes nothing and leaves no trace
  await save({})
  expect(await audited()).toHaveLength(1)
  await other.close()
})

test('wrong settings are reported at their fields, and an outdated form is refused', async () => {
  const wrong = await save({ name: ' ', maxInFlight: 0, timeoutMs: 5, requestsPerSecond: 0, overrideStatus: 0 })
  expect(wrong.code).toBe('invalid_request')
  expect(Object.keys(wrong.fields ?? {}).sort()).toEqual([
    'maxInFlight',
    'name',
    'overrideText',
    'requestsPerSecond',
    'timeoutMs',
  ])
  expect((await save({ overrideStatus: 0 })).fields).toEqual({ overrideText: 'Este campo es requerido' })
  const old = await form()
  portal.clock.now = new Date(portal.clock.now.getTime() + 1000)
  await save({ name: 'Chile' })
  const late = await portal.envelope(saveNetwork, 'admin', { params: { networkId: ID }, body: old })
  expect(late.code).toBe('conflict')
  const body = await form()
  const unknown = await portal.envelope(saveNetwork, 'admin', { params: { networkId: 'nowhere' }, body })
  expect(unknown.code).toBe('not_found')
})

test('what an administrator says of an operator stands on the card of its customers, at once', async () => {
  portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
  await save({ overrideStatus: 0, overrideText: 'Mantenimiento hasta las 18:00' })
  const { operatorStatus } = await portal.data(getDashboard, 'ana')
  expect(operatorStatus).toMatchObject([
    {
      statusName: 'Movistar Chile',
      statusStatus: 0,
      statusIcon: 'closed',
      statusText: 'Mantenimiento hasta las 18:00',
      since: portal.clock.now.toISOString(),
    },
  ])
  await save({ overrideStatus: null, overrideText: '' })
  expect((await portal.data(getDashboard, 'ana')).operatorStatus).toMatchObject([{ statusStatus: 1, statusText: '' }])
})

test('SIMs of an origin and type go by another network as soon as the table says so, in every process', async () => {
  const other = await otherProcess()
  const rule = { originId: 1, simTypeId: 2 }
  const before = await portal.data(getNetworkRules, 'admin')
  expect(before.rules).toContainEqual({ ...rule, networkId: ID, sims: portal.fleet.sims.length })
  const after = await portal.data(saveNetworkRules, 'admin', { body: { rules: [{ ...rule, networkId: 'simulated-2' }] } })
  expect(after.rules).toContainEqual({ ...rule, networkId: 'simulated-2', sims: portal.fleet.sims.length })
  await other.reload()
  for (const process of [portal.services.networks, other]) expect(process.findByRoute(1, 2)?.id).toBe('simulated-2')
  expect(await audited()).toMatchObject([
    { action: 'network_rules.changed', before: [{ ...rule, networkId: ID }], after: [{ ...rule, networkId: 'simulated-2' }] },
  ])
  // the same again changes nothing and leaves no trace
  await portal.data(saveNetworkRules, 'admin', { body: { rules: [{ ...rule, networkId: 'simulated-2' }] } })
  expect(await audited()).toHaveLength(1)
  await other.close()
})

test('a rule for what does not exist is refused at its field, and none of the others is kept', async () => {
  const rules = [
    { originId: 1, simTypeId: 2, networkId: 'simulated-2' },
    { originId: 1, simTypeId: 2, networkId: 'nowhere' },
    { originId: 99, simTypeId: 2, networkId: ID },
  ]
  const refused = await portal.envelope(saveNetworkRules, 'admin', { body: { rules } })
  expect(refused.fields).toEqual({
    'rules.1.networkId': 'No existe esa red',
    'rules.2.originId': 'No existe ese origen o tipo de SIM',
  })
  const kept = await portal.data(getNetworkRules, 'admin')
  expect(kept.rules.find(({ originId, simTypeId }) => originId === 1 && simTypeId === 2)?.networkId).toBe(ID)
})

/** SIMs of Andes that are active here and suspended in the network. */
async function differences(count: number): Promise<string[]> {
  const iccids = portal.fleet.sims
    .filter((sim) => sim.companyId === COMPANIES.andes && sim.status === 2)
    .slice(0, count)
    .map(({ iccid }) => iccid)
  for (const [index, iccid] of iccids.entries()) {
    await portal.services.networks.find(ID)?.lookup({ iccid, imsi: '', msisdn: '' })
    await portal.db
      .insertInto('sim_drifts')
      .values({
        company_id: COMPANIES.andes,
        iccid,
        administrative_status: 2,
        network_state: 'suspended',
        found_at: new Date(portal.clock.now.getTime() - (count - index) * 1000),
      })
      .execute()
  }
  await portal.services.pool.query("UPDATE simulated_network.sims SET state = 'suspended' WHERE iccid = ANY($1)", [iccids])
  return iccids
}
async function page(query: { limit?: string; cursor?: string; kind?: 'state' | 'profile' | 'device' } = {}) {
  const response = await portal.request(listDrifts, 'admin', { query }, { headers: { accept: 'application/json' } })
  const [, ...rows] = response.json().data as string[][]
  return { rows, cursor: response.headers['x-next-cursor'] }
}

test('differences are listed, oldest first, in pages that miss none', async () => {
  const iccids = await differences(5)
  const first = await page({ limit: '3' })
  const second = await page({ limit: '3', cursor: String(first.cursor) })
  expect([...first.rows, ...second.rows].map(([icc]) => icc)).toEqual(iccids)
  expect(first.rows[0]).toEqual(expect.arrayContaining([COMPANIES.andes, ID, 'Movistar Chile', 'suspended']))
  expect((await network()).drifts).toBe(5)
})

test('differences are counted, listed and settled by what differs, with what each side has of a profile or a lock', async () => {
  const [ofState, ofProfile, ofDevice] = await differences(3)
  const beside = async (iccid: string | undefined, problem: string, problem_text: string) =>
    portal.db
      .updateTable('sim_drifts')
      .set({ problem, problem_text, network_state: 'active' })
      .where('iccid', '=', iccid ?? '')
      .execute()
  await beside(ofProfile, 'other_profile', 'iot-10 → iot-50')
  await beside(ofDevice, 'other_device', '– → 356938035643809')
  expect(await network()).toMatchObject({ drifts: 3, driftKinds: { state: 1, profile: 1, device: 1 } })
  for (const [kind, iccid, values] of [
    ['state', ofState, ['', '']],
    ['profile', ofProfile, ['iot-50', 'iot-10']],
    ['device', ofDevice, ['356938035643809', '–']],
  ] as const) {
    const { rows } = await page({ kind })
    const from = driftList.names.indexOf('portalValue')
    expect(rows.map((row) => [row[0], row.slice(from, from + 2)])).toEqual([[iccid, values]])
  }
  const settled = await portal.data(settleDrifts, 'admin', { body: { goal: 'ours', all: true, kind: 'device' } })
  expect(settled.accepted).toBe(1)
  const ordered = () => portal.db.selectFrom('network_orders').select(['iccid', 'goal']).orderBy('goal').execute()
  expect(await ordered()).toEqual([{ iccid: ofDevice, goal: 'push' }])

  // of a profile and a lock the network's is not adopted
  const icc = [ofDevice ?? '', ofProfile ?? '']
  const refused = await portal.data(settleDrifts, 'admin', { body: { goal: 'network', icc } })
  expect(refused.accepted).toBe(0)
  expect(refused.excluded.map(({ code }) => code)).toEqual(['operation_open', 'portal_decides'])
  const ofKind = await portal.envelope(settleDrifts, 'admin', { body: { goal: 'network', all: true, kind: 'profile' } })
  expect(ofKind).toMatchObject({ code: 'invalid_request', fields: { kind: expect.stringContaining('solo el estado') } })
  const adopted = await portal.data(settleDrifts, 'admin', { body: { goal: 'network', all: true } })
  expect(adopted.accepted).toBe(1)
  expect(await ordered()).toEqual([
    { iccid: ofState, goal: 'adopt' },
    { iccid: ofDevice, goal: 'push' },
  ])
})

test('one difference is settled by the portal’s word, the others by the network’s; who asked for it is kept', async () => {
  const [ours, ...theirs] = await differences(4)
  if (!ours) throw new Error('no difference')
  const one = await portal.data(settleDrifts, 'admin', { body: { goal: 'ours', icc: [ours], reason: 'Sigue en uso' } })
  expect(one).toEqual({ accepted: 1, excluded: [] })
  const again = await portal.data(settleDrifts, 'admin', { body: { goal: 'network', icc: [ours, '8956030999999999999'] } })
  expect(again.excluded.map(({ code }) => code)).toEqual(['operation_open', 'not_found'])
  expect(await portal.data(settleDrifts, 'admin', { body: { goal: 'network', all: true } })).toEqual({
    accepted: 3,
    excluded: [],
  })
  expect(await audited()).toMatchObject([{ action: 'drifts.settled' }, { action: 'drifts.settled' }])

  await processDueOrders(portal.services)
  const statuses = await portal.db
    .selectFrom('sims')
    .select(['iccid', 'administrative_status as status', 'status_actor as actor'])
    .where('iccid', 'in', [ours, ...theirs])
    .execute()
  const of = (iccid: string) => statuses.find((row) => row.iccid === iccid)
  expect(of(ours)?.status).toBe(2)
  for (const iccid of theirs) expect(of(iccid)).toMatchObject({ status: 11, actor: 'admin@enlace.test' })
  const { rows } = await portal.services.pool.query(
    "SELECT iccid, kind FROM simulated_network.effects WHERE kind IN ('resumed', 'suspended')",
  )
  expect(rows).toEqual([{ iccid: ours, kind: 'resumed' }])
  expect((await page()).rows).toEqual([])
  const events = await portal.db.selectFrom('sim_events').selectAll().where('iccid', '=', ours).execute()
  expect(events.at(-1)).toMatchObject({
    kind: 'network_pushed',
    actor: 'admin@enlace.test',
    detail: { reason: 'Sigue en uso' },
  })
})

test('why a difference is still there stands beside it, in the reader’s language', async () => {
  const [iccid] = await differences(1)
  await portal.services.pool.query("UPDATE simulated_network.sims SET state = 'terminated' WHERE iccid = $1", [iccid])
  await portal.data(settleDrifts, 'admin', { body: { goal: 'ours', all: true } })
  await processDueOrders(portal.services)
  const [row] = (await page()).rows
  expect(row).toEqual(expect.arrayContaining(['terminated', 'not_possible', 'La red no puede revertirlo']))
})
