import { sql } from 'kysely'
import type { Logger } from 'pino'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { Database } from '../../db/database.ts'
import { startPoller } from '../../jobs/poller.ts'
import type { NetworkEvent } from '../network-events.ts'
import type { Networks } from '../registry.ts'
import { judgeOrder } from './judge-order.ts'
import { ORDER_HOURS } from './order.ts'
import { type SimKey, takeOrders } from './take-orders.ts'
import { writeVerdicts } from './write-verdicts.ts'

export interface OrderServices {
  readonly db: Database
  readonly networks: Networks
  readonly clock: () => Date
}

const BATCH = 256
/** SIMs that one look for forgotten ones takes up. */
const MOST_FORGOTTEN = 5_000
const WORK_EVERY_MS = 1_000
const LOOK_EVERY_MS = 60_000
/** A change that began a moment ago may still be on its way to the network. */
const FORGOTTEN_AFTER_MINUTES = 15

/**
 * Carries out the orders that are due.
 * @param only one SIM's, which is not waited for: for whoever stands before the screen
 * @returns how many were looked at
 */
export async function workOrders({ db, networks, clock }: OrderServices, only?: SimKey): Promise<number> {
  const orders = await takeOrders(db, { limit: BATCH, now: clock(), only })
  const judged = await Promise.all(
    orders.map(async (order) => ({
      order,
      verdict: await judgeOrder(order, networks.find(order.networkId ?? ''), clock()),
    })),
  )
  await writeVerdicts(db, judged, clock())
  return orders.length
}

/**
 * Takes up SIMs whose hibernation or termination is under way and of which no operation knows: after an import, or when the books
 * of before say so. They are asked about until the network has an answer.
 */
export async function takeUpForgotten(db: Database, now: Date): Promise<void> {
  const { hibernationInProcess, terminationInProcess } = ADMINISTRATIVE_STATUS
  await sql`
    INSERT INTO network_orders (company_id, iccid, goal, actor, requested_at, due_at, expires_at)
    SELECT s.company_id, s.iccid, 'settle', '', ${now}, ${now}, s.status_since + make_interval(hours => ${ORDER_HOURS})
    FROM sims s
    WHERE s.administrative_status IN (${hibernationInProcess}, ${terminationInProcess})
      AND s.status_since < ${now}::timestamptz - make_interval(mins => ${FORGOTTEN_AFTER_MINUTES})
      AND NOT EXISTS (SELECT FROM open_changes c WHERE c.company_id = s.company_id AND c.iccid = s.iccid)
      AND NOT EXISTS (SELECT FROM network_orders o WHERE o.company_id = s.company_id AND o.iccid = s.iccid)
    ORDER BY s.company_id, s.iccid LIMIT ${MOST_FORGOTTEN}
    ON CONFLICT DO NOTHING`.execute(db)
}

/** Looks at once at the orders of SIMs of which a network says something. */
export async function hastenOrders({ db, clock }: OrderServices, events: readonly NetworkEvent[]): Promise<void> {
  const told = events.filter(({ kind }) => kind === 'stateConfirmed' || kind === 'commandRefused')
  if (told.length === 0) return
  const now = clock()
  await sql`
    UPDATE network_orders o SET due_at = ${now} FROM sim_registry r
    WHERE r.iccid = ANY(${told.map(({ iccid }) => iccid)}::text[]) AND o.company_id = r.company_id AND o.iccid = r.iccid
      AND o.due_at > ${now}`.execute(db)
}

/** Works orders off in this process until the returned function is called, which waits for those in its hands. */
export function startOrdersWorker(services: OrderServices, log: Pick<Logger, 'error'>): () => Promise<void> {
  let lookAt = 0
  const work = async (): Promise<void> => {
    if (performance.now() >= lookAt) {
      lookAt = performance.now() + LOOK_EVERY_MS
      await takeUpForgotten(services.db, services.clock())
    }
    while ((await workOrders(services)) >= BATCH);
  }
  return startPoller(work, { everyMs: WORK_EVERY_MS, log, failure: 'orders to networks could not be worked off' })
}
