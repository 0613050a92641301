import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createApiKey, revokeApiKey } from '#contract/api-keys/api-keys.calls.ts'
import { createGeofence } from '#contract/geofences/geofences.calls.ts'
import { lockSim } from '#contract/locks/locks.calls.ts'
import { testAdministrative } from '#contract/sims/sim-tools.calls.ts'
import { savePermit } from '#contract/users/permits.calls.ts'
import { deactivateUser } from '#contract/users/users.calls.ts'
import { listWebhooks } from '#contract/webhooks/webhooks.calls.ts'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import { type EventApiName, eventApi, eventType, VOLUME_EVENTS } from '#domain/camara-events.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { CAMARA_EVENT } from '#domain/webhooks.ts'
import { applyEvents } from '#server/networks/events/apply-events.ts'
import type { NetworkEvent } from '#server/networks/network-events.ts'
import type { RadioTechnology } from '#server/networks/network-types.ts'
import { endDueSubscriptions } from '#server/records/camara-subscriptions.ts'
import { moveSims } from '#server/records/move-sims.ts'
import { refreshPlanUsage } from '#server/records/refresh-plan-usage.ts'
import { applyStatusTransitions } from '#server/records/status-transitions.ts'
import { storeUsageMessages } from '#server/usage/intake.ts'
import { countAll } from '#server/usage/usage-counter.ts'
import { deleteOldWebhooks } from '#server/webhook-delivery/delete-old-webhooks.ts'
import { deliverDue } from '#server/webhook-delivery/webhook-worker.ts'
import { auditRows } from '#test/audit-rows.ts'
import { askCamara, keyToken, newApiKey } from '#test/camara.ts'
import { CAMARA_DOCUMENTS } from '#test/camara-documents.ts'
import { COMPANIES, type TestSim } from '#test/fleet.ts'
import { withHolder } from '#test/holder.ts'
import { newcomer } from '#test/newcomers.ts'
import { startPortal } from '#test/portal.ts'
import { selfSigned } from '#test/self-signed.ts'
import { setSims } from '#test/set-sims.ts'
import { openReceiver, sayOk } from '#test/webhook-receiver.ts'

const log = pino({ level: 'silent' })
const identity = selfSigned()
const trusted = getCACertificates('default')
setDefaultCACertificates([...trusted, identity.cert])
const sink = await openReceiver(identity)
const portal = await startPortal({
  // within a cycle: sessions of the last hours are of the same one
  now: new Date('2026-11-21T15:00:00Z'),
  env: { API_KEY_REQUESTS_PER_MINUTE: '1000000', WEBHOOK_NETWORKS: '127.0.0.0/8' },
  simsOf: { [COMPANIES.andes]: 120, [COMPANIES.pacifico]: 10 },
})
const { db, clock } = portal
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await portal.close()
  await sink.close()
})

const START = new Date(Math.floor(clock.now.getTime() / 1000) * 1000)
const { key, apiKey } = await newApiKey(portal)
let token = ''
beforeEach(async () => {
  for (const table of ['camara_subscriptions', 'webhook_messages', 'webhook_endpoints'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(db)
  await moveTo(START)
  sink.received.length = 0
  sink.answer = (response) => response.writeHead(204).end()
})

/** The time is another; tokens are good for ten minutes, and those who are logged in stay so. */
async function moveTo(at: Date): Promise<void> {
  clock.now = at
  await db.updateTable('login_sessions').set({ created_at: at, last_seen_at: at }).execute()
  token = await keyToken(portal, key)
}
const pass = (ms: number): Promise<void> => moveTo(new Date(clock.now.getTime() + ms))

const simsLeft = portal.fleet.sims.filter(({ companyId, status }) => companyId === COMPANIES.andes && status === 2)
function takeSim(): TestSim {
  const sim = simsLeft.pop()
  if (!sim) throw new Error('no SIM is left')
  return sim
}
const numberOf = ({ msisdn }: TestSim) => `+${msisdn}`
const byNumber = (sim: TestSim) => ({ device: { phoneNumber: numberOf(sim) } })

async function setLive({ iccid }: TestSim, columns: Readonly<Record<string, unknown>>): Promise<void> {
  const values = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`UPDATE sim_live SET ${sql.join(values)} WHERE iccid = ${iccid}`.execute(db)
}

/** A SIM without a session, as if it had never been seen. */
async function silentSim(live: Readonly<Record<string, unknown>> = {}): Promise<TestSim> {
  const sim = takeSim()
  const never = {
    gprs_status: 2,
    serving_network: '',
    radio_technology: '',
    latitude: null,
    longitude: null,
    located_at: null,
    connection_started_at: null,
  }
  await setLive(sim, { ...never, ...live })
  return sim
}

const addressOf = (api: EventApiName) => `/${api}/${eventApi(api).version}/subscriptions`

interface Extras {
  readonly sinkCredential?: object
  readonly config?: object
}

const bodyOf = (api: EventApiName, type: string, detail: object, { config, ...more }: Extras = {}) => ({
  ...{ protocol: 'HTTP', sink: sink.url, types: [eventType(api, type)], config: { subscriptionDetail: detail, ...config } },
  ...more,
})

const ask = (address: string, body?: unknown, method: 'GET' | 'POST' | 'DELETE' = 'POST') =>
  askCamara(portal, token, address, body, { method })

async function subscribe(api: EventApiName, type: string, detail: object, more: Extras = {}) {
  const made = await ask(addressOf(api), bodyOf(api, type, detail, more))
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const id = String(made.body.id)
  return { id, address: `${addressOf(api)}/${id}`, body: made.body }
}

interface Event {
  readonly type: string
  readonly time: string
  readonly source: string
  readonly data: Record<string, unknown>
}

/** What the sink received since the last call, each judged by its document; in the order of enqueueing. */
async function received(api: EventApiName): Promise<Event[]> {
  // what is counted has the time of the real clock
  const services = { ...portal.services, clock: () => new Date(Math.max(clock.now.getTime(), Date.now())) }
  while ((await deliverDue(services)) > 0);
  const { rows } = await sql<{ body: string }>`SELECT body FROM webhook_messages ORDER BY message_id`.execute(db)
  const order = rows.map(({ body }) => body)
  const came = sink.received.splice(0).sort((a, b) => order.indexOf(a.body) - order.indexOf(b.body))
  return came.map(({ headers, body }) => {
    expect(headers['content-type']).toBe('application/cloudevents+json')
    const event = JSON.parse(body)
    expect(CAMARA_DOCUMENTS.get(api)?.eventProblems(event), body).toBe('')
    return event
  })
}

/** The last parts of their types, with what they say beside subject and subscription. */
const said = (events: readonly Event[]) =>
  events.map(({ type, data: { subscriptionId: _, device: _d, phoneNumber: _p, area: _a, ...rest } }) => [
    type.split('.').at(-1),
    rest,
  ])

let reports = 0
async function report(
  events: readonly (Partial<NetworkEvent> & { kind: NetworkEvent['kind']; iccid: string })[],
): Promise<void> {
  const { network_id } = await db.selectFrom('networks').select('network_id').executeTakeFirstOrThrow()
  const whole = events.map((event) => ({ id: `report ${++reports}`, at: clock.now, ...event })) as NetworkEvent[]
  await db.transaction().execute((trx) => applyEvents(trx, network_id, whole, clock.now))
}
const registered = ({ iccid }: TestSim, plmn: string, radioTechnology: RadioTechnology = 'LTE') => {
  const [mcc = '', mnc = ''] = plmn.split('-')
  return report([{ kind: 'registered', iccid, servingNetwork: { mcc, mnc }, radioTechnology, imei: '' }])
}
const located = ({ iccid }: TestSim, latitude: number, longitude: number) =>
  report([{ kind: 'located', iccid, latitude, longitude }])

/** Accounting of a session, through the whole of ingest. */
async function account(
  { iccid }: TestSim,
  kind: 'started' | 'updated' | 'stopped',
  startedAt: Date,
  facts: object = {},
  more: { outputBytes?: number; atMs?: number } = {},
): Promise<void> {
  const record = {
    ...{ kind, clientId: 0, nas: '', iccid, sessionKey: `${iccid} ${startedAt.getTime()}`, startedAtMs: startedAt.getTime() },
    ...{
      atMs: clock.now.getTime(),
      hasSourceClock: true,
      inputBytes: 0,
      outputBytes: 5000,
      facts,
      fingerprint: `f${++reports}`,
      ...more,
    },
  }
  await storeUsageMessages(db, [record as never], clock.now)
  await countAll({ db, log, clock: () => clock.now })
}

describe('device-roaming-status-subscriptions', () => {
  const api = 'device-roaming-status-subscriptions'

  test('a journey makes the events that the document has for it', async () => {
    const sim = await silentSim({ serving_network: '730-02' })
    const made = await Promise.all(
      eventApi(api).types.map(async (type) => [type, await subscribe(api, type, byNumber(sim))] as const),
    )
    const started = await received(api)
    expect(said(started)).toEqual(made.map(() => ['subscription-started', { initiationReason: 'SUBSCRIPTION_CREATED' }]))
    expect(started[0]).toMatchObject({ time: clock.now.toISOString(), data: { device: { phoneNumber: numberOf(sim) } } })
    expect(started.map(({ source }) => source).sort()).toEqual(
      made.map(([, { address }]) => `http://localhost:80/camara${address}`.replace(':80', '')).sort(),
    )
    const france = { countryCode: 208, countryName: ['FR'] }
    const belgium = { countryCode: 206, countryName: ['BE'] }
    const sortedBy = (events: readonly Event[]) =>
      said(events).sort(([one], [other]) => String(one).localeCompare(String(other)))
    await registered(sim, '208-01')
    expect(sortedBy(await received(api))).toEqual([
      ['roaming-on', {}],
      ['roaming-status', { roaming: true, ...france }],
    ])
    await registered(sim, '208-10')
    expect(await received(api)).toEqual([])
    await registered(sim, '206-01')
    expect(sortedBy(await received(api))).toEqual([['roaming-change-country', belgium]])
    await registered(sim, '730-02')
    expect(sortedBy(await received(api))).toEqual([
      ['roaming-off', {}],
      ['roaming-status', { roaming: false }],
    ])
    for (const [type, { id, body, address }] of made) {
      expect(body).toEqual({
        ...{ id, protocol: 'HTTP', sink: sink.url, types: [eventType(api, type)], status: 'ACTIVE' },
        ...{ config: { subscriptionDetail: byNumber(sim) }, startsAt: START.toISOString() },
      })
      expect((await ask(address, undefined, 'GET')).body).toEqual(body)
    }
  })

  test.each([
    ['roaming-status', '262-01', [['roaming-status', { roaming: true, countryCode: 262, countryName: ['DE'] }]]],
    ['roaming-status', '730-02', [['roaming-status', { roaming: false }]]],
    ['roaming-on', '262-01', [['roaming-on', {}]]],
    ['roaming-on', '730-02', []],
    ['roaming-off', '262-01', []],
    ['roaming-off', '730-02', [['roaming-off', {}]]],
    ['roaming-change-country', '262-01', []],
    ['roaming-change-country', '730-02', []],
  ])('initialEvent of %s in %s', async (type, serving_network, expected) => {
    const sim = await silentSim({ serving_network })
    await subscribe(api, type, byNumber(sim), { config: { initialEvent: true } })
    const [, ...initial] = said(await received(api))
    expect(initial).toEqual(expected)
  })

  test('what is known for the first time is an event', async () => {
    const sim = await silentSim()
    await subscribe(api, 'roaming-on', byNumber(sim), { config: { initialEvent: true } })
    await received(api)
    await registered(sim, '262-01')
    expect(said(await received(api))).toEqual([['roaming-on', {}]])
  })
})

describe('device-reachability-status-subscriptions', () => {
  const api = 'device-reachability-status-subscriptions'

  test('sessions, and a network that loses the SIM', async () => {
    const sim = await silentSim()
    for (const type of eventApi(api).types) await subscribe(api, type, byNumber(sim))
    expect(await received(api)).toHaveLength(3)
    const begun = clock.now
    await account(sim, 'started', begun)
    expect(said(await received(api))).toEqual([['reachability-data', {}]])
    await pass(MINUTE_MS)
    await account(sim, 'stopped', begun)
    expect(said(await received(api))).toEqual([['reachability-sms', {}]])
    await report([{ kind: 'deregistered', iccid: sim.iccid }])
    expect(said(await received(api))).toEqual([['reachability-disconnected', {}]])
    await registered(sim, '730-02')
    expect(said(await received(api))).toEqual([['reachability-sms', {}]])
  })

  test('what was reported before the network lost the SIM, and is counted after that, brings it not back', async () => {
    const sim = await silentSim()
    for (const type of eventApi(api).types) await subscribe(api, type, byNumber(sim))
    const begun = clock.now
    await account(sim, 'started', begun)
    await received(api)
    await pass(MINUTE_MS)
    await report([{ kind: 'deregistered', iccid: sim.iccid }])
    expect(said(await received(api))).toEqual([['reachability-disconnected', {}]])
    await account(sim, 'updated', begun, {}, { atMs: begun.getTime() + 1000 })
    await account(sim, 'stopped', begun)
    expect(await received(api)).toEqual([])
    await pass(1000)
    await registered(sim, '730-02')
    expect(said(await received(api))).toEqual([['reachability-sms', {}]])
  })

  test('initialEvent asks the network, as the question does', async () => {
    const [gone, connected] = [
      await silentSim({ registered_at: null }),
      await silentSim({ gprs_status: 1, registered_at: START }),
    ]
    const config = { initialEvent: true }
    for (const sim of [gone, connected])
      for (const type of eventApi(api).types) await subscribe(api, type, byNumber(sim), { config })
    const types = (await received(api)).map(({ type, data }) => [type.split('.').at(-1), data.device])
    expect(types.filter(([type]) => type !== 'subscription-started')).toEqual([
      ['reachability-disconnected', { phoneNumber: numberOf(gone) }],
      ['reachability-data', { phoneNumber: numberOf(connected) }],
    ])
  })
})

describe('connected-network-type-subscriptions', () => {
  const api = 'connected-network-type-subscriptions'

  test('another generation is an event, another technology of the same is none', async () => {
    const sim = await silentSim()
    await subscribe(api, 'network-type-changed', byNumber(sim), { config: { initialEvent: true } })
    expect(said(await received(api))).toEqual([['network-type-changed', { connectedNetworkType: 'UNKNOWN' }]])
    for (const technology of ['LTE', 'NB-IoT', 'NR', 'NR'] as const) await registered(sim, '730-02', technology)
    expect(said(await received(api))).toEqual([
      ['network-type-changed', { connectedNetworkType: '4G' }],
      ['network-type-changed', { connectedNetworkType: '5G' }],
    ])
  })

  test('several identifiers have to be of one SIM, and a sink may be without TLS', async () => {
    const [one, other] = [await silentSim(), await silentSim({ ip: '10.61.0.7', gprs_status: 1 })]
    const device = { phoneNumber: numberOf(one), ipv4Address: { publicAddress: '10.61.0.7', publicPort: 1 } }
    const asked = bodyOf(api, 'network-type-changed', { device })
    expect((await ask(addressOf(api), asked)).code).toBe('IDENTIFIER_MISMATCH')
    const plain = { ...bodyOf(api, 'network-type-changed', byNumber(other)), sink: sink.url.replace('https', 'http') }
    expect((await ask(addressOf(api), plain)).status).toBe(201)
  })
})

describe('sim-swap-subscriptions', () => {
  const api = 'sim-swap-subscriptions'
  const activate = (sim: TestSim) =>
    db.transaction().execute((trx) =>
      applyStatusTransitions(
        trx,
        [
          {
            ...{ companyId: sim.companyId, iccid: sim.iccid, from: 1, to: 2, technicalStatus: 4, reason: '', actor: '' },
            ...{ event: 'activated', detail: {} },
          },
        ],
        clock.now,
      ),
    )

  test('the activation of a SIM with the number is one: its own, and that of another SIM that gets the number', async () => {
    const [former, next] = [takeSim(), takeSim()]
    for (const { iccid } of [former, next]) await setSims(db, iccid, { administrative_status: 1, activated_at: null })
    const { id, address } = await subscribe(api, 'swapped', { phoneNumber: numberOf(former) })
    expect(await received(api)).toEqual([])
    await activate(former)
    const expected = { phoneNumber: numberOf(former), subscriptionId: id }
    expect((await received(api)).map(({ type, data }) => [type, data])).toEqual([[eventType(api, 'swapped'), expected]])
    await registered(former, '730-02')
    await setSims(db, former.iccid, { administrative_status: 7 })
    await setSims(db, next.iccid, { msisdn: former.msisdn })
    expect(await received(api)).toEqual([])
    await pass(HOUR_MS)
    await activate(next)
    expect((await received(api)).map(({ data }) => data)).toEqual([expected])
    await ask(address, undefined, 'DELETE')
    expect(said(await received(api))).toEqual([['subscription-ended', { terminationReason: 'SUBSCRIPTION_DELETED' }]])
  })
})

describe('geofencing-subscriptions', () => {
  const api = 'geofencing-subscriptions'
  const area = { areaType: 'CIRCLE', center: { latitude: -33.45, longitude: -70.65 }, radius: 2000 }

  test('an area is left when all of the circle in which the SIM may be is outside', async () => {
    const sim = await silentSim({ latitude: -33.45, longitude: -70.65, located_at: new Date(START.getTime() - HOUR_MS) })
    for (const type of eventApi(api).types)
      await subscribe(api, type, { ...byNumber(sim), area }, { config: { initialEvent: true } })
    expect(said(await received(api)).map(([type]) => type)).toEqual([
      'subscription-started',
      'area-entered',
      'subscription-started',
    ])
    // 2 200 m, 3 300 m and 1 100 m away
    for (const latitude of [-33.43, -33.42, -33.44]) {
      await pass(MINUTE_MS)
      await located(sim, latitude, -70.65)
    }
    const events = await received(api)
    expect(said(events)).toEqual([
      ['area-left', {}],
      ['area-entered', {}],
    ])
    expect(events[0]?.data).toMatchObject({ ...byNumber(sim), area })
    // a location that is older than the last one changes nothing
    await report([{ kind: 'located', iccid: sim.iccid, at: START, latitude: 0, longitude: 0 }])
    expect(await received(api)).toEqual([])
  })

  test.each([
    [{ center: area.center, radius: 5 }, 422, 'GEOFENCING_SUBSCRIPTIONS.INVALID_AREA'],
    [{ center: { latitude: 89, longitude: 0 }, radius: 5000 }, 422, 'GEOFENCING_SUBSCRIPTIONS.INVALID_AREA'],
    [{ center: area.center, radius: 0 }, 400, 'INVALID_ARGUMENT'],
    [{ center: area.center }, 400, 'INVALID_ARGUMENT'],
  ])('an area %j is %d %s', async (given, status, code) => {
    const detail = { ...byNumber(takeSim()), area: { areaType: 'CIRCLE', ...given } }
    const { status: was, code: wasCode } = await ask(addressOf(api), bodyOf(api, 'area-left', detail))
    expect([was, wasCode]).toEqual([status, code])
  })
})

describe('iot-sim-fraud-prevention-subscriptions', () => {
  const api = 'iot-sim-fraud-prevention-subscriptions'
  const [METER, PHONE] = ['356949001234564', '490154203237518']

  test('another device', async () => {
    const sim = await silentSim({ device_imei: METER })
    await subscribe(api, 'imei-change', byNumber(sim), { config: { initialEvent: true } })
    const inDevice = (imei: string) =>
      report([
        { kind: 'registered', iccid: sim.iccid, servingNetwork: { mcc: '730', mnc: '02' }, radioTechnology: 'LTE', imei },
      ])
    await inDevice(METER)
    await inDevice(PHONE)
    const events = await received(api)
    expect(said(events)).toEqual([
      ['subscription-started', { initiationReason: 'SUBSCRIPTION_CREATED' }],
      ['imei-change', { imei: METER }],
      ['imei-change', { imei: PHONE }],
    ])
    expect(events[2]?.data).toMatchObject(byNumber(sim))
  })

  test('out of the geofences of its lock, and back', async () => {
    const sim = await silentSim()
    const shape = { kind: 'circle' as const, centre: { latitude: -33.45, longitude: -70.65 }, radiusM: 1000 }
    const { geofenceId } = await portal.data(createGeofence, 'ana', {
      body: { company: COMPANIES.andes, name: 'Patio', shape },
    })
    const lock = { area: { mode: 'listed' as const, geofences: [geofenceId] } }
    await portal.data(lockSim, 'ana', { params: { id: sim.iccid }, body: lock })
    await subscribe(api, 'area-change', byNumber(sim), { config: { initialEvent: true } })
    for (const latitude of [-33.45, -33, -33.1, -33.45]) {
      await pass(MINUTE_MS)
      await located(sim, latitude, -70.65)
    }
    const places = (await received(api)).slice(1).map(({ type, data }) => [type.split('.').at(-1), data.area])
    const around = (latitude: number) => ({ areaType: 'CIRCLE', center: { latitude, longitude: -70.65 }, radius: 548 })
    expect(places).toEqual([
      ['area-change', around(-33)],
      ['area-change', around(-33.45)],
    ])
  })

  test('out of them while it is subscribed to: the subscription begins outside', async () => {
    const sim = await silentSim({ latitude: -33, longitude: -70.65, located_at: START })
    await withHolder(portal.services.pool, async (holder) => {
      await holder.query('SELECT FROM sims WHERE iccid = $1 FOR NO KEY UPDATE', [sim.iccid])
      await holder.query(
        `INSERT INTO lock_breaches (company_id, breach_id, lock_id, iccid, kind, imei, at, action, action_since, changed_at, latitude, longitude)
         VALUES ($1, gen_random_uuid(), gen_random_uuid(), $2, 'geofence', '', now(), 'cut', now(), now(), -33, -70.65)`,
        [COMPANIES.andes, sim.iccid],
      )
      const subscribing = subscribe(api, 'area-change', byNumber(sim), { config: { initialEvent: true } })
      await holder.untilWaitedFor()
      await holder.commit()
      await subscribing
    })
    const { level } = await db.selectFrom('camara_subscriptions').select('level').executeTakeFirstOrThrow()
    expect(level).toBe('outside -33 -70.65')
  })
})

describe('device-data-volume-subscriptions', () => {
  const api = VOLUME_EVENTS
  const MIB = 1024 ** 2
  const quarter = (n: number) => new Date(clock.now.getTime() - n * 15 * MINUTE_MS)
  let sessions = 0
  /** A session of a quarter of an hour that used so much, through the whole of ingest. */
  const use = (sim: TestSim, megabytes: number, startedAt = quarter(++sessions)) =>
    account(sim, 'stopped', startedAt, {}, { outputBytes: megabytes * MIB, atMs: startedAt.getTime() + 15 * MINUTE_MS })

  /** A SIM of a plan that has used nothing yet. */
  async function freshSim(planCode: string): Promise<TestSim> {
    const sim = await silentSim({ cycle_data_bytes: 0, plan_code: planCode })
    await setSims(db, sim.iccid, { plan_code: planCode })
    return sim
  }
  const inNextCycle = async <T>(work: (start: string) => Promise<T>): Promise<T> => {
    const { time_zone, cycle_anchor_day } = await db
      .selectFrom('companies')
      .select(['time_zone', 'cycle_anchor_day'])
      .where('company_id', '=', COMPANIES.andes)
      .executeTakeFirstOrThrow()
    await moveTo(new Date(clock.now.getTime() + 32 * DAY_MS))
    return work(billingCycleAt(clock.now, cycle_anchor_day, time_zone).start)
  }

  test('each share of the plan is an event, once', async () => {
    const sim = await freshSim('IOT250')
    for (const type of eventApi(api).types) await subscribe(api, type, byNumber(sim))
    expect(await received(api)).toHaveLength(4)
    const types = async () => said(await received(api)).map(([type]) => type)
    await use(sim, 124)
    expect(await types()).toEqual([])
    await use(sim, 1)
    expect(await types()).toEqual(['data-50-percent'])
    // over two of them at once
    await use(sim, 102)
    expect((await types()).sort()).toEqual(['data-75-percent', 'data-90-percent'])
    await use(sim, 22)
    expect(await types()).toEqual([])
    await use(sim, 1)
    const [exceeded, ...none] = await received(api)
    expect(exceeded).toMatchObject({ type: eventType(api, 'data-exceeded'), data: byNumber(sim) })
    expect(none).toEqual([])
    await use(sim, 500)
    expect(await types()).toEqual([])
  })

  test('usage that comes twice, and late usage of a cycle that has ended, are none', async () => {
    const sim = await freshSim('IOT250')
    await subscribe(api, 'data-50-percent', byNumber(sim))
    await received(api)
    await use(sim, 240, new Date(clock.now.getTime() - 40 * DAY_MS))
    expect(await received(api)).toEqual([])
    const record = quarter(++sessions)
    for (const _ of [1, 2]) await use(sim, 100, record)
    expect(await received(api)).toEqual([])
    await use(sim, 50)
    expect(said(await received(api))).toEqual([['data-50-percent', {}]])
  })

  test('what was reached before the subscription is one with initialEvent, and else in the next cycle', async () => {
    const sim = await freshSim('IOT250')
    await use(sim, 200)
    await subscribe(api, 'data-50-percent', byNumber(sim))
    await subscribe(api, 'data-75-percent', byNumber(sim), { config: { initialEvent: true } })
    await subscribe(api, 'data-90-percent', byNumber(sim), { config: { initialEvent: true } })
    const types = async () => said(await received(api)).map(([type]) => type)
    expect((await types()).filter((type) => type !== 'subscription-started')).toEqual(['data-75-percent'])
    await use(sim, 1)
    expect(await types()).toEqual([])
    await inNextCycle(async (cycle_start) => {
      await registered(sim, '730-02')
      expect(await types()).toEqual([])
      await setLive(sim, { cycle_start, cycle_data_bytes: 190 * MIB })
      await registered(sim, '730-02')
      await registered(sim, '730-02')
      expect((await types()).sort()).toEqual(['data-50-percent', 'data-75-percent'])
    })
  })

  test('of a pool it is the pool’s, whichever of its SIMs used it', async () => {
    const [silent, busy] = [await freshSim('TEL50'), await freshSim('TEL50')]
    await sql`UPDATE sim_live SET cycle_data_bytes = 0 WHERE plan_code = 'TEL50'`.execute(db)
    await refreshPlanUsage(db, [COMPANIES.andes])
    const left = async () => (await portal.data(testAdministrative, 'ana', { params: { id: silent.iccid } })).evidence
    const { limitBytes, usedBytes } = await left()
    const half = Math.ceil(Number(limitBytes) / 2 / MIB) - Math.floor(usedBytes / MIB)
    expect(half).toBeGreaterThan(2)
    for (const type of ['data-50-percent', 'data-90-percent']) await subscribe(api, type, byNumber(silent))
    await received(api)
    await use(busy, half - 2)
    expect(await received(api)).toEqual([])
    await use(busy, 4)
    const [event, ...none] = await received(api)
    expect(event).toMatchObject({ type: eventType(api, 'data-50-percent'), data: byNumber(silent) })
    expect(none).toEqual([])
    await use(busy, 1)
    expect(await received(api)).toEqual([])
  })

  test('a larger plan within the cycle repeats nothing', async () => {
    const sim = await freshSim('IOT250')
    await subscribe(api, 'data-50-percent', byNumber(sim))
    await use(sim, 130)
    expect(said(await received(api)).map(([type]) => type)).toEqual(['subscription-started', 'data-50-percent'])
    await sql`UPDATE plans SET data_mb = 500 WHERE plan_code = 'IOT250'`.execute(db)
    await use(sim, 1)
    await sql`UPDATE plans SET data_mb = 250 WHERE plan_code = 'IOT250'`.execute(db)
    await use(sim, 1)
    expect(await received(api)).toEqual([])
  })

  test('a plan without data has none', async () => {
    const sim = await freshSim('SMS')
    const answer = await ask(addressOf(api), bodyOf(api, 'data-exceeded', byNumber(sim)))
    expect([answer.status, answer.code]).toEqual([422, 'SERVICE_NOT_APPLICABLE'])
  })
})

test('the operator’s key has subscriptions to SIMs of any company', async () => {
  const api = 'connected-network-type-subscriptions'
  const sim = await silentSim()
  const its = await keyToken(portal, (await newApiKey(portal, 'admin')).key)
  const made = await askCamara(portal, its, addressOf(api), bodyOf(api, 'network-type-changed', byNumber(sim)))
  expect(made.status).toBe(201)
  await registered(sim, '730-02')
  expect(said(await received(api))).toEqual([['network-type-changed', { connectedNetworkType: '4G' }]])
  const { body: list } = await askCamara(portal, its, addressOf(api), undefined, { method: 'GET' })
  expect(list).toEqual([made.body])
  const one = `${addressOf(api)}/${made.body.id}`
  expect((await askCamara(portal, its, one, undefined, { method: 'GET' })).body).toEqual(made.body)
  expect((await askCamara(portal, its, one, undefined, { method: 'DELETE' })).status).toBe(204)
  expect(said(await received(api))).toEqual([['subscription-ends', { terminationReason: 'SUBSCRIPTION_DELETED' }]])
})

describe('the life of a subscription', () => {
  const api = 'device-roaming-status-subscriptions'
  const type = 'roaming-status'
  const statusOf = async (address: string) => (await ask(address, undefined, 'GET')).body.status
  const ended = (terminationReason: string, countryCode: number | null = 730) => [
    'subscription-ended',
    { terminationReason, countryCode },
  ]

  test('it ends with the number of events that was asked for, of which an initial one counts', async () => {
    const sim = await silentSim({ serving_network: '730-02' })
    const config = { subscriptionMaxEvents: 2, initialEvent: true }
    const { address, body } = await subscribe(api, type, byNumber(sim), { config })
    expect(body.config).toMatchObject(config)
    await registered(sim, '262-01')
    await registered(sim, '730-02')
    expect(said(await received(api)).slice(1)).toEqual([
      [type, { roaming: false }],
      [type, { roaming: true, countryCode: 262, countryName: ['DE'] }],
      ended('MAX_EVENTS_REACHED', 262),
    ])
    expect(await statusOf(address)).toBe('EXPIRED')
    const single = { subscriptionMaxEvents: 1, initialEvent: true }
    expect((await subscribe(api, type, byNumber(sim), { config: single })).body.status).toBe('EXPIRED')
  })

  test('it ends at the time that was asked for', async () => {
    const sim = await silentSim({ serving_network: '730-02' })
    const at = new Date(START.getTime() + HOUR_MS)
    // with a time zone of its own
    const subscriptionExpireTime = new Date(at.getTime() + 2 * HOUR_MS).toISOString().replace('Z', '+02:00')
    const { address, body } = await subscribe(api, type, byNumber(sim), { config: { subscriptionExpireTime } })
    expect(body).toMatchObject({ expiresAt: at.toISOString(), config: { subscriptionExpireTime } })
    await received(api)
    await pass(HOUR_MS - 1)
    expect(await endDueSubscriptions(db, clock.now)).toBe(0)
    await pass(1)
    // a report that comes before the end is written is none of its events
    await registered(sim, '262-01')
    expect([await endDueSubscriptions(db, clock.now), await endDueSubscriptions(db, clock.now)]).toEqual([1, 0])
    expect(said(await received(api))).toEqual([ended('SUBSCRIPTION_EXPIRED')])
    expect(await statusOf(address)).toBe('EXPIRED')
    await pass(31 * DAY_MS)
    await deleteOldWebhooks(db, clock.now)
    expect((await ask(address, undefined, 'GET')).code).toBe('NOT_FOUND')
    expect(await db.selectFrom('webhook_endpoints').selectAll().execute()).toEqual([])
  })

  test('its token comes with each event, is kept sealed, and ends it a minute before it expires', async () => {
    const sim = await silentSim({ serving_network: '730-02' })
    const accessToken = 'a-token-of-the-sink'
    const expires = new Date(START.getTime() + HOUR_MS).toISOString()
    const sinkCredential = {
      credentialType: 'ACCESSTOKEN',
      accessToken,
      accessTokenExpiresUtc: expires,
      accessTokenType: 'bearer',
    }
    const { body } = await subscribe(api, type, byNumber(sim), { sinkCredential })
    expect(body).not.toHaveProperty('sinkCredential')
    expect(body.expiresAt).toBe(new Date(START.getTime() + HOUR_MS - MINUTE_MS).toISOString())
    // the same sink with the same token is one endpoint
    await subscribe(api, 'roaming-on', byNumber(sim), { sinkCredential })
    await subscribe(api, 'roaming-off', byNumber(sim))
    expect(await db.selectFrom('webhook_endpoints').select('url').execute()).toHaveLength(2)
    await deliverDue(portal.services)
    expect(sink.received.map(({ headers }) => headers.authorization ?? '').sort()).toEqual([
      '',
      `Bearer ${accessToken}`,
      `Bearer ${accessToken}`,
    ])
    await received(api)
    for (const table of ['camara_subscriptions', 'webhook_endpoints', 'webhook_messages', 'webhook_attempts', 'audit_log']) {
      const stored = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(table)} t`.execute(db)
      for (const { row } of stored.rows) expect(row).not.toContain(accessToken)
    }
    await pass(HOUR_MS - MINUTE_MS)
    await endDueSubscriptions(db, clock.now)
    expect(said(await received(api))).toEqual([ended('ACCESS_TOKEN_EXPIRED'), ended('ACCESS_TOKEN_EXPIRED')])
  })

  test('it is deleted, which its sink receives as its end, and is no longer found', async () => {
    const sim = await silentSim()
    const { id, address } = await subscribe(api, type, byNumber(sim))
    await received(api)
    expect((await ask(address, undefined, 'DELETE')).status).toBe(204)
    expect(said(await received(api))).toEqual([ended('SUBSCRIPTION_DELETED', null)])
    for (const method of ['GET', 'DELETE'] as const) expect((await ask(address, undefined, method)).code).toBe('NOT_FOUND')
    await registered(sim, '262-01')
    expect(await received(api)).toEqual([])
    const entries = (await auditRows(portal, { entity: 'camara_subscription' })).filter(({ entity_id }) => entity_id === id)
    expect(entries.map(({ action }) => action).sort()).toEqual(['camara_subscription.created', 'camara_subscription.deleted'])
  })

  test('it ends with its key', async () => {
    const sim = await silentSim({ serving_network: '730-02' })
    const other = await newApiKey(portal)
    const its = await keyToken(portal, other.key)
    const made = await askCamara(portal, its, addressOf(api), bodyOf(api, type, byNumber(sim)))
    const own = await subscribe(api, type, byNumber(sim))
    await received(api)
    await portal.data(revokeApiKey, 'ana', { params: { apiKeyId: String(other.apiKey.apiKeyId) } })
    const [end, ...more] = await received(api)
    expect([end?.data.subscriptionId, ...said(end ? [end] : [])]).toEqual([made.body.id, ended('NETWORK_TERMINATED')])
    expect(more).toEqual([])
    expect(await statusOf(own.address)).toBe('ACTIVE')
  })

  test('it ends at the end of a key that has one', async () => {
    const sim = await silentSim({ serving_network: '730-02' })
    const at = new Date(clock.now.getTime() + HOUR_MS)
    const brief = await newApiKey(portal, 'ana', { expiresAt: at.toISOString() })
    const made = await askCamara(portal, await keyToken(portal, brief.key), addressOf(api), bodyOf(api, type, byNumber(sim)))
    expect(made.body.expiresAt).toBe(at.toISOString())
    await received(api)
    await pass(HOUR_MS)
    await endDueSubscriptions(db, clock.now)
    expect(said(await received(api))).toEqual([ended('NETWORK_TERMINATED')])
  })

  test('it ends when its SIM goes to another company, which gets no events of it', async () => {
    const sim = await silentSim({ serving_network: '730-02' })
    const { address } = await subscribe(api, type, byNumber(sim))
    await received(api)
    await db
      .transaction()
      .execute((trx) => moveSims(trx, { target: COMPANIES.pacifico, sims: [sim], actor: '', detail: {} }, clock.now))
    expect(said(await received(api))).toEqual([ended('NETWORK_TERMINATED')])
    expect(await statusOf(address)).toBe('DELETED')
    await registered(sim, '262-01')
    expect(await received(api)).toEqual([])
  })

  test('a sink that says 410 ends it without a word, and without a mail', async () => {
    const sim = await silentSim()
    const { address } = await subscribe(api, type, byNumber(sim))
    sink.answer = (response) => response.writeHead(410).end()
    const mails = await db.selectFrom('mails').select('mail_id').execute()
    await deliverDue(portal.services)
    expect(await statusOf(address)).toBe('DELETED')
    expect(await db.selectFrom('mails').select('mail_id').execute()).toEqual(mails)
    sink.answer = sayOk
    sink.received.length = 0
    await registered(sim, '262-01')
    expect(await received(api)).toEqual([])
    // another one to the same sink is on again
    await subscribe(api, type, byNumber(sim))
    expect(await received(api)).toHaveLength(1)
  })

  test('a sink that is away gets its events later, once', async () => {
    const sim = await silentSim({ serving_network: '730-02' })
    await subscribe(api, type, byNumber(sim))
    await received(api)
    sink.answer = (response) => response.writeHead(503).end()
    await registered(sim, '262-01')
    await deliverDue(portal.services)
    const [first] = sink.received.splice(0)
    sink.answer = sayOk
    await pass(MINUTE_MS)
    await deliverDue(portal.services)
    expect(sink.received.splice(0).map(({ body }) => body)).toEqual([first?.body])
    await pass(DAY_MS)
    expect(await received(api)).toEqual([])
  })

  test('it ends when the key’s maker loses the right, or is deactivated', async () => {
    for (const revoke of [
      (userId: number) =>
        portal.data(savePermit, 'admin', { body: { userId, permits: ['users'], canHibernate: '0', admin: '0' } }),
      (userId: number) => portal.data(deactivateUser, 'admin', { params: { id: userId }, body: {} }),
    ]) {
      const maker = await newcomer(portal)
      const made = await maker.ask(createApiKey, { body: { name: `Key of ${maker.email}`, permits: ['sims'] } })
      const its = await keyToken(portal, made.json().data.key)
      const sim = await silentSim()
      const { body } = await askCamara(portal, its, addressOf(api), bodyOf(api, type, byNumber(sim)))
      await received(api)
      await revoke(maker.userId)
      const ends = db.selectFrom('camara_subscriptions').select('end_reason').where('subscription_id', '=', String(body.id))
      expect(await ends.executeTakeFirst()).toEqual({ end_reason: 'NETWORK_TERMINATED' })
      await registered(sim, '262-01')
      expect(await received(api)).toEqual([])
    }
  })

  test('as long as the key’s maker lacks the right, nothing is delivered', async () => {
    const sim = await silentSim()
    const { address } = await subscribe(api, type, byNumber(sim))
    await received(api)
    await sql`UPDATE users SET permits = array_remove(permits, 'sims') WHERE email = 'ana@andes.test'`.execute(db)
    await registered(sim, '262-01')
    expect(await received(api)).toEqual([])
    await sql`UPDATE users SET permits = permits || '{sims}' WHERE email = 'ana@andes.test'`.execute(db)
    expect(said(await received(api))).toHaveLength(1)
    expect(await statusOf(address)).toBe('ACTIVE')
  })

  test('it is no webhook in lists, and its events are no events of webhooks', async () => {
    await subscribe(api, type, byNumber(await silentSim()))
    expect((await portal.data(listWebhooks, 'ana', { query: {} })).endpoints).toEqual([])
    const { rows } = await sql<{ event: string }>`SELECT DISTINCT event FROM webhook_messages`.execute(db)
    expect(rows).toEqual([{ event: CAMARA_EVENT }])
    expect(apiKey.apiKeyId).toBeGreaterThan(0)
  })
})
