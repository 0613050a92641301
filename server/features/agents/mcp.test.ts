import type { AddressInfo } from 'node:net'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { afterAll, expect, test } from 'vitest'
import { decideAgentRequest, listAgents } from '#contract/agents/agents.calls.ts'
import { AGENT_SCOPES } from '#domain/agents.ts'
import { agentToken, mcpRequest, mcpResult, REDIRECT } from '#test/agent.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
await portal.app.listen({ host: '127.0.0.1', port: 0 })
const origin = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`
afterAll(() => portal.close())

/** A program as people have it: it keeps in memory what it is given, and a person consents to where it sends them. */
function program() {
  const kept: Record<string, unknown> = {}
  let sentTo: URL | undefined
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: 'Modelo', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
    state: () => 'estado',
    clientInformation: () => kept.client as never,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      sentTo = url
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => String(kept.verifier),
  }
  return { provider, kept, sentTo: () => sentTo }
}

test('the official client finds its way in: discovery, registration, consent, code, tools', async () => {
  const { provider, sentTo, kept } = program()
  const address = new URL(`${origin}/mcp`)
  const first = new StreamableHTTPClientTransport(address, { authProvider: provider })
  await expect(new Client({ name: 'modelo', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError)
  const page = sentTo()
  expect(page?.origin + (page?.pathname ?? '')).toBe(`${origin}/authorize`)
  const asked = Object.fromEntries(page?.searchParams ?? [])
  expect(asked).toMatchObject({ resource: `${origin}/mcp`, code_challenge_method: 'S256', scope: AGENT_SCOPES.join(' ') })
  const host = new URL(origin).host
  const decided = await portal.request(
    decideAgentRequest,
    'ana',
    { body: { ...asked, allow: true, scopes: [...AGENT_SCOPES] } },
    { headers: { host } },
  )
  const back = new URL(decided.json().data.redirect)
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: 'estado', iss: origin })
  await first.finishAuth(back.searchParams)
  const client = new Client({ name: 'modelo', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: provider }))
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('find_sims')
  const found = await client.callTool({ name: 'find_sims', arguments: { limit: 3 } })
  const [content] = found.content as { text: string }[]
  expect(JSON.parse(content?.text ?? '').rows).toHaveLength(3)
  await client.close()
  expect(kept.tokens).toMatchObject({ token_type: 'Bearer', expires_in: 600 })
  expect(await portal.data(listAgents, 'ana', {})).toMatchObject([{ name: 'Modelo', redirectHost: 'localhost:4711' }])
})

test('without a token the answer says where to get one, with a wrong one that it is wrong', async () => {
  const without = await mcpRequest(portal, undefined, 'tools/list')
  expect(without.statusCode).toBe(401)
  expect(without.headers['www-authenticate']).toMatch(
    /^Bearer resource_metadata="[^"]+\/\.well-known\/oauth-protected-resource\/mcp"$/,
  )
  const wrong = await mcpRequest(portal, 'enlace_at_wrong', 'tools/list')
  expect([wrong.statusCode, wrong.headers['www-authenticate']]).toEqual([401, expect.stringContaining('error="invalid_token"')])
})

test('pages of other sites are answered, but not one whose name was made to lead here', async () => {
  const token = await agentToken(portal, 'ana')
  const from = async (origin: string, host = 'localhost:80') =>
    (await mcpRequest(portal, token, 'tools/list', {}, { origin, host })).statusCode
  expect(await from('http://localhost')).toBe(200)
  expect(await from('https://client.example')).toBe(200)
  // a page in a frame without an origin of its own
  expect(await from('null')).toBe(200)
  expect(await from('http://evil.example', 'evil.example')).toBe(403)
  expect(await from('http://localhost', 'evil.example')).toBe(403)
})

test('a portal that has a public address is meant by its name alone', async () => {
  const published = await startPortal({ env: { PUBLIC_URL: 'https://portal.example' } })
  const token = await agentToken(published, 'ana')
  const at = async (host: string) =>
    (await mcpRequest(published, token, 'tools/list', {}, { origin: 'https://client.example', host })).statusCode
  expect(await at('portal.example')).toBe(200)
  for (const host of ['evil.example', 'localhost', 'portal.example.evil.example']) expect(await at(host)).toBe(403)
  await published.close()
})

test('an older revision is spoken too, from initialize on', async () => {
  const token = await agentToken(portal, 'ana')
  const clientInfo = { name: 'modelo', version: '1' }
  const begun = await mcpRequest(portal, token, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  expect(mcpResult(begun.body)).toMatchObject({
    protocolVersion: '2025-06-18',
    capabilities: { tools: { listChanged: false } },
    serverInfo: { name: 'enlace' },
  })
})
