import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { apiKeyHint } from '#domain/api-keys.ts'
import { CAMARA_SCOPE_NAMES } from '#domain/camara-scopes.ts'
import { mcpRequest, postForm } from '#test/agent.ts'
import { askCamara, askToken, type CamaraAnswer, camaraAs, keyCallers, keyToken, newApiKey } from '#test/camara.ts'
import { judgeOfCamara } from '#test/camara-documents.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { runCurl } from '#test/run-curl.ts'
import { SEED, shareOf } from '#test/share.ts'
import { inconsistentDevice } from './apis/fraud-prevention.ts'
import { CAMARA_APIS } from './apis.ts'

const portal = await startPortal({ env: { API_KEY_REQUESTS_PER_MINUTE: '1000000' } })
const { db, clock } = portal
afterAll(() => portal.close())

// subscriptions have guards of their own
const OPERATIONS = CAMARA_APIS.filter(({ name }) => !name.endsWith('-subscriptions')).flatMap(({ name, version, operations }) =>
  operations.map((operation) => [`/${name}/${version}${operation.path}`, operation] as const),
)
const [FIRST] = OPERATIONS[0] ?? ['']
const outcome = ({ status, code }: CamaraAnswer) => [status, code]
const numberIn = (companyId: number) =>
  `+${portal.fleet.sims.find((sim) => sim.companyId === companyId && sim.status === 2)?.msisdn}`

/** A body that every operation understands: what one has no use for is ignored. */
const bodyOf = (phoneNumber: string) => ({
  phoneNumber,
  device: { phoneNumber },
  area: { areaType: 'CIRCLE', center: { latitude: 0, longitude: 0 }, radius: 10 },
  volumeToCheck: { value: 1, unit: 'GiB' },
  bindType: 'IMEIBIND',
  unBindType: 'IMEIBIND',
  queryType: 'IMEIBIND',
  functionType: 'DATA',
})

const { key, apiKey, token, agents, revokedKey, ofRevoked, ofFormer } = await keyCallers(portal)
const elsewhere = await camaraAs(portal, 'flota')
const above = await camaraAs(portal, 'reseller')

describe.each(OPERATIONS)('%s', (address, { scopes }) => {
  const body = bodyOf(numberIn(COMPANIES.andes))

  test('needs a token, of an API key that has not ended', async () => {
    const wrong = [undefined, 'enlace_kt_x', key, agents, ofRevoked]
    for (const one of wrong) {
      const answer = await askCamara(portal, one, address, body)
      expect(outcome(answer)).toEqual([401, 'UNAUTHENTICATED'])
      expect(answer.headers['www-authenticate']).toMatch(
        /^Bearer resource_metadata="http:\/\/[^"]+\/\.well-known\/oauth-protected-resource\/camara"/,
      )
    }
  })

  test('needs a token within ten minutes', async () => {
    const { now } = clock
    clock.now = new Date(now.getTime() + 601_000)
    const answer = await askCamara(portal, token, address, body)
    clock.now = now
    expect(outcome(answer)).toEqual([401, 'UNAUTHENTICATED'])
  })

  test('needs one of its scopes', async () => {
    const others = CAMARA_SCOPE_NAMES.filter((scope) => !scopes.includes(scope)).join(' ')
    const refused = await askCamara(portal, await keyToken(portal, key, { scope: others }), address, body)
    expect(outcome(refused)).toEqual([403, 'PERMISSION_DENIED'])
    for (const scope of scopes) {
      const answer = await askCamara(portal, await keyToken(portal, key, { scope }), address, body)
      expect(answer.status).not.toBe(403)
    }
  })

  test('needs the permit at the moment of the request', async () => {
    const { now } = clock
    // rights are cached for two seconds
    clock.now = new Date(now.getTime() + 3_000)
    const answer = await askCamara(portal, ofFormer, address, body)
    clock.now = now
    expect(outcome(answer)).toEqual([403, 'PERMISSION_DENIED'])
  })

  test('finds no SIM of another company, as if there was none', async () => {
    const foreign = await elsewhere(address, body)
    const none = await elsewhere(address, bodyOf('+56999999999'))
    expect(outcome(foreign)).toEqual([404, 'IDENTIFIER_NOT_FOUND'])
    expect(foreign.body).toEqual(none.body)
    expect((await above(address, body)).code).not.toBe('IDENTIFIER_NOT_FOUND')
  })

  test('answers what its document has, with the correlator of the request', async () => {
    const answer = await askCamara(portal, token, address, body, {
      headers: { 'x-correlator': 'b4333c46-49c0-4f62-80d7-f0ef930f1c46' },
    })
    expect([200, 422]).toContain(answer.status)
    expect(answer.headers['x-correlator']).toBe('b4333c46-49c0-4f62-80d7-f0ef930f1c46')
    expect(answer.headers['cache-control']).toBe('no-store')
    const failed = await askCamara(portal, undefined, address, body, { headers: { 'x-correlator': 'a-1' } })
    expect(failed.headers['x-correlator']).toBe('a-1')
  })

  test.each([
    ['', 'nothing'],
    ['{', 'no JSON'],
    ['null', 'null'],
    ['[]', 'a list'],
    ['"x"', 'a text'],
    [`{"device":{"phoneNumber":"${'1'.repeat(20_000)}"},"phoneNumber":1}`, 'a large one'],
    ['{"__proto__":{"x":1},"device":[],"phoneNumber":[]}', 'a forbidden key'],
    ['{"phoneNumber":"+5694\\u0000300031","device":{"phoneNumber":"\\ud800"}}', 'what no database has'],
  ])('a body %j is an invalid argument: %s', async (text) => {
    expect(outcome(await askCamara(portal, token, address, text))).toEqual([400, 'INVALID_ARGUMENT'])
  })

  test('takes exactly the bodies that its document allows', async () => {
    const judge = judgeOfCamara(address)
    const phone = fc.constantFrom('+56943000031', '+1', '56943000031', '+0123456', 7, null, '')
    const v4 = fc.constantFrom('10.0.0.1', '10.0.0.256', '10.0.0', 'a', 4, '::1')
    const optional = { requiredKeys: [] as [] }
    const port = fc.constantFrom(0, 65_535, 65_536, -1, 1.5, '80')
    const ipv4 = fc.record({ publicAddress: v4, privateAddress: v4, publicPort: port }, optional)
    const v6 = fc.constantFrom('2001:db8::1', '::', '::1', 'fe80::1', '2001:db8', 'x', 6)
    const device = fc.oneof(
      {
        arbitrary: fc.record(
          { phoneNumber: phone, ipv4Address: ipv4, ipv6Address: v6, networkAccessIdentifier: fc.constantFrom('a@b', 7) },
          optional,
        ),
        weight: 9,
      },
      fc.constantFrom(null, 'x', [], {}),
    )
    const number = fc.constantFrom(0, 1, 60, 240, 2400, 2401, 1025, -1, 1.5, '1', null, 1e9)
    const point = fc.record({ latitude: fc.constantFrom(0, 90, -90.1, 'x'), longitude: fc.constantFrom(0, 180, 181) }, optional)
    const area = fc.record(
      { areaType: fc.constantFrom('CIRCLE', 'CIRCLE', 'POLYGON', 1), center: point, radius: number },
      optional,
    )
    const kind = fc.constantFrom('IMEIBIND', 'AREALIMIT', 'imeibind', 1)
    const request = fc.record(
      {
        device,
        phoneNumber: phone,
        maxAge: number,
        maxSurface: number,
        area: fc.oneof(
          { arbitrary: area, weight: 5 },
          fc.constant({ areaType: 'CIRCLE', center: { latitude: 1, longitude: 1 }, radius: 5 }),
        ),
        volumeToCheck: fc.record({ value: number, unit: fc.constantFrom('MiB', 'GiB', 'MB') }, optional),
        bindType: kind,
        unBindType: kind,
        queryType: kind,
        more: fc.anything({ maxDepth: 1 }).map((value) => JSON.stringify(value) ?? ''),
      },
      optional,
    )
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        const { status, body } = await askCamara(portal, token, address, asked)
        expect(status).not.toBe(500)
        // identifiers of two devices are valid, and no answer is about both
        const isTaken = status !== 400 || body.message === inconsistentDevice().message
        expect(isTaken, JSON.stringify(body)).toBe(judge.isRequest(asked))
      }),
      { seed: SEED, numRuns: shareOf(60, 10_000) },
    )
  })
})

describe('the door', () => {
  const body = bodyOf(numberIn(COMPANIES.andes))

  test.each([
    ['POST', '/camara'],
    ['POST', '/camara/device-reachability-status/v2/retrieve'],
    ['POST', '/camara/sms/v1/send'],
    ['GET', `/camara${FIRST}`],
    ['POST', `/camara${FIRST}/x`],
  ] as const)('%s %s is not found, in CAMARA’s words', async (method, url) => {
    const response = await portal.app.inject({ method, url, headers: { 'x-correlator': 'a-2' } })
    expect([response.statusCode, response.json().code, response.headers['x-correlator']]).toEqual([404, 'NOT_FOUND', 'a-2'])
  })

  test('a correlator that is none is refused, and not sent back', async () => {
    for (const wrong of ['a b', 'ñ', 'x'.repeat(257)]) {
      const answer = await askCamara(portal, token, FIRST, body, { headers: { 'x-correlator': wrong } })
      expect(outcome(answer)).toEqual([400, 'INVALID_ARGUMENT'])
      expect(answer.headers['x-correlator']).toMatch(/^req-/)
    }
    const long = { headers: { 'x-correlator': 'x'.repeat(56) } }
    expect((await askCamara(portal, token, FIRST, body, long)).status).toBe(200)
    // of the older documents
    const older = '/connected-network-type/v0.1/retrieve'
    expect(outcome(await askCamara(portal, token, older, body, long))).toEqual([400, 'INVALID_ARGUMENT'])
  })

  test('the rate of a key holds, for its tokens and its other calls together', async () => {
    const limited = await startPortal({ env: { API_KEY_REQUESTS_PER_MINUTE: '5' } })
    const { key: slow } = await newApiKey(limited)
    const its = await keyToken(limited, slow)
    const answers: CamaraAnswer[] = []
    for (let n = 0; n < 5; n++) answers.push(await askCamara(limited, its, FIRST, bodyOf('+56999999999')))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 429])
    expect(answers[4]?.code).toBe('TOO_MANY_REQUESTS')
    expect(Number(answers[4]?.headers['retry-after'])).toBeGreaterThan(0)
    const again = await askToken(limited, slow)
    expect([again.statusCode, again.json().error]).toEqual([429, 'temporarily_unavailable'])
    const plain = await limited.app.inject({ url: '/api/users/session/', headers: { 'x-api-key': slow } })
    expect(plain.statusCode).toBe(429)
    await limited.close()
  })

  test('a key that may be used from some addresses gets no token elsewhere, and its token is of no use there', async () => {
    const { key: bound } = await newApiKey(portal, 'ana', { addresses: ['203.0.113.0/24'] })
    expect((await askToken(portal, bound)).json().error).toBe('invalid_client')
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: apiKeyHint(bound),
      client_secret: bound,
      scope: 'sim-swap',
    })
    const response = await portal.app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form.toString(),
      remoteAddress: '203.0.113.7',
    })
    const its = response.json().access_token
    expect(outcome(await askCamara(portal, its, '/sim-swap/v2/check', body))).toEqual([403, 'PERMISSION_DENIED'])
  })
})

describe('tokens of keys', () => {
  const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const request = (authorization: string, form: Record<string, string>) =>
    portal.app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
      payload: new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
    })

  test('come by the form or by HTTP Basic, for ten minutes, and without a refresh token', async () => {
    const expected = { token_type: 'Bearer', expires_in: 600, scope: 'sim-swap:check' }
    const scope = 'dpv:FraudPreventionAndDetection sim-swap:check'
    for (const response of [await askToken(portal, key, { scope }), await request(basic(apiKeyHint(key), key), { scope })]) {
      expect(response.json()).toEqual({ ...expected, access_token: expect.stringMatching(/^enlace_kt_[\w-]{43}$/) })
      expect(response.headers['cache-control']).toBe('no-store')
    }
    const stored = JSON.stringify(await db.selectFrom('agent_tokens').selectAll().execute())
    expect(stored).not.toContain(token)
  })

  test.each([
    [{ client_secret: '' }, 401, 'invalid_client'],
    [{ client_id: 'enl_wrong1' }, 401, 'invalid_client'],
    [{ client_secret: revokedKey, client_id: apiKeyHint(revokedKey) }, 401, 'invalid_client'],
    [{ scope: '' }, 400, 'invalid_scope'],
    [{ scope: 'fleet:read openid' }, 400, 'invalid_scope'],
    [{ resource: 'https://other.example/camara' }, 400, 'invalid_target'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('with %j are refused: %d %s', async (more, status, error) => {
    const response = await askToken(portal, key, { more: more as Record<string, string> })
    expect([response.statusCode, response.json().error]).toEqual([status, error])
    if (status === 401) expect(response.headers['www-authenticate']).toBe('Basic realm="enlace"')
  })

  test('a secret in both places, or in none, is refused', async () => {
    const twice = await request(basic(apiKeyHint(key), key), { client_secret: key, scope: 'sim-swap' })
    expect([twice.statusCode, twice.json().error]).toEqual([400, 'invalid_request'])
    const none = await postForm(portal, '/oauth/token', { grant_type: 'client_credentials', scope: 'sim-swap' })
    expect([none.statusCode, none.json().error]).toEqual([401, 'invalid_client'])
  })

  test('a key without the permit gets none', async () => {
    const { key: without } = await newApiKey(portal, 'ana', { permits: ['plans', 'users'] })
    expect((await askToken(portal, without)).json().error).toBe('invalid_scope')
  })

  test('are of no use at /mcp, nor at the API itself', async () => {
    expect((await mcpRequest(portal, token, 'tools/list')).statusCode).toBe(401)
    const headers = { authorization: `Bearer ${token}`, 'x-api-key': 'enlace-web' }
    expect((await portal.app.inject({ url: '/api/users/session/', headers })).statusCode).toBe(401)
    expect((await portal.app.inject({ url: '/api/users/session/', headers: { 'x-api-key': token } })).statusCode).toBe(400)
  })

  test('are revoked by their key, and by no other', async () => {
    const own = await keyToken(portal, key)
    const { key: stranger } = await newApiKey(portal)
    const revoke = (form: Record<string, string>) => postForm(portal, '/oauth/revoke', { token: own, ...form })
    const isGood = async () => (await askCamara(portal, own, FIRST, bodyOf('+56999999999'))).status === 404
    const ofStranger = { client_id: apiKeyHint(stranger), client_secret: stranger }
    const others: Record<string, string>[] = [{}, { client_id: apiKeyHint(key) }, ofStranger]
    for (const form of others) {
      expect((await revoke(form)).statusCode).toBe(200)
      expect(await isGood()).toBe(true)
    }
    const wrong = await revoke({ client_id: apiKeyHint(key), client_secret: stranger })
    expect([wrong.statusCode, wrong.json().error]).toEqual([401, 'invalid_client'])
    expect((await revoke({ client_id: apiKeyHint(key), client_secret: key })).statusCode).toBe(200)
    expect(await isGood()).toBe(false)
  })

  test('leave the time of their use at the key', async () => {
    await askCamara(portal, token, FIRST, bodyOf('+56999999999'))
    const row = db.selectFrom('api_keys').select('last_used_at').where('api_key_id', '=', apiKey.apiKeyId)
    expect((await row.executeTakeFirstOrThrow()).last_used_at).toEqual(clock.now)
  })

  test('are described for clients', async () => {
    const headers = { host: 'portal.test' }
    const get = async (url: string) => (await portal.app.inject({ url, headers })).json()
    expect(await get('/.well-known/oauth-protected-resource/camara')).toMatchObject({
      resource: 'http://portal.test/camara',
      authorization_servers: ['http://portal.test'],
      scopes_supported: CAMARA_SCOPE_NAMES,
    })
    const server = await get('/.well-known/oauth-authorization-server')
    expect(server.grant_types_supported).toEqual(['authorization_code', 'refresh_token', 'client_credentials'])
    expect(server.token_endpoint_auth_methods_supported).toEqual(['none', 'client_secret_basic', 'client_secret_post'])
    expect(server.scopes_supported).toEqual(expect.arrayContaining([...CAMARA_SCOPE_NAMES]))
  })
})

test('docs/camara.md: the commands work as they stand there, in their order', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/camara.md'), 'utf8')
  const commands = [...text.matchAll(/```sh\n([^`]+)\n```/g)].map(([, command = '']) => command)
  const variables = {
    ENLACE_URL: await portal.app.listen({ host: '127.0.0.1', port: 0 }),
    ENLACE_KEY: key,
    ENLACE_KEY_ID: apiKey.hint,
    NUMBER: numberIn(COMPANIES.andes),
    TOKEN: '',
    EVENTS_TOKEN: await keyToken(portal, key),
  }
  expect(commands).toHaveLength(3)
  for (const command of commands) {
    const response = await runCurl(command, variables)
    const answer = (await response.json()) as { access_token?: string }
    expect(response.status, JSON.stringify(answer)).toBeOneOf([200, 201])
    variables.TOKEN = answer.access_token ?? variables.TOKEN
  }
})
