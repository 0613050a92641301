import { sql } from 'kysely'
import { TECHNICAL_STATUS_OF } from '#domain/sim-lifecycle.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { retryDeadlock } from '#server/db/retry-deadlock.ts'
import { orderNetworkLocks } from '#server/records/network-locks.ts'
import { recordDrifts } from '#server/records/sim-drifts.ts'
import { applyStatusTransitions, type StatusTransition } from '#server/records/status-transitions.ts'
import type { NetworkOrder, OrderOutcome } from './order.ts'

export interface ProcessedOrder {
  readonly order: NetworkOrder
  readonly outcome: OrderOutcome
}

type FinishedOrder = { readonly order: NetworkOrder; readonly outcome: Extract<OrderOutcome, { kind: 'finished' }> }
const isFinished = (one: ProcessedOrder): one is FinishedOrder => one.outcome.kind === 'finished'

/**
 * Writes the outcomes of orders: SIMs, timelines, tallies, differences and the orders themselves, in one short
 * transaction.
 */
export async function writeOrderOutcomes(db: Database, processed: readonly ProcessedOrder[], now: Date): Promise<void> {
  if (processed.length === 0) return
  const finished = processed.filter(isFinished)
  await retryDeadlock(() =>
    db.transaction().execute(async (trx) => {
      const moved = await applyStatusTransitions(trx, finished.flatMap(moveOf), now)
      const unmoved = finished.filter(({ outcome }) => !outcome.move)
      await insertTimelineEvents(trx, unmoved, now)
      // an outcome is void when the SIM's status changed meanwhile
      const valid = finished.filter(({ order, outcome }) => !outcome.move || moved.has(order.iccid))
      await writeDrifts(trx, valid, now)
      const toSend = valid.filter(({ outcome }) => outcome.sendsLock).map(({ order }) => order)
      await orderNetworkLocks(trx, toSend, now)
      await writeOrders(trx, processed)
    }),
  )
}

function moveOf({ order, outcome }: FinishedOrder): StatusTransition[] {
  const { companyId, iccid, sim, actor, reason } = order
  const { move, event } = outcome
  if (!move || !sim || !event) return []
  const networkText = typeof event.detail.network === 'string' ? event.detail.network : ''
  return [
    {
      companyId,
      iccid,
      from: sim.status,
      to: move.status,
      technicalStatus: move.state && TECHNICAL_STATUS_OF[move.state],
      reason: reason || networkText,
      actor,
      event: event.kind,
      detail: event.detail,
    },
  ]
}

/** Inserts timeline events of SIMs whose status stays. */
async function insertTimelineEvents(trx: DatabaseTransaction, finished: readonly FinishedOrder[], now: Date): Promise<void> {
  const rows = finished.flatMap(({ order: { companyId, iccid, actor }, outcome: { event } }) =>
    event ? [{ companyId, iccid, actor, ...event }] : [],
  )
  if (rows.length === 0) return
  await sql`
    INSERT INTO sim_events (company_id, iccid, at, kind, actor, detail)
    SELECT "companyId", iccid, ${now}, kind, actor, detail
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n("companyId" int, iccid text, kind text, actor text, detail jsonb)
    ORDER BY 1, 2`.execute(trx)
}

async function writeDrifts(trx: DatabaseTransaction, finished: readonly FinishedOrder[], now: Date): Promise<void> {
  const agreed = finished.filter(({ outcome }) => outcome.drift.kind === 'agrees')
  if (agreed.length > 0) {
    await sql`
      UPDATE sim_drifts d SET settled_at = ${now}, settled_by = n.actor
      FROM unnest(${agreed.map(({ order }) => order.companyId)}::int[], ${agreed.map(({ order }) => order.iccid)}::text[],
        ${agreed.map(({ order }) => order.actor)}::text[]) AS n(company_id, iccid, actor)
      WHERE d.company_id = n.company_id AND d.iccid = n.iccid COLLATE "C" AND d.settled_at IS NULL`.execute(trx)
  }
  const rows = finished.flatMap(({ order: { companyId, iccid, sim }, outcome: { drift, move } }) =>
    drift.kind === 'differs' ? [{ companyId, iccid, status: move?.status ?? sim?.status ?? 0, ...drift }] : [],
  )
  await recordDrifts(trx, rows, now)
}

async function writeOrders(trx: DatabaseTransaction, processed: readonly ProcessedOrder[]): Promise<void> {
  const rows = processed.map(({ order, outcome }) => ({
    orderId: order.orderId,
    isFinished: outcome.kind === 'finished',
    ...(outcome.kind === 'retry'
      ? { dueAt: outcome.dueAt, sends: outcome.sends, run: outcome.run, reference: outcome.reference }
      : {}),
  }))
  await sql`
    WITH reported AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n("orderId" bigint, "isFinished" boolean, "dueAt" timestamptz,
        sends smallint, run smallint, reference text)
    ), gone AS (
      DELETE FROM network_orders o USING reported t WHERE o.order_id = t."orderId" AND t."isFinished"
    )
    UPDATE network_orders o SET due_at = t."dueAt", sends = t.sends, run = t.run, reference = t.reference
    FROM reported t WHERE o.order_id = t."orderId" AND NOT t."isFinished"`.execute(trx)
}
