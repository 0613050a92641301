import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '#server/db/database.ts'
import type { OperationRow } from './operation-row.ts'

/** A statement: enters the common table expression `plan_notes` in the timelines. */
export const insertPlanNotes = sql`
  INSERT INTO sim_events (company_id, iccid, at, kind, actor, detail)
  SELECT company_id, iccid, at, kind, actor, detail FROM plan_notes ORDER BY company_id, iccid`

/** Enters the scheduled change in the timelines of an operation's SIMs. */
export async function notePlansScheduled(
  trx: DatabaseTransaction,
  { companyId, operationId, parameters, reason, actor }: OperationRow,
  now: Date,
): Promise<void> {
  await sql`
    WITH plan_notes AS (
      SELECT sim_company_id AS company_id, iccid, ${now}::timestamptz AS at, 'plan_scheduled' AS kind, ${actor}::text AS actor,
        jsonb_strip_nulls(jsonb_build_object('operationId', operation_id, 'plan', ${parameters.planCode}::text, 'dueAt', due_at,
          'reason', nullif(${reason}, ''))) AS detail
      FROM operation_items WHERE company_id = ${companyId} AND operation_id = ${operationId} AND state = 'pending'
    ) ${insertPlanNotes}`.execute(trx)
}

interface NoteFacts {
  readonly actor: string
  readonly now: Date
}

/**
 * The common table expression `plan_notes`: that scheduled changes do not come, for insertPlanNotes.
 * @param lines name of the one with the cancelled lines: company_id, operation_id, sim_company_id, iccid, code
 */
export const withdrawnPlans = (lines: string, { actor, now }: NoteFacts): RawBuilder<unknown> => sql`
  plan_notes AS (
    SELECT l.sim_company_id AS company_id, l.iccid, ${now}::timestamptz AS at, 'plan_withdrawn' AS kind, ${actor}::text AS actor,
      jsonb_strip_nulls(jsonb_build_object('operationId', l.operation_id, 'plan', o.parameters ->> 'planCode',
        'code', nullif(l.code, 'plan_withdrawn'))) AS detail
    FROM ${sql.ref(lines)} l JOIN operations o ON o.company_id = l.company_id AND o.operation_id = l.operation_id
  )`
