import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/billing-cycle.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { HOLDS, releaseHold } from '../records/data-holds.ts'
import { isInGroup } from '../records/in-group.ts'

/** The notices of one alarm in the current cycle of its company. */
interface NoticeScope {
  readonly companyId: number
  readonly alarmId: number
  readonly cycleStart: Day
}

interface Revision {
  readonly now: Date
  readonly warningPercent: number
  readonly startsCutting?: boolean
  readonly iccids?: readonly string[]
}

/** Bytes used by a SIM since the start of a cycle. */
const usedSince = (cycleStart: Day): RawBuilder<number> => sql<number>`(
  SELECT coalesce(sum(u.data_bytes), 0) FROM usage_days u
  WHERE u.company_id = n.company_id AND u.iccid = n.iccid AND u.day >= ${cycleStart}::date)`

/**
 * Re-arms notices that no longer hold after a change of their alarm or of their SIM's group: the alarm is off, is for another plan or group,
 * or has a limit above the usage. Data that it cut is restored, and it may fire again. Muted notices stay muted.
 * @param iccids only notices of these SIMs
 * @param startsCutting the alarm cuts data from now on: notices without a cut are re-armed, so that it fires again and cuts
 */
export async function reviseNotices(
  trx: DatabaseTransaction,
  { companyId, alarmId, cycleStart }: NoticeScope,
  { now, warningPercent, startsCutting = false, iccids }: Revision,
): Promise<void> {
  await sql`
    WITH judged AS MATERIALIZED (
      SELECT n.notice_id, a.is_active AND a.cuts_data AS cuts,
        a.is_active AND (a.plan_code IS NULL OR a.plan_code = s.plan_code) AND ${isInGroup({ companyId: sql`n.company_id`, iccid: sql`n.iccid` }, sql`a.group_id`)}
          AND used.bytes >= a.limit_mb::bigint * 1048576 * CASE WHEN n.kind = 'limit' THEN 100 ELSE ${warningPercent}::int END / 100.0 AS holds
      FROM alarm_notices n
      JOIN alarms a ON a.company_id = n.company_id AND a.alarm_id = n.alarm_id
      LEFT JOIN sims s ON s.company_id = n.company_id AND s.iccid = n.iccid
      CROSS JOIN LATERAL (SELECT ${usedSince(cycleStart)} AS bytes) used
      WHERE n.company_id = ${companyId} AND n.alarm_id = ${alarmId} AND n.cycle_start = ${cycleStart} AND n.rearmed_at IS NULL
        ${iccids ? sql`AND n.iccid = ANY(${[...iccids]}::text[])` : sql``}
    ), free AS (
      UPDATE alarm_notices n SET rearmed_at = ${now}, changed_at = statement_timestamp() FROM judged j
      WHERE n.company_id = ${companyId} AND n.notice_id = j.notice_id AND n.muted_at IS NULL
        AND (j.holds IS NOT TRUE OR (${startsCutting} AND n.kind = 'limit' AND n.action = 'none'))
        AND NOT (${HOLDS})
    )
    UPDATE alarm_notices n SET rearmed_at = CASE WHEN j.holds IS NOT TRUE AND n.muted_at IS NULL THEN ${now}::timestamptz END, ${releaseHold(now)}
    FROM judged j
    WHERE n.company_id = ${companyId} AND n.notice_id = j.notice_id
      AND ${HOLDS} AND (j.holds IS NOT TRUE OR NOT j.cuts)`.execute(trx)
}

/** Releases all SIMs held by an alarm. */
export async function releaseAlarm(
  trx: DatabaseTransaction,
  { companyId, alarmId }: Pick<NoticeScope, 'companyId' | 'alarmId'>,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE alarm_notices SET rearmed_at = coalesce(rearmed_at, ${now}), ${releaseHold(now)}
    WHERE company_id = ${companyId} AND alarm_id = ${alarmId} AND ${HOLDS}`.execute(trx)
}

/** Releases all SIMs of a company that were cut in an earlier cycle. */
export async function releaseCycle(trx: DatabaseTransaction, companyId: number, cycleStart: Day, now: Date): Promise<void> {
  await sql`
    UPDATE alarm_notices SET ${releaseHold(now)}
    WHERE company_id = ${companyId} AND cycle_start < ${cycleStart} AND ${HOLDS}`.execute(trx)
}

interface Muting {
  readonly companyId: number
  readonly iccids: readonly string[]
  /** only this alarm; by default all that hold the SIM */
  readonly alarmId?: number
  readonly by: string
}

/**
 * Releases SIMs when a person restores their data, and mutes the alarms that hold them until the cycle ends.
 * @returns the muted alarms
 */
export async function muteAlarms(
  trx: DatabaseTransaction,
  { companyId, iccids, alarmId, by }: Muting,
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ alarmId: number }>`
    UPDATE alarm_notices SET muted_at = ${now}, muted_by = ${by}, ${releaseHold(now)}
    WHERE company_id = ${companyId} AND iccid = ANY(${[...iccids]}::text[]) AND ${HOLDS} AND rearmed_at IS NULL
      ${alarmId === undefined ? sql`` : sql`AND alarm_id = ${alarmId}`}
    RETURNING alarm_id AS "alarmId"`.execute(trx)
  return rows.map((row) => row.alarmId)
}
