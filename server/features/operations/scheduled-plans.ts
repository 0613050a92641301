import { type RawBuilder, sql } from 'kysely'
import type { SimActionData } from '#contract/operations/sim-actions.calls.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { retryDeadlock } from '#server/db/retry-deadlock.ts'
import type { WithMessage } from '#server/http/answers.ts'
import { audit } from '#server/records/audit.ts'
import type { SimKey } from '#server/records/sim-key.ts'
import { simRefusal } from '#server/records/sim-refusal.ts'
import { releaseCancelled } from './claim-slots.ts'
import {
  finishIfDone,
  lockLinesOf,
  lockOperation,
  notifyChanged,
  type OperationKey,
  type OperationLine,
  type OperationRow,
  recount,
} from './operation-row.ts'
import { insertPlanNotes, withdrawnPlans } from './plan-notes.ts'
import { requireSimWithChange } from './sim-with-change.ts'
import { withdrawnAnswer } from './withdrawn-answer.ts'

/** Whether its lines wait for the next cycle of their SIM's company. */
export const isForNextCycle = ({ parameters }: Pick<OperationRow, 'parameters'>): boolean => parameters.from === 'nextCycle'

/** The lines that wait: they have no other code until they begin. */
export const WAITS_FOR_CYCLE = sql`i.state = 'pending' AND i.code = 'next_cycle'`

/** A common table expression: the first moment of the next cycle of each company that has SIMs of lines j. */
export const nextCycles = (now: Date): RawBuilder<unknown> => sql`
  next_cycles AS MATERIALIZED (
    SELECT c.company_id,
      (billing_cycle_start((${now}::timestamptz AT TIME ZONE c.time_zone)::date, c.cycle_anchor_day) + interval '1 month')
        AT TIME ZONE c.time_zone AS due
    FROM companies c WHERE c.company_id IN (SELECT j.sim_company_id FROM j)
  )`

/** The day on which an operation changes the plan of SIMs of company `o`, by its own calendar; undefined for other kinds. */
export function dayOfChange(
  operation: Pick<OperationRow, 'kind' | 'parameters' | 'scheduledAt'>,
  now: Date,
): RawBuilder<unknown> | undefined {
  if (operation.kind !== 'plan') return undefined
  const day = (at: Date) => sql`(${at}::timestamptz AT TIME ZONE o.time_zone)::date`
  return isForNextCycle(operation)
    ? sql`(billing_cycle_start(${day(now)}, o.cycle_anchor_day) + interval '1 month')::date`
    : day(operation.scheduledAt ?? now)
}

/** The operation starts with the first of its lines. */
export async function scheduleForLines(trx: DatabaseTransaction, { companyId, operationId }: OperationKey): Promise<void> {
  await sql`
    UPDATE operations o SET scheduled_at = coalesce((
      SELECT min(i.due_at) FROM operation_items i
      WHERE i.company_id = ${companyId} AND i.operation_id = ${operationId} AND i.state = 'pending'), o.scheduled_at)
    WHERE o.company_id = ${companyId} AND o.operation_id = ${operationId}`.execute(trx)
}

/** Cancels what is scheduled for the SIMs of an operation's lines: the last change of plan counts. */
export async function replaceScheduled(trx: DatabaseTransaction, operation: OperationRow, now: Date): Promise<void> {
  const locked = await lockReplaced(trx, operation)
  if (locked.length === 0) return
  // lines that a worker holds are being carried out: see unclaimedLines
  const { rows } = await sql<OperationLine>`
    SELECT i.company_id AS "companyId", i.operation_id AS "operationId", i.line ${fromReplaced(operation)}
    ORDER BY 1, 2, 3 FOR UPDATE OF i SKIP LOCKED`.execute(trx)
  const linesOf = Map.groupBy(rows, ({ operationId }) => operationId)
  for (const other of locked) {
    const lines = linesOf.get(other.operationId)?.map(({ line }) => line)
    if (lines) await cancelWaiting(trx, other, { lines, code: 'superseded', actor: operation.actor, now })
  }
}

/** The waiting lines i of other operations for the SIMs of an operation's lines. */
const fromReplaced = ({ companyId, operationId }: OperationKey) => sql`
    FROM operation_items own
    JOIN operation_items i ON i.sim_company_id = own.sim_company_id AND i.iccid = own.iccid AND ${WAITS_FOR_CYCLE}
    WHERE own.company_id = ${companyId} AND own.operation_id = ${operationId} AND own.state = 'pending'
      AND (i.company_id, i.operation_id) <> (${companyId}::int, ${operationId}::int)`

/** Locks the operations before their lines, as their start does: then each line has its slot, or gets none. */
async function lockReplaced(trx: DatabaseTransaction, operation: OperationKey): Promise<OperationKey[]> {
  const { rows } = await sql<OperationKey>`
    SELECT o.company_id AS "companyId", o.operation_id AS "operationId" FROM operations o
    WHERE (o.company_id, o.operation_id) IN (SELECT i.company_id, i.operation_id ${fromReplaced(operation)})
    ORDER BY 1, 2 FOR UPDATE OF o`.execute(trx)
  return rows
}

interface Cancelling {
  readonly lines: readonly number[]
  readonly code: 'superseded' | 'plan_withdrawn'
  readonly actor: string
  readonly now: Date
}

/** Cancels waiting lines, which the transaction holds with their operation. Those whose cycle has begun have slots. */
async function cancelWaiting(
  trx: DatabaseTransaction,
  key: OperationKey,
  { lines, code, actor, now }: Cancelling,
): Promise<void> {
  await sql`
    WITH cancelled AS (
      UPDATE operation_items SET state = 'cancelled', code = ${code}, updated_at = ${now}
      WHERE company_id = ${key.companyId} AND operation_id = ${key.operationId} AND line = ANY(${[...lines]}::int[])
      RETURNING company_id, operation_id, sim_company_id, iccid, code
    ), ${withdrawnPlans('cancelled', { actor, now })} ${insertPlanNotes}`.execute(trx)
  await releaseCancelled(trx, key, now)
  await endWithoutLines(trx, key, now)
}

/** Counts anew, and ends an operation that has no line left. */
async function endWithoutLines(trx: DatabaseTransaction, key: OperationKey, now: Date): Promise<void> {
  await recount(trx, key)
  await sql`
    UPDATE operations SET state = 'cancelled', finished_at = ${now}, updated_at = ${now}
    WHERE company_id = ${key.companyId} AND operation_id = ${key.operationId} AND state = 'scheduled'
      AND pending = 0`.execute(trx)
  await finishIfDone(trx, key, now)
  await notifyChanged(trx, key)
}

export interface ScheduledPlan extends OperationLine {
  readonly planCode: string
  readonly planName: string
  readonly at: Date
  readonly actor: string
}

/** The change of plan that is scheduled for a SIM. */
export async function scheduledPlanOf(db: Database | DatabaseTransaction, sim: SimKey): Promise<ScheduledPlan | undefined> {
  const { rows } = await sql<ScheduledPlan>`
    SELECT i.company_id AS "companyId", i.operation_id AS "operationId", i.line, p.plan_code AS "planCode", p.name AS "planName",
      i.due_at AS at, o.actor
    FROM operation_items i JOIN operations o ON o.company_id = i.company_id AND o.operation_id = i.operation_id
    JOIN plans p ON p.plan_code = o.parameters ->> 'planCode'
    WHERE i.sim_company_id = ${sim.companyId} AND i.iccid = ${sim.iccid} AND ${WAITS_FOR_CYCLE}
    ORDER BY i.updated_at DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** The same with its operation and its line locked; undefined also when a worker is carrying it out. */
async function lockScheduledPlan(trx: DatabaseTransaction, sim: SimKey): Promise<ScheduledPlan | undefined> {
  const seen = await scheduledPlanOf(trx, sim)
  if (!seen) return undefined
  await lockLinesOf(trx, seen)
  await lockOperation(trx, seen)
  const { rows } = await sql`
    SELECT FROM operation_items i
    WHERE i.company_id = ${seen.companyId} AND i.operation_id = ${seen.operationId} AND i.line = ${seen.line} AND ${WAITS_FOR_CYCLE}
    FOR UPDATE SKIP LOCKED`.execute(trx)
  return rows.length > 0 ? seen : undefined
}

/**
 * Withdraws the scheduled change of plan of one SIM, whether it was made alone or with others.
 * @throws AppError not_allowed, conflict when there is none
 */
export async function withdrawSimPlan(ctx: Ctx, icc: string): Promise<WithMessage<SimActionData>> {
  const sim = await requireSimWithChange(ctx, icc)
  if (!ctx.actor.permits.includes('plans')) throw simRefusal('plan', sim, 'not_allowed')
  const withdraw = async (trx: DatabaseTransaction): Promise<ScheduledPlan> => {
    const scheduled = await lockScheduledPlan(trx, sim)
    if (!scheduled)
      throw new AppError('conflict', {
        sentence: { es: 'La SIM no tiene un cambio de plan programado', en: 'The SIM has no scheduled plan change' },
      })
    const { operationId, line, planCode } = scheduled
    await cancelWaiting(trx, scheduled, { lines: [line], code: 'plan_withdrawn', actor: ctx.actor.email, now: ctx.now })
    await audit(trx, ctx, {
      action: 'plan.withdrawn',
      entity: 'sim',
      entityId: sim.iccid,
      companyId: sim.companyId,
      before: { operationId, planCode },
    })
    return scheduled
  }
  const { operationId } = await retryDeadlock(() => inTransaction(ctx, withdraw))
  return withdrawnAnswer('plan_withdrawn', operationId, sim)
}
