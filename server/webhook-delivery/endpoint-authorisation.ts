import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#domain/languages.ts'
import { CAMARA_EVENT, CHAT_EVENT, EVENT_PERMITS } from '#domain/webhooks.ts'
import type { Ctx } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { turnOffAndNotify } from './turn-off-endpoint.ts'

const REQUIRED_PERMITS = sql.join(
  Object.entries({ ...EVENT_PERMITS, [CHAT_EVENT]: EVENT_PERMITS['rule.fired'], [CAMARA_EVENT]: 'sims' }).flatMap(
    ([event, permit]) => (permit ? [sql`(${sql.lit(event)}, ${sql.lit(permit)})`] : []),
  ),
)

/** Whether the person responsible for an endpoint `e` exists and still has the permits of all its event types. */
export const IS_AUTHORISED: RawBuilder<boolean> = sql`EXISTS (
  SELECT FROM users v WHERE v.user_id = e.vouched_by AND v.deactivated_at IS NULL AND NOT EXISTS (
    SELECT FROM (VALUES ${REQUIRED_PERMITS}) needed (event, permit) WHERE needed.event = ANY (e.events) AND NOT needed.permit = ANY (v.permits)))`

interface UnauthorisedEndpoint {
  readonly companyId: number
  readonly endpointId: number
  readonly url: string
  readonly language: Language
}

/**
 * Turns off, in the transaction that revokes a person's rights, the endpoints whose event types the person may no longer
 * see, and notifies those who can turn them on again.
 */
export async function turnOffUnauthorisedEndpoints(trx: DatabaseTransaction, ctx: Ctx, userId: number): Promise<void> {
  const { rows } = await sql<UnauthorisedEndpoint>`
    SELECT e.company_id AS "companyId", e.endpoint_id AS "endpointId", e.url, e.language FROM webhook_endpoints e
    WHERE e.is_active AND (e.vouched_by = ${userId} OR e.vouched_by IS NULL) AND NOT ${IS_AUTHORISED}
    ORDER BY e.company_id, e.endpoint_id FOR NO KEY UPDATE OF e`.execute(trx)
  for (const endpoint of rows) await turnOffAndNotify(trx, ctx, { ...endpoint, reason: 'rights', now: ctx.now, who: ctx })
}
