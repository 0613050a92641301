import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { apiKeyHint, isApiKey } from '#domain/api-keys.ts'
import { type CamaraScope, grantedScopes } from '#domain/camara-scopes.ts'
import { AppError } from '#server/app-error.ts'
import type { Actor, RequestContext } from '#server/context.ts'
import { hashAgentToken } from '#server/http/agent-token.ts'
import { actorOfApiKey } from '#server/http/api-key.ts'
import type { Http } from '#server/http/cookies.ts'
import { isOurResource, PATHS } from '#server/http/oauth-addresses.ts'
import { limitApiKeyRate } from '#server/http/request-rate.ts'
import { ACCESS_MS, type TokenAnswer } from './issue-tokens.ts'
import { OAuthFailure } from './oauth-error.ts'

interface Credentials {
  readonly id: string
  readonly secret: string
}

const invalidClient = (why: string): OAuthFailure => new OAuthFailure('invalid_client', why, 401)

/** By HTTP Basic, or in the form (RFC 6749, section 2.3.1). */
function credentialsOf(form: URLSearchParams, { headers }: FastifyRequest): Credentials | undefined {
  const basic = /^Basic ([\w+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1]
  const secret = form.get('client_secret')
  if (basic === undefined) return secret === null ? undefined : { id: form.get('client_id') ?? '', secret }
  if (secret !== null) throw new OAuthFailure('invalid_request', 'give the secret once: by HTTP Basic or in the form')
  const [, id, password] = /^([^:]*):(.*)$/.exec(Buffer.from(basic, 'base64').toString('utf8')) ?? []
  // what is percent-encoded of a key is as before
  return { id: id ?? '', secret: password ?? '' }
}

/**
 * The API key that a client is: its secret is the key, and its id what the list shows of it.
 * @throws OAuthFailure
 */
async function authenticateClient(
  ctx: RequestContext,
  { id, secret }: Credentials,
): Promise<Actor & { readonly apiKeyId: number }> {
  if (!isApiKey(secret) || apiKeyHint(secret) !== id)
    throw invalidClient('client_id is the visible beginning of an API key, client_secret the key')
  try {
    const actor = await actorOfApiKey(ctx, secret)
    if (actor.apiKeyId === undefined) throw invalidClient('the client is no API key')
    return { ...actor, apiKeyId: actor.apiKeyId }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw invalidClient(error.sentence.en)
  }
}

/** A token for an API key (RFC 6749, section 4.4), within scopes of CAMARA. It is a request of the key. */
export async function issueKeyToken(
  ctx: RequestContext,
  form: URLSearchParams,
  { request, reply }: Http,
): Promise<TokenAnswer> {
  const credentials = credentialsOf(form, request)
  if (!credentials) throw invalidClient('client_id and client_secret are required')
  const { apiKeyId, permits } = await authenticateClient(ctx, credentials)
  await limitApiKeyRate(ctx, apiKeyId, reply)
  if (!isOurResource(ctx, request, PATHS.camara, form.get('resource')))
    throw new OAuthFailure('invalid_target', 'the resource is not of this server')
  const scopes = grantedScopes(form.get('scope') ?? '', permits)
  if (scopes.length === 0) throw new OAuthFailure('invalid_scope', 'name scopes of CAMARA that the permits of the key cover')
  return keepToken(ctx, apiKeyId, scopes)
}

async function keepToken({ db, now }: RequestContext, apiKeyId: number, scopes: CamaraScope[]): Promise<TokenAnswer> {
  const token = `enlace_kt_${randomBytes(32).toString('base64url')}`
  const expires_at = new Date(now.getTime() + ACCESS_MS)
  await db
    .insertInto('agent_tokens')
    .values({ token_hash: hashAgentToken(token), api_key_id: apiKeyId, scopes, kind: 'access', created_at: now, expires_at })
    .execute()
  return { access_token: token, token_type: 'Bearer', expires_in: ACCESS_MS / 1000, scope: scopes.join(' ') }
}

/** Ends a token of an API key, for that key alone (RFC 7009, section 2.1). Any other token is not touched. */
export async function revokeKeyToken(
  ctx: RequestContext,
  form: URLSearchParams,
  { request }: Pick<Http, 'request'>,
): Promise<void> {
  const credentials = credentialsOf(form, request)
  if (!credentials) return
  const { apiKeyId } = await authenticateClient(ctx, credentials)
  await ctx.db
    .deleteFrom('agent_tokens')
    .where('token_hash', '=', hashAgentToken(form.get('token') ?? ''))
    .where('api_key_id', '=', apiKeyId)
    .execute()
}
