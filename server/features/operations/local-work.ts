import { sql } from 'kysely'
import { COOLING_OFF_HOURS, statusAfter } from '#domain/sim-lifecycle.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { changedSims } from '#server/records/sim-copies.ts'
import { lockSims } from '#server/usage/lock-sims.ts'
import { cellsOfField } from './file-cells.ts'
import type { OperationRow } from './operation-row.ts'
import { type ClaimedLine, doneOutcome, failedOutcome, type LineOutcome } from './outcomes.ts'

interface LocalContext {
  readonly now: Date
  readonly coolingOffHours: number
}

/** A termination is requested: the SIM shows it, and nothing is sent until the cooling-off is over. */
export function requestOutcome(claimed: ClaimedLine, { now, coolingOffHours }: LocalContext): LineOutcome {
  const context = { kind: 'terminate', now } as const
  const status = claimed.sim && statusAfter('confirmed', 'requestTermination', claimed.sim.administrativeStatus)
  if (!claimed.sim || !status) return failedOutcome(claimed, context, { code: 'status_changed', retryable: false })
  const dueAt = new Date(now.getTime() + coolingOffHours * HOUR_MS)
  return {
    ...doneOutcome(claimed, context),
    state: 'pending',
    code: 'cooling_off',
    phase: 'cooling',
    dueAt,
    expiresAt: new Date(dueAt.getTime() + COOLING_OFF_HOURS * HOUR_MS),
    change: { status, technicalStatus: undefined, target: 6 },
    event: 'termination_requested',
  }
}

/** A withdrawn termination: the SIM returns to its status before the request. */
export function withdrawOutcome(claimed: ClaimedLine, now: Date): LineOutcome {
  const context = { kind: 'terminate', now } as const
  const before = claimed.sim?.administrativeStatus === 9 ? claimed.fromStatus : null
  return {
    ...doneOutcome(claimed, context),
    state: 'cancelled',
    code: 'withdrawn',
    change: before === null ? null : { status: before, technicalStatus: undefined, target: null },
    event: before === null ? null : 'termination_withdrawn',
  }
}

/** Sets custom fields of claimed lines: one value for all, or each line's own from its file. */
export async function writeCustomFields(
  trx: DatabaseTransaction,
  operation: OperationRow,
  claimed: readonly ClaimedLine[],
  now: Date,
): Promise<void> {
  const newValues = async (field: 'customField1' | 'customField2' | 'device') => {
    const forAll = operation.parameters[field]
    if (forAll != null) return claimed.map(() => forAll)
    const cells = await cellsOfField(trx, operation, claimed, field)
    return claimed.map(({ line }) => cells.get(line) ?? null)
  }
  const customFields1 = await newValues('customField1')
  const customFields2 = await newValues('customField2')
  const devices = await newValues('device')
  const update = sql`
    UPDATE sims s SET custom_field_1 = h.new_1, custom_field_2 = h.new_2, device = h.new_device FROM held h
    WHERE s.company_id = h.company_id AND s.iccid = h.iccid
      AND (s.custom_field_1, s.custom_field_2, s.device) IS DISTINCT FROM (h.new_1, h.new_2, h.new_device)`
  // by a statement of its own: docs/decisions/0143-statements-on-citus.md
  const iccids = claimed.map((line) => line.iccid)
  await lockSims(trx, iccids)
  await sql`
    WITH held AS MATERIALIZED (
      SELECT s.company_id, s.iccid, s.custom_field_1 AS old_1, s.custom_field_2 AS old_2, s.device AS old_device,
        coalesce(left(w.custom_field_1, 120), s.custom_field_1) AS new_1, coalesce(left(w.custom_field_2, 120), s.custom_field_2) AS new_2,
        coalesce(left(w.device, 120), s.device) AS new_device
      FROM unnest(${claimed.map((line) => line.simCompanyId)}::int[], ${iccids}::text[],
        ${customFields1}::text[], ${customFields2}::text[], ${devices}::text[]) AS w(company_id, iccid, custom_field_1, custom_field_2, device)
      JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"
    ), ${changedSims(update, 'texts')}
    INSERT INTO sim_events (company_id, iccid, at, kind, actor, detail)
    SELECT h.company_id, h.iccid, ${now}, 'custom_fields_changed', ${operation.actor}, jsonb_strip_nulls(jsonb_build_object(
      'operationId', ${operation.operationId}::int, 'reason', nullif(${operation.reason}, ''), 'changes', jsonb_strip_nulls(jsonb_build_object(
        'custom_field_1', CASE WHEN old_1 <> new_1 THEN jsonb_build_array(old_1, new_1) END,
        'custom_field_2', CASE WHEN old_2 <> new_2 THEN jsonb_build_array(old_2, new_2) END,
        'device', CASE WHEN old_device <> new_device THEN jsonb_build_array(old_device, new_device) END))))
    FROM held h JOIN changed c ON c.company_id = h.company_id AND c.iccid = h.iccid`.execute(trx)
}
