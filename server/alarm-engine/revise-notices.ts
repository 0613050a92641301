import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/billing-cycle.ts'
import type { DatabaseTransaction } from '../db/database.ts'

/** Notices of one alarm in the cycle of its company that runs. */
interface NoticesOf {
  readonly companyId: number
  readonly alarmId: number
  readonly cycleStart: Day
}

/** What a SIM has used since a cycle began. */
const usedSince = (cycleStart: Day): RawBuilder<number> => sql<number>`(
  SELECT coalesce(sum(u.data_bytes), 0) FROM usage_days u
  WHERE u.company_id = n.company_id AND u.iccid = n.iccid AND u.day >= ${cycleStart}::date)`

/** A cut that was never asked for is called off; one that was asked for is taken back. */
const RELEASED = sql`CASE action WHEN 'due' THEN 'skipped' WHEN 'ordered' THEN 'restoring' WHEN 'cut' THEN 'restoring' ELSE action END`
const HOLDS = sql`action IN ('due', 'ordered', 'cut')`

/** What becomes of a notice whose alarm lets go of its SIM. */
const release = (now: Date): RawBuilder<unknown> => sql`
  action = ${RELEASED}, action_since = CASE WHEN ${HOLDS} THEN ${now}::timestamptz ELSE action_since END,
  action_due_at = CASE WHEN action IN ('ordered', 'cut', 'restoring') THEN ${now}::timestamptz END,
  changed_at = clock_timestamp()`

/**
 * Takes back what an alarm said and no longer says, after it was changed: it is off, watches another plan, or its limit is above what
 * was used; data that it cut comes back, and it may fire again. What somebody muted stays muted.
 * @param hasBegunToCut it cuts data now and did not before: what it only told is told again, with the cut
 */
export async function reviseNotices(
  trx: DatabaseTransaction,
  { companyId, alarmId, cycleStart }: NoticesOf,
  { now, warningPercent, hasBegunToCut }: { now: Date; warningPercent: number; hasBegunToCut: boolean },
): Promise<void> {
  await sql`
    WITH judged AS MATERIALIZED (
      SELECT n.notice_id, a.is_active AND a.cuts_data AS cuts,
        a.is_active AND (a.plan_code IS NULL OR a.plan_code = s.plan_code)
          AND used.bytes >= a.limit_mb::bigint * 1048576 * CASE n.kind WHEN 'limit' THEN 100 ELSE ${warningPercent}::int END / 100.0 AS holds
      FROM alarm_notices n
      JOIN alarms a ON a.company_id = n.company_id AND a.alarm_id = n.alarm_id
      LEFT JOIN sims s ON s.company_id = n.company_id AND s.iccid = n.iccid
      CROSS JOIN LATERAL (SELECT ${usedSince(cycleStart)} AS bytes) used
      WHERE n.company_id = ${companyId} AND n.alarm_id = ${alarmId} AND n.cycle_start = ${cycleStart} AND n.rearmed_at IS NULL
    ), free AS (
      UPDATE alarm_notices n SET rearmed_at = ${now}, changed_at = clock_timestamp() FROM judged j
      WHERE n.company_id = ${companyId} AND n.notice_id = j.notice_id AND n.muted_at IS NULL
        AND (j.holds IS NOT TRUE OR (${hasBegunToCut} AND n.kind = 'limit' AND n.action = 'none'))
        AND NOT (${HOLDS})
    )
    UPDATE alarm_notices n SET rearmed_at = CASE WHEN j.holds IS NOT TRUE AND n.muted_at IS NULL THEN ${now}::timestamptz END, ${release(now)}
    FROM judged j
    WHERE n.company_id = ${companyId} AND n.notice_id = j.notice_id AND ${HOLDS} AND (j.holds IS NOT TRUE OR NOT j.cuts)`.execute(
    trx,
  )
}

/** Lets go of every SIM that an alarm holds. */
export async function releaseAlarm(
  trx: DatabaseTransaction,
  { companyId, alarmId }: Pick<NoticesOf, 'companyId' | 'alarmId'>,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE alarm_notices SET rearmed_at = coalesce(rearmed_at, ${now}), ${release(now)}
    WHERE company_id = ${companyId} AND alarm_id = ${alarmId} AND ${HOLDS}`.execute(trx)
}

/** Lets go of every SIM of a company that was cut in a cycle before this one. */
export async function releaseCycle(trx: DatabaseTransaction, companyId: number, cycleStart: Day, now: Date): Promise<void> {
  await sql`
    UPDATE alarm_notices SET ${release(now)}
    WHERE company_id = ${companyId} AND cycle_start < ${cycleStart} AND ${HOLDS}`.execute(trx)
}

interface Muting {
  readonly companyId: number
  readonly iccid: string
  /** only this one; all that hold the SIM otherwise */
  readonly alarmId?: number
  readonly by: string
}

/**
 * Lets go of a SIM because somebody wants its data back: alarms that hold it leave it alone until the cycle ends.
 * @returns the alarms that do
 */
export async function muteAlarms(
  trx: DatabaseTransaction,
  { companyId, iccid, alarmId, by }: Muting,
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ alarmId: number }>`
    UPDATE alarm_notices SET muted_at = ${now}, muted_by = ${by}, ${release(now)}
    WHERE company_id = ${companyId} AND iccid = ${iccid} AND ${HOLDS} AND rearmed_at IS NULL
      ${alarmId === undefined ? sql`` : sql`AND alarm_id = ${alarmId}`}
    RETURNING alarm_id AS "alarmId"`.execute(trx)
  return rows.map((row) => row.alarmId)
}
