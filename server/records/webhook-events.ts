import { type RawBuilder, sql } from 'kysely'
import { MAX_EVENT_ITEMS, type WebhookEvent } from '#domain/webhooks.ts'

/**
 * A data-modifying part of a statement that enqueues webhook messages for what the statement has just written: one message per
 * subscribed endpoint and MAX_ITEMS items, in the same transaction. A company without subscribers costs one read of a small table.
 * @param things name of a part `WITH … AS` before it, or a query of such parts in parentheses, with company_id and item (json); a cluster
 *   doesn't find tables of a cell in it, nor in a part that is not MATERIALIZED
 */
export function enqueueWebhooks(event: WebhookEvent, at: Date, things: RawBuilder<unknown>): RawBuilder<unknown> {
  const head = `{"type":"${event}","timestamp":"${at.toISOString()}","data":{"items":[`
  return sql`
    INSERT INTO webhook_messages (company_id, endpoint_id, event, items, body, at, due_at)
    WITH items AS (
      SELECT e.company_id, e.endpoint_id, t.item, row_number() OVER (PARTITION BY e.company_id, e.endpoint_id) - 1 AS place
      FROM webhook_endpoints e
      JOIN companies c ON c.company_id = e.company_id OR (e.includes_below AND e.company_id = ANY(c.lineage))
      JOIN ${things} t ON t.company_id = c.company_id
      WHERE e.is_active AND e.events @> ARRAY[${event}::text]
    )
    SELECT company_id, endpoint_id, ${event}::text, count(*), ${head}::text || string_agg(item::text, ',' ORDER BY place) || ']}}',
      ${at}::timestamptz, ${at}::timestamptz
    FROM items GROUP BY company_id, endpoint_id, place / ${sql.lit(MAX_EVENT_ITEMS)}`
}

/**
 * The same for status changes of SIMs.
 * @param noted rows of sim_events that were just written, among them those that change a status
 */
export function enqueueStatusWebhooks(at: Date, noted: RawBuilder<unknown>): RawBuilder<unknown> {
  return enqueueWebhooks(
    'sim.status_changed',
    at,
    sql`(
      SELECT company_id, json_build_object('icc', iccid, 'companyId', company_id, 'from', from_status, 'to', to_status, 'at', at,
        'actor', actor, 'reason', coalesce(detail ->> 'reason', ''), 'operationId', detail -> 'operationId') AS item
      FROM ${noted} WHERE from_status <> to_status
    )`,
  )
}

/**
 * The same for SIMs that were put on another plan.
 * @param noted rows of sim_events that were just written, among them those that change a plan
 */
export function enqueuePlanWebhooks(at: Date, noted: RawBuilder<unknown>): RawBuilder<unknown> {
  return enqueueWebhooks(
    'sim.plan_changed',
    at,
    sql`(
      SELECT company_id, json_build_object('icc', iccid, 'companyId', company_id, 'from', detail #>> '{changes,plan_code,0}',
        'to', detail #>> '{changes,plan_code,1}', 'at', at, 'actor', actor, 'reason', coalesce(detail ->> 'reason', ''),
        'operationId', detail -> 'operationId') AS item
      FROM ${noted} WHERE detail #> '{changes,plan_code}' IS NOT NULL
    )`,
  )
}
