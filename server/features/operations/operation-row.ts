import { sql } from 'kysely'
import type { OperationKind } from '#domain/eligibility.ts'
import type { ItemCounts, OperationState } from '#domain/operations.ts'
import type { Database, DatabaseTransaction } from '../../db/database.ts'
import { notify } from '../../db/notifications.ts'
import { type CompanyScope, inScope } from '../../db/scope.ts'
import { enqueueWebhooks } from '../../records/webhook-events.ts'

type Db = Database | DatabaseTransaction

/** The parameters of an operation: the text of a message, the values of fields, the company to move to. */
export interface OperationParameters {
  readonly message?: string | undefined
  readonly companyId?: number | undefined
  readonly customField1?: string | undefined
  readonly customField2?: string | undefined
  readonly device?: string | undefined
}

/** The key of an operation. */
export interface OperationKey {
  readonly companyId: number
  readonly operationId: number
}

export interface OperationRow extends OperationKey {
  readonly kind: OperationKind
  readonly parameters: OperationParameters
  readonly reason: string
  readonly state: OperationState
  readonly source: 'single' | 'list' | 'filter' | 'file'
  readonly filter: unknown
  readonly fileId: number | null
  readonly fileName: string | null
  readonly userId: number | null
  readonly actor: string
  readonly createdAt: Date
  readonly scheduledAt: Date | null
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly withdrawnAt: Date | null
  readonly withdrawnBy: string
  readonly total: number
  readonly counts: ItemCounts
}

const select = (db: Db) =>
  db
    .selectFrom('operations as o')
    .select(['o.company_id as companyId', 'o.operation_id as operationId', 'o.kind', 'o.parameters', 'o.reason', 'o.state'])
    .select(['o.source', 'o.filter', 'o.file_id as fileId', 'o.file_name as fileName', 'o.user_id as userId', 'o.actor'])
    .select(['o.created_at as createdAt', 'o.scheduled_at as scheduledAt', 'o.started_at as startedAt'])
    .select(['o.finished_at as finishedAt', 'o.withdrawn_at as withdrawnAt', 'o.withdrawn_by as withdrawnBy', 'o.total'])
    .select(['o.pending', 'o.running', 'o.succeeded', 'o.failed', 'o.skipped', 'o.cancelled'])

type Selected = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

function toRow({ pending, running, succeeded, failed, skipped, cancelled, ...row }: Selected): OperationRow {
  const counts = { pending, running, succeeded, failed, skipped, cancelled }
  return {
    ...row,
    kind: row.kind as OperationKind,
    parameters: row.parameters as OperationParameters,
    state: row.state as OperationState,
    source: row.source as OperationRow['source'],
    counts,
  }
}

/** An operation in the reader's scope; undefined when there is none. */
export async function findOperation(db: Db, scope: CompanyScope, operationId: number): Promise<OperationRow | undefined> {
  const row = await select(db)
    .where('o.operation_id', '=', operationId)
    .where(inScope(scope, sql`o.company_id`))
    .executeTakeFirst()
  return row && toRow(row)
}

/** The operation without a scope, for background work. */
export async function readOperation(db: Db, { companyId, operationId }: OperationKey): Promise<OperationRow | undefined> {
  const row = await select(db)
    .where('o.company_id', '=', companyId)
    .where('o.operation_id', '=', operationId)
    .executeTakeFirst()
  return row && toRow(row)
}

/** The operation with its row locked; every change of its state starts here. */
export async function lockOperation(
  trx: DatabaseTransaction,
  { companyId, operationId }: OperationKey,
): Promise<OperationRow | undefined> {
  const row = await select(trx)
    .where('o.company_id', '=', companyId)
    .where('o.operation_id', '=', operationId)
    .forUpdate()
    .executeTakeFirst()
  return row && toRow(row)
}

/** Recomputes the counts from the lines. */
export async function recount(trx: DatabaseTransaction, { companyId, operationId }: OperationKey): Promise<void> {
  await sql`
    UPDATE operations o SET total = c.total, pending = c.pending, running = c.running, succeeded = c.succeeded, failed = c.failed,
      skipped = c.skipped, cancelled = c.cancelled
    FROM (
      SELECT count(*)::int AS total, count(*) FILTER (WHERE state = 'pending')::int AS pending,
        count(*) FILTER (WHERE state = 'running')::int AS running, count(*) FILTER (WHERE state = 'succeeded')::int AS succeeded,
        count(*) FILTER (WHERE state = 'failed')::int AS failed, count(*) FILTER (WHERE state = 'skipped')::int AS skipped,
        count(*) FILTER (WHERE state = 'cancelled')::int AS cancelled
      FROM operation_items WHERE company_id = ${companyId} AND operation_id = ${operationId}
    ) c
    WHERE o.company_id = ${companyId} AND o.operation_id = ${operationId}`.execute(trx)
}

/** Finishes the operation when none of its lines is open, and notifies its readers. */
export async function finishIfDone(
  trx: DatabaseTransaction,
  { companyId, operationId }: OperationKey,
  now: Date,
): Promise<void> {
  await sql`
    WITH done AS (
      UPDATE operations SET state = 'finished', finished_at = ${now}, updated_at = ${now}
      WHERE company_id = ${companyId} AND operation_id = ${operationId} AND state IN ('running', 'paused') AND pending + running = 0
      RETURNING *
    ), told AS (
      SELECT company_id, json_build_object('operationId', operation_id, 'companyId', company_id, 'kind', kind, 'source', source,
        'reason', reason, 'user', actor, 'total', total, 'succeeded', succeeded, 'failed', failed, 'skipped', skipped,
        'cancelled', cancelled, 'createdAt', created_at, 'startedAt', started_at, 'finishedAt', finished_at) AS item
      FROM done
    )
    ${enqueueWebhooks('operation.finished', now, sql`told`)}`.execute(trx)
  await notifyChanged(trx, { companyId, operationId })
}

/** Notifies the readers of an operation when the transaction commits. */
export async function notifyChanged(trx: Db, { companyId, operationId }: OperationKey): Promise<void> {
  await notify(trx, 'operationChanged', `${companyId}:${operationId}`)
}

/** Notifies every process that works on operations when the transaction commits. */
export async function notifyDue(trx: Db, { companyId, operationId }: OperationKey): Promise<void> {
  await notify(trx, 'operationDue', `${companyId}:${operationId}`)
}
