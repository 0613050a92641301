import { sql } from 'kysely'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import type { Services } from '../../context.ts'
import type { DatabaseTransaction } from '../../db/database.ts'
import { retryDeadlock } from '../../db/retry-deadlock.ts'
import { nextHoldStep, type OpenHold } from '../../networks/orders/next-hold-step.ts'
import { type DecidedHold, placeHoldOrders, processHoldOrders } from '../../networks/orders/place-hold-orders.ts'
import { isHeldByOthers, isRestoredByOthers } from '../../records/data-holds.ts'

type ActServices = Pick<Services, 'db' | 'clock' | 'networks'>

/** Notices that one transaction locks. */
const BATCH_SIZE = 250
/** The actor in the SIMs' timelines for automatic actions. */
const ACTOR = 'alarm'

interface DueNotice extends Omit<OpenHold, 'ageMs' | 'shouldCut'> {
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

interface DecidedNotice extends DecidedHold {
  readonly noticeId: number
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
      const steps = (await lockDueNotices(trx, now)).map((row): DecidedNotice => {
        const { companyId, iccid, noticeId, mutedBy } = row
        return { companyId, iccid, noticeId, actor: mutedBy || ACTOR, step: nextHoldStep(holdOf(row, now)) }
      })
      await placeHoldOrders(trx, steps, now)
      await writeSteps(trx, steps, now)
      return steps
    }),
  )
  await processHoldOrders({ db, networks, clock }, decided)
  return decided.length
}

async function lockDueNotices(trx: DatabaseTransaction, now: Date): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    WITH due AS MATERIALIZED (
      SELECT * FROM alarm_notices WHERE action_due_at <= ${now} ORDER BY action_due_at LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED
    )
    SELECT n.company_id AS "companyId", n.notice_id AS "noticeId", n.iccid, n.action, n.action_since AS since, n.muted_by AS "mutedBy",
      n.cycle_start::text AS "cycleStart", s.administrative_status AS status, s.previous_status AS "previousStatus", o.goal AS "order",
      n.rearmed_at IS NULL AND n.muted_at IS NULL AND coalesce(a.is_active AND a.cuts_data, false) AS "isOn",
      c.time_zone AS "timeZone", c.cycle_anchor_day AS "anchorDay", ${isHeldByOthers('alarm_notices')} AS "isHeld",
      ${isRestoredByOthers('alarm_notices')} AS "isRestored"
    FROM due n
    JOIN companies c ON c.company_id = n.company_id
    LEFT JOIN alarms a ON a.company_id = n.company_id AND a.alarm_id = n.alarm_id
    LEFT JOIN sims s ON s.company_id = n.company_id AND s.iccid = n.iccid
    LEFT JOIN network_orders o ON o.company_id = n.company_id AND o.iccid = n.iccid
    ORDER BY n.company_id, n.iccid, n.notice_id`.execute(trx)
  return rows
}

function holdOf({ isOn, cycleStart, timeZone, anchorDay, since, ...row }: DueNotice, now: Date): OpenHold {
  const shouldCut = isOn && billingCycleAt(now, anchorDay, timeZone).start === cycleStart
  return { ...row, shouldCut, ageMs: Math.max(0, now.getTime() - since.getTime()) }
}

async function writeSteps(trx: DatabaseTransaction, decided: readonly DecidedNotice[], now: Date): Promise<void> {
  if (decided.length === 0) return
  const rows = decided.map(({ companyId, noticeId, step: { action, checkAfterMs, waits } }) => ({
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
