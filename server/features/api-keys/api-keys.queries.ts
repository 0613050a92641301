import { sql } from 'kysely'
import { API_KEYS_SHOWN, type ApiKeyData, type getApiKeys } from '#contract/api-keys/api-keys.calls.ts'
import type { CallData, CallInput } from '#contract/call.ts'
import { apiKeyState } from '#domain/api-keys.ts'
import type { Permit } from '#domain/permits.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { inScope, narrowToCompany, scopeOf } from '#server/db/scope.ts'

/** Keys with their joined columns. */
const keyRows = (db: Database | DatabaseTransaction) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('companies as c', 'c.company_id', 'k.company_id')
    .leftJoin('users as u', (join) =>
      join.onRef('u.user_id', '=', 'k.user_id').onRef('u.company_id', '=', 'k.company_id').on('u.deactivated_at', 'is', null),
    )
    .select(['k.api_key_id', 'k.company_id', 'k.hint', 'k.name', 'k.permits', 'k.can_hibernate', 'k.maker', 'k.created_at'])
    .select(['k.expires_at', 'k.last_used_at', 'k.last_address', 'k.revoked_at', 'k.revoked_by', 'c.business_name'])
    .select(sql<string[]>`k.addresses::text[]`.as('ranges'))
    .select(sql<boolean>`u.user_id IS NOT NULL`.as('has_maker'))

type KeyRow = Awaited<ReturnType<ReturnType<typeof keyRows>['execute']>>[number]

function dataOf(row: KeyRow, now: Date): ApiKeyData {
  const facts = { revokedAt: row.revoked_at, expiresAt: row.expires_at, hasMaker: row.has_maker }
  return {
    apiKeyId: row.api_key_id,
    name: row.name,
    hint: row.hint,
    company: row.company_id,
    companyName: row.business_name,
    permits: row.permits as Permit[],
    canHibernate: row.can_hibernate,
    addresses: row.ranges,
    maker: row.maker,
    state: apiKeyState(facts, now),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastAddress: row.last_address,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedBy: row.revoked_by,
  }
}

/** The keys in the reader's scope; active ones first, then the newest. */
export async function listApiKeys(
  ctx: Ctx,
  { company }: CallInput<typeof getApiKeys>['query'],
): Promise<CallData<typeof getApiKeys>> {
  const { db, actor, config, now } = ctx
  const mine = inScope(narrowToCompany(scopeOf(actor), company), sql`k.company_id`)
  const [rows, { total }] = await Promise.all([
    keyRows(db)
      .where(mine)
      .orderBy(sql`k.revoked_at IS NOT NULL OR coalesce(k.expires_at <= ${now}, false)`)
      .orderBy('k.api_key_id', 'desc')
      .limit(API_KEYS_SHOWN)
      .execute(),
    db
      .selectFrom('api_keys as k')
      .select((row) => row.fn.countAll<number>().as('total'))
      .where(mine)
      .executeTakeFirstOrThrow(),
  ])
  return { keys: rows.map((row) => dataOf(row, now)), total, requestsPerMinute: config.API_KEY_REQUESTS_PER_MINUTE }
}

export async function readApiKey(db: Database | DatabaseTransaction, apiKeyId: number, now: Date): Promise<ApiKeyData> {
  return dataOf(await keyRows(db).where('k.api_key_id', '=', apiKeyId).executeTakeFirstOrThrow(), now)
}
