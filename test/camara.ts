import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { createApiKey, revokeApiKey } from '#contract/api-keys/api-keys.calls.ts'
import { apiKeyHint } from '#domain/api-keys.ts'
import { CAMARA_SCOPE_NAMES } from '#domain/camara-scopes.ts'
import type { Permit } from '#domain/permits.ts'
import { agentToken, postForm } from './agent.ts'
import { judgeOfCamara } from './camara-documents.ts'
import type { FleetUser } from './fleet.ts'
import { newcomer } from './newcomers.ts'
import type { Portal } from './portal.ts'

let keys = 0

/** A new API key, as its maker gets it. */
export async function newApiKey(
  portal: Portal,
  person: FleetUser = 'ana',
  body: { permits?: Permit[]; addresses?: string[]; expiresAt?: string } = {},
) {
  const name = `Camara ${++keys}`
  return portal.data(createApiKey, person, { body: { name, permits: ['sims', 'alarmas'], ...body } })
}

interface TokenRequest {
  readonly scope?: string
  readonly more?: Readonly<Record<string, string>>
}

/** What the token endpoint answers a key. */
export const askToken = (portal: Portal, key: string, { scope = CAMARA_SCOPE_NAMES.join(' '), more = {} }: TokenRequest = {}) =>
  postForm(portal, '/oauth/token', {
    grant_type: 'client_credentials',
    client_id: apiKeyHint(key),
    client_secret: key,
    scope,
    ...more,
  })

/** The access token of a key. */
export async function keyToken(portal: Portal, key: string, request: TokenRequest = {}): Promise<string> {
  const response = await askToken(portal, key, request)
  if (response.statusCode !== 200) throw new Error(`no token: ${response.body}`)
  return response.json().access_token
}

export interface CamaraAnswer {
  readonly status: number
  /** of a failure; '' for data */
  readonly code: string
  readonly body: Record<string, unknown>
  readonly headers: LightMyRequestResponse['headers']
}

interface CamaraRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks below /camara; whatever is answered is judged by the document of that API. */
export async function askCamara(
  portal: Pick<Portal, 'app'>,
  token: string | undefined,
  address: string,
  body: unknown,
  { method = 'POST', headers = {} }: CamaraRequest = {},
): Promise<CamaraAnswer> {
  const response = await portal.app.inject({
    method,
    url: `/camara${address}`,
    headers: {
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(method === 'POST' && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const answered = response.statusCode === 204 ? undefined : response.json()
  expect(judgeOfCamara(address, method).problems(response.statusCode, answered), response.body).toBe('')
  const isFailed = response.statusCode >= 400
  if (isFailed) expect(answered.status).toBe(response.statusCode)
  expect(response.headers['x-correlator']).toMatch(/^[\w:;./<>{}-]{1,256}$/)
  return { status: response.statusCode, code: isFailed ? answered.code : '', body: answered, headers: response.headers }
}

/** Asks as a new key of a person with all scopes. */
export async function camaraAs(portal: Portal, person: FleetUser = 'ana') {
  const token = await keyToken(portal, (await newApiKey(portal, person)).key)
  return (address: string, body?: unknown, request?: CamaraRequest) => askCamara(portal, token, address, body, request)
}

/** Tokens of a valid key, of an agent, of a key that was revoked, and of one whose maker may no longer see SIMs. */
export async function keyCallers(portal: Portal) {
  const { key, apiKey } = await newApiKey(portal)
  const token = await keyToken(portal, key)
  const agents = await agentToken(portal, 'ana')
  const { key: revokedKey, apiKey: revoked } = await newApiKey(portal)
  const ofRevoked = await keyToken(portal, revokedKey)
  await portal.data(revokeApiKey, 'ana', { params: { apiKeyId: String(revoked.apiKeyId) } })
  const former = await newcomer(portal, { permits: ['sims', 'users'] })
  const made = await former.ask(createApiKey, { body: { name: 'Former', permits: ['sims'] } })
  const ofFormer = await keyToken(portal, made.json().data.key)
  await portal.db
    .updateTable('users')
    .set({ permits: ['users'] })
    .where('user_id', '=', former.userId)
    .execute()
  return { key, apiKey, token, agents, revokedKey, ofRevoked, ofFormer }
}
