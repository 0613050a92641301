import { afterAll, expect, test } from 'vitest'
import * as calls from '#contract/api-keys/api-keys.calls.ts'
import type { Call, CallArguments } from '#contract/call.ts'
import { getSession } from '#contract/identity/identity.calls.ts'
import { listNetworks } from '#contract/network-admin/networks.calls.ts'
import { hibernateSim } from '#contract/operations/sim-actions.calls.ts'
import { getSim, listSims } from '#contract/sims/sims.calls.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startBeside, startPortal } from '#test/portal.ts'

/** Small, so that it is used up soon. */
const QUOTA = 45

const portal = await startPortal({ env: { API_KEY_REQUESTS_PER_MINUTE: String(QUOTA) } })
afterAll(() => portal.close())

type ApiKeyValues = Partial<CallArguments<typeof calls.createApiKey>['body']>
let made = 0

async function createKey(person: FleetUser, values: ApiKeyValues = {}) {
  made += 1
  return portal.data(calls.createApiKey, person, { body: { name: `Clave ${made}`, permits: ['sims'], ...values } })
}

const withKey = (call: Call, key: string, args: object = {}, headers: Record<string, string> = {}) =>
  portal.request(call, undefined, args, { headers: { 'x-api-key': key, ...headers } })

/** Past the two seconds of a process's cache, into the next minute of the rate. */
const wait = (seconds: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + seconds * 1000)
}

test('a key stands in for a session, with what it was made for and no more', async () => {
  const { key, apiKey } = await createKey('ana', { name: 'ERP', permits: ['sims', 'plans'] })
  expect(key).toMatch(/^enl_[0-9A-Za-z]{49}$/)
  const session = await withKey(getSession, key)
  expect(session.json().data).toMatchObject({ userName: 'ERP', clientId: COMPANIES.andes, menu: ['sims', 'plans'], admin: '0' })
  expect((await withKey(listSims, key, { body: { limit: 3 } })).statusCode).toBe(200)
  const foreign = portal.fleet.sims.find((sim) => sim.companyId === COMPANIES.pacifico)?.iccid
  expect((await withKey(getSim, key, { params: { icc: foreign } })).json().code).toBe('not_found')
  const forPeople = await withKey(calls.createApiKey, key, { body: { name: 'Otra', permits: ['sims'] } })
  expect([forPeople.statusCode, forPeople.json().code]).toEqual([403, 'not_allowed'])
  const rows = JSON.stringify(await portal.db.selectFrom('api_keys').selectAll().execute())
  expect(rows).not.toContain(key)
  const listed = await portal.data(calls.getApiKeys, 'ana', {})
  expect(JSON.stringify(listed)).not.toContain(key)
  expect(listed.keys[0]).toMatchObject({ apiKeyId: apiKey.apiKeyId, hint: key.slice(0, 10), state: 'active' })
})

test('keys of one company are listed alone, and none of a company that the reader does not see', async () => {
  await createKey('flota')
  const companies = async (person: FleetUser, company: number) => {
    const { keys, total } = await portal.data(calls.getApiKeys, person, { query: { company: String(company) } })
    expect(total).toBe(keys.length)
    return [...new Set(keys.map((key) => key.company))]
  }
  expect(await companies('admin', COMPANIES.pacifico)).toEqual([COMPANIES.pacifico])
  expect(await companies('admin', COMPANIES.andes)).toEqual([COMPANIES.andes])
  expect(await companies('flota', COMPANIES.andes)).toEqual([])
})

test('a key of an administrator is none: their calls are for people', async () => {
  const { key } = await createKey('admin')
  expect((await withKey(listNetworks, key)).json().code).toBe('not_allowed')
})

test('a key has no right that its maker lacks, now or later', async () => {
  const { body } = await portal.request(calls.createApiKey, 'reseller', {
    body: { name: 'Duerme', permits: ['sims'], canHibernate: true },
  })
  expect(JSON.parse(body)).toMatchObject({ code: 'invalid_request', fields: { canHibernate: expect.any(String) } })
  const { key } = await createKey('sub', { permits: ['sims', 'plans'] })
  const nora = portal.db.updateTable('users').where('user_id', '=', portal.fleet.people.sub.userId)
  await nora.set({ permits: ['users', 'plans'] }).execute()
  expect((await withKey(listSims, key, { body: {} })).json().code).toBe('not_allowed')
  wait(3)
  expect((await withKey(getSession, key)).json().data.menu).toEqual(['plans'])
  await nora.set({ deactivated_at: portal.clock.now }).execute()
  const ended = await withKey(getSession, key)
  expect([ended.statusCode, ended.json().code]).toEqual([401, 'api_key_ended'])
  const { keys } = await portal.data(calls.getApiKeys, 'ana', {})
  expect(keys.find(({ companyName }) => companyName === 'Andes Norte')?.state).toBe('orphaned')
})

test('a revoked key is refused at once, an expired one from that moment, and either gives its name away', async () => {
  const expiresAt = new Date(portal.clock.now.getTime() + 600_000).toISOString()
  const [revoked, expired] = [await createKey('ana', { name: 'A' }), await createKey('ana', { name: 'B', expiresAt })]
  const taken = await portal.envelope(calls.createApiKey, 'ana', { body: { name: 'a', permits: ['sims'] } })
  expect([taken.code, Object.keys(taken.fields ?? {})]).toEqual(['conflict', ['name']])
  expect([revoked, expired].map(({ apiKey }) => apiKey.state)).toEqual(['active', 'active'])
  const { apiKeyId } = revoked.apiKey
  const elsewhere = await portal.request(calls.revokeApiKey, 'flota', { params: { apiKeyId } })
  expect(elsewhere.json().code).toBe('not_found')
  expect((await withKey(getSession, revoked.key)).statusCode).toBe(200)
  await portal.data(calls.revokeApiKey, 'reseller', { params: { apiKeyId } })
  expect((await withKey(getSession, revoked.key)).json().code).toBe('api_key_ended')
  wait(600)
  expect((await withKey(getSession, expired.key)).json().code).toBe('api_key_ended')
  await createKey('ana', { name: 'A' })
  await createKey('ana', { name: 'b' })
})

test('a key is held to its addresses, IPv4 and IPv6', async () => {
  const addresses = ['203.0.113.7/24', '2001:db8::1', '10.0.0.1']
  const { key, apiKey } = await createKey('ana', { addresses })
  expect(apiKey.addresses.toSorted()).toEqual(['10.0.0.1/32', '2001:db8::1/128', '203.0.113.0/24'])
  const from = (remoteAddress: string) =>
    portal.request(getSession, undefined, {}, { headers: { 'x-api-key': key }, remoteAddress })
  const codes = await Promise.all(
    ['203.0.113.200', '::ffff:203.0.113.1', '2001:db8::1', '2001:db8::2', '10.0.0.2', '::1'].map(
      async (address) => (await from(address)).statusCode,
    ),
  )
  expect(codes).toEqual([200, 200, 200, 403, 403, 403])
  const wrong = await portal.envelope(calls.createApiKey, 'ana', {
    body: { name: 'C', permits: ['sims'], addresses: ['10.0.0.0/33'] },
  })
  expect(Object.keys(wrong.fields ?? {})).toEqual(['addresses'])
})

test('actions of a key are recorded as its own, and its last use once a minute', async () => {
  const options = { permits: ['sims' as const], canHibernate: true }
  const [one, other] = [await createKey('ana', { name: 'Bodega', ...options }), await createKey('ana', options)]
  const sims = portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === 2)
  const hibernate = (key: string, n: number) =>
    withKey(hibernateSim, key, { params: { id: sims[n]?.iccid }, body: {} }, { 'idempotency-key': 'noche' })
  const first = await hibernate(one.key, 0)
  expect(first.statusCode, first.body).toBe(200)
  expect((await hibernate(one.key, 0)).body).toBe(first.body)
  expect((await hibernate(other.key, 1)).statusCode).toBe(200)
  const audited = await auditRows(portal, 'operation.started')
  const { userId } = portal.fleet.people.ana
  expect(audited[0]).toMatchObject({ actor: 'api-key:Bodega', user_id: userId, api_key_id: one.apiKey.apiKeyId })
  expect(audited).toHaveLength(2)
  const usedAt = async () => {
    const { keys } = await portal.data(calls.getApiKeys, 'ana', {})
    return keys.find(({ apiKeyId }) => apiKeyId === one.apiKey.apiKeyId)?.lastUsedAt
  }
  const begin = portal.clock.now.toISOString()
  wait(59)
  await withKey(getSession, one.key)
  expect(await usedAt()).toBe(begin)
  wait(1)
  await withKey(getSession, one.key)
  expect(await usedAt()).toBe(portal.clock.now.toISOString())
})

test('two processes let no more through than a key has a minute, and say what is left', async () => {
  const second = await startBeside(portal)
  const { key } = await createKey('ana')
  wait(60)
  const headers = { 'x-api-key': key }
  const ask = (app: typeof second) => app.inject({ url: '/api/users/session/', headers })
  const answers = await Promise.all(Array.from({ length: 2 * QUOTA }, (_, n) => ask(n % 2 === 0 ? portal.app : second)))
  const passed = answers.filter(({ statusCode }) => statusCode === 200)
  expect(passed).toHaveLength(QUOTA)
  expect(passed[0]?.headers['ratelimit-policy']).toBe(`"api-key";q=${QUOTA};w=60`)
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect(refused?.json().code).toBe('too_many_requests')
  expect(refused?.headers.ratelimit).toMatch(/^"api-key";r=0;t=([1-9]|[1-5]\d|60)$/)
  expect(String(refused?.headers.ratelimit)).toContain(`t=${refused?.headers['retry-after']}`)
  wait(60)
  expect((await ask(second)).headers.ratelimit).toMatch(`"api-key";r=${QUOTA - 1};`)
  await second.close()
})
