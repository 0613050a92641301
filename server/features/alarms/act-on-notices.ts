import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import type { Services } from '../../context.ts'
import type { DatabaseTransaction } from '../../db/database.ts'
import { retryDeadlock } from '../../db/retry-deadlock.ts'
import { ORDER_HOURS, type OrderGoal } from '../../networks/orders/order.ts'
import { processDueOrders } from '../../networks/orders/orders-worker.ts'
import { type NextStep, nextStep, type OpenNotice } from './next-step.ts'

type ActServices = Pick<Services, 'db' | 'clock' | 'networks'>

/** Notices in the hands of one process at a time, and at once. */
const AT_ONCE = 250
/** One network that does not answer holds up the SIMs of the others no longer than this. */
const PATIENCE_MS = 2_000
/** Whose name stands in the SIMs' timelines when nobody asked for it. */
const ACTOR = 'alarm'

interface Row extends Omit<OpenNotice, 'ageMs' | 'isWanted'> {
  readonly companyId: number
  readonly noticeId: number
  readonly iccid: string
  readonly since: Date
  /** who restored the data; '': nobody did */
  readonly mutedBy: string
  readonly isOn: boolean
  readonly cycleStart: string
  readonly timeZone: string
  readonly anchorDay: number
}

interface Decided {
  readonly row: Row
  readonly step: NextStep
}

/**
 * Cuts and restores the data of SIMs of which alarms say so: each notice is taken a step further by what its SIM is now. What a stop
 * leaves behind is taken up by the next one.
 * @returns how many notices were looked at
 */
export async function actOnNotices({ db, clock, networks }: ActServices): Promise<number> {
  const now = clock()
  const decided = await retryDeadlock(() =>
    db.transaction().execute(async (trx) => {
      const steps = (await takeDue(trx, now)).map((row): Decided => ({ row, step: nextStep(noticeOf(row, now)) }))
      await placeOrders(trx, steps, now)
      await writeSteps(trx, steps, now)
      return steps
    }),
  )
  if (decided.some(({ step }) => step.order))
    await Promise.race([workOff({ db, networks, clock }), sleep(PATIENCE_MS, undefined, { ref: false })])
  return decided.length
}

/** What is left behind, or fails while nobody waits for it, the orders' own worker takes up. */
async function workOff(services: ActServices): Promise<void> {
  while ((await processDueOrders(services)) >= AT_ONCE);
}

async function takeDue(trx: DatabaseTransaction, now: Date): Promise<Row[]> {
  const { rows } = await sql<Row>`
    WITH due AS MATERIALIZED (
      SELECT * FROM alarm_notices WHERE action_due_at <= ${now} ORDER BY action_due_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
    )
    SELECT n.company_id AS "companyId", n.notice_id AS "noticeId", n.iccid, n.action, n.action_since AS since, n.muted_by AS "mutedBy",
      n.cycle_start::text AS "cycleStart", s.administrative_status AS status, s.previous_status AS "previousStatus", o.goal AS "order",
      n.rearmed_at IS NULL AND n.muted_at IS NULL AND coalesce(a.is_active AND a.cuts_data, false) AS "isOn",
      c.time_zone AS "timeZone", c.cycle_anchor_day AS "anchorDay", EXISTS (
        SELECT FROM alarm_notices h WHERE h.company_id = n.company_id AND h.iccid = n.iccid AND h.notice_id <> n.notice_id
          AND h.action IN ('due', 'ordered', 'cut')
      ) AS "isHeld"
    FROM due n
    JOIN companies c ON c.company_id = n.company_id
    LEFT JOIN alarms a ON a.company_id = n.company_id AND a.alarm_id = n.alarm_id
    LEFT JOIN sims s ON s.company_id = n.company_id AND s.iccid = n.iccid
    LEFT JOIN network_orders o ON o.company_id = n.company_id AND o.iccid = n.iccid
    ORDER BY n.company_id, n.iccid, n.notice_id`.execute(trx)
  return rows
}

function noticeOf({ isOn, cycleStart, timeZone, anchorDay, since, ...row }: Row, now: Date): OpenNotice {
  const isWanted = isOn && billingCycleAt(now, anchorDay, timeZone).start === cycleStart
  return { ...row, isWanted, ageMs: Math.max(0, now.getTime() - since.getTime()) }
}

interface NewOrder {
  readonly companyId: number
  readonly iccid: string
  readonly goal: OrderGoal
  readonly actor: string
}

/** One for each SIM; several alarms may want the same of it. What was asked before is about a status that is not wanted any more. */
async function placeOrders(trx: DatabaseTransaction, decided: readonly Decided[], now: Date): Promise<void> {
  const bySim = new Map<string, NewOrder>()
  for (const { row, step } of decided) {
    const { companyId, iccid, mutedBy } = row
    if (step.order) bySim.set(`${companyId} ${iccid}`, { companyId, iccid, goal: step.order, actor: mutedBy || ACTOR })
  }
  const orders = [...bySim.values()]
  if (orders.length === 0) return
  const told = sql`json_to_recordset(${JSON.stringify(orders)}::json) AS n("companyId" int, iccid text, goal text, actor text)`
  await sql`
    DELETE FROM network_orders o USING ${told} WHERE o.company_id = n."companyId" AND o.iccid = n.iccid COLLATE "C"`.execute(
    trx,
  )
  await sql`
    INSERT INTO network_orders (company_id, iccid, goal, actor, requested_at, due_at, expires_at)
    SELECT "companyId", iccid, goal, actor, ${now}, ${now}, ${new Date(now.getTime() + ORDER_HOURS * 3_600_000)}
    FROM ${told} ORDER BY 1, 2`.execute(trx)
}

async function writeSteps(trx: DatabaseTransaction, decided: readonly Decided[], now: Date): Promise<void> {
  if (decided.length === 0) return
  const rows = decided.map(({ row: { companyId, noticeId }, step: { action, lookAfterMs, waits } }) => ({
    companyId,
    noticeId,
    action,
    dueAt: lookAfterMs === undefined ? null : new Date(now.getTime() + lookAfterMs),
    waits: waits === true,
  }))
  await sql`
    UPDATE alarm_notices n SET action = w.action, action_due_at = w."dueAt",
      action_since = CASE WHEN n.action <> w.action OR w.waits THEN ${now} ELSE n.action_since END,
      restored_at = CASE WHEN w.action = 'restored' THEN ${now} ELSE n.restored_at END,
      changed_at = CASE WHEN n.action <> w.action THEN clock_timestamp() ELSE n.changed_at END
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS w("companyId" int, "noticeId" bigint, action text, "dueAt" timestamptz,
      waits boolean)
    WHERE n.company_id = w."companyId" AND n.notice_id = w."noticeId"`.execute(trx)
}
