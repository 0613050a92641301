import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { HOUR_MS } from '#domain/time.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import type { SimKey } from './claim-orders.ts'
import type { HoldStep } from './next-hold-step.ts'
import { ORDER_HOURS, type OrderGoal } from './order.ts'
import { BATCH_SIZE, type OrderServices, processDueOrders } from './orders-worker.ts'

/** A network that does not answer delays the SIMs of others no longer than this. */
const COMMAND_TIMEOUT_MS = 2_000

export interface DecidedHold extends SimKey {
  readonly step: HoldStep
  /** who cuts or restores, in the SIM's timeline */
  readonly actor: string
}

/** Places the orders of holds that were decided: one for each SIM, as several holds may require the same. An earlier order has an outdated goal. */
export async function placeHoldOrders(trx: DatabaseTransaction, decided: readonly DecidedHold[], now: Date): Promise<void> {
  const bySim = new Map<string, SimKey & { goal: OrderGoal; actor: string }>()
  for (const { companyId, iccid, actor, step } of decided) {
    if (step.order) bySim.set(`${companyId} ${iccid}`, { companyId, iccid, goal: step.order, actor })
  }
  const orders = [...bySim.values()]
  if (orders.length === 0) return
  const newOrders = sql`json_to_recordset(${JSON.stringify(orders)}::json) AS n("companyId" int, iccid text, goal text, actor text)`
  await sql`
    DELETE FROM network_orders o USING ${newOrders} WHERE o.company_id = n."companyId" AND o.iccid = n.iccid COLLATE "C"`.execute(
    trx,
  )
  await sql`
    INSERT INTO network_orders (company_id, iccid, goal, actor, requested_at, due_at, expires_at)
    SELECT "companyId", iccid, goal, actor, ${now}, ${now}, ${new Date(now.getTime() + ORDER_HOURS * HOUR_MS)}
    FROM ${newOrders} ORDER BY 1, 2`.execute(trx)
}

/** Processes placed orders at once, for a short time: their own worker takes what remains or fails. */
export async function processHoldOrders(services: OrderServices, decided: readonly DecidedHold[]): Promise<void> {
  if (!decided.some(({ step }) => step.order)) return
  const processAll = async (): Promise<void> => {
    while ((await processDueOrders(services)) >= BATCH_SIZE);
  }
  await Promise.race([processAll(), sleep(COMMAND_TIMEOUT_MS, undefined, { ref: false })])
}
