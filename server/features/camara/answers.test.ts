import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createGeofence } from '#contract/geofences/geofences.calls.ts'
import { getSimLock, lockSim } from '#contract/locks/locks.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { LOCATION_UNCERTAINTY_M } from '#domain/geofences.ts'
import { HOUR_MS } from '#domain/time.ts'
import { applyEvents } from '#server/networks/events/apply-events.ts'
import { auditRows } from '#test/audit-rows.ts'
import { askCamara, type CamaraAnswer, camaraAs, keyToken, newApiKey } from '#test/camara.ts'
import { setNetworkFaults } from '#test/embedded-network.ts'
import { COMPANIES, type TestSim } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { setSims } from '#test/set-sims.ts'

const portal = await startPortal({
  env: { API_KEY_REQUESTS_PER_MINUTE: '1000000' },
  simsOf: { [COMPANIES.andes]: 200, [COMPANIES.pacifico]: 10 },
})
const { db, clock } = portal
afterAll(() => portal.close())

// networks report times in seconds
clock.now = new Date(Math.floor(clock.now.getTime() / 1000) * 1000)
const ask = await camaraAs(portal)
const { key } = await newApiKey(portal)

const HOUR_AGO = new Date(clock.now.getTime() - HOUR_MS)
const METER = '356949001234564'
const PHONE = '490154203237518'

/** Each test has SIMs of its own, connected or not. */
const simsLeft = portal.fleet.sims.filter(({ companyId, status }) => companyId === COMPANIES.andes && status === 2)
function takeSim(planCode?: string): TestSim {
  const at = simsLeft.findIndex((sim) => planCode === undefined || sim.planCode === planCode)
  const [sim] = simsLeft.splice(at, 1)
  if (!sim) throw new Error('no SIM is left')
  return sim
}

const numberOf = ({ msisdn }: TestSim) => `+${msisdn}`
const byNumber = (sim: TestSim) => ({ device: { phoneNumber: numberOf(sim) } })

async function setLive({ iccid }: TestSim, columns: Readonly<Record<string, unknown>>): Promise<void> {
  const values = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`UPDATE sim_live SET ${sql.join(values)} WHERE iccid = ${iccid}`.execute(db)
}

/** A SIM that was seen an hour ago, without a session. */
async function seenSim(live: Readonly<Record<string, unknown>> = {}, planCode?: string): Promise<TestSim> {
  const sim = takeSim(planCode)
  const seen = { gprs_status: 2, registered_at: HOUR_AGO, serving_network: '730-02', radio_technology: 'LTE' }
  await setLive(sim, { ...seen, ...live })
  return sim
}

/** An open session with an address, as accounting stores it. */
async function openSession(sim: TestSim, ip: string): Promise<void> {
  await setLive(sim, { gprs_status: 1, ip, registered_at: HOUR_AGO })
  await sql`
    INSERT INTO data_sessions (company_id, iccid, session_key, started_at, apn, ip, data_bytes)
    VALUES (${sim.companyId}, ${sim.iccid}, ${`key ${ip}`}, ${HOUR_AGO}, 'm2m.enlace', ${ip}::inet, 5000)`.execute(db)
}

const outcome = ({ status, code }: CamaraAnswer) => [status, code]

describe('a device', () => {
  const address = '/connected-network-type/v0.1/retrieve'
  const other = '/device-roaming-status/v1/retrieve'

  test('is found by its number or by the address of its session', async () => {
    const sim = await seenSim()
    await openSession(sim, '10.41.7.7')
    for (const device of [
      { phoneNumber: numberOf(sim) },
      { ipv4Address: { publicAddress: '10.41.7.7', publicPort: 5683 } },
      { ipv4Address: { publicAddress: '203.0.113.9', privateAddress: '10.41.7.7' } },
      { phoneNumber: numberOf(sim), networkAccessIdentifier: 'x@enlace.test' },
    ])
      expect(await ask(address, { device })).toMatchObject({ status: 200, body: { connectedNetworkType: '4G' } })
  })

  test('by IPv6, however it is written, and not by the beginning of an address', async () => {
    const sim = await seenSim()
    await openSession(sim, '2001:db8:41::7')
    expect(outcome(await ask(address, { device: { ipv6Address: '2001:DB8:41:0::0:7' } }))).toEqual([200, ''])
    for (const ipv6Address of ['2001:db8:41::', '2001:db8:41::8', '::', '::1'])
      expect(outcome(await ask(address, { device: { ipv6Address } }))).toEqual([404, 'IDENTIFIER_NOT_FOUND'])
  })

  test('an address that two SIMs have finds none', async () => {
    for (const sim of [await seenSim(), await seenSim()]) await openSession(sim, '10.41.7.8')
    const device = { ipv4Address: { publicAddress: '10.41.7.8', privateAddress: '10.41.7.8' } }
    expect(outcome(await ask(address, { device }))).toEqual([404, 'IDENTIFIER_NOT_FOUND'])
  })

  test.each([
    [{}, 422, 'MISSING_IDENTIFIER'],
    [{ device: { other: 'x' } }, 422, 'MISSING_IDENTIFIER'],
    [{ device: { networkAccessIdentifier: '123456789@domain.com' } }, 422, 'UNSUPPORTED_IDENTIFIER'],
    [{ device: {} }, 400, 'INVALID_ARGUMENT'],
    [{ device: { ipv4Address: { publicAddress: '10.41.7.7' } } }, 400, 'INVALID_ARGUMENT'],
    [{ device: { phoneNumber: '56943000031' } }, 400, 'INVALID_ARGUMENT'],
    [{ device: { phoneNumber: '+56911111111' } }, 404, 'IDENTIFIER_NOT_FOUND'],
    // the end of many numbers, and too short for one
    [{ device: { phoneNumber: '+56943' } }, 404, 'IDENTIFIER_NOT_FOUND'],
  ])('named as %j is %d %s', async (body, status, code) => {
    expect(outcome(await ask(address, body))).toEqual([status, code])
  })

  test('of several identifiers the answer says which was used, or they have to be of one device', async () => {
    const [sim, stranger] = [await seenSim(), await seenSim()]
    await openSession(sim, '10.41.7.9')
    const ipv4Address = { publicAddress: '10.41.7.9', publicPort: 1 }
    const both = { phoneNumber: numberOf(sim), ipv4Address }
    expect((await ask(other, { device: both })).body).toMatchObject({ device: { phoneNumber: numberOf(sim) } })
    expect((await ask(other, { device: { ipv4Address } })).body).not.toHaveProperty('device')
    expect(outcome(await ask(address, { device: both }))).toEqual([200, ''])
    const mixed = { phoneNumber: numberOf(stranger), ipv4Address }
    expect((await ask(other, { device: mixed })).body).toMatchObject({ device: { phoneNumber: numberOf(stranger) } })
    expect(outcome(await ask(address, { device: mixed }))).toEqual([422, 'IDENTIFIER_MISMATCH'])
    const query = { queryType: 'IMEIBIND', device: mixed }
    expect(outcome(await ask('/iot-sim-fraud-prevention/v0.1/query', query))).toEqual([400, 'INVALID_ARGUMENT'])
  })

  test('a number that was given again is that of the SIM in use', async () => {
    const [former, present] = [await seenSim({ radio_technology: 'GSM' }), await seenSim({ radio_technology: 'NR' })]
    await setSims(db, present.iccid, { msisdn: former.msisdn })
    await setSims(db, former.iccid, { administrative_status: 7 })
    expect((await ask(address, byNumber(former))).body).toMatchObject({ connectedNetworkType: '5G' })
  })
})

describe('device-reachability-status', () => {
  const retrieve = (sim: TestSim) => ask('/device-reachability-status/v1/retrieve', byNumber(sim))

  test('with an open session by data, as of the last sign of life', async () => {
    const sim = await seenSim({ gprs_status: 1 })
    const connected = { reachable: true, connectivity: ['DATA'], lastStatusTime: HOUR_AGO.toISOString() }
    expect((await retrieve(sim)).body).toEqual(connected)
  })

  test('without one by what the network says now: registered, or not', async () => {
    const [registered, absent] = [await seenSim(), takeSim()]
    await setLive(absent, { gprs_status: 2 })
    const now = clock.now.toISOString()
    expect((await retrieve(registered)).body).toEqual({ reachable: true, connectivity: ['SMS'], lastStatusTime: now })
    expect((await retrieve(absent)).body).toEqual({ reachable: false, lastStatusTime: now })
  })

  test('a network that does not answer is unavailable, and a type that can’t be asked about not applicable', async () => {
    const sim = await seenSim()
    await setNetworkFaults(portal, { lose: 1 }, { timeout_ms: 50, max_attempts: 1 })
    const silent = await retrieve(sim)
    expect([...outcome(silent), silent.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '5'])
    await setNetworkFaults(portal, {}, { timeout_ms: 10_000, max_attempts: 3 })
    await sql`INSERT INTO sim_types (sim_type_id, name) VALUES (5, 'Vodafone')`.execute(db)
    await setSims(db, sim.iccid, { sim_type_id: 5 })
    expect(outcome(await retrieve(sim))).toEqual([422, 'SERVICE_NOT_APPLICABLE'])
  })
})

describe('device-roaming-status', () => {
  const retrieve = (sim: TestSim) => ask('/device-roaming-status/v1/retrieve', byNumber(sim))

  test.each([
    ['730-02', { roaming: false }],
    ['262-01', { roaming: true, countryCode: 262, countryName: ['DE'] }],
    ['340-20', { roaming: true, countryCode: 340, countryName: ['GP', 'BL', 'GF', 'MF', 'MQ'] }],
    ['901-28', { roaming: true, countryCode: 901, countryName: [] }],
  ])('of a Chilean SIM in %s', async (serving_network, expected) => {
    const sim = await seenSim({ serving_network })
    expect((await retrieve(sim)).body).toEqual({ lastStatusTime: HOUR_AGO.toISOString(), ...expected })
  })

  test('is not known of a SIM that was never seen', async () => {
    expect(outcome(await retrieve(takeSim()))).toEqual([422, 'SERVICE_NOT_APPLICABLE'])
  })
})

describe('connected-network-type', () => {
  test.each([
    ['GSM', '2G'],
    ['UMTS', '3G'],
    ['NB-IoT', '4G'],
    ['NR', '5G'],
  ])('%s is %s', async (radio_technology, connectedNetworkType) => {
    const sim = await seenSim({ radio_technology })
    const { body } = await ask('/connected-network-type/v0.1/retrieve', byNumber(sim))
    expect(body).toEqual({ lastStatusTime: HOUR_AGO.toISOString(), connectedNetworkType })
  })

  test('of a SIM that was never seen is unknown, without a time', async () => {
    const { body } = await ask('/connected-network-type/v0.1/retrieve', byNumber(takeSim()))
    expect(body).toEqual({ connectedNetworkType: 'UNKNOWN' })
  })
})

describe('location', () => {
  const PLACE = { latitude: -33.45, longitude: -70.65 }
  const located = () => seenSim({ ...PLACE, located_at: HOUR_AGO })
  const retrieve = (sim: TestSim, more = {}) => ask('/location-retrieval/v0.5/retrieve', { ...byNumber(sim), ...more })
  const verify = (sim: TestSim, area: object, more = {}) =>
    ask('/location-verification/v3/verify', { ...byNumber(sim), area: { areaType: 'CIRCLE', ...area }, ...more })

  test('is the circle of the last report, unless that is too old or too large', async () => {
    const sim = await located()
    const area = { areaType: 'CIRCLE', center: PLACE, radius: LOCATION_UNCERTAINTY_M }
    expect((await retrieve(sim, { maxAge: 3600, maxSurface: 1_000_000 })).body).toEqual({
      lastLocationTime: HOUR_AGO.toISOString(),
      area,
    })
    expect(outcome(await retrieve(sim, { maxAge: 3599 }))).toEqual([422, 'LOCATION_RETRIEVAL.UNABLE_TO_FULFILL_MAX_AGE'])
    expect(outcome(await retrieve(sim, { maxAge: 0 }))).toEqual([422, 'LOCATION_RETRIEVAL.UNABLE_TO_FULFILL_MAX_AGE'])
    expect(outcome(await retrieve(sim, { maxSurface: 940_000 }))).toEqual([
      422,
      'LOCATION_RETRIEVAL.UNABLE_TO_FULFILL_MAX_SURFACE',
    ])
    expect(outcome(await retrieve(takeSim()))).toEqual([422, 'LOCATION_RETRIEVAL.UNABLE_TO_LOCATE'])
  })

  test.each([
    [{ center: PLACE, radius: 2000 }, { verificationResult: 'TRUE' }],
    [{ center: { ...PLACE, latitude: -33.4 }, radius: 2000 }, { verificationResult: 'FALSE' }],
    [
      { center: PLACE, radius: 274 },
      { verificationResult: 'PARTIAL', matchRate: 25 },
    ],
  ])('is verified in %j: %j', async (area, expected) => {
    expect((await verify(await located(), area)).body).toEqual({ ...expected, lastLocationTime: HOUR_AGO.toISOString() })
  })

  test('that is too old, or not known, is not verified', async () => {
    const [sim, nowhere] = [await located(), takeSim()]
    const area = { center: PLACE, radius: 2000 }
    const tooOld = [422, 'LOCATION_VERIFICATION.UNABLE_TO_FULFILL_MAX_AGE']
    expect(outcome(await verify(sim, area, { maxAge: 60 }))).toEqual(tooOld)
    expect(outcome(await verify(nowhere, area, { maxAge: 60 }))).toEqual(tooOld)
    expect(outcome(await verify(nowhere, area))).toEqual([422, 'LOCATION_VERIFICATION.UNABLE_TO_LOCATE'])
  })

  test.each([
    [{ center: PLACE, radius: 0 }, 'OUT_OF_RANGE'],
    [{ center: { ...PLACE, latitude: 91 }, radius: 10 }, 'OUT_OF_RANGE'],
    [{ center: PLACE }, 'INVALID_ARGUMENT'],
    [{ center: PLACE, radius: 10, areaType: 'POLYGON' }, 'INVALID_ARGUMENT'],
  ])('in %j is %s', async (area, code) => {
    expect(outcome(await verify(takeSim(), area))).toEqual([400, code])
  })
})

describe('sim-swap', () => {
  const retrieve = (sim: TestSim) => ask('/sim-swap/v2/retrieve-date', { phoneNumber: numberOf(sim) })
  const check = (sim: TestSim, more = {}) => ask('/sim-swap/v2/check', { phoneNumber: numberOf(sim), ...more })

  test('is the activation, as numbers do not change SIMs', async () => {
    const [sim, fresh] = [takeSim(), takeSim()]
    const day = new Date(clock.now.getTime() - 24 * HOUR_MS)
    await setSims(db, sim.iccid, { activated_at: day })
    await setSims(db, fresh.iccid, { activated_at: null })
    expect((await retrieve(sim)).body).toEqual({ latestSimChange: day.toISOString() })
    expect((await check(sim)).body).toEqual({ swapped: true })
    expect((await check(sim, { maxAge: 24 })).body).toEqual({ swapped: true })
    expect((await check(sim, { maxAge: 23 })).body).toEqual({ swapped: false })
    expect((await retrieve(fresh)).body).toEqual({ latestSimChange: null })
    expect((await check(fresh)).body).toEqual({ swapped: false })
  })

  test.each([
    [{}, 422, 'MISSING_IDENTIFIER'],
    [{ phoneNumber: '+56911111111' }, 404, 'IDENTIFIER_NOT_FOUND'],
    [{ phoneNumber: '+56911111111', maxAge: 0 }, 400, 'OUT_OF_RANGE'],
    [{ phoneNumber: '+56911111111', maxAge: 2401 }, 400, 'OUT_OF_RANGE'],
    [{ phoneNumber: '+56911111111', maxAge: 1.5 }, 400, 'INVALID_ARGUMENT'],
    [{ phoneNumber: 'no', maxAge: 0 }, 400, 'INVALID_ARGUMENT'],
  ])('a check with %j is %d %s', async (body, status, code) => {
    expect(outcome(await ask('/sim-swap/v2/check', body))).toEqual([status, code])
  })
})

/** A network reports a device, now. */
async function report({ iccid }: TestSim, imei: string): Promise<void> {
  const { network_id } = await db.selectFrom('networks').select('network_id').executeTakeFirstOrThrow()
  const registered = {
    kind: 'registered',
    id: `${iccid} ${imei} ${clock.now.getTime()}`,
    iccid,
    at: clock.now,
    servingNetwork: { mcc: '730', mnc: '02' },
    radioTechnology: 'LTE',
    imei,
  } as const
  await db.transaction().execute((trx) => applyEvents(trx, network_id, [registered], clock.now))
}

/** Sets the clock some hours further for as long as the work takes. */
async function hoursLater<T>(hours: number, work: () => Promise<T>): Promise<T> {
  const { now } = clock
  clock.now = new Date(now.getTime() + hours * HOUR_MS)
  try {
    return await work()
  } finally {
    clock.now = now
  }
}

/** As a program does that asks much later: tokens are good for ten minutes. */
const askLater = async (hours: number, address: string, body: object) =>
  hoursLater(hours, async () => askCamara(portal, await keyToken(portal, key), address, body))

describe('device-swap', () => {
  const address = '/device-swap/v1'

  test('is when the SIM came into its device, also into one in which it was before', async () => {
    const sim = takeSim()
    await setSims(db, sim.iccid, { imei: '' })
    const body = { phoneNumber: numberOf(sim) }
    expect((await ask(`${address}/retrieve-date`, body)).body).toEqual({ latestDeviceChange: null })
    expect(outcome(await ask(`${address}/check`, body))).toEqual([422, 'SERVICE_NOT_APPLICABLE'])
    const at = (hours: number) => new Date(clock.now.getTime() + hours * HOUR_MS).toISOString()
    const latest = async (hours: number) => (await askLater(hours, `${address}/retrieve-date`, body)).body.latestDeviceChange
    await report(sim, METER)
    expect(await latest(0)).toBe(at(0))
    await hoursLater(10, () => report(sim, PHONE))
    expect(await latest(10)).toBe(at(10))
    await hoursLater(300, () => report(sim, METER))
    expect(await latest(301)).toBe(at(300))
    expect((await askLater(301, `${address}/check`, { ...body, maxAge: 1 })).body).toEqual({ swapped: true })
    expect((await askLater(302, `${address}/check`, { ...body, maxAge: 1 })).body).toEqual({ swapped: false })
  })

  test('with a lock, too', async () => {
    const sim = takeSim()
    await setSims(db, sim.iccid, { imei: '' })
    await report(sim, METER)
    await portal.data(lockSim, 'ana', { params: { id: sim.iccid }, body: { device: { mode: 'learn', values: [METER] } } })
    await hoursLater(5, () => report(sim, PHONE))
    await hoursLater(9, () => report(sim, METER))
    const { body } = await askLater(9, `${address}/retrieve-date`, { phoneNumber: numberOf(sim) })
    expect(body).toEqual({ latestDeviceChange: new Date(clock.now.getTime() + 9 * HOUR_MS).toISOString() })
  })

  test('within hours that are out of range', async () => {
    const { msisdn } = takeSim()
    const asked = { phoneNumber: `+${msisdn}`, maxAge: 9999 }
    expect(outcome(await ask(`${address}/check`, asked))).toEqual([400, 'OUT_OF_RANGE'])
  })
})

describe('device-identifier', () => {
  const address = '/device-identifier/v0.3'

  test('is the device that a network reported, not the one that people keep', async () => {
    const sim = takeSim()
    expect(outcome(await ask(`${address}/retrieve-identifier`, byNumber(sim)))).toEqual([422, 'SERVICE_NOT_APPLICABLE'])
    await report(sim, METER)
    const lastChecked = clock.now.toISOString()
    expect((await ask(`${address}/retrieve-identifier`, byNumber(sim))).body).toEqual({
      lastChecked,
      imei: METER,
      tac: '35694900',
    })
    expect((await ask(`${address}/retrieve-type`, byNumber(sim))).body).toEqual({ lastChecked, tac: '35694900' })
  })

  test('has one pseudonym for each company, which is the same for its keys', async () => {
    const sim = takeSim()
    await report(sim, PHONE)
    const ppidFor = async (person: 'ana' | 'reseller') => {
      const { body } = await (await camaraAs(portal, person))(`${address}/retrieve-ppid`, byNumber(sim))
      return body.ppid
    }
    const [first, again, above] = [await ppidFor('ana'), await ppidFor('ana'), await ppidFor('reseller')]
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(again).toBe(first)
    expect(above).not.toBe(first)
  })

  test('a port that is out of range', async () => {
    const device = { ipv4Address: { publicAddress: '10.0.0.1', publicPort: 70_000 } }
    expect(outcome(await ask(`${address}/retrieve-type`, { device }))).toEqual([400, 'OUT_OF_RANGE'])
  })
})

describe('device-data-volume', () => {
  const address = '/device-data-volume/v0.1'
  const MIB = 1024 ** 2

  test('is what the plan leaves', async () => {
    const sim = await seenSim({ cycle_data_bytes: 20 * MIB }, 'IOT250')
    expect((await ask(`${address}/retrieve`, byNumber(sim))).body).toEqual({ dataVolumeCategory: '<1GiB' })
    const check = async (value: number, unit = 'MiB') =>
      (await ask(`${address}/check`, { ...byNumber(sim), volumeToCheck: { value, unit } })).body.thresholdExceeded
    expect([await check(229), await check(230), await check(1, 'GiB')]).toEqual([true, false, false])
    await setLive(sim, { cycle_data_bytes: 300 * MIB })
    expect((await ask(`${address}/retrieve`, byNumber(sim))).body).toEqual({ dataVolumeCategory: '<200MiB' })
    expect(await check(0)).toBe(false)
  })

  test('of a pool is what the pool leaves, and of a plan without data nothing is said', async () => {
    const [shared, smsOnly] = [await seenSim({}, 'TEL50'), await seenSim({}, 'SMS')]
    expect((await ask(`${address}/retrieve`, byNumber(shared))).status).toBe(200)
    expect(outcome(await ask(`${address}/retrieve`, byNumber(smsOnly)))).toEqual([422, 'SERVICE_NOT_APPLICABLE'])
  })

  test.each([
    [{ value: 1025, unit: 'MiB' }, 'OUT_OF_RANGE'],
    [{ value: 1, unit: 'MB' }, 'INVALID_ARGUMENT'],
    [undefined, 'INVALID_ARGUMENT'],
  ])('a threshold of %j is %s', async (volumeToCheck, code) => {
    expect(outcome(await ask(`${address}/check`, { volumeToCheck }))).toEqual([400, code])
  })
})

test.each([
  [4, 2, { voiceSmsIn: 'active', voiceSmsOut: 'active', dataService: 'active' }],
  [4, 10, { voiceSmsIn: 'active', voiceSmsOut: 'active', dataService: 'suspended' }],
  [6, 11, { voiceSmsIn: 'suspended', voiceSmsOut: 'suspended', dataService: 'suspended' }],
])('subscription-status of technical status %d and administrative status %d', async (technical, administrative, services) => {
  const sim = takeSim()
  await setSims(db, sim.iccid, { technical_status: technical, administrative_status: administrative })
  const answer = await ask('/subscription-status/v0.1/retrive-subscription-status', { phoneNumber: numberOf(sim) })
  expect(answer.body).toEqual(services)
})

describe('iot-sim-fraud-prevention', () => {
  const address = '/iot-sim-fraud-prevention/v0.1'
  const bind = (sim: TestSim, bindType: string) => ask(`${address}/bind`, { ...byNumber(sim), bindType })
  const unbind = (sim: TestSim, unBindType: string) => ask(`${address}/unbind`, { ...byNumber(sim), unBindType })
  const query = async (sim: TestSim, queryType: string) => (await ask(`${address}/query`, { ...byNumber(sim), queryType })).body
  const lockOf = ({ iccid }: TestSim) => portal.data(getSimLock, 'ana', { params: { id: iccid } })

  test('binds a SIM to the device in which it is, and frees it, as the portal’s lock', async () => {
    const sim = takeSim()
    await report(sim, METER)
    expect(await query(sim, 'IMEIBIND')).toEqual({ imeiBind: { bindStatus: 'UNBOUND' } })
    expect((await bind(sim, 'IMEIBIND')).body).toEqual({ bound: true })
    expect(await lockOf(sim)).toMatchObject({ device: { mode: 'learn', values: [METER] }, area: { mode: 'off' } })
    expect(await query(sim, 'IMEIBIND')).toEqual({ imeiBind: { bindStatus: 'BOUND', bindImei: METER } })
    const [entry] = (await auditRows(portal, { action: 'sim.locked' })).filter(({ entity_id }) => entity_id === sim.iccid)
    expect(entry?.actor).toMatch(/^api-key:/)
    expect((await unbind(sim, 'IMEIBIND')).body).toEqual({ unbound: true })
    expect(outcome(await unbind(sim, 'IMEIBIND'))).toEqual([422, 'UNNECESSARY_UNBIND_IMEI'])
    expect((await lockOf(sim)).device).toEqual({ mode: 'off', values: [] })
  })

  test('before there is a device it binds to the first one, and a lock that people set stays', async () => {
    const [sim, locked] = [takeSim(), takeSim()]
    expect((await bind(sim, 'IMEIBIND')).body).toEqual({ bound: true })
    expect(await query(sim, 'IMEIBIND')).toEqual({ imeiBind: { bindStatus: 'BOUND' } })
    const device = { mode: 'tac' as const, values: ['35694900'] }
    await portal.data(lockSim, 'ana', { params: { id: locked.iccid }, body: { device } })
    expect((await bind(locked, 'IMEIBIND')).body).toEqual({ bound: true })
    expect((await lockOf(locked)).device).toEqual(device)
    expect(await query(locked, 'IMEIBIND')).toEqual({ imeiBind: { bindStatus: 'BOUND' } })
  })

  test('binds a SIM to the country in which it is', async () => {
    const [sim, nowhere] = [await seenSim(), takeSim()]
    expect(await query(sim, 'AREALIMIT')).toEqual({ areaLimit: { areaLimitStatus: 'UNRESTRICTED' } })
    expect((await bind(sim, 'AREALIMIT')).body).toEqual({ bound: true })
    expect((await lockOf(sim)).area).toEqual({ mode: 'listed', values: ['CL'], geofences: [] })
    expect(await query(sim, 'AREALIMIT')).toEqual({ areaLimit: { areaLimitStatus: 'RESTRICTED' } })
    expect((await unbind(sim, 'AREALIMIT')).body).toEqual({ unbound: true })
    expect(outcome(await unbind(sim, 'AREALIMIT'))).toEqual([422, 'UNNECESSARY_UNBIND_AREALIMIT'])
    expect((await bind(nowhere, 'AREALIMIT')).body).toEqual({ bound: false })
  })

  test('shows the circle of a geofence, which is the form that the document has', async () => {
    const sim = takeSim()
    const centre = { latitude: -33.45, longitude: -70.65 }
    const shape = { kind: 'circle' as const, centre, radiusM: 750 }
    const made = await portal.data(createGeofence, 'ana', { body: { company: COMPANIES.andes, name: 'Patio', shape } })
    const area = { mode: 'listed' as const, geofences: [made.geofenceId] }
    await portal.data(lockSim, 'ana', { params: { id: sim.iccid }, body: { area } })
    expect(await query(sim, 'AREALIMIT')).toEqual({
      areaLimit: {
        areaLimitStatus: 'RESTRICTED',
        limitArea: { areaType: 'CIRCLE', center: centre, radius: 750 },
      },
    })
  })

  test('a SIM that can’t be locked now is not bound, and a blocked company binds none', async () => {
    const sim = takeSim()
    await setSims(db, sim.iccid, { administrative_status: 7 })
    expect((await bind(sim, 'IMEIBIND')).body).toEqual({ bound: false })
    await sql`UPDATE companies SET blocked_at = ${clock.now} WHERE company_id = ${COMPANIES.andes}`.execute(db)
    // rights are cached for two seconds
    const refused = await hoursLater(3 / 3600, () => bind(takeSim(), 'IMEIBIND'))
    expect(outcome(refused)).toEqual([403, 'PERMISSION_DENIED'])
    await sql`UPDATE companies SET blocked_at = NULL WHERE company_id = ${COMPANIES.andes}`.execute(db)
  })
})

describe('device-communication-function', () => {
  const address = '/device-communication-function/vwip'
  const activate = (sim: TestSim, functionType = 'DATA') => ask(`${address}/activate`, { ...byNumber(sim), functionType })
  const deactivate = (sim: TestSim, functionType = 'DATA') => ask(`${address}/deactivate`, { ...byNumber(sim), functionType })
  const statusOf = async ({ iccid }: TestSim) =>
    (await portal.data(getSim, 'ana', { params: { icc: iccid } })).simAdministrativeStatusId

  test('cuts a SIM’s data and restores it, which the portal shows and writes down by the key', async () => {
    const sim = takeSim()
    expect((await deactivate(sim)).body).toEqual({ functionType: 'DATA', functionStatus: 'inactive' })
    expect(await statusOf(sim)).toBe(10)
    expect(outcome(await deactivate(sim))).toEqual([422, 'UNNECESSARY_DEACTIVATION'])
    expect((await activate(sim)).body).toEqual({ functionType: 'DATA', functionStatus: 'active' })
    expect(await statusOf(sim)).toBe(2)
    expect(outcome(await activate(sim))).toEqual([422, 'UNNECESSARY_ACTIVATION'])
    const entries = await auditRows(portal, { entity_id: sim.iccid })
    expect(entries.map(({ action }) => action)).toEqual(['sim.data_cut', 'sim.data_restored'])
    for (const { actor } of entries) expect(actor).toMatch(/^api-key:/)
  })

  test('while the network does not confirm, the answer is what the data still is', async () => {
    const sim = takeSim()
    await setNetworkFaults(portal, { outages: [{}] }, { max_attempts: 1 })
    expect((await deactivate(sim)).body).toEqual({ functionType: 'DATA', functionStatus: 'active' })
    await setNetworkFaults(portal, { outages: [] })
  })

  test.each(['SMS', 'VOICE'])('%s can’t be cut alone', async (functionType) => {
    const sim = takeSim()
    expect(outcome(await deactivate(sim, functionType))).toEqual([501, 'NOT_IMPLEMENTED'])
    expect(outcome(await activate(sim, functionType))).toEqual([501, 'NOT_IMPLEMENTED'])
  })

  test.each([4, 6, 11])('a SIM of status %i, which is not in service, is a conflict', async (status) => {
    const sim = takeSim()
    await setSims(db, sim.iccid, { administrative_status: status })
    expect(outcome(await deactivate(sim))).toEqual([409, 'CONFLICT'])
    expect(outcome(await activate(sim))).toEqual([409, 'CONFLICT'])
  })

  test('needs a key with the permit for alarms, and identifiers that name one SIM', async () => {
    const [sim, other] = [takeSim(), takeSim()]
    await openSession(other, '10.41.9.9')
    const device = { phoneNumber: numberOf(sim), ipv4Address: { publicAddress: '10.41.9.9', publicPort: 5683 } }
    expect(outcome(await ask(`${address}/deactivate`, { device, functionType: 'DATA' }))).toEqual([422, 'IDENTIFIER_MISMATCH'])
    const { key: lesser } = await newApiKey(portal, 'ana', { permits: ['sims'] })
    const refused = await askCamara(portal, await keyToken(portal, lesser), `${address}/deactivate`, {
      ...byNumber(sim),
      functionType: 'DATA',
    })
    expect(outcome(refused)).toEqual([403, 'PERMISSION_DENIED'])
    expect(await statusOf(sim)).toBe(2)
  })
})
