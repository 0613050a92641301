import { sql } from 'kysely'
import type { NoticeKind } from '#domain/alarms.ts'
import type { Day } from '#domain/billing-cycle.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { enqueueWebhooks } from '../records/webhook-events.ts'
import type { ActiveAlarm } from './active-alarms.ts'

/** A notice of an alarm for a SIM. */
export interface NewNotice {
  readonly alarm: Omit<ActiveAlarm, 'groupKey'>
  readonly iccid: string
  readonly cycleStart: Day
  readonly kind: NoticeKind
  readonly usedBytes: number
}

/**
 * Inserts notices with a row of each SIM's timeline, counts them by alarm and hour, in the caller's transaction. Existing notices of the cycle stay as
 * they are, also those of concurrent transactions.
 * @returns the number of new notices
 */
export async function writeNotices(
  trx: DatabaseTransaction,
  notices: readonly NewNotice[],
  { now, warningPercent }: { readonly now: Date; readonly warningPercent: number },
): Promise<number> {
  if (notices.length === 0) return 0
  const rows = notices.map(({ alarm: { companyId, alarmId, planCode, limitMb, cutsData }, ...notice }) => ({
    companyId,
    alarmId,
    planCode,
    limitMb,
    ...notice,
    action: cutsData && notice.kind === 'limit' ? 'due' : 'none',
  }))
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
  const { rows: inserted } = await sql`
    WITH inserted AS (
      INSERT INTO alarm_notices (company_id, alarm_id, iccid, cycle_start, kind, plan_code, limit_mb, used_bytes, at, action,
        action_due_at, action_since, changed_at)
      SELECT "companyId", "alarmId", iccid, "cycleStart", kind, nullif("planCode", ''), "limitMb", "usedBytes", ${now}, action,
        CASE WHEN action = 'due' THEN ${now}::timestamptz END, ${now}, statement_timestamp()
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS n("companyId" int, "alarmId" bigint, iccid text, "cycleStart" date,
        kind text, "planCode" text, "limitMb" int, "usedBytes" bigint, action text)
      ORDER BY 1, 2, 3, 5
      ON CONFLICT (company_id, alarm_id, iccid, cycle_start, kind) WHERE rearmed_at IS NULL DO NOTHING
      RETURNING company_id, notice_id, alarm_id, iccid, kind, plan_code, limit_mb, used_bytes, cycle_start, at
    ), named AS (
      SELECT i.*, a.name FROM inserted i LEFT JOIN alarms a ON a.company_id = i.company_id AND a.alarm_id = i.alarm_id
    ), fired AS (
      SELECT company_id, json_build_object('noticeId', notice_id, 'alarmId', alarm_id, 'alarmName', coalesce(name, ''), 'companyId', company_id, 'icc', iccid,
        'plan', coalesce(plan_code, ''), 'limitMb', limit_mb, 'usedBytes', used_bytes, 'cycleStart', cycle_start, 'at', at) AS item
      FROM named WHERE kind = 'limit'
    ), webhooks AS (
      ${enqueueWebhooks('alarm.fired', now, sql`fired`)}
    ), hours AS (
      INSERT INTO alarm_hours AS h (company_id, alarm_id, kind, hour, at, iccid, plan_code, limit_mb, sims)
      SELECT company_id, alarm_id, kind, ${hour}, max(at), max(iccid), max(plan_code), max(limit_mb), count(*)::int FROM inserted
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (company_id, alarm_id, kind, hour) DO UPDATE
      SET at = greatest(h.at, excluded.at), iccid = excluded.iccid, plan_code = excluded.plan_code, limit_mb = excluded.limit_mb,
        sims = h.sims + excluded.sims
    )
    INSERT INTO sim_events (company_id, iccid, at, kind, actor, detail)
    SELECT company_id, iccid, ${now}, CASE WHEN kind = 'limit' THEN 'alarm_fired' ELSE 'alarm_warned' END, 'alarm',
      jsonb_build_object('alarmId', alarm_id, 'limitMb', limit_mb, 'bytes', used_bytes)
        || CASE WHEN name IS NULL THEN '{}' ELSE jsonb_build_object('alarmName', name) END
        || CASE WHEN kind = 'limit' THEN '{}' ELSE jsonb_build_object('percent', ${warningPercent}::int) END
    FROM named ORDER BY company_id, iccid, alarm_id
    RETURNING 1`.execute(trx)
  return inserted.length
}
