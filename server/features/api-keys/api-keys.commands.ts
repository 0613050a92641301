import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { API_KEY_SENTENCES } from '#contract/api-keys/api-key-messages.ts'
import type { ApiKeyData, createApiKey as createCall } from '#contract/api-keys/api-keys.calls.ts'
import type { CallData, CallInput } from '#contract/call.ts'
import { apiKeyHint, formatApiKey } from '#domain/api-keys.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { changeEachCell } from '#server/cells/cell-context.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { WithMessage } from '#server/http/answers.ts'
import { hashApiKey } from '#server/http/api-key.ts'
import { audit } from '#server/records/audit.ts'
import { endSubscriptions } from '#server/records/camara-subscriptions.ts'
import { readApiKey } from './api-keys.queries.ts'

export type ApiKeyBody = CallInput<typeof createCall>['body']

/** Active keys per company. */
const MAX_KEYS = 100

/** A key gets no right that its maker does not have. */
function checkRights({ actor, now }: Ctx, { permits, canHibernate, expiresAt }: ApiKeyBody): void {
  if (permits.length === 0) throw invalidField('permits', API_KEY_SENTENCES.nothing)
  if (permits.some((permit) => !actor.permits.includes(permit))) throw invalidField('permits', API_KEY_SENTENCES.notHeld)
  if (canHibernate && !actor.canHibernate) throw invalidField('canHibernate', API_KEY_SENTENCES.notHeld)
  if (expiresAt !== null && new Date(expiresAt) <= now) throw invalidField('expiresAt', API_KEY_SENTENCES.past)
}

/** Frees the name of an expired key; the name of an active one is taken. */
async function freeName(trx: DatabaseTransaction, { actor, now }: Ctx, name: string): Promise<void> {
  const { companyId } = actor
  await sql`SELECT 1 FROM companies WHERE company_id = ${companyId} FOR NO KEY UPDATE`.execute(trx)
  await sql`
    UPDATE api_keys SET revoked_at = expires_at
    WHERE company_id = ${companyId} AND revoked_at IS NULL AND expires_at <= ${now} AND lower(name) = lower(${name})`.execute(
    trx,
  )
  const { rows } = await sql<{ taken: boolean; working: number }>`
    SELECT coalesce(bool_or(lower(name) = lower(${name})), false) AS taken, count(*)::int AS working
    FROM api_keys WHERE company_id = ${companyId} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`.execute(
    trx,
  )
  if (rows[0]?.taken) {
    throw new AppError('conflict', {
      sentence: API_KEY_SENTENCES.nameTaken,
      fields: { name: API_KEY_SENTENCES.nameTaken },
    })
  }
  if ((rows[0]?.working ?? 0) >= MAX_KEYS) throw new AppError('conflict', { sentence: API_KEY_SENTENCES.tooMany })
}

/** What the portal keeps of a key itself. */
export interface KeptKey {
  readonly hash: Buffer
  /** how it begins */
  readonly hint: string
}

async function insertKey(
  trx: DatabaseTransaction,
  { actor, now }: Ctx,
  body: ApiKeyBody,
  { hash, hint }: KeptKey,
): Promise<number> {
  const { api_key_id } = await trx
    .insertInto('api_keys')
    .values({
      company_id: actor.companyId,
      key_hash: hash,
      hint,
      name: body.name,
      permits: [...new Set(body.permits)],
      can_hibernate: body.canHibernate,
      addresses: sql`${await networksOf(trx, body.addresses)}::cidr[]`,
      user_id: actor.userId,
      maker: actor.email,
      created_at: now,
      expires_at: body.expiresAt,
    })
    .returning('api_key_id')
    .executeTakeFirstOrThrow()
  return api_key_id
}

/** The networks of addresses, each once, as PostgreSQL writes them. */
async function networksOf(trx: DatabaseTransaction, addresses: readonly string[]): Promise<string> {
  const { rows } = await sql<{ networks: string }>`
    SELECT coalesce(array_agg(DISTINCT network(given::inet)), '{}')::text AS networks
    FROM unnest(${[...addresses]}::text[]) given`.execute(trx)
  return rows[0]?.networks ?? '{}'
}

/** Creates a key of the actor's company. It is only in this answer. */
export async function createApiKey(ctx: Ctx, body: ApiKeyBody): Promise<CallData<typeof createCall>> {
  const key = formatApiKey(randomBytes(32))
  const kept = { hash: hashApiKey(key), hint: apiKeyHint(key) }
  return { key, apiKey: await inTransaction(ctx, (trx) => keepApiKey(trx, ctx, body, kept)) }
}

/** Makes a key one of the actor's company, in the caller's transaction. */
export async function keepApiKey(trx: DatabaseTransaction, ctx: Ctx, body: ApiKeyBody, kept: KeptKey): Promise<ApiKeyData> {
  if (ctx.actor.home) throw new AppError('not_allowed', { sentence: API_KEY_SENTENCES.ownCompany })
  checkRights(ctx, body)
  await freeName(trx, ctx, body.name)
  const apiKey = await readApiKey(trx, await insertKey(trx, ctx, body, kept), ctx.now)
  const { name, hint, permits, canHibernate, addresses, expiresAt } = apiKey
  const after = { name, hint, permits, canHibernate, addresses, expiresAt }
  await audit(trx, ctx, { action: 'api_key.created', entity: 'api_key', entityId: String(apiKey.apiKeyId), after })
  return apiKey
}

/** Revokes a key in the actor's scope; the next request with it is rejected in every process. */
export async function revokeApiKey(ctx: Ctx, apiKeyId: number): Promise<WithMessage<null>> {
  return inTransaction(ctx, async (trx) => {
    const gone = await trx
      .updateTable('api_keys')
      .set({ revoked_at: ctx.now, revoked_by: ctx.actor.email })
      .where('api_key_id', '=', apiKeyId)
      .where(inScope(scopeOf(ctx.actor), sql`company_id`))
      .where('revoked_at', 'is', null)
      .returning(['name', 'hint'])
      .executeTakeFirst()
    if (!gone) throw new AppError('not_found', { sentence: API_KEY_SENTENCES.unknown })
    await changeEachCell(trx, (inside) =>
      endSubscriptions(inside, sql`s.api_key_id = ${apiKeyId}`, 'NETWORK_TERMINATED', ctx.now),
    )
    await audit(trx, ctx, { action: 'api_key.revoked', entity: 'api_key', entityId: String(apiKeyId), before: gone })
    return new WithMessage(null, API_KEY_SENTENCES.revoked)
  })
}
