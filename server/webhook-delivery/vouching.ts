import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#domain/languages.ts'
import { EVENT_PERMITS } from '#domain/webhooks.ts'
import type { Ctx } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { turnOff } from './turn-off.ts'

const NEEDED = sql.join(
  Object.entries(EVENT_PERMITS).flatMap(([event, permit]) => (permit ? [sql`(${sql.lit(event)}, ${sql.lit(permit)})`] : [])),
)

/** Whether the person who vouches for an endpoint e is there and may see by now all that it is told of. */
export const IS_VOUCHED: RawBuilder<boolean> = sql`EXISTS (
  SELECT FROM users v WHERE v.user_id = e.vouched_by AND v.deactivated_at IS NULL AND NOT EXISTS (
    SELECT FROM (VALUES ${NEEDED}) needed (event, permit) WHERE needed.event = ANY (e.events) AND NOT needed.permit = ANY (v.permits)))`

interface Unvouched {
  readonly companyId: number
  readonly endpointId: number
  readonly url: string
  readonly language: Language
}

/**
 * Turns off, in the transaction that takes a person's rights, the endpoints that were told of what the person may not see any more, and
 * tells those who can turn them on again.
 */
export async function endVouching(trx: DatabaseTransaction, ctx: Ctx, userId: number): Promise<void> {
  const { rows } = await sql<Unvouched>`
    SELECT e.company_id AS "companyId", e.endpoint_id AS "endpointId", e.url, e.language FROM webhook_endpoints e
    WHERE e.is_active AND (e.vouched_by = ${userId} OR e.vouched_by IS NULL) AND NOT ${IS_VOUCHED}
    ORDER BY e.company_id, e.endpoint_id FOR NO KEY UPDATE OF e`.execute(trx)
  for (const endpoint of rows) await turnOff(trx, ctx, { ...endpoint, reason: 'rights', now: ctx.now, who: ctx })
}
