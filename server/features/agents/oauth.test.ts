import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { changePassword } from '#contract/account/account.calls.ts'
import { decideAgentRequest, endAgent, listAgents, readAgentRequest } from '#contract/agents/agents.calls.ts'
import { AGENT_SCOPES } from '#domain/agents.ts'
import type { Actor } from '#server/context.ts'
import { agentToken, allow, mcpRequest, newClient, newRequest, postForm, REDIRECT, redeem, useTool } from '#test/agent.ts'
import { auditRows } from '#test/audit-rows.ts'
import { PASSWORD } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { keepDocument } from './clients.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const begin = portal.clock.now
afterEach(() => {
  portal.clock.now = begin
})
const wait = (seconds: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + seconds * 1000)
}

const refresh = (clientId: string, token: string, more: Record<string, string> = {}) =>
  postForm(portal, '/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...more })

const mayUse = async (token: string) => (await mcpRequest(portal, token, 'tools/list')).statusCode === 200
const errorOf = (response: { statusCode: number; json(): { error: string } }) => [response.statusCode, response.json().error]

describe('metadata', () => {
  test('says where tokens come from and what they are good for', async () => {
    const headers = { host: 'portal.test' }
    const get = async (url: string) => (await portal.app.inject({ url, headers })).json()
    const resource = await get('/.well-known/oauth-protected-resource/mcp')
    expect(resource).toMatchObject({ resource: 'http://portal.test/mcp', authorization_servers: ['http://portal.test'] })
    expect(await get('/.well-known/oauth-protected-resource')).toEqual(resource)
    expect(await get('/.well-known/oauth-authorization-server')).toMatchObject({
      issuer: 'http://portal.test',
      authorization_endpoint: 'http://portal.test/authorize',
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
  })

  test('what we don’t have is not found, and no page', async () => {
    const response = await portal.app.inject({ url: '/.well-known/openid-configuration' })
    expect(response.statusCode).toBe(404)
  })
})

describe('registration', () => {
  const register = (payload: object) => portal.app.inject({ method: 'POST', url: '/oauth/register', payload })

  test.each([
    ['http://agente.test/callback', 'invalid_redirect_uri'],
    ['cursor://callback', 'invalid_redirect_uri'],
    ['javascript:alert(1)', 'invalid_redirect_uri'],
    ['https://agente.test/#x', 'invalid_redirect_uri'],
    ['https://ana:clave@agente.test/', 'invalid_redirect_uri'],
    ['http://127.0.0.1.agente.test/', 'invalid_redirect_uri'],
  ])('refuses the address %s', async (uri, error) => {
    expect(errorOf(await register({ redirect_uris: [uri] }))).toEqual([400, error])
  })

  test('needs an address, and takes none of too many', async () => {
    expect(errorOf(await register({}))).toEqual([400, 'invalid_client_metadata'])
    const many = Array.from({ length: 11 }, (_, n) => `https://agente.test/${n}`)
    expect(errorOf(await register({ redirect_uris: many }))).toEqual([400, 'invalid_client_metadata'])
  })

  test('gives no secret, and a name in one line', async () => {
    const answer = (await register({ client_name: 'Uno\u202e\n dos', redirect_uris: ['https://agente.test/'] })).json()
    expect(answer).toMatchObject({ client_name: 'Uno dos', token_endpoint_auth_method: 'none' })
    expect(answer).not.toHaveProperty('client_secret')
  })

  test('is limited for each address', async () => {
    const statuses = new Set<number>()
    for (let n = 0; n < 25; n++) {
      const payload = { redirect_uris: ['https://agente.test/'] }
      const response = await portal.app.inject({
        method: 'POST',
        url: '/oauth/register',
        payload,
        remoteAddress: '203.0.113.9',
      })
      statuses.add(response.statusCode)
    }
    expect([...statuses]).toEqual([201, 429])
    expect((await register({ redirect_uris: ['https://agente.test/'] })).statusCode).toBe(201)
  })
})

describe('limits', () => {
  const registerAt = (remoteAddress: string) => {
    const payload = { redirect_uris: ['https://agente.test/'] }
    return portal.app.inject({ method: 'POST', url: '/oauth/register', payload, remoteAddress })
  }
  const document = { name: 'Modelo', redirectUris: ['https://agente.test/'] }
  const bringIn = (person: 'ana' | 'luis', n: number) => {
    const actor = { userId: portal.fleet.people[person].userId } as Actor
    const ctx = { db: portal.db, now: portal.clock.now, address: '203.0.113.10', actor }
    return keepDocument(ctx, `https://agente.test/${person}/${n}`, document)
  }

  test('registrations of an IPv6 network count together, also at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => registerAt(`2001:db8:0:7::${n + 1}`)))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20)
    expect((await registerAt('2001:db8:0:7:1::')).statusCode).toBe(429)
    expect((await registerAt('2001:db8:0:8::1')).statusCode).toBe(201)
  })

  test('a person brings in twenty documents an hour, also at once; others and registrations do not count with them', async () => {
    const brought = await Promise.allSettled(Array.from({ length: 25 }, (_, n) => bringIn('ana', n)))
    const refused = brought.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refused).toEqual(Array(5).fill('too_many_requests'))
    // one that is there is read again
    await bringIn(
      'ana',
      brought.findIndex(({ status }) => status === 'fulfilled'),
    )
    await bringIn('luis', 0)
    expect((await registerAt('203.0.113.10')).statusCode).toBe(201)
  })

  test('documents do not count among the registrations', async () => {
    await sql`
      INSERT INTO agent_clients (client_id, name, redirect_uris, read_until, created_at, address)
      SELECT 'https://agente.test/' || n, 'Modelo', '{https://agente.test/}', ${portal.clock.now}, ${portal.clock.now}, '203.0.113.11'
      FROM generate_series(1, 6000) n`.execute(portal.db)
    expect((await registerAt('203.0.113.12')).statusCode).toBe(201)
  })
})

describe('consent', () => {
  test('shows who asks, for what, and where the answer goes', async () => {
    const { request } = newRequest(await newClient(portal, 'Modelo'), { scope: 'fleet:read profile' })
    expect(await portal.data(readAgentRequest, 'ana', { body: request })).toEqual({
      redirect: null,
      clientName: 'Modelo',
      clientHost: null,
      redirectHost: 'localhost:4711',
      isLoopback: true,
      scopes: ['fleet:read'],
    })
  })

  test('nothing goes to a client that is unknown, or to an address that it did not register', async () => {
    const clientId = await newClient(portal)
    const wrong: Record<string, string>[] = [
      { client_id: 'enlace_unbekannt' },
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: `${REDIRECT}/x` },
    ]
    for (const more of wrong) {
      const { request } = newRequest(clientId, more)
      const { code } = await portal.envelope(decideAgentRequest, 'ana', {
        body: { ...request, allow: true, scopes: ['fleet:read'] },
      })
      expect(code).toBe('invalid_request')
    }
  })

  test('on one’s own machine the port is free', async () => {
    const { request } = newRequest(await newClient(portal), { redirect_uri: REDIRECT.replace('4711', '50123') })
    expect((await portal.data(readAgentRequest, 'ana', { body: request })).redirectHost).toBe('localhost:50123')
  })

  test.each([
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])('%j goes back to the client as %s', async (more, error) => {
    const { request } = newRequest(await newClient(portal), more as Record<string, string>)
    const body = { ...request, allow: true, scopes: [...AGENT_SCOPES] }
    for (const { redirect } of [
      await portal.data(readAgentRequest, 'ana', { body: request }),
      await portal.data(decideAgentRequest, 'ana', { body }),
    ]) {
      const answer = Object.fromEntries(new URL(redirect ?? '').searchParams)
      expect(answer).toMatchObject({ error, state: 'estado', iss: expect.any(String) })
      expect(answer).not.toHaveProperty('code')
    }
  })

  test('a refusal is one, and who chooses less gives less', async () => {
    const { request } = newRequest(await newClient(portal))
    const refused = await portal.data(decideAgentRequest, 'ana', { body: { ...request, allow: false, scopes: [] } })
    expect(new URL(refused.redirect).searchParams.get('error')).toBe('access_denied')
    const response = await redeem(portal, await allow(portal, 'ana', { scopes: ['billing:read'] }))
    expect(response.json().scope).toBe('billing:read')
    const none = await portal.envelope(decideAgentRequest, 'ana', { body: { ...request, allow: true, scopes: [] } })
    expect(Object.keys(none.fields ?? {})).toEqual(['scopes'])
  })

  test('is in the audit log, and no secret is in the database', async () => {
    const grant = await allow(portal, 'luis', { name: 'Auditado' })
    const tokens = (await redeem(portal, grant)).json()
    const rows = await auditRows(portal, { action: 'agent.allowed', actor: 'luis@andes.test' })
    expect(rows.at(-1)?.after).toMatchObject({ name: 'Auditado', redirectHost: 'localhost:4711' })
    const stored = JSON.stringify(await portal.db.selectFrom('agent_tokens').selectAll().execute())
    for (const secret of [grant.code, tokens.access_token, tokens.refresh_token]) expect(stored).not.toContain(secret)
  })
})

describe('codes', () => {
  test('are redeemed once: a second time ends what the first one gave', async () => {
    const grant = await allow(portal, 'ana', { name: 'Repetido' })
    const { access_token: token, refresh_token } = (await redeem(portal, grant)).json()
    expect(await mayUse(token)).toBe(true)
    expect(errorOf(await redeem(portal, grant))).toEqual([400, 'invalid_grant'])
    expect(await mayUse(token)).toBe(false)
    expect(errorOf(await refresh(grant.clientId, refresh_token))).toEqual([400, 'invalid_grant'])
    const [row] = await auditRows(portal, { action: 'agent.ended', actor: 'agent:Repetido (ana@andes.test)' })
    expect(row?.after).toEqual({ reason: 'reuse' })
  })

  test('of two who redeem one at once, at most one is answered and neither keeps anything', async () => {
    const grant = await allow(portal, 'ana')
    const answers = await Promise.all([redeem(portal, grant), redeem(portal, grant)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    const token = answers.find(({ statusCode }) => statusCode === 200)?.json().access_token
    expect(await mayUse(token)).toBe(false)
  })

  test.each([
    [{ code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    [{ code_verifier: '' }, 'invalid_grant'],
    [{ redirect_uri: 'http://localhost:4711/other' }, 'invalid_grant'],
    [{ client_id: 'enlace_of_another_client' }, 'invalid_grant'],
    [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ code: '' }, 'invalid_request'],
  ])('with %j are refused as %s', async (more, error) => {
    expect(errorOf(await redeem(portal, await allow(portal, 'ana'), more as Record<string, string>))).toEqual([400, error])
  })

  test('are good for a minute', async () => {
    const grant = await allow(portal, 'ana')
    wait(61)
    expect(errorOf(await redeem(portal, grant))).toEqual([400, 'invalid_grant'])
  })
})

describe('tokens', () => {
  test('last ten minutes, and are renewed by a refresh token that is new each time', async () => {
    const grant = await allow(portal, 'ana')
    const first = (await redeem(portal, grant)).json()
    wait(601)
    expect(await mayUse(first.access_token)).toBe(false)
    const second = (await refresh(grant.clientId, first.refresh_token)).json()
    expect(await mayUse(second.access_token)).toBe(true)
    expect(second.refresh_token).not.toBe(first.refresh_token)
    // the old one is a copy: all of it ends
    expect(errorOf(await refresh(grant.clientId, first.refresh_token))).toEqual([400, 'invalid_grant'])
    expect(await mayUse(second.access_token)).toBe(false)
    expect(errorOf(await refresh(grant.clientId, second.refresh_token))).toEqual([400, 'invalid_grant'])
  })

  test('a refresh token and a code are no access tokens', async () => {
    const grant = await allow(portal, 'ana')
    expect(await mayUse(grant.code)).toBe(false)
    const { refresh_token } = (await redeem(portal, grant)).json()
    expect(await mayUse(refresh_token)).toBe(false)
  })

  test('are of no use at the API itself, whose guards they have not passed', async () => {
    const token = await agentToken(portal, 'ana')
    const headers = { authorization: `Bearer ${token}`, 'x-api-key': 'enlace-web' }
    expect((await portal.app.inject({ url: '/api/users/session/', headers })).statusCode).toBe(401)
    const asKey = await portal.app.inject({ url: '/api/users/session/', headers: { 'x-api-key': token } })
    expect(asKey.statusCode).toBe(400)
  })

  test('a consent lasts ninety days', async () => {
    const grant = await allow(portal, 'ana')
    let tokens = (await redeem(portal, grant)).json()
    for (let month = 0; month < 3; month++) {
      wait(29 * 86_400)
      tokens = (await refresh(grant.clientId, tokens.refresh_token)).json()
    }
    wait(4 * 86_400)
    expect(errorOf(await refresh(grant.clientId, tokens.refresh_token))).toEqual([400, 'invalid_grant'])
  })

  test('are revoked by the client, and only its own', async () => {
    const grant = await allow(portal, 'ana')
    const { access_token: token } = (await redeem(portal, grant)).json()
    const revoke = (form: Record<string, string>) => postForm(portal, '/oauth/revoke', form)
    expect((await revoke({ token, client_id: 'enlace_of_another_client' })).statusCode).toBe(200)
    expect(await mayUse(token)).toBe(true)
    expect((await revoke({ token, client_id: grant.clientId })).statusCode).toBe(200)
    expect(await mayUse(token)).toBe(false)
    expect((await revoke({ token: 'unknown', client_id: grant.clientId })).statusCode).toBe(200)
  })
})

describe('the person', () => {
  test('sees what is allowed, and ends it at once', async () => {
    const token = await agentToken(portal, 'sub', ['fleet:read'])
    const [agent] = await portal.data(listAgents, 'sub', {})
    expect(agent).toMatchObject({ name: 'Modelo', scopes: ['fleet:read'], lastUsedAt: null })
    expect((await portal.envelope(endAgent, 'ana', { params: { agentId: String(agent?.agentId) } })).code).toBe('not_found')
    await portal.data(endAgent, 'sub', { params: { agentId: String(agent?.agentId) } })
    expect(await mayUse(token)).toBe(false)
    expect(await portal.data(listAgents, 'sub', {})).toEqual([])
  })

  test('who is deactivated has no agent, and a permit that is taken away is gone from it', async () => {
    const token = await agentToken(portal, 'reseller')
    expect((await useTool(portal, token, 'find_sims')).isError).toBe(false)
    const rosa = portal.db.updateTable('users').where('user_id', '=', portal.fleet.people.reseller.userId)
    await rosa.set({ permits: ['plans'] }).execute()
    wait(3)
    expect((await useTool(portal, token, 'find_sims')).isError).toBe(true)
    await rosa.set({ deactivated_at: portal.clock.now }).execute()
    expect(await mayUse(token)).toBe(false)
  })

  test('who changes the password ends their agents', async () => {
    const token = await agentToken(portal, 'flota')
    const newPassword = 'Otra-Clave-7-Larga'
    const body = { passCurrent: PASSWORD, newPassword, repeatNewPassword: newPassword }
    await portal.data(changePassword, 'flota', { body })
    expect(await mayUse(token)).toBe(false)
  })
})
