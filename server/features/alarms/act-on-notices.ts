import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Services } from '../../context.ts'
import type { DatabaseTransaction } from '../../db/database.ts'
import { retryDeadlock } from '../../db/retry-deadlock.ts'
import { ORDER_HOURS, type OrderGoal } from '../../networks/orders/order.ts'
import { processDueOrders } from '../../networks/orders/orders-worker.ts'
import { type NoticeStep, nextNoticeStep, type OpenNotice } from './next-notice-step.ts'

type ActServices = Pick<Services, 'db' | 'clock' | 'networks'>

/** Notices that one transaction locks. */
const BATCH_SIZE = 250
/** A network that does not answer delays the SIMs of others no longer than this. */
const COMMAND_TIMEOUT_MS = 2_000
/** The actor in the SIMs' timelines for automatic actions. */
const ACTOR = 'alarm'

interface DueNotice extends Omit<OpenNotice, 'ageMs' | 'shouldCut'> {
  readonly companyId: number
  readonly noticeId: number
  readonly iccid: string
  readonly since: Date
  /** the user who restored the data; '' for none */
  readonly mutedBy: string
  readonly isOn: boolean
  readonly cycleStart: string
  readonly timeZone: string
  readonly anchorDay: number
}

interface DecidedNotice {
  readonly row: DueNotice
  readonly step: NoticeStep
}

/**
 * Cuts and restores the data of SIMs as alarms require: each notice takes its next step by its SIM's present status. The next round
 * continues after an interruption.
 * @returns the number of due notices
 */
export async function actOnNotices({ db, clock, networks }: ActServices): Promise<number> {
  const now = clock()
  const decided = await retryDeadlock(() =>
    db.transaction().execute(async (trx) => {
      const steps = (await lockDueNotices(trx, now)).map(
        (row): DecidedNotice => ({ row, step: nextNoticeStep(noticeOf(row, now)) }),
      )
      await placeOrders(trx, steps, now)
      await writeSteps(trx, steps, now)
      return steps
    }),
  )
  if (decided.some(({ step }) => step.order))
    await Promise.race([workOff({ db, networks, clock }), sleep(COMMAND_TIMEOUT_MS, undefined, { ref: false })])
  return decided.length
}

/** The orders' own worker takes what remains or fails. */
async function workOff(services: ActServices): Promise<void> {
  while ((await processDueOrders(services)) >= BATCH_SIZE);
}

async function lockDueNotices(trx: DatabaseTransaction, now: Date): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    WITH due AS MATERIALIZED (
      SELECT * FROM alarm_notices WHERE action_due_at <= ${now} ORDER BY action_due_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
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

function noticeOf({ isOn, cycleStart, timeZone, anchorDay, since, ...row }: DueNotice, now: Date): OpenNotice {
  const shouldCut = isOn && billingCycleAt(now, anchorDay, timeZone).start === cycleStart
  return { ...row, shouldCut, ageMs: Math.max(0, now.getTime() - since.getTime()) }
}

interface NewOrder {
  readonly companyId: number
  readonly iccid: string
  readonly goal: OrderGoal
  readonly actor: string
}

/** One order per SIM; several alarms may require the same. An earlier order has an outdated goal. */
async function placeOrders(trx: DatabaseTransaction, decided: readonly DecidedNotice[], now: Date): Promise<void> {
  const bySim = new Map<string, NewOrder>()
  for (const { row, step } of decided) {
    const { companyId, iccid, mutedBy } = row
    if (step.order) bySim.set(`${companyId} ${iccid}`, { companyId, iccid, goal: step.order, actor: mutedBy || ACTOR })
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

async function writeSteps(trx: DatabaseTransaction, decided: readonly DecidedNotice[], now: Date): Promise<void> {
  if (decided.length === 0) return
  const rows = decided.map(({ row: { companyId, noticeId }, step: { action, checkAfterMs, waits } }) => ({
    companyId,
    noticeId,
    action,
    dueAt: checkAfterMs === undefined ? null : new Date(now.getTime() + checkAfterMs),
    waits: waits === true,
  }))
  await sql`
    UPDATE alarm_notices n SET action = w.action, action_due_at = w."dueAt",
      action_since = CASE WHEN n.action <> w.action OR w.waits THEN ${now} ELSE n.action_since END,
      restored_at = CASE WHEN w.action = 'restored' THEN ${now} ELSE n.restored_at END,
      changed_at = CASE WHEN n.action <> w.action THEN w.at ELSE n.changed_at END
    FROM (
      SELECT *, statement_timestamp() AS at FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS w("companyId" int, "noticeId" bigint, action text, "dueAt" timestamptz, waits boolean)
    ) w
    WHERE n.company_id = w."companyId" AND n.notice_id = w."noticeId"`.execute(trx)
}
