import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AGENT_SENTENCES } from '#contract/agents/agent-messages.ts'
import type { decideAgentRequest, readAgentRequest } from '#contract/agents/agents.calls.ts'
import type { CallData, CallInput } from '#contract/call.ts'
import { type AgentScope, isLoopback, isRegisteredRedirect, redirectTarget, requestedScopes } from '#domain/agents.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import { hashAgentToken } from '#server/http/agent-token.ts'
import { isOurResource, issuerOf, PATHS } from '#server/http/oauth-addresses.ts'
import { audit } from '#server/records/audit.ts'
import { type Client, findClient } from './clients.ts'
import { OAuthFailure } from './oauth-error.ts'

/** A client redeems its code at once. */
const CODE_MS = MINUTE_MS

type RequestBody = CallInput<typeof readAgentRequest>['body']
type Decision = CallInput<typeof decideAgentRequest>['body']

/** A request whose answer may go to its client. */
interface KnownRequest {
  readonly client: Client
  readonly redirect: URL
  readonly scopes: readonly AgentScope[]
  readonly challenge: string
  /** what the client did wrong; a redirect reports it */
  readonly failure: OAuthFailure | undefined
}

/**
 * The client and where its answer goes, which are checked first: as long as they are not known, nothing goes anywhere (OAuth 2.1,
 * section 4.1.2.1).
 */
async function knownRequest(ctx: Ctx, body: RequestBody, http: FastifyRequest): Promise<KnownRequest> {
  const client = await findClient(ctx, body.client_id)
  if (!client) throw invalidField('client_id', AGENT_SENTENCES.unknownClient)
  const uri = body.redirect_uri ?? (client.redirectUris.length === 1 ? client.redirectUris[0] : undefined) ?? ''
  const redirect = redirectTarget(uri)
  if (!redirect || !isRegisteredRedirect(client.redirectUris, uri))
    throw invalidField('redirect_uri', AGENT_SENTENCES.wrongRedirect)
  return {
    client,
    redirect,
    scopes: requestedScopes(body.scope),
    challenge: body.code_challenge ?? '',
    failure: failureOf(ctx, body, http),
  }
}

function failureOf(ctx: Ctx, body: RequestBody, http: FastifyRequest): OAuthFailure | undefined {
  if (body.response_type !== 'code') return new OAuthFailure('unsupported_response_type', 'response_type must be code')
  if (body.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(body.code_challenge ?? ''))
    return new OAuthFailure('invalid_request', 'code_challenge with the method S256 is required')
  if (!isOurResource(ctx, http, PATHS.mcp, body.resource))
    return new OAuthFailure('invalid_target', 'the resource is not of this server')
  return undefined
}

/** The address that takes an answer to the client, with the issuer (RFC 9207). */
function answerAt(
  { redirect }: KnownRequest,
  answer: Readonly<Record<string, string>>,
  { issuer, state }: { issuer: string; state: string | undefined },
): string {
  const url = new URL(redirect)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (state !== undefined) url.searchParams.set('state', state)
  url.searchParams.set('iss', issuer)
  return url.href
}

const failureAnswer = ({ code, message }: OAuthFailure) => ({ error: code, error_description: message })

/** What the page of consent shows. */
export async function readRequest(
  ctx: Ctx,
  body: RequestBody,
  http: FastifyRequest,
): Promise<CallData<typeof readAgentRequest>> {
  const request = await knownRequest(ctx, body, http)
  const { client, redirect, scopes, failure } = request
  const to = { issuer: issuerOf(ctx, http), state: body.state }
  return {
    redirect: failure ? answerAt(request, failureAnswer(failure), to) : null,
    clientName: client.name,
    clientHost: client.host,
    redirectHost: redirect.host,
    isLoopback: isLoopback(redirect),
    scopes: [...scopes],
  }
}

/** Lets a client in, or refuses. The code is only in this answer. */
export async function decide(ctx: Ctx, body: Decision, http: FastifyRequest): Promise<CallData<typeof decideAgentRequest>> {
  const request = await knownRequest(ctx, body, http)
  const to = { issuer: issuerOf(ctx, http), state: body.state }
  if (request.failure) return { redirect: answerAt(request, failureAnswer(request.failure), to) }
  if (!body.allow) {
    const refused = new OAuthFailure('access_denied', 'the person refused')
    return { redirect: answerAt(request, failureAnswer(refused), to) }
  }
  const scopes = request.scopes.filter((scope) => body.scopes.includes(scope))
  if (scopes.length === 0) throw invalidField('scopes', AGENT_SENTENCES.noScope)
  return { redirect: answerAt(request, { code: await allow(ctx, request, scopes) }, to) }
}

async function allow(ctx: Ctx, { client, redirect, challenge }: KnownRequest, scopes: AgentScope[]): Promise<string> {
  const code = `enlace_ac_${randomBytes(32).toString('base64url')}`
  const { now, actor } = ctx
  await inTransaction(ctx, async (trx) => {
    const { agent_id } = await trx
      .insertInto('agents')
      .values({
        user_id: actor.userId,
        client_id: client.clientId,
        name: client.name,
        redirect_host: redirect.host,
        scopes,
        created_at: now,
      })
      .returning('agent_id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('agent_tokens')
      .values({
        token_hash: hashAgentToken(code),
        agent_id,
        kind: 'code',
        created_at: now,
        expires_at: new Date(now.getTime() + CODE_MS),
        challenge,
        redirect_uri: redirect.href,
      })
      .execute()
    const after = { name: client.name, redirectHost: redirect.host, scopes }
    await audit(trx, ctx, { action: 'agent.allowed', entity: 'agent', entityId: String(agent_id), after })
  })
  return code
}
