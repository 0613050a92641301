import { afterAll, describe, expect, test } from 'vitest'
import { EVENT_API_NAMES, type EventApiName, eventApi, eventType } from '#domain/camara-events.ts'
import { agentToken, newClient, newRequest, postForm } from '#test/agent.ts'
import { askCamara, keyToken, newApiKey } from '#test/camara.ts'
import { CAMARA_DOCUMENTS } from '#test/camara-documents.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'

/**
 * Whom a request is about. Tokens are two-legged, so each request names its device; the documents say what is answered when it does not,
 * and what a device beside one that the token names would be.
 */
const portal = await startPortal({ env: { API_KEY_REQUESTS_PER_MINUTE: '1000000' } })
afterAll(() => portal.close())
const token = await keyToken(portal, (await newApiKey(portal)).key)
const ofPerson = await agentToken(portal, 'ana')

/** The one document that requires the device, and so refuses a body without it before anything else. */
const REQUIRES_DEVICE = 'iot-sim-fraud-prevention-subscriptions'

const area = { areaType: 'CIRCLE', center: { latitude: -33.45, longitude: -70.65 }, radius: 2000 }
const QUESTION = {
  ...{ area, volumeToCheck: { value: 1, unit: 'GiB' } },
  ...{ bindType: 'IMEIBIND', unBindType: 'IMEIBIND', queryType: 'IMEIBIND' },
  functionType: 'DATA',
}

const isEventApi = (name: string): name is EventApiName => EVENT_API_NAMES.some((api) => api === name)

/** A body that lacks nothing but who it is about; what an operation has no use for is ignored. */
function bodyOf(name: string, who: object): object {
  if (!isEventApi(name)) return { ...QUESTION, ...who }
  const types = [eventType(name, eventApi(name).types[0] ?? '')]
  return { protocol: 'HTTP', sink: 'https://sink.example/events', types, config: { subscriptionDetail: { area, ...who } } }
}

const POSTS = [...CAMARA_DOCUMENTS.values()].flatMap(({ name, server, operations }) =>
  [...operations]
    .filter(([at]) => at.startsWith('POST '))
    .map(([at, judge]) => [`${server}${at.slice('POST '.length)}`, name, judge] as const),
)

test('every document has operations here', () => {
  expect(new Set(POSTS.map(([, name]) => name)).size).toBe(CAMARA_DOCUMENTS.size)
})

describe.each(POSTS)('%s', (address, name, judge) => {
  const phoneNumber = `+${portal.fleet.sims.find((sim) => sim.companyId === COMPANIES.andes && sim.status === 2)?.msisdn}`

  test('without a device is refused as its document says', async () => {
    const body = bodyOf(name, {})
    const isRequired = name === REQUIRES_DEVICE
    expect(judge.isRequest(body)).toBe(!isRequired)
    const { status, code } = await askCamara(portal, token, address, body)
    expect([status, code]).toEqual(isRequired ? [400, 'INVALID_ARGUMENT'] : [422, 'MISSING_IDENTIFIER'])
    expect(judge.statuses).toContain(status)
  })

  test('with one is never unnecessary: no token names a device', async () => {
    const { code } = await askCamara(portal, token, address, bodyOf(name, { phoneNumber, device: { phoneNumber } }))
    expect(code).not.toContain('IDENTIFIER')
  })

  test('takes no token that a person consented to', async () => {
    for (const who of [{}, { phoneNumber, device: { phoneNumber } }]) {
      const { status, code } = await askCamara(portal, ofPerson, address, bodyOf(name, who))
      expect([status, code]).toEqual([401, 'UNAUTHENTICATED'])
    }
  })
})

describe('a three-legged token for CAMARA is not given', () => {
  test.each(['urn:openid:params:grant-type:ciba', 'urn:ietf:params:oauth:grant-type:jwt-bearer'])('by %s', async (grant) => {
    const { statusCode, body } = await postForm(portal, '/oauth/token', { grant_type: grant, scope: 'sim-swap:check' })
    expect([statusCode, JSON.parse(body).error]).toEqual([400, 'unsupported_grant_type'])
  })

  test('by a code: that is of the endpoint of agents, whatever it is asked for', async () => {
    const clientId = await newClient(portal)
    const { request } = newRequest(clientId, { scope: 'sim-swap:check', resource: 'http://localhost/camara' })
    const form = { ...request, grant_type: 'authorization_code', code: 'x', code_verifier: 'x'.repeat(43) }
    const { statusCode, body } = await postForm(portal, '/oauth/token', form)
    expect([statusCode, JSON.parse(body).error]).toEqual([400, 'invalid_target'])
  })
})
