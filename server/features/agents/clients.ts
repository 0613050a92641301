import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import { sql } from 'kysely'
import { z } from 'zod'
import { agentName, REDIRECT_URI_MAX, REDIRECT_URIS_MAX, redirectTarget } from '#domain/agents.ts'
import { addressBlock } from '#domain/ip-address.ts'
import { HOUR_MS } from '#domain/time.ts'
import { AppError } from '#server/app-error.ts'
import { type Actor, type Ctx, inTransaction, type RequestContext } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { createAddressResolver, lookupOf } from '#server/outbound/public-addresses.ts'
import { OAuthFailure } from './oauth-error.ts'

/** A program as it is known before anyone has let it in. */
export interface Client {
  readonly clientId: string
  readonly name: string
  readonly redirectUris: readonly string[]
  /** the host of the address at which it describes itself; null: it has registered */
  readonly host: string | null
}

/** What a program says of itself, registered or in its document (RFC 7591, section 2); what we don't use is ignored. */
const clientMetadata = z.object({
  client_name: z.string().max(200).optional(),
  redirect_uris: z.array(z.string().max(REDIRECT_URI_MAX)).min(1).max(REDIRECT_URIS_MAX),
  grant_types: z.array(z.string().max(80)).max(20).optional(),
  response_types: z.array(z.string().max(80)).max(20).optional(),
})

/** Registrations from one address, or IPv6 network, within an hour: a program registers once on each machine. */
const REGISTRATIONS_OF_BLOCK = 20
/** From all of them, which bounds the table: 250 addresses are needed to reach it. */
const REGISTRATIONS = 5_000
/** Clients that one person brings in by their documents within an hour. */
const DOCUMENTS_OF_PERSON = 20
/** A document is read again when it is older than this. */
const DOCUMENT_MS = HOUR_MS

/** The name and the addresses of a program. */
function described(given: unknown, fallbackName: string): Pick<Client, 'name' | 'redirectUris'> {
  const read = clientMetadata.safeParse(given)
  if (!read.success) throw new OAuthFailure('invalid_client_metadata', 'redirect_uris: one to ten addresses are required')
  const { client_name = '', redirect_uris, grant_types = [], response_types = [] } = read.data
  if (!redirect_uris.every(redirectTarget))
    throw new OAuthFailure('invalid_redirect_uri', 'redirect_uris must be https, or http on localhost, without a fragment')
  if (grant_types.length > 0 && !grant_types.includes('authorization_code'))
    throw new OAuthFailure('invalid_client_metadata', 'grant_types must include authorization_code')
  if (response_types.length > 0 && !response_types.includes('code'))
    throw new OAuthFailure('invalid_client_metadata', 'response_types must include code')
  return { name: agentName(client_name) || agentName(fallbackName), redirectUris: redirect_uris }
}

/** Registers a program (RFC 7591). It gets no secret: PKCE ties a code to who asked for it. */
export async function registerClient(ctx: RequestContext, given: unknown): Promise<Client & { createdAt: Date }> {
  const { name, redirectUris } = described(given, redirectTarget(firstUri(given))?.hostname ?? '')
  const clientId = `enlace_${randomBytes(24).toString('base64url')}`
  const { now, address } = ctx
  const values = { client_id: clientId, name, redirect_uris: [...redirectUris], created_at: now, address }
  await inTransaction(ctx, async (trx) => {
    const address_block = addressBlock(address)
    await requireFewRegistrations(trx, address_block, now)
    await trx
      .insertInto('agent_clients')
      .values({ ...values, address_block })
      .execute()
  })
  return { clientId, name, redirectUris, host: null, createdAt: now }
}

const firstUri = (given: unknown): string => {
  const uris = (given as { redirect_uris?: unknown } | null)?.redirect_uris
  return Array.isArray(uris) ? String(uris[0]) : ''
}

/** Serializes registrations per block; otherwise concurrent ones would pass its limit. */
async function requireFewRegistrations(trx: DatabaseTransaction, block: string, now: Date): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('enlace:agent-registrations'), hashtext(${block}))`.execute(trx)
  const { own, all } = await trx
    .selectFrom('agent_clients')
    .select([
      sql<number>`count(*) FILTER (WHERE address_block = ${block})::int`.as('own'),
      sql<number>`count(*)::int`.as('all'),
    ])
    .where('created_at', '>', new Date(now.getTime() - HOUR_MS))
    .where('read_until', 'is', null)
    .executeTakeFirstOrThrow()
  if (own >= REGISTRATIONS_OF_BLOCK || all >= REGISTRATIONS)
    throw new OAuthFailure('temporarily_unavailable', 'too many registrations; try again in an hour', 429)
}

/** A program by its id: registered, or described at the address that is its id (client id metadata document). */
export async function findClient(ctx: Ctx, clientId: string): Promise<Client | undefined> {
  const row = await ctx.db.selectFrom('agent_clients').selectAll().where('client_id', '=', clientId).executeTakeFirst()
  const isDocument = clientId.startsWith('https://')
  if (row && (!isDocument || (row.read_until && row.read_until > ctx.now)))
    return { clientId, name: row.name, redirectUris: row.redirect_uris, host: isDocument ? new URL(clientId).host : null }
  return isDocument ? readClient(ctx, clientId) : undefined
}

async function readClient(ctx: Ctx, clientId: string): Promise<Client | undefined> {
  const document = await readDocument(ctx, clientId)
    .then((given) => described(given, new URL(clientId).host))
    .catch((error: unknown) => ctx.log.warn({ err: error, clientId }, 'the description of a client can not be used'))
  if (!document) return undefined
  await keepDocument(ctx, clientId, document)
  return { clientId, ...document, host: new URL(clientId).host }
}

/** Keeps what a client says of itself. The first who asks for it brings it in. */
export async function keepDocument(
  ctx: Pick<Ctx, 'db' | 'now' | 'address' | 'actor'>,
  clientId: string,
  { name, redirectUris }: Pick<Client, 'name' | 'redirectUris'>,
): Promise<void> {
  const { now, address, actor } = ctx
  const kept = { name, redirect_uris: [...redirectUris], read_until: new Date(now.getTime() + DOCUMENT_MS) }
  await inTransaction(ctx, async (trx) => {
    await trx
      .insertInto('agent_clients')
      .values({ client_id: clientId, ...kept, created_at: now, address, user_id: actor.userId })
      .onConflict((conflict) => conflict.column('client_id').doUpdateSet(kept))
      .execute()
    await requireFewDocuments(trx, actor, now)
  })
}

/**
 * Concurrent transactions wait for each other here, after they have written a document.
 * @throws AppError too_many_requests when the person has brought in more than the limit with it
 */
async function requireFewDocuments(trx: DatabaseTransaction, { userId }: Actor, now: Date): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('enlace:agent-documents'), ${userId})`.execute(trx)
  const { documents } = await trx
    .selectFrom('agent_clients')
    .select(sql<number>`count(*)::int`.as('documents'))
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(now.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow()
  if (documents > DOCUMENTS_OF_PERSON) throw new AppError('too_many_requests', { retryAfterS: HOUR_MS / 1000 })
}

/** Counted from the beginning of the DNS look-up, which is not cut off itself, to the last byte. */
const TIMEOUT_MS = 5_000
/** A description has a name and some addresses. */
const MAX_BYTES = 16 * 1024

/**
 * Reads the description of a client at the address that is its id.
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-oauth-client-id-metadata-document-00
 * @throws BlockedAddress when it is in no public network: the portal is no way to private addresses
 */
async function readDocument({ config }: Pick<RequestContext, 'config'>, clientId: string): Promise<unknown> {
  const url = new URL(clientId)
  if (url.href !== clientId || url.pathname === '/' || url.hash || url.username || url.password)
    throw new Error('the address of a description has a path, and neither fragment nor credentials')
  const document: unknown = JSON.parse(await readText(url, config.WEBHOOK_NETWORKS))
  if ((document as { client_id?: unknown } | null)?.client_id !== clientId)
    throw new Error('the description is of another client')
  return document
}

async function readText(url: URL, networks: readonly string[] | undefined): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const lookup = lookupOf(await createAddressResolver(networks)(url))
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { accept: 'application/json', 'user-agent': 'Enlace' }
    const request = requestSecure(url, { agent: false, lookup, signal, headers })
    request.once('response', resolve)
    request.on('error', reject)
    request.end()
  })
  // redirects are not followed
  if (response.statusCode !== 200) throw new Error(`the description was answered with HTTP ${response.statusCode}`)
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response) {
    bytes += part.length
    if (bytes > MAX_BYTES) throw new Error('the description is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
