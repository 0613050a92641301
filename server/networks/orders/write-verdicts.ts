import { sql } from 'kysely'
import { TECHNICAL_STATUS_OF } from '#domain/sim-lifecycle.ts'
import { applyStatusTransitions, type StatusTransition } from '#server/records/status-transitions.ts'
import type { Database, DatabaseTransaction } from '../../db/database.ts'
import { retryDeadlock } from '../../db/retry-deadlock.ts'
import type { Order, Verdict } from './order.ts'

export interface Judged {
  readonly order: Order
  readonly verdict: Verdict
}

type Over = { readonly order: Order; readonly verdict: Extract<Verdict, { kind: 'over' }> }
const isOver = (one: Judged): one is Over => one.verdict.kind === 'over'

/** Writes what became of orders: SIMs, timelines, tallies, differences and the orders themselves in one short transaction. */
export async function writeVerdicts(db: Database, judged: readonly Judged[], now: Date): Promise<void> {
  if (judged.length === 0) return
  const over = judged.filter(isOver)
  await retryDeadlock(() =>
    db.transaction().execute(async (trx) => {
      const moved = await applyStatusTransitions(trx, over.flatMap(moveOf), now)
      await noteOthers(
        trx,
        over.filter(({ verdict }) => !verdict.move),
        now,
      )
      // a SIM that somebody else moved meanwhile is no longer what the verdict was about
      const valid = over.filter(({ order, verdict }) => !verdict.move || moved.has(order.iccid))
      await writeDrifts(trx, valid, now)
      await writeOrders(trx, judged)
    }),
  )
}

function moveOf({ order, verdict }: Over): StatusTransition[] {
  const { companyId, iccid, sim, actor, reason } = order
  const { move, event } = verdict
  if (!move || !sim || !event) return []
  const said = typeof event.detail.network === 'string' ? event.detail.network : ''
  return [
    {
      companyId,
      iccid,
      from: sim.status,
      to: move.status,
      technicalStatus: move.state && TECHNICAL_STATUS_OF[move.state],
      reason: reason || said,
      actor,
      event: event.kind,
      detail: event.detail,
    },
  ]
}

/** What happened to SIMs that stay as they are. */
async function noteOthers(trx: DatabaseTransaction, over: readonly Over[], now: Date): Promise<void> {
  const rows = over.flatMap(({ order: { companyId, iccid, actor }, verdict: { event } }) =>
    event ? [{ companyId, iccid, actor, ...event }] : [],
  )
  if (rows.length === 0) return
  await sql`
    INSERT INTO sim_events (company_id, iccid, at, kind, actor, detail)
    SELECT "companyId", iccid, ${now}, kind, actor, detail
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n("companyId" int, iccid text, kind text, actor text, detail jsonb)
    ORDER BY 1, 2`.execute(trx)
}

async function writeDrifts(trx: DatabaseTransaction, over: readonly Over[], now: Date): Promise<void> {
  const agreed = over.filter(({ verdict }) => verdict.drift.kind === 'agrees')
  if (agreed.length > 0) {
    await sql`
      UPDATE sim_drifts d SET settled_at = ${now}, settled_by = n.actor
      FROM unnest(${agreed.map(({ order }) => order.companyId)}::int[], ${agreed.map(({ order }) => order.iccid)}::text[],
        ${agreed.map(({ order }) => order.actor)}::text[]) AS n(company_id, iccid, actor)
      WHERE d.company_id = n.company_id AND d.iccid = n.iccid COLLATE "C" AND d.settled_at IS NULL`.execute(trx)
  }
  const rows = over.flatMap(({ order: { companyId, iccid, sim }, verdict: { drift, move } }) =>
    drift.kind === 'differs' ? [{ companyId, iccid, status: move?.status ?? sim?.status ?? 0, ...drift }] : [],
  )
  if (rows.length === 0) return
  // one that is known is told why it is still there; the network's word stays when this attempt brought none
  await sql`
    WITH told AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n("companyId" int, iccid text, status smallint, state text,
        problem text, text text)
    ), known AS (
      UPDATE sim_drifts d SET problem = t.problem, problem_text = t.text,
        network_state = CASE WHEN t.state = 'unrecognised' THEN d.network_state ELSE t.state END
      FROM told t WHERE d.company_id = t."companyId" AND d.iccid = t.iccid COLLATE "C" AND d.settled_at IS NULL
      RETURNING d.company_id, d.iccid
    )
    INSERT INTO sim_drifts (company_id, iccid, administrative_status, network_state, found_at, problem, problem_text)
    SELECT t."companyId", t.iccid, t.status, t.state, ${now}, t.problem, t.text FROM told t
    WHERE NOT EXISTS (SELECT FROM known k WHERE k.company_id = t."companyId" AND k.iccid = t.iccid COLLATE "C")
    ON CONFLICT (company_id, iccid, found_at) DO NOTHING`.execute(trx)
}

async function writeOrders(trx: DatabaseTransaction, judged: readonly Judged[]): Promise<void> {
  const rows = judged.map(({ order, verdict }) => ({
    orderId: order.orderId,
    isOver: verdict.kind === 'over',
    ...(verdict.kind === 'later'
      ? { dueAt: verdict.dueAt, sends: verdict.sends, run: verdict.run, reference: verdict.reference }
      : {}),
  }))
  await sql`
    WITH told AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n("orderId" bigint, "isOver" boolean, "dueAt" timestamptz,
        sends smallint, run smallint, reference text)
    ), gone AS (
      DELETE FROM network_orders o USING told t WHERE o.order_id = t."orderId" AND t."isOver"
    )
    UPDATE network_orders o SET due_at = t."dueAt", sends = t.sends, run = t.run, reference = t.reference
    FROM told t WHERE o.order_id = t."orderId" AND NOT t."isOver"`.execute(trx)
}
