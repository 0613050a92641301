import { sql } from 'kysely'
import { DAY_MS } from '#domain/time.ts'
import { CAMARA_EVENT } from '#domain/webhooks.ts'
import { inEachCell } from '../cells/cell-context.ts'
import type { Ctx } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { type SecretBox, SecretUnreadable } from '../secrets/secret-box.ts'
import { isSink } from './endpoint-kinds.ts'

/** How long an ended subscription can still be read. */
const ENDED_RETENTION_MS = 30 * DAY_MS

const sealContext = (companyId: number): string => `sink:${companyId}`

/**
 * The access token that a sink asks for, sealed in place of the secret of other endpoints; '' for none.
 * @throws SecretUnreadable
 */
export const openSinkToken = (box: SecretBox, companyId: number, sealed: string): string =>
  box.open(sealed, sealContext(companyId))

/** An event in structured mode (CloudEvents, HTTP binding, section 3.2). */
export const sinkHeaders = (token: string): Record<string, string> => ({
  'content-type': 'application/cloudevents+json',
  ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
})

interface Sink {
  readonly companyId: number
  readonly url: string
  /** '' for none */
  readonly token: string
}

/**
 * The endpoint of a sink, in the transaction that gives it a subscription: one for all subscriptions with the same address and token. It is
 * locked, so that it is not deleted meanwhile. The key's maker answers for it.
 */
export async function requireSink(trx: DatabaseTransaction, ctx: Ctx, { companyId, url, token }: Sink): Promise<number> {
  const { rows } = await sql<{ endpointId: number; secret: string }>`
    SELECT e.endpoint_id AS "endpointId", e.secret FROM webhook_endpoints e
    WHERE e.company_id = ${companyId} AND e.url = ${url} AND ${isSink(sql`e`)} AND e.is_active AND e.vouched_by = ${ctx.actor.userId}
    ORDER BY e.endpoint_id FOR NO KEY UPDATE`.execute(trx)
  const same = rows.find(({ secret }) => isToken(ctx.secrets, companyId, secret, token))
  if (same) return same.endpointId
  const { endpoint_id } = await trx
    .insertInto('webhook_endpoints')
    .values({
      ...{ company_id: companyId, url, events: [CAMARA_EVENT], includes_below: false, is_active: true, language: ctx.language },
      ...{ secret: ctx.secrets.seal(token, sealContext(companyId)), vouched_by: ctx.actor.userId },
      ...{ created_at: ctx.now, updated_at: ctx.now },
    })
    .returning('endpoint_id')
    .executeTakeFirstOrThrow()
  return endpoint_id
}

/** A token that was sealed with another key is no other's. */
function isToken(box: SecretBox, companyId: number, sealed: string, token: string): boolean {
  try {
    return openSinkToken(box, companyId, sealed) === token
  } catch (error) {
    if (error instanceof SecretUnreadable) return false
    throw error
  }
}

/** Deletes subscriptions that ended long ago, and sinks with their tokens that no subscription has and no message waits for. */
export async function deleteOldSinks(db: Database, now: Date): Promise<void> {
  await sql`DELETE FROM camara_subscriptions WHERE ended_at < ${new Date(now.getTime() - ENDED_RETENTION_MS)}`.execute(db)
  const { rows } = await sql<{ companyId: number; endpointId: number }>`
    SELECT e.company_id AS "companyId", e.endpoint_id AS "endpointId" FROM webhook_endpoints e
    WHERE ${isSink(sql`e`)} AND NOT EXISTS (
      SELECT FROM camara_subscriptions s WHERE s.owner_id = e.company_id AND s.endpoint_id = e.endpoint_id AND s.ended_at IS NULL
    )`.execute(db)
  for (const { companyId, endpointId } of rows)
    await db.transaction().execute((trx) => deleteUnusedSink(trx, companyId, endpointId))
}

async function deleteUnusedSink(trx: DatabaseTransaction, companyId: number, endpointId: number): Promise<void> {
  const key = sql`e.company_id = ${companyId} AND e.endpoint_id = ${endpointId}`
  await sql`SELECT 1 FROM webhook_endpoints e WHERE ${key} FOR UPDATE`.execute(trx)
  const uses = await inEachCell(trx, async (inside) => {
    const { rows } = await sql<{ isUsed: boolean }>`
      SELECT EXISTS (SELECT FROM camara_subscriptions s WHERE s.owner_id = ${companyId} AND s.endpoint_id = ${endpointId} AND s.ended_at IS NULL)
        OR EXISTS (SELECT FROM webhook_messages m WHERE m.company_id = ${companyId} AND m.endpoint_id = ${endpointId} AND m.state IN ('waiting', 'sending'))
        AS "isUsed"`.execute(inside)
    return rows
  })
  if (!uses.some(({ isUsed }) => isUsed)) await sql`DELETE FROM webhook_endpoints e WHERE ${key}`.execute(trx)
}
