import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { API_KEY_SENTENCES } from '#contract/api-keys/api-key-messages.ts'
import type { createApiKey as createCall } from '#contract/api-keys/api-keys.calls.ts'
import type { CallData, CallInput } from '#contract/call.ts'
import { apiKeyHint, formatApiKey } from '#domain/api-keys.ts'
import { AppError, invalidField } from '../../app-error.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import type { DatabaseTransaction } from '../../db/database.ts'
import { inScope, scopeOf } from '../../db/scope.ts'
import { WithMessage } from '../../http/answers.ts'
import { hashApiKey } from '../../http/api-key.ts'
import { audit } from '../../records/audit.ts'
import { readApiKey } from './api-keys.queries.ts'

type Wanted = CallInput<typeof createCall>['body']

/** Working keys that a company may have. */
const MOST = 100

/** Nobody gives a key what they do not hold. */
function checkRights({ actor, now }: Ctx, { permits, canHibernate, expiresAt }: Wanted): void {
  if (permits.length === 0) throw invalidField('permits', API_KEY_SENTENCES.nothing)
  if (permits.some((permit) => !actor.permits.includes(permit))) throw invalidField('permits', API_KEY_SENTENCES.notHeld)
  if (canHibernate && !actor.canHibernate) throw invalidField('canHibernate', API_KEY_SENTENCES.notHeld)
  if (expiresAt !== null && new Date(expiresAt) <= now) throw invalidField('expiresAt', API_KEY_SENTENCES.past)
}

/** Makes room for a key of that name: one that has expired gives its name away, one that works keeps it. */
async function checkPlace(trx: DatabaseTransaction, { actor, now }: Ctx, name: string): Promise<void> {
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
  if ((rows[0]?.working ?? 0) >= MOST) throw new AppError('conflict', { sentence: API_KEY_SENTENCES.tooMany })
}

async function insertKey(trx: DatabaseTransaction, { actor, now }: Ctx, wanted: Wanted, key: string): Promise<number> {
  const { api_key_id } = await trx
    .insertInto('api_keys')
    .values({
      company_id: actor.companyId,
      key_hash: hashApiKey(key),
      hint: apiKeyHint(key),
      name: wanted.name,
      permits: [...new Set(wanted.permits)],
      can_hibernate: wanted.canHibernate,
      addresses: sql`(
        SELECT coalesce(array_agg(DISTINCT network(given::inet)), '{}') FROM unnest(${wanted.addresses}::text[]) given)`,
      user_id: actor.userId,
      maker: actor.email,
      created_at: now,
      expires_at: wanted.expiresAt,
    })
    .returning('api_key_id')
    .executeTakeFirstOrThrow()
  return api_key_id
}

/** Makes a key of the own company. It is in this answer and nowhere else. */
export async function createApiKey(ctx: Ctx, wanted: Wanted): Promise<CallData<typeof createCall>> {
  checkRights(ctx, wanted)
  const key = formatApiKey(randomBytes(32))
  return inTransaction(ctx, async (trx) => {
    await checkPlace(trx, ctx, wanted.name)
    const apiKey = await readApiKey(trx, await insertKey(trx, ctx, wanted, key), ctx.now)
    const { name, hint, permits, canHibernate, addresses, expiresAt } = apiKey
    const after = { name, hint, permits, canHibernate, addresses, expiresAt }
    await audit(trx, ctx, { action: 'api_key.created', entity: 'api_key', entityId: String(apiKey.apiKeyId), after })
    return { key, apiKey }
  })
}

/** Revokes a key of a company that the actor sees; the next request with it is refused, whichever process it comes to. */
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
    await audit(trx, ctx, { action: 'api_key.revoked', entity: 'api_key', entityId: String(apiKeyId), before: gone })
    return new WithMessage(null, API_KEY_SENTENCES.revoked)
  })
}
