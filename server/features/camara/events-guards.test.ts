import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import {
  createScopes,
  EVENT_API_NAMES,
  type EventApiName,
  eventApi,
  eventType,
  SUBSCRIPTIONS_MAX,
} from '#domain/camara-events.ts'
import { CAMARA_SCOPE_NAMES } from '#domain/camara-scopes.ts'
import { HOUR_MS } from '#domain/time.ts'
import { askCamara, type CamaraAnswer, keyCallers, keyToken, newApiKey } from '#test/camara.ts'
import { judgeOfCamara } from '#test/camara-documents.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { SEED, shareOf } from '#test/share.ts'

const portal = await startPortal({ env: { API_KEY_REQUESTS_PER_MINUTE: '1000000' } })
const { db, clock } = portal
afterAll(() => portal.close())

type Method = 'GET' | 'POST' | 'DELETE'
const outcome = ({ status, code }: CamaraAnswer) => [status, code]
const numberIn = (companyId: number) =>
  `+${portal.fleet.sims.find((sim) => sim.companyId === companyId && sim.status === 2)?.msisdn}`

const SINK = 'https://sink.example/events'
const area = { areaType: 'CIRCLE', center: { latitude: -33.45, longitude: -70.65 }, radius: 2000 }
const LATER = new Date(clock.now.getTime() + 48 * HOUR_MS).toISOString()
const ACCESS_TOKEN = {
  ...{ credentialType: 'ACCESSTOKEN', accessToken: 'x', accessTokenExpiresUtc: LATER, accessTokenType: 'bearer' },
}

/** A detail that every document understands: what one has no use for is ignored. */
const detailOf = (phoneNumber: string) => ({ phoneNumber, device: { phoneNumber }, area })
const bodyOf = (api: EventApiName, phoneNumber: string, more: object = {}) => ({
  ...{ protocol: 'HTTP', sink: SINK, types: [eventType(api, eventApi(api).types[0] ?? '')] },
  ...{ config: { subscriptionDetail: detailOf(phoneNumber) }, ...more },
})
const addressOf = (api: EventApiName) => `/${api}/${eventApi(api).version}/subscriptions`

const { key, apiKey, token, agents, ofRevoked, ofFormer } = await keyCallers(portal)
const elsewhere = await keyToken(portal, (await newApiKey(portal, 'flota')).key)
const above = await keyToken(portal, (await newApiKey(portal, 'reseller')).key)
const beside = await keyToken(portal, (await newApiKey(portal)).key)
const own = numberIn(COMPANIES.andes)

async function subscribe(api: EventApiName): Promise<string> {
  const made = await askCamara(portal, token, addressOf(api), bodyOf(api, own))
  expect(outcome(made)).toEqual([201, ''])
  return `${addressOf(api)}/${made.body.id}`
}

async function inFuture<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const { now } = clock
  clock.now = new Date(now.getTime() + ms)
  try {
    return await work()
  } finally {
    clock.now = now
  }
}

describe.each(EVENT_API_NAMES)('%s', (api) => {
  const body = bodyOf(api, own)
  const operations = async (): Promise<readonly (readonly [Method, string])[]> => {
    const one = await subscribe(api)
    return [
      ['POST', addressOf(api)],
      ['GET', addressOf(api)],
      ['GET', one],
      ['DELETE', one],
    ]
  }

  test('each operation needs a token of an API key that has not ended, with one of its scopes', async () => {
    for (const [method, address] of await operations()) {
      for (const wrong of [undefined, 'enlace_kt_x', key, agents, ofRevoked])
        expect(outcome(await askCamara(portal, wrong, address, body, { method }))).toEqual([401, 'UNAUTHENTICATED'])
      const { scopes } = judgeOfCamara(address, method)
      const others = CAMARA_SCOPE_NAMES.filter((scope) => !scopes.includes(scope)).join(' ')
      const without = await keyToken(portal, key, { scope: others })
      expect(outcome(await askCamara(portal, without, address, body, { method }))).toEqual([403, 'PERMISSION_DENIED'])
      const [scope = ''] = scopes
      const allowed = await askCamara(portal, await keyToken(portal, key, { scope }), address, body, { method })
      expect(allowed.status, allowed.code).toBeLessThan(300)
    }
  })

  test('each operation needs the permit at the moment of the request', async () => {
    for (const [method, address] of await operations()) {
      // rights are cached for two seconds
      const answer = await inFuture(3_000, () => askCamara(portal, ofFormer, address, body, { method }))
      expect(outcome(answer)).toEqual([403, 'PERMISSION_DENIED'])
    }
  })

  test('a blocked company sees its subscriptions and changes none', async () => {
    const all = await operations()
    await sql`UPDATE companies SET blocked_at = ${clock.now} WHERE company_id = ${COMPANIES.andes}`.execute(db)
    for (const [method, address] of all) {
      const answer = await inFuture(3_000, () => askCamara(portal, token, address, body, { method }))
      expect(outcome(answer)).toEqual(method === 'GET' ? [200, ''] : [403, 'PERMISSION_DENIED'])
    }
    await sql`UPDATE companies SET blocked_at = NULL WHERE company_id = ${COMPANIES.andes}`.execute(db)
    await inFuture(6_000, () => askCamara(portal, token, addressOf(api), body, { method: 'GET' }))
  })

  test('the scope of another event type is not enough', async () => {
    const [, second] = createScopes(api)
    if (!second) return
    const answer = await askCamara(portal, await keyToken(portal, key, { scope: second }), addressOf(api), body)
    const isNamed =
      judgeOfCamara(addressOf(api)).problems(403, { status: 403, code: 'SUBSCRIPTION_MISMATCH', message: '' }) === ''
    expect(outcome(answer)).toEqual([403, isNamed ? 'SUBSCRIPTION_MISMATCH' : 'PERMISSION_DENIED'])
  })

  test('another company’s SIM is not found, as if there was none, and one of a company below is', async () => {
    const foreign = await askCamara(portal, elsewhere, addressOf(api), body)
    expect(outcome(foreign)).toEqual([404, 'IDENTIFIER_NOT_FOUND'])
    expect(foreign.body).toEqual((await askCamara(portal, elsewhere, addressOf(api), bodyOf(api, '+56999999999'))).body)
    expect((await askCamara(portal, above, addressOf(api), body)).status).toBe(201)
  })

  test('another key’s subscription is not found, in lists and by its id', async () => {
    const address = await subscribe(api)
    for (const other of [elsewhere, above, beside]) {
      for (const method of ['GET', 'DELETE'] as const)
        expect(outcome(await askCamara(portal, other, address, undefined, { method }))).toEqual([404, 'NOT_FOUND'])
      const { body: list } = await askCamara(portal, other, addressOf(api), undefined, { method: 'GET' })
      expect(JSON.stringify(list)).not.toContain(address.split('/').at(-1))
    }
    const { body: list } = await askCamara(portal, token, addressOf(api), undefined, { method: 'GET' })
    expect(JSON.stringify(list)).toContain(address.split('/').at(-1))
    const { body: of } = await askCamara(portal, token, `${address.slice(0, -1)}x`, undefined, { method: 'GET' })
    expect(of).toEqual({ status: 404, code: 'NOT_FOUND', message: 'The specified resource is not found.' })
  })

  test.each([
    [{ protocol: 'MQTT5', protocolSettings: { topicName: 'x' } }, 400, 'INVALID_PROTOCOL'],
    [{ sinkCredential: { credentialType: 'PLAIN', identifier: 'a', secret: 'b' } }, 400, 'INVALID_CREDENTIAL'],
    [{ sinkCredential: { ...ACCESS_TOKEN, accessTokenType: 'mac' } }, 400, 'INVALID_TOKEN'],
    [{ sinkCredential: { ...ACCESS_TOKEN, accessTokenExpiresUtc: '2020-01-01T00:00:00Z' } }, 400, 'INVALID_ARGUMENT'],
    [{ sink: 'https://user:secret@sink.example/' }, 400, 'INVALID_SINK'],
    [{ sink: 'https://10.0.0.1/' }, 400, 'INVALID_SINK'],
    [{ sink: 'https://[::1]/' }, 400, 'INVALID_SINK'],
    [{ sink: 'https://localhost/' }, 400, 'INVALID_SINK'],
    [{ sink: 'http://sink.example/' }, 400, 'INVALID_SINK'],
    [{ sink: 'https://' }, 400, 'INVALID_SINK'],
    [{ types: [] }, 400, 'INVALID_ARGUMENT'],
    [{ types: ['org.camaraproject.other.v0.x'] }, 400, 'INVALID_ARGUMENT'],
    [{ config: { subscriptionDetail: detailOf(own), subscriptionMaxEvents: 0 } }, 400, 'OUT_OF_RANGE'],
    [
      { config: { subscriptionDetail: detailOf(own), subscriptionExpireTime: '2020-01-01T00:00:00Z' } },
      400,
      'INVALID_ARGUMENT',
    ],
    [{ config: { subscriptionDetail: { area } } }, 422, 'MISSING_IDENTIFIER'],
  ])('with %j it is %d %s, or what the document has for that', async (more, status, code) => {
    const answer = await askCamara(portal, token, addressOf(api), bodyOf(api, own, more))
    const isNamed = judgeOfCamara(addressOf(api)).problems(status, { status, code, message: '' }) === ''
    // this document requires the device, and says so before the SIM is searched for
    const isRequired = api === 'iot-sim-fraud-prevention-subscriptions' && status === 422
    expect(outcome(answer)).toEqual(isRequired ? [400, 'INVALID_ARGUMENT'] : [status, isNamed ? code : 'INVALID_ARGUMENT'])
  })

  test('takes exactly the bodies that its document allows, but those that ask for what is not served', async () => {
    const judge = judgeOfCamara(addressOf(api))
    const types = eventApi(api).types.map((type) => eventType(api, type))
    const optional = { requiredKeys: [] as [] }
    const phone = fc.constantFrom(own, '+1', '56943000031', 7, null, '')
    const point = fc.record({ latitude: fc.constantFrom(0, 90.1, 'x'), longitude: fc.constantFrom(0, 181) }, optional)
    const areaOf = fc.oneof(
      { arbitrary: fc.constant(area), weight: 4 },
      fc.record(
        { areaType: fc.constantFrom('CIRCLE', 'POLYGON', 1), center: point, radius: fc.constantFrom(0, 1, 'x') },
        optional,
      ),
    )
    const device = fc.oneof(
      { arbitrary: fc.record({ phoneNumber: phone }, optional), weight: 5 },
      fc.constantFrom(null, 'x', [], {}),
    )
    const time = fc.constantFrom('2099-01-01T00:00:00Z', '2099-01-01T00:00:00.5+02:00', '2099-01-01', 'x', 7, null)
    const detail = fc.record({ device, phoneNumber: phone, area: areaOf }, optional)
    const config = fc.record(
      {
        subscriptionDetail: fc.oneof({ arbitrary: detail, weight: 5 }, fc.constant(detailOf(own))),
        subscriptionExpireTime: time,
        subscriptionMaxEvents: fc.constantFrom(1, 5, 0, -1, 1.5, '1', null),
        initialEvent: fc.constantFrom(true, false, 'x', 1, null),
      },
      optional,
    )
    const credential = fc.oneof(
      fc.constant(ACCESS_TOKEN),
      fc.record(
        {
          credentialType: fc.constantFrom('ACCESSTOKEN', 'ACCESSTOKEN', 'PLAIN', 'x', 1),
          accessToken: fc.constantFrom('a', 1),
          accessTokenExpiresUtc: time,
          accessTokenType: fc.constantFrom('bearer', 'mac'),
        },
        optional,
      ),
    )
    const request = fc.record(
      {
        protocol: fc.constantFrom('HTTP', 'HTTP', 'HTTP', 'MQTT3', 'SMTP', 1),
        sink: fc.constantFrom(SINK, SINK, 'sink.example', 'https://', 7),
        sinkCredential: credential,
        types: fc.oneof(fc.constant(types.slice(0, 1)), fc.constantFrom([], ['x'], types, [...types, ...types], 'x', null)),
        config: fc.oneof({ arbitrary: config, weight: 4 }, fc.constantFrom(null, 'x', {})),
        protocolSettings: fc.constantFrom(
          {},
          { method: 'POST' },
          { method: 'PUT' },
          { headers: { a: 'b' } },
          { headers: { a: 1 } },
        ),
      },
      optional,
    )
    const whole = fc.record({
      protocol: fc.constant('HTTP'),
      sink: fc.constant(SINK),
      types: fc.constant(types.slice(0, 1)),
      config,
    })
    const notServed = ['INVALID_PROTOCOL', 'INVALID_CREDENTIAL']
    await fc.assert(
      fc.asyncProperty(fc.oneof(request, whole), async (asked) => {
        await sql`DELETE FROM camara_subscriptions WHERE created_at = ${clock.now}`.execute(db)
        const { status, code } = await askCamara(portal, token, addressOf(api), asked)
        if (judge.isRequest(asked)) expect(status === 400 ? code : '').toBeOneOf(['', ...notServed])
        else expect([status, code]).toEqual([code === 'MULTIEVENT_SUBSCRIPTION_NOT_SUPPORTED' ? 422 : 400, code])
      }),
      { seed: SEED, numRuns: shareOf(100, 10_000) },
    )
  })
})

test('a company has so many subscriptions, whichever of its keys asked for them', async () => {
  const api = 'device-roaming-status-subscriptions'
  await sql`DELETE FROM camara_subscriptions`.execute(db)
  const address = await subscribe(api)
  const copied = sql`
    WITH known AS (SELECT s.*, n FROM camara_subscriptions s CROSS JOIN generate_series(2, ${SUBSCRIPTIONS_MAX}::int) n)
    INSERT INTO camara_subscriptions (company_id, subscription_id, iccid, owner_id, api_key_id, endpoint_id, api, type, source, sink, subject, config,
      level, created_at)
    SELECT company_id, md5(n::text)::uuid, iccid, owner_id, api_key_id, endpoint_id, api, type, source, sink, subject, config, level, created_at FROM known`
  await copied.execute(db)
  for (const one of [token, beside])
    expect(outcome(await askCamara(portal, one, addressOf(api), bodyOf(api, own)))).toEqual([429, 'QUOTA_EXCEEDED'])
  expect((await askCamara(portal, above, addressOf(api), bodyOf(api, own))).status).toBe(201)
  const { body: list } = await askCamara(portal, token, addressOf(api), undefined, { method: 'GET' })
  expect(list).toHaveLength(SUBSCRIPTIONS_MAX)
  await askCamara(portal, token, address, undefined, { method: 'DELETE' })
  expect((await askCamara(portal, beside, addressOf(api), bodyOf(api, own))).status).toBe(201)
  expect(apiKey.apiKeyId).toBeGreaterThan(0)
})
