import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createApiKey, getApiKeys, revokeApiKey } from '#contract/api-keys/api-keys.calls.ts'
import * as calls from '#contract/api-keys/device-logins.calls.ts'
import { getSession } from '#contract/identity/identity.calls.ts'
import { formatApiKey } from '#domain/api-keys.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const newKey = () => formatApiKey(randomBytes(32))
const withKey = (key: string) => ({ headers: { 'x-api-key': key } })
const begin = (key: string, machine = 'ana@bodega') =>
  portal.request(calls.startDeviceLogin, undefined, { body: { machine } }, withKey(key))
const beginAt = (remoteAddress: string) =>
  portal.request(calls.startDeviceLogin, undefined, { body: { machine: 'x' } }, { ...withKey(newKey()), remoteAddress })
const codeOf = async (key: string): Promise<string> => (await begin(key)).json().data.userCode
const stateOf = async (key: string): Promise<string> =>
  (await portal.request(calls.getOwnDeviceLogin, undefined, {}, withKey(key))).json().data.state
const session = (key: string) => portal.request(getSession, undefined, {}, withKey(key))
const at = (userCode: string) => ({ params: { userCode } })

test('a terminal’s key works once a person with the permit for keys has confirmed its code, and as they said', async () => {
  const key = newKey()
  const started = (await begin(key)).json().data
  expect(started).toMatchObject({ userCode: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/), interval: 3 })
  // who asks again with the same key gets the same code
  expect(await codeOf(key)).toBe(started.userCode)
  expect([await stateOf(key), (await session(key)).statusCode]).toEqual(['pending', 401])
  const typed = started.userCode.toLowerCase().replace('-', ' ')
  expect(await portal.data(calls.getDeviceLogin, 'ana', at(typed))).toMatchObject({
    userCode: started.userCode,
    machine: 'ana@bodega',
    address: '127.0.0.1',
  })
  const made = await portal.data(calls.approveDeviceLogin, 'ana', {
    ...at(typed),
    body: { name: 'Bodega', permits: ['sims'], canHibernate: false },
  })
  expect(made).toMatchObject({ name: 'Bodega', hint: key.slice(0, 10), company: COMPANIES.andes, state: 'active' })
  expect(await stateOf(key)).toBe('approved')
  expect((await session(key)).json().data).toMatchObject({ userName: 'Bodega', menu: ['sims'], canHibernate: '0' })
  expect(await auditRows(portal, 'api_key.created')).toMatchObject([{ actor: 'ana@andes.test' }])
  // the code is of no more use, and the key itself is nowhere
  expect((await portal.request(calls.getDeviceLogin, 'ana', at(typed))).statusCode).toBe(404)
  const kept = JSON.stringify([
    await portal.db.selectFrom('device_logins').selectAll().execute(),
    await portal.db.selectFrom('api_keys').selectAll().execute(),
  ])
  expect(kept).not.toContain(key)
  await portal.data(revokeApiKey, 'ana', { params: { apiKeyId: made.apiKeyId } })
  expect((await session(key)).statusCode).toBe(401)
})

test('a refused terminal gets that answer, its key is none, and the refusal is in the audit log', async () => {
  const key = newKey()
  const code = await codeOf(key)
  await portal.data(calls.refuseDeviceLogin, 'ana', { ...at(code), body: {} })
  expect([await stateOf(key), (await session(key)).statusCode]).toEqual(['refused', 401])
  expect(await auditRows(portal, 'api_key.refused')).toMatchObject([{ before: { name: 'ana@bodega' } }])
})

test('a code ends after ten minutes, and a key without a login is over as well', async () => {
  const key = newKey()
  const code = await codeOf(key)
  expect(await stateOf(newKey())).toBe('expired')
  portal.clock.now = new Date(portal.clock.now.getTime() + 601_000)
  expect(await stateOf(key)).toBe('expired')
  const late = await portal.request(calls.approveDeviceLogin, 'ana', {
    ...at(code),
    body: { name: 'Tarde', permits: ['sims'] },
  })
  expect([late.statusCode, late.json().code]).toEqual([404, 'not_found'])
})

test('what a key may not have is refused at its field, and the terminal goes on waiting', async () => {
  const key = newKey()
  const code = await codeOf(key)
  const answer = (body: object) => portal.request(calls.approveDeviceLogin, 'ana', { ...at(code), body })
  await portal.data(createApiKey, 'ana', { body: { name: 'Ocupado', permits: ['sims'] } })
  expect((await answer({ name: 'Nada', permits: [] })).json().fields).toHaveProperty('permits')
  expect((await answer({ name: 'ocupado', permits: ['sims'] })).json().fields).toHaveProperty('name')
  expect(await stateOf(key)).toBe('pending')
  // a person without the permit for keys confirms nothing
  const { statusCode } = await portal.request(calls.approveDeviceLogin, 'luis', {
    ...at(code),
    body: { name: 'Luis', permits: ['sims'] },
  })
  expect(statusCode).toBe(403)
  expect((await portal.data(getApiKeys, 'ana', {})).keys.map(({ name }) => name)).not.toContain('Luis')
})

test('only a key begins a login, one that is known begins none, and an address begins thirty in an hour', async () => {
  for (const more of [{}, withKey('enl_no')])
    expect((await portal.request(calls.startDeviceLogin, undefined, { body: { machine: 'x' } }, more)).statusCode).toBe(400)
  const { key } = await portal.data(createApiKey, 'ana', { body: { name: 'En uso', permits: ['sims'] } })
  expect((await begin(key)).statusCode).toBe(400)
  portal.clock.now = new Date(portal.clock.now.getTime() + 3_601_000)
  const statuses: number[] = []
  for (let n = 0; n < 31; n++) statuses.push((await begin(newKey())).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429])
})

test('an IPv6 network begins thirty in an hour, also at once, and others are not kept from theirs', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => beginAt(`2001:db8:0:7::${n + 1}`)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30)
  expect((await beginAt('2001:db8:0:7:1::')).statusCode).toBe(429)
  await sql`
    INSERT INTO device_logins (key_hash, hint, user_code, machine, address, address_block, created_at, expires_at)
    SELECT sha256(convert_to(i::text, 'UTF8')), 'enl_000000', 'BBBB-' || translate(lpad(i::text, 4, '0'), '0123456789', 'BCDFGHJKLM'), 'x',
      '10.0.0.' || i / 30, '10.0.0.' || i / 30, ${portal.clock.now}, ${portal.clock.now}::timestamptz + interval '10 minutes'
    FROM generate_series(1, 1200) i`.execute(portal.db)
  expect((await beginAt('203.0.113.9')).statusCode).toBe(200)
})
