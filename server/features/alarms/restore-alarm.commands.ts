import { type RawBuilder, sql } from 'kysely'
import { ALARM_SENTENCES } from '#contract/alarms/alarm-messages.ts'
import type { AlarmSaved } from '#contract/alarms/alarms.calls.ts'
import { notifyAlarmsChanged } from '#server/alarm-engine/active-alarms.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { requireAlarm, requireAlarmCompany } from './alarms.queries.ts'
import { countFiring, RESTORABLE, requireFewAlarms } from './save-alarm.commands.ts'

/**
 * Undoes the deletion of an alarm: it has its id, its values and its notices again. It is judged anew, so that it fires for a SIM
 * without a notice of this cycle, and for one whose data the deletion restored.
 * @throws AppError not_found, also when it was not deleted, was long ago, or is restored already; invalid_request when the company
 * has the maximum of alarms
 */
export function restoreAlarm(ctx: Ctx, alarmId: number): Promise<WithMessage<AlarmSaved>> {
  return inTransaction(ctx, async (trx) => {
    await moveBack(trx, sql`alarm_id = ${alarmId} AND ${inScope(scopeOf(ctx.actor), sql`company_id`)}`, ctx.now)
    const alarm = await requireAlarm(ctx, trx, alarmId)
    const { alarmId: _, groupId: __, ...after } = alarm
    const { companyId } = alarm
    await requireFewAlarms(trx, companyId)
    await notifyAlarmsChanged(trx)
    await audit(trx, ctx, { action: 'alarm.restored', entity: 'alarm', entityId: String(alarmId), companyId, after })
    const firesNow = await countFiring(trx, await requireAlarmCompany(ctx, companyId), alarm)
    return new WithMessage({ alarmId, firesNow }, ALARM_SENTENCES.restored)
  })
}

async function moveBack(trx: DatabaseTransaction, which: RawBuilder<unknown>, now: Date): Promise<void> {
  const { rows } = await sql<{ alarmId: number }>`
    WITH kept AS (DELETE FROM deleted_alarms WHERE ${which} AND deleted_at > ${now}::timestamptz - ${RESTORABLE} RETURNING *)
    INSERT INTO alarms (company_id, alarm_id, name, plan_code, group_id, limit_mb, emails, language, is_active, cuts_data, created_at, updated_at)
    SELECT company_id, alarm_id, name, plan_code, group_id, limit_mb, emails, language, is_active, cuts_data, created_at, ${now} FROM kept
    RETURNING alarm_id AS "alarmId"`.execute(trx)
  if (rows.length === 0) throw new AppError('not_found', { sentence: ALARM_SENTENCES.unknown })
}
