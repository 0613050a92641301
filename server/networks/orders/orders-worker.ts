import { sql } from 'kysely'
import type { Logger } from 'pino'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { Database } from '#server/db/database.ts'
import { startPoller } from '#server/jobs/poller.ts'
import type { SimKey } from '#server/records/sim-key.ts'
import type { NetworkEvent } from '../network-events.ts'
import type { NetworkRegistry } from '../registry.ts'
import { claimOrders } from './claim-orders.ts'
import { continueComparison } from './compare-sims.ts'
import { ORDER_HOURS } from './order.ts'
import { processOrder } from './process-order.ts'
import { writeOrderOutcomes } from './write-order-outcomes.ts'

export interface OrderServices {
  readonly db: Database
  readonly networks: NetworkRegistry
  readonly clock: () => Date
}

export const BATCH_SIZE = 256
/** SIMs requeued at a time. */
const MAX_REQUEUED = 5_000
const POLL_INTERVAL_MS = 1_000
const REQUEUE_INTERVAL_MS = 60_000
/** A recent change may still be on its way to the network. */
const STALE_AFTER_MINUTES = 15

/**
 * Processes due orders.
 * @param only one SIM's order, whether due or not: for a person waiting at the screen
 * @returns the number of processed orders
 */
export async function processDueOrders({ db, networks, clock }: OrderServices, only?: SimKey): Promise<number> {
  const orders = await claimOrders(db, { limit: BATCH_SIZE, now: clock(), only })
  const processed = await Promise.all(
    orders.map(async (order) => ({
      order,
      outcome: await processOrder(order, networks.find(order.networkId ?? ''), clock()),
    })),
  )
  await writeOrderOutcomes(db, processed, clock())
  return orders.length
}

/**
 * Enqueues orders for SIMs with a hibernation or termination in progress and no operation: after an import, or from
 * older data. They are looked up until the network has an answer.
 */
export async function requeueStaleChanges(db: Database, now: Date): Promise<void> {
  const { hibernationInProcess, terminationInProcess } = ADMINISTRATIVE_STATUS
  await sql`
    WITH stale AS (
      SELECT s.company_id, s.iccid, s.status_since FROM sims s
      WHERE s.administrative_status IN (${hibernationInProcess}, ${terminationInProcess})
        AND s.status_since < ${now}::timestamptz - make_interval(mins => ${STALE_AFTER_MINUTES})
        AND NOT EXISTS (SELECT FROM open_changes c WHERE c.company_id = s.company_id AND c.iccid = s.iccid)
        AND NOT EXISTS (SELECT FROM network_orders o WHERE o.company_id = s.company_id AND o.iccid = s.iccid)
      ORDER BY s.company_id, s.iccid LIMIT ${MAX_REQUEUED}
    )
    INSERT INTO network_orders (company_id, iccid, goal, actor, requested_at, due_at, expires_at)
    SELECT company_id, iccid, 'settle', '', ${now}, ${now}, status_since + make_interval(hours => ${ORDER_HOURS}) FROM stale
    ON CONFLICT DO NOTHING`.execute(db)
}

/** Makes the orders of SIMs due at once when their network reports a result. */
export async function expediteOrders({ db, clock }: OrderServices, events: readonly NetworkEvent[]): Promise<void> {
  const confirmations = events.filter(({ kind }) => kind === 'stateConfirmed' || kind === 'commandRefused')
  if (confirmations.length === 0) return
  const now = clock()
  await sql`
    UPDATE network_orders o SET due_at = ${now} FROM sim_registry r
    WHERE r.iccid = ANY(${confirmations.map(({ iccid }) => iccid)}::text[]) AND o.company_id = r.company_id AND o.iccid = r.iccid
      AND o.due_at > ${now}`.execute(db)
}

/** Processes orders in this process until the returned function is called, which waits for the running round. */
export function startOrdersWorker(services: OrderServices, log: Pick<Logger, 'error'>): () => Promise<void> {
  let requeueAt = 0
  const work = async (): Promise<void> => {
    if (performance.now() >= requeueAt) {
      requeueAt = performance.now() + REQUEUE_INTERVAL_MS
      await requeueStaleChanges(services.db, services.clock())
    }
    do await continueComparison(services.db, services.clock())
    while ((await processDueOrders(services)) >= BATCH_SIZE)
  }
  return startPoller(work, { everyMs: POLL_INTERVAL_MS, log, failure: 'network orders could not be processed' })
}
