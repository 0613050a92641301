import { createHash, randomBytes } from 'node:crypto'
import { decideAgentRequest } from '#contract/agents/agents.calls.ts'
import { AGENT_SCOPES, type AgentScope } from '#domain/agents.ts'
import type { FleetUser } from './fleet.ts'
import type { Portal } from './portal.ts'

export const REDIRECT = 'http://localhost:4711/callback'

/** A form as clients send it to OAuth's addresses. */
export const postForm = (portal: Pick<Portal, 'app'>, url: string, form: Readonly<Record<string, string>>) =>
  portal.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })

/** Registers a client; gives its id. */
export async function newClient(portal: Pick<Portal, 'app'>, name = 'Modelo', redirect = REDIRECT): Promise<string> {
  const payload = { client_name: name, redirect_uris: [redirect], token_endpoint_auth_method: 'none' }
  // each machine registers for itself
  const remoteAddress = `10.1.${randomBytes(2).join('.')}`
  const response = await portal.app.inject({ method: 'POST', url: '/oauth/register', payload, remoteAddress })
  return String(response.json().client_id)
}

/** A verifier of PKCE, and what a client asks with. */
export function newRequest(clientId: string, more: Readonly<Record<string, string>> = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const request = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'estado',
    ...more,
  }
  return { verifier, request }
}

export interface Grant {
  readonly clientId: string
  readonly code: string
  readonly verifier: string
}

/** A person lets a client in; gives the code that its address receives. */
export async function allow(
  portal: Portal,
  person: FleetUser,
  { scopes = AGENT_SCOPES, name = 'Modelo' }: { scopes?: readonly AgentScope[]; name?: string } = {},
): Promise<Grant> {
  const clientId = await newClient(portal, name)
  const { verifier, request } = newRequest(clientId)
  const body = { ...request, allow: true, scopes: [...scopes] }
  const { redirect } = await portal.data(decideAgentRequest, person, { body })
  return { clientId, verifier, code: new URL(redirect).searchParams.get('code') ?? '' }
}

export const redeem = (portal: Pick<Portal, 'app'>, { clientId, code, verifier }: Grant, more: Record<string, string> = {}) =>
  postForm(portal, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT,
    ...more,
  })

/** The access token of a new agent of a person. */
export async function agentToken(
  portal: Portal,
  person: FleetUser,
  scopes: readonly AgentScope[] = AGENT_SCOPES,
): Promise<string> {
  const response = await redeem(portal, await allow(portal, person, { scopes }))
  return String(response.json().access_token)
}

/** A request of the protocol, in the form before 2026-07-28, which needs no more than itself. */
export const mcpRequest = (
  portal: Pick<Portal, 'app'>,
  token: string | undefined,
  method: string,
  params: object = {},
  headers = {},
) =>
  portal.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    payload: { jsonrpc: '2.0', id: 1, method, params },
  })

/** The result of a request, which the older form of the protocol sends as an event. */
export function mcpResult(body: string): Record<string, unknown> {
  const data = body.startsWith('{') ? body : (/^data: (.*)$/m.exec(body)?.[1] ?? '{}')
  const { result, error } = JSON.parse(data)
  return result ?? { error }
}

/** What a tool answers: its text, parsed unless it is a refusal. */
export async function useTool(portal: Pick<Portal, 'app'>, token: string, name: string, args: object = {}) {
  const response = await mcpRequest(portal, token, 'tools/call', { name, arguments: args })
  const result = mcpResult(response.body) as {
    isError?: boolean
    error?: object
    content?: { text: string }[]
  }
  const text = result.content?.[0]?.text ?? JSON.stringify(result)
  const isError = result.isError === true || result.error !== undefined
  return { isError, text, data: isError ? undefined : JSON.parse(text) }
}
