import { sql } from 'kysely'
import { noticeKindFor, warningBytes } from '#domain/alarms.ts'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import type { ActiveAlarm } from '#server/alarm-engine/active-alarms.ts'
import { writeNotices } from '#server/alarm-engine/write-notices.ts'
import type { Services } from '#server/context.ts'
import { lockCounting } from '#server/records/counting-locks.ts'
import { simsOver } from './used-in-cycles.ts'

type JudgeServices = Pick<Services, 'db' | 'clock' | 'config'>

interface SavedAlarm extends ActiveAlarm {
  readonly groupId: number | null
  readonly timeZone: string
  readonly anchorDay: number
  readonly updatedAt: Date
}

/** Alarms per round; the others follow in the next. */
const BATCH_SIZE = 50

/**
 * Evaluates alarms that were created, turned on or changed against the usage so far. Later usage is evaluated as it is counted.
 * @returns the number of evaluated alarms
 */
export async function evaluateSavedAlarms(services: JudgeServices): Promise<number> {
  const alarms = await pendingAlarms(services)
  if (alarms.length === 0) return 0
  // usage being counted now may not see these alarms; usage counted after that commit does
  await services.db.transaction().execute(lockCounting)
  let judged = 0
  for (const alarm of alarms) if (await evaluateAlarm(services, alarm)) judged++
  return judged
}

async function pendingAlarms({ db }: JudgeServices): Promise<SavedAlarm[]> {
  const { rows } = await sql<SavedAlarm>`
    SELECT a.company_id AS "companyId", a.alarm_id AS "alarmId", coalesce(a.plan_code, '') AS "planCode", a.limit_mb AS "limitMb",
      a.group_id AS "groupId", coalesce(g.key, '') AS "groupKey", a.cuts_data AS "cutsData", a.updated_at AS "updatedAt", c.time_zone AS "timeZone", c.cycle_anchor_day AS "anchorDay"
    FROM alarms a JOIN companies c ON c.company_id = a.company_id
    LEFT JOIN tags g ON g.company_id = a.company_id AND g.tag_id = a.group_id
    WHERE NOT a.is_judged AND a.is_active ORDER BY a.alarm_id LIMIT ${BATCH_SIZE}`.execute(db)
  return rows
}

/** @returns false when it was changed again, or evaluated by another process */
async function evaluateAlarm({ db, clock, config }: JudgeServices, alarm: SavedAlarm): Promise<boolean> {
  const warningPercent = config.ALARM_WARNING_PERCENT
  const now = clock()
  const { start: cycleStart } = billingCycleAt(now, alarm.anchorDay, alarm.timeZone)
  const bytes = Math.min(warningBytes(alarm.limitMb, warningPercent), warningBytes(alarm.limitMb, 100))
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('alarms')
      .set({ is_judged: true })
      .where('company_id', '=', alarm.companyId)
      .where('alarm_id', '=', alarm.alarmId)
      // an alarm that was changed again is evaluated with its present values
      .where('updated_at', '=', alarm.updatedAt)
      .where('is_judged', '=', false)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const over = await simsOver(trx, alarm, { cycleStart, bytes })
    const notices = over.flatMap(({ iccid, usedBytes }) => {
      const kind = noticeKindFor(usedBytes, alarm.limitMb, warningPercent)
      return kind ? [{ alarm, iccid, cycleStart, kind, usedBytes }] : []
    })
    await writeNotices(trx, notices, { now, warningPercent })
    return true
  })
}
