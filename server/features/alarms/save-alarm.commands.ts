import { sql } from 'kysely'
import { ALARM_SENTENCES } from '#contract/alarms/alarm-messages.ts'
import { type AlarmBody, type AlarmSaved, alarmBody } from '#contract/alarms/alarms.calls.ts'
import { GROUP_SENTENCES } from '#contract/groups/group-messages.ts'
import type { SimGroupRule } from '#contract/groups/groups.calls.ts'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { COMPANY_ALARMS_MAX, limitBytes, readEmails } from '#domain/alarms.ts'
import { comesAndGoes, isChangedByCut } from '#domain/group-rules.ts'
import { groupKey } from '#domain/groups.ts'
import { notifyAlarmsChanged } from '#server/alarm-engine/active-alarms.ts'
import { releaseAlarm, reviseNotices } from '#server/alarm-engine/revise-notices.ts'
import { invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { validate } from '#server/http/validate.ts'
import { audit } from '#server/records/audit.ts'
import type { DraftMaker, DraftOrigin } from '#server/records/draft-maker.ts'
import { type AlarmCompany, requireAlarm, requireAlarmCompany, type StoredAlarm } from './alarms.queries.ts'
import { simsShownOver } from './used-in-cycles.ts'

/** The group by its id is the row's alone: people read its path. */
type AlarmValues = Omit<StoredAlarm, 'alarmId' | 'groupId'>

/** @param before the name and the group that stay where the body has none */
const alarmValuesOf = (
  { name, company, plan, group, limit, email, active, action }: AlarmBody,
  before: Pick<AlarmValues, 'name' | 'group'> = { name: '', group: '' },
): AlarmValues => ({
  companyId: company,
  name: name ?? before.name,
  planCode: plan,
  group: group ?? before.group,
  limitMb: limit,
  emails: readEmails(email),
  isActive: active === '1',
  cutsData: action === '1',
})

const rowOf = (
  { name, planCode, limitMb, emails, isActive, cutsData }: AlarmValues,
  groupId: number | null,
  { language, now }: Ctx,
) => ({
  name: name === '' ? null : name,
  plan_code: planCode === '' ? null : planCode,
  group_id: groupId,
  limit_mb: limitMb,
  emails: [...emails],
  language,
  is_active: isActive,
  cuts_data: cutsData,
  is_judged: false,
  updated_at: now,
})

/** Creates an alarm. SIMs that are over its limit already are reported a moment later. */
export async function createAlarm(ctx: Ctx, body: AlarmBody): Promise<WithMessage<AlarmSaved>> {
  const company = await requireAlarmCompany(ctx, body.company)
  await requirePlan(ctx.db, body.plan)
  return new WithMessage(await inTransaction(ctx, (trx) => insertAlarm(trx, ctx, { body, company })), ALARM_SENTENCES.created)
}

/** The same for a draft, in the transaction in which it is answered. */
export const makeDraftedAlarm: DraftMaker<AlarmSaved> = async (trx, ctx, given, draft) => {
  const body = validate(alarmBody, given)
  const company = await requireAlarmCompany({ ...ctx, db: trx }, body.company)
  await requirePlan(trx, body.plan)
  const saved = await insertAlarm(trx, ctx, { body, company }, draft)
  return { madeId: saved.alarmId, saved, message: ALARM_SENTENCES.created }
}

async function insertAlarm(
  trx: DatabaseTransaction,
  ctx: Ctx,
  { body, company }: { readonly body: AlarmBody; readonly company: AlarmCompany },
  draft?: DraftOrigin,
): Promise<AlarmSaved> {
  const values = alarmValuesOf(body)
  const { companyId } = values
  const groupId = await requireAlarmGroup(trx, values)
  const { alarm_id: alarmId } = await trx
    .insertInto('alarms')
    .values({ company_id: companyId, ...rowOf(values, groupId, ctx), created_at: ctx.now })
    .returning('alarm_id')
    .executeTakeFirstOrThrow()
  await requireFewAlarms(trx, companyId)
  await notifyAlarmsChanged(trx)
  const entry = { action: 'alarm.created', entity: 'alarm', entityId: String(alarmId), companyId }
  await audit(trx, ctx, { ...entry, after: { ...values, ...draft } })
  return { alarmId, firesNow: await countFiring(trx, company, { ...values, groupId, alarmId }) }
}

/**
 * Concurrent transactions wait for each other here, after they have written an alarm.
 * @throws AppError invalid_request when the company has more than the maximum with it
 */
export async function requireFewAlarms(trx: DatabaseTransaction, companyId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('enlace:alarms of a company'), ${companyId})`.execute(trx)
  const { rows } = await sql<{ alarms: number }>`
    SELECT count(*)::int AS alarms FROM alarms WHERE company_id = ${companyId}`.execute(trx)
  if ((rows[0]?.alarms ?? 0) > COMPANY_ALARMS_MAX) throw invalidField('name', ALARM_SENTENCES.tooMany)
}

/** Changes an alarm; notices that no longer apply are withdrawn. */
export async function changeAlarm(
  ctx: Ctx,
  { alarmId, ...body }: AlarmBody & { readonly alarmId: number },
): Promise<WithMessage<AlarmSaved>> {
  const company = await requireAlarmCompany(ctx, body.company)
  const saved = await inTransaction(ctx, async (trx) => {
    const { alarmId: _, groupId: __, ...before } = await requireAlarm(ctx, trx, alarmId)
    const values = alarmValuesOf(body, before)
    if (before.companyId !== values.companyId) throw invalidField('company', FIELD_SENTENCES.readOnly)
    await requirePlan(trx, values.planCode)
    const groupId = await requireAlarmGroup(trx, values)
    await trx
      .updateTable('alarms')
      .set(rowOf(values, groupId, ctx))
      .where('company_id', '=', values.companyId)
      .where('alarm_id', '=', alarmId)
      .execute()
    await notifyAlarmsChanged(trx)
    const startsCutting = values.cutsData && !before.cutsData
    const { ALARM_WARNING_PERCENT: warningPercent } = ctx.config
    await reviseNotices(trx, { ...company, alarmId }, { now: ctx.now, warningPercent, startsCutting })
    const entry = { action: 'alarm.changed', entity: 'alarm', entityId: String(alarmId), companyId: values.companyId }
    await audit(trx, ctx, { ...entry, before, after: values })
    return { alarmId, firesNow: await countFiring(trx, company, { ...values, groupId, alarmId }) }
  })
  return new WithMessage(saved, ALARM_SENTENCES.changed)
}

/** Deletes an alarm; SIMs that it held cut get their data back. Its notices stay in the list, and it can be restored for a day. */
export async function deleteAlarm(ctx: Ctx, alarmId: number): Promise<WithMessage<{ restores: number }>> {
  const restores = await inTransaction(ctx, async (trx) => {
    const { alarmId: _, groupId: __, ...before } = await requireAlarm(ctx, trx, alarmId)
    const { companyId } = before
    const held = await countHeld(trx, companyId, alarmId)
    await releaseAlarm(trx, { companyId, alarmId }, ctx.now)
    await moveToDeleted(trx, { companyId, alarmId }, ctx.now)
    await notifyAlarmsChanged(trx)
    await audit(trx, ctx, { action: 'alarm.deleted', entity: 'alarm', entityId: String(alarmId), companyId, before })
    return held
  })
  return new WithMessage({ restores }, ALARM_SENTENCES.deleted)
}

/** How long a deleted alarm can be restored. */
export const RESTORABLE = sql`interval '1 day'`

/** Deletes an alarm but keeps it restorable; those of its company that were deleted long ago are gone then. */
async function moveToDeleted(
  trx: DatabaseTransaction,
  { companyId, alarmId }: Pick<StoredAlarm, 'companyId' | 'alarmId'>,
  now: Date,
): Promise<void> {
  await sql`DELETE FROM deleted_alarms WHERE company_id = ${companyId} AND deleted_at < ${now}::timestamptz - ${RESTORABLE}`.execute(
    trx,
  )
  await sql`
    WITH deleted AS (DELETE FROM alarms WHERE company_id = ${companyId} AND alarm_id = ${alarmId} RETURNING *)
    INSERT INTO deleted_alarms (company_id, alarm_id, name, plan_code, group_id, limit_mb, emails, language, is_active, cuts_data, created_at,
      deleted_at)
    SELECT company_id, alarm_id, name, plan_code, group_id, limit_mb, emails, language, is_active, cuts_data, created_at, ${now}
    FROM deleted`.execute(trx)
}

async function requirePlan(db: Database | DatabaseTransaction, planCode: string): Promise<void> {
  if (planCode === '') return
  const plan = await db.selectFrom('plans').select('plan_code').where('plan_code', '=', planCode).executeTakeFirst()
  if (!plan) throw invalidField('plan', ALARM_SENTENCES.unknownPlan)
}

/**
 * The group of an alarm; null for none. In a transaction it is held: it is not deleted meanwhile.
 * @throws AppError invalid when its company has no group of that path, or the rule of the group does not go with the alarm
 */
export async function requireAlarmGroup(
  db: Database | DatabaseTransaction,
  { companyId, group, cutsData }: Pick<AlarmValues, 'companyId' | 'group' | 'cutsData'>,
): Promise<number | null> {
  if (group === '') return null
  const { rows } = await sql<{ groupId: number; rule: SimGroupRule | null }>`
    SELECT t.tag_id AS "groupId", t.rule FROM tags t WHERE t.company_id = ${companyId} AND t.key = ${groupKey(group)}
    ${db.isTransaction ? sql`FOR KEY SHARE` : sql``}`.execute(db)
  const [found] = rows
  if (!found) throw invalidField('group', GROUP_SENTENCES.unknown)
  const { rule } = found
  if (rule && comesAndGoes(rule)) throw invalidField('group', GROUP_SENTENCES.alarmComesAndGoes)
  if (rule && cutsData && isChangedByCut(rule)) throw invalidField('group', GROUP_SENTENCES.alarmChangesGroup)
  return found.groupId
}

/** What decides for which SIMs an alarm fires. */
type FiringAlarm = Pick<StoredAlarm, 'companyId' | 'alarmId' | 'planCode' | 'groupId' | 'limitMb' | 'isActive'>

/** The number of SIMs for which an alarm is about to fire: at its limit without a notice. */
export async function countFiring(
  db: Database | DatabaseTransaction,
  { cycleStart }: Pick<AlarmCompany, 'cycleStart'>,
  { companyId, alarmId, planCode, groupId, limitMb, isActive }: FiringAlarm,
): Promise<number> {
  if (!isActive) return 0
  const over = await simsShownOver(db, { companyId, planCode, groupId }, { cycleStart, bytes: limitBytes(limitMb) })
  const { rows } = await sql<{ iccid: string }>`
    SELECT iccid FROM alarm_notices
    WHERE company_id = ${companyId} AND alarm_id = ${alarmId} AND cycle_start = ${cycleStart} AND kind = 'limit'
      AND rearmed_at IS NULL`.execute(db)
  const notified = new Set(rows.map(({ iccid }) => iccid))
  return over.filter((iccid) => !notified.has(iccid)).length
}

/** The number of SIMs that only this alarm holds cut. */
async function countHeld(trx: DatabaseTransaction, companyId: number, alarmId: number): Promise<number> {
  const { rows } = await sql<{ sims: number }>`
    SELECT count(DISTINCT n.iccid)::int AS sims FROM alarm_notices n
    WHERE n.company_id = ${companyId} AND n.alarm_id = ${alarmId} AND n.action IN ('ordered', 'cut') AND NOT EXISTS (
      SELECT FROM alarm_notices h WHERE h.company_id = n.company_id AND h.iccid = n.iccid AND h.alarm_id <> n.alarm_id
        AND h.action IN ('due', 'ordered', 'cut'))`.execute(trx)
  return rows[0]?.sims ?? 0
}
