import { sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { DONE_SENTENCES, FIELDS_CHANGED_SENTENCE, NOT_EDITABLE_SENTENCES } from '#contract/operations/operation-messages.ts'
import type { editCustom } from '#contract/sims/sim-tools.calls.ts'
import { notEditableReason } from '#domain/editability.ts'
import { normaliseMsisdn, parseImei } from '#domain/identifiers.ts'
import { AppError, assertValid, type Sentence } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import { type FoundSim, requireSim } from '#server/records/find-sim.ts'
import { updateSims } from '#server/records/sim-copies.ts'
import { requireAllowed } from '#server/records/sim-refusal.ts'

type EditBody = CallInput<typeof editCustom>['body']
type Data = CallData<typeof editCustom>
type Field = Data['changed'][number]
type Fields = Pick<Data, Field>

const FIELDS: readonly Field[] = ['imei', 'device', 'customField1', 'customField2', 'imeiLock']
/** Fields of the device: only an editable SIM allows changing them (specification section 4). */
const OF_DEVICE: readonly Field[] = ['imei', 'device', 'imeiLock']
const COLUMN_OF = {
  imei: 'imei',
  device: 'device',
  customField1: 'custom_field_1',
  customField2: 'custom_field_2',
  imeiLock: 'imei_lock',
} as const satisfies Record<Field, string>

/** Changes a SIM's custom fields; an unchanged value leaves no trace. */
export async function editCustomFields(ctx: Ctx, edit: EditBody): Promise<WithMessage<Data>> {
  const sim = await requireSim(ctx, edit.icc)
  requireAllowed(ctx, sim, 'custom')
  refuseReadOnly(sim, edit)
  const answer = await inTransaction(ctx, async (trx) => {
    const before = await lockFields(trx, sim)
    refuseChanged(before, edit.expected)
    const after = withEdits(before, edit)
    const changed = FIELDS.filter((field) => before[field] !== after[field])
    refuseNotEditable(sim, changed)
    if (changed.length > 0) await writeChange(trx, ctx, sim, { before, after, changed, reason: edit.reason ?? '' })
    return { ...after, changed, before: only(before, changed) }
  })
  const result = DONE_SENTENCES.custom
  return new WithMessage({ success: true, result: result[ctx.language], icc: sim.iccid, ...answer }, result)
}

function refuseReadOnly(sim: FoundSim, { msisdn, apnId }: EditBody): void {
  const fields: Record<string, Sentence> = {}
  const isSameNumber = msisdn === undefined || msisdn === sim.msisdn || normaliseMsisdn(msisdn) === sim.msisdn
  if (!isSameNumber) fields.msisdn = FIELD_SENTENCES.readOnly
  if (apnId !== undefined && apnId !== sim.apnId) fields.apnId = FIELD_SENTENCES.readOnly
  assertValid(fields)
}

function refuseNotEditable({ simTypeId, apnId }: FoundSim, changed: readonly Field[]): void {
  const reason = notEditableReason(simTypeId, apnId)
  const closed = changed.filter((field) => OF_DEVICE.includes(field))
  if (!reason || closed.length === 0) return
  const sentence = NOT_EDITABLE_SENTENCES[reason]
  const fields = Object.fromEntries(closed.map((field) => [field, sentence]))
  throw new AppError('type_not_editable', { sentence, fields })
}

const only = (fields: Fields, names: readonly Field[]): Partial<Fields> =>
  Object.fromEntries(names.map((field) => [field, fields[field]]))

/** An edit of values that were changed since is refused: an undo takes back no other change. */
function refuseChanged(before: Fields, { imei, ...texts }: NonNullable<EditBody['expected']> = {}): void {
  const expected = { ...texts, ...(imei === undefined ? {} : { imei: parseImei(imei).value ?? imei }) }
  const isChanged = FIELDS.some((field) => expected[field] !== undefined && expected[field] !== before[field])
  if (isChanged) throw new AppError('conflict', { sentence: FIELDS_CHANGED_SENTENCE })
}

async function lockFields(trx: DatabaseTransaction, { companyId, iccid }: FoundSim): Promise<Fields> {
  const row = await trx
    .selectFrom('sims')
    .select(['imei', 'device', 'custom_field_1 as customField1', 'custom_field_2 as customField2', 'imei_lock as imeiLock'])
    .where('company_id', '=', companyId)
    .where('iccid', '=', iccid)
    .forUpdate()
    .executeTakeFirst()
  // the SIM has moved to another company since the look-up
  if (!row) throw new AppError('conflict')
  return row
}

function withEdits(before: Fields, { imei, device, customField1, customField2, imeiLock }: EditBody): Fields {
  return {
    imei: imei === undefined ? before.imei : (parseImei(imei).value ?? ''),
    device: device ?? before.device,
    customField1: customField1 ?? before.customField1,
    customField2: customField2 ?? before.customField2,
    imeiLock: imeiLock ?? before.imeiLock,
  }
}

interface Change {
  readonly before: Fields
  readonly after: Fields
  readonly changed: readonly Field[]
  readonly reason: string
}

/** Writes fields, timeline and audit together. */
async function writeChange(
  trx: DatabaseTransaction,
  ctx: Ctx,
  { companyId, iccid }: FoundSim,
  { before, after, changed, reason }: Change,
): Promise<void> {
  const values = changed.map((field) => sql`${sql.ref(COLUMN_OF[field])} = ${after[field]}`)
  const update = sql`UPDATE sims s SET ${sql.join(values)} WHERE s.company_id = ${companyId} AND s.iccid = ${iccid}`
  await updateSims(trx, update, 'texts')
  const event = { company_id: companyId, iccid, at: ctx.now, actor: ctx.actor.email }
  const events = eventsOf({ before, after, changed, reason })
  await trx
    .insertInto('sim_events')
    .values(events.map(({ kind, detail }) => ({ ...event, kind, detail: JSON.stringify(detail) })))
    .execute()
  const entry = { action: 'sim.edited', entity: 'sim', entityId: iccid, companyId }
  await audit(trx, ctx, { ...entry, before: only(before, changed), after: only(after, changed) })
}

/** The rows of the timeline: one for the lock, one for all fields that were filled in. */
function eventsOf({ before, after, changed, reason }: Change) {
  const why = reason ? { reason } : {}
  const filled = changed.filter((field) => field !== 'imeiLock')
  const changes = Object.fromEntries(filled.map((field) => [COLUMN_OF[field], [before[field], after[field]]]))
  return [
    ...(filled.length > 0 ? [{ kind: 'custom_fields_changed', detail: { ...why, changes } }] : []),
    ...(changed.includes('imeiLock') ? [{ kind: after.imeiLock ? 'imei_locked' : 'imei_unlocked', detail: why }] : []),
  ]
}
