import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { ALARM_SENTENCES } from '#contract/alarms/alarm-messages.ts'
import type { restoreNotice as restoreCall } from '#contract/alarms/alarms.calls.ts'
import type { CallData } from '#contract/call.ts'
import type { NoticeActionState } from '#contract/filter-values.ts'
import { muteAlarms } from '#server/alarm-engine/revise-notices.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { isHeldByOthers } from '#server/records/data-holds.ts'
import { actOnNotices } from './act-on-notices.ts'

/** How long a request waits for the network; the restoration continues without it. */
const ANSWER_TIMEOUT_MS = 4_000

interface Notice {
  readonly companyId: number
  readonly alarmId: number
  readonly alarmName: string
  readonly icc: string
  readonly action: NoticeActionState
  readonly isHeld: boolean
}

/** Restores the data of a notice's SIM: its alarm ignores the SIM until the cycle ends. Idempotent. */
export async function restoreNotice(ctx: Ctx, noticeId: number): Promise<WithMessage<CallData<typeof restoreCall>>> {
  await inTransaction(ctx, async (trx) => {
    const { companyId, alarmId, alarmName, icc, action } = await requireNotice(ctx, trx, noticeId)
    if (action === 'restoring' || action === 'restored') return
    const muted = await muteAlarms(trx, { companyId, iccids: [icc], alarmId, by: ctx.actor.email }, ctx.now)
    if (muted.length === 0) throw new AppError('conflict', { sentence: ALARM_SENTENCES.notCut })
    const after = { alarmId, ...(alarmName && { alarmName }), noticeId }
    await audit(trx, ctx, { action: 'alarm.muted', entity: 'sim', entityId: icc, companyId, after })
  })
  const restoring = actOnNotices(ctx).catch((error: unknown) => {
    ctx.log.error({ err: error, noticeId }, 'data could not be restored at once; it is retried')
  })
  await Promise.race([restoring, sleep(ANSWER_TIMEOUT_MS)])
  const { icc, action, isHeld } = await requireNotice(ctx, ctx.db, noticeId)
  return new WithMessage({ icc, action, isHeld }, isHeld ? ALARM_SENTENCES.held : ALARM_SENTENCES.muted)
}

/**
 * A notice in the reader's scope.
 * @throws AppError not_found, also for another tenant's
 */
async function requireNotice(ctx: Ctx, db: Ctx['db'] | DatabaseTransaction, noticeId: number): Promise<Notice> {
  const { rows } = await sql<Notice>`
    SELECT n.company_id AS "companyId", n.alarm_id AS "alarmId", coalesce(a.name, '') AS "alarmName", n.iccid AS icc, n.action,
      ${isHeldByOthers('alarm_notices')} AS "isHeld"
    FROM alarm_notices n LEFT JOIN alarms a ON a.company_id = n.company_id AND a.alarm_id = n.alarm_id
    WHERE n.notice_id = ${noticeId} AND ${inScope(scopeOf(ctx.actor), sql`n.company_id`)}`.execute(db)
  const [notice] = rows
  if (!notice) throw new AppError('not_found', { sentence: ALARM_SENTENCES.unknownNotice })
  return notice
}
