import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { inTransaction, type RequestContext } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { hashAgentToken } from '#server/http/agent-token.ts'
import { isOurResource, PATHS } from '#server/http/oauth-addresses.ts'
import { endAgents } from '#server/records/agents.ts'
import { OAuthFailure } from './oauth-error.ts'

/** How long an access token is good. */
export const ACCESS_MS = 10 * MINUTE_MS

/** RFC 6749, section 5.1. */
export interface TokenAnswer {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  /** of an agent's; a client with a secret asks anew */
  readonly refresh_token?: string
  readonly scope: string
}

/** A program that is not used for this long asks its person again … */
const REFRESH_MS = 30 * DAY_MS
/** … and each one after this long, who may have left their company's provider meanwhile. */
const CONSENT_MS = 90 * DAY_MS

/** What is redeemed: once. */
type Redeemed = 'code' | 'refresh'

const KIND_OF_GRANT: Readonly<Record<string, Redeemed>> = { authorization_code: 'code', refresh_token: 'refresh' }

/** Of clients with a secret: client-credentials.ts. */
export const OF_KEYS = 'client_credentials'
export const GRANT_TYPES = [...Object.keys(KIND_OF_GRANT), OF_KEYS]

const invalidGrant = (): OAuthFailure => new OAuthFailure('invalid_grant', 'the code or token is not valid, or not any more')

/** A code or a refresh token becomes an access token with a new refresh token. */
export async function issueTokens(ctx: RequestContext, form: URLSearchParams, http: FastifyRequest): Promise<TokenAnswer> {
  const kind = KIND_OF_GRANT[form.get('grant_type') ?? '']
  if (!kind) throw new OAuthFailure('unsupported_grant_type', `grant_type must be one of ${GRANT_TYPES.join(', ')}`)
  const token = form.get(kind === 'code' ? 'code' : 'refresh_token')
  if (!token || !form.get('client_id'))
    throw new OAuthFailure('invalid_request', 'client_id and code or refresh_token are required')
  if (!isOurResource(ctx, http, PATHS.mcp, form.get('resource')))
    throw new OAuthFailure('invalid_target', 'the resource is not of this server')
  // what a reuse ends stays ended: the failure is thrown after the transaction
  const answer = await inTransaction(ctx, (trx) => redeem(trx, ctx, { kind, token, form }))
  if (!answer) throw invalidGrant()
  return answer
}

interface Redemption {
  readonly kind: Redeemed
  readonly token: string
  readonly form: URLSearchParams
}

async function redeem(trx: DatabaseTransaction, ctx: RequestContext, { kind, token, form }: Redemption) {
  const row = await lockToken(trx, token, kind)
  if (!row || row.client_id !== form.get('client_id')) return undefined
  if (row.used_at) {
    // there is a copy: what was issued to either ends (OAuth 2.1, sections 4.1.2 and 4.3.1)
    await endAgents(trx, ctx, { agentId: row.agent_id }, 'reuse')
    return undefined
  }
  const isOver = row.expires_at <= ctx.now || row.created_at.getTime() + CONSENT_MS <= ctx.now.getTime()
  if (isOver || row.ended_at || row.deactivated_at || (kind === 'code' && !fitsCode(row, form))) return undefined
  await trx.updateTable('agent_tokens').set({ used_at: ctx.now }).where('token_hash', '=', row.token_hash).execute()
  return newTokens(trx, ctx, row)
}

/** Locked, so that of two who redeem it at once the second is a reuse. */
const lockToken = (trx: DatabaseTransaction, token: string, kind: Redeemed) =>
  trx
    .selectFrom('agent_tokens as t')
    .innerJoin('agents as a', 'a.agent_id', 't.agent_id')
    .innerJoin('users as u', 'u.user_id', 'a.user_id')
    .select(['t.token_hash', 'a.agent_id', 't.expires_at', 't.used_at', 't.challenge', 't.redirect_uri'])
    .select(['a.client_id', 'a.scopes', 'a.created_at', 'a.ended_at', 'u.deactivated_at'])
    .where('t.token_hash', '=', hashAgentToken(token))
    .where('t.kind', '=', kind)
    .forUpdate(['t', 'a'])
    .executeTakeFirst()

interface CodeRow {
  readonly challenge: string | null
  readonly redirect_uri: string | null
}

/** Whether who redeems a code is who asked for it: PKCE, and the same address where it is named (OAuth 2.1, section 4.1.3). */
function fitsCode({ challenge, redirect_uri }: CodeRow, form: URLSearchParams): boolean {
  const uri = form.get('redirect_uri')
  if (uri !== null && !(URL.canParse(uri) && new URL(uri).href === redirect_uri)) return false
  const verifier = form.get('code_verifier') ?? ''
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  const expected = Buffer.from(challenge ?? '')
  const given = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  return expected.length === given.length && timingSafeEqual(expected, given)
}

async function newTokens(
  trx: DatabaseTransaction,
  { now }: RequestContext,
  { agent_id, scopes }: { agent_id: number; scopes: string[] },
): Promise<TokenAnswer> {
  const access = `enlace_at_${randomBytes(32).toString('base64url')}`
  const refresh = `enlace_rt_${randomBytes(32).toString('base64url')}`
  const row = (kind: 'access' | 'refresh', token: string, ms: number) => ({
    token_hash: hashAgentToken(token),
    agent_id,
    kind,
    created_at: now,
    expires_at: new Date(now.getTime() + ms),
  })
  await trx
    .insertInto('agent_tokens')
    .values([row('access', access, ACCESS_MS), row('refresh', refresh, REFRESH_MS)])
    .execute()
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: ACCESS_MS / 1000,
    refresh_token: refresh,
    scope: scopes.join(' '),
  }
}

/** Ends the consent of a token (RFC 7009). A token that is unknown, or of another client, is answered alike. */
export async function revokeToken(ctx: RequestContext, form: URLSearchParams): Promise<void> {
  const token = form.get('token')
  if (!token) throw new OAuthFailure('invalid_request', 'token is required')
  await inTransaction(ctx, async (trx) => {
    const row = await trx
      .selectFrom('agent_tokens as t')
      .innerJoin('agents as a', 'a.agent_id', 't.agent_id')
      .select(['a.agent_id', 'a.client_id'])
      .where('t.token_hash', '=', hashAgentToken(token))
      .executeTakeFirst()
    const client = form.get('client_id')
    if (row && (client === null || client === row.client_id)) await endAgents(trx, ctx, { agentId: row.agent_id }, 'client')
  })
}
