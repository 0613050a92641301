import { sql } from 'kysely'
import { HOUR_MS } from '#domain/time.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import type { SimKey } from '#server/records/sim-key.ts'
import { ORDER_HOURS, type OrderGoal } from './order.ts'

export interface NewOrder extends SimKey {
  readonly goal: OrderGoal
  /** who asks for it, in the SIM's timeline */
  readonly actor: string
  readonly reason: string
}

/**
 * Places orders, at most one for each SIM. An earlier order of the SIM has an outdated goal: the new one takes its place with a number
 * of its own, so that the outcome of the earlier one is not written. In one statement: two that are placed at once do not collide.
 */
export async function replaceOrders(trx: DatabaseTransaction, orders: readonly NewOrder[], now: Date): Promise<void> {
  if (orders.length === 0) return
  await sql`
    INSERT INTO network_orders (company_id, iccid, goal, actor, reason, requested_at, due_at, expires_at)
    SELECT "companyId", iccid, goal, actor, reason, ${now}, ${now}, ${new Date(now.getTime() + ORDER_HOURS * HOUR_MS)}
    FROM json_to_recordset(${JSON.stringify(orders)}::json) AS n("companyId" int, iccid text, goal text, actor text, reason text)
    ORDER BY 1, 2
    ON CONFLICT (company_id, iccid) DO UPDATE SET order_id = excluded.order_id, goal = excluded.goal, actor = excluded.actor,
      reason = excluded.reason, requested_at = excluded.requested_at, due_at = excluded.due_at, expires_at = excluded.expires_at,
      sends = excluded.sends, run = excluded.run, reference = excluded.reference`.execute(trx)
}
