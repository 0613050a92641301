import { sql } from 'kysely'
import type { AreaMode } from '#domain/area-locks.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import type { Language } from '#domain/languages.ts'
import type { DeviceMode } from '#domain/locks.ts'
import { type ItemCounts, type OperationState, operationStateOf, type PlanStart } from '#domain/operations.ts'
import { copyToCell } from '#server/cells/carry-rows.ts'
import { inEachCell } from '#server/cells/cell-context.ts'
import { addUp } from '#server/cells/merge.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { notify } from '#server/db/notifications.ts'
import { type CompanyScope, inScope } from '#server/db/scope.ts'
import { enqueueWebhooks } from '#server/records/webhook-events.ts'

type Db = Database | DatabaseTransaction

/**
 * The parameters of an operation: the text of a message, the values of fields, the company to move to, the plan with what the network
 * calls it.
 */
export interface OperationParameters {
  readonly message?: string | undefined
  readonly companyId?: number | undefined
  readonly customField1?: string | undefined
  readonly customField2?: string | undefined
  readonly device?: string | undefined
  readonly planCode?: string | undefined
  readonly from?: PlanStart | undefined
  /** names of tags */
  readonly add?: string[] | undefined
  readonly remove?: string[] | undefined
  readonly networkProfile?: string | undefined
  /** the advice on plans that it follows */
  readonly advice?: { readonly companyId: number; readonly adviceId: string } | undefined
  /** the path of a group; '' for none */
  readonly group?: string | undefined
  readonly lock?: OperationLock | undefined
}

/** The lock that SIMs get, with the language of its mails. */
interface OperationLock {
  readonly device?: { readonly mode: DeviceMode; readonly values: string[] } | undefined
  /** operations from before there were geofences have none */
  readonly area?: { readonly mode: AreaMode; readonly values: string[]; readonly geofences?: string[] } | undefined
  readonly emails?: string[] | undefined
  readonly inherits?: true | undefined
  readonly language: Language
}

/** What timelines say beside a change of an operation's SIM: who made it, and why. */
export const noteOf = ({ operationId, reason, actor }: Pick<OperationRow, 'operationId' | 'reason' | 'actor'>) => ({
  actor,
  detail: { operationId, ...(reason === '' ? {} : { reason }) },
})

/** The key of an operation. */
export interface OperationKey {
  readonly companyId: number
  readonly operationId: number
}

export interface OperationLine extends OperationKey {
  readonly line: number
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

const LINES_LOCK = sql`hashtext('operations.lines')`

/** Transactions that hold lines without having claimed them share this lock; it comes before all others. */
export async function shareLines(trx: DatabaseTransaction, { operationId }: OperationKey): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${LINES_LOCK}, ${operationId})`.execute(trx)
}

/** Waits until no transaction holds lines: each is pending or done. It comes before all other locks. */
export async function lockLinesOf(trx: DatabaseTransaction, { operationId }: Pick<OperationKey, 'operationId'>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LINES_LOCK}, ${operationId})`.execute(trx)
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

/**
 * Finishes the operation, or the part of it that the transaction's cell has, when none of its lines is open, and notifies its readers.
 * Webhooks are notified once, by the last part.
 */
export async function finishIfDone(trx: DatabaseTransaction, key: OperationKey, now: Date): Promise<void> {
  const { rows } = await sql<{ spansCells: boolean }>`
    UPDATE operations SET state = 'finished', finished_at = ${now}, updated_at = ${now}
    WHERE company_id = ${key.companyId} AND operation_id = ${key.operationId} AND state IN ('running', 'paused') AND pending + running = 0
    RETURNING spans_cells AS "spansCells"`.execute(trx)
  const [finished] = rows
  const parts = finished ? await partsOf(trx, key, finished) : []
  const areFinal = parts.every(({ state }) => state === 'finished' || state === 'cancelled')
  const [first, ...others] = parts
  if (first && areFinal) await enqueueFinished(trx, wholeRow([first, ...others]), now)
  await notifyChanged(trx, key)
}

/** The operation as each cell has it. Parts that end at the same time ask one after the other, so that the last one sees all as final. */
async function partsOf(
  trx: DatabaseTransaction,
  key: OperationKey,
  { spansCells }: { spansCells: boolean },
): Promise<readonly OperationRow[]> {
  const read = async (inside: DatabaseTransaction) => {
    const part = await readOperation(inside, key)
    return part ? [part] : []
  }
  if (!spansCells) return read(trx)
  await sql`SELECT pg_advisory_xact_lock(hashtext('operations.finished'), ${key.operationId})`.execute(trx)
  return inEachCell(trx, read)
}

async function enqueueFinished(trx: DatabaseTransaction, operation: OperationRow, now: Date): Promise<void> {
  const { companyId, operationId, kind, source, reason, actor, total, counts } = operation
  await sql`
    WITH told AS (
      SELECT ${companyId}::int AS company_id, json_build_object('operationId', ${operationId}::int, 'companyId', ${companyId}::int,
        'kind', ${kind}::text, 'source', ${source}::text, 'reason', ${reason}::text, 'user', ${actor}::text, 'total', ${total}::int,
        'succeeded', ${counts.succeeded}::int, 'failed', ${counts.failed}::int, 'skipped', ${counts.skipped}::int,
        'cancelled', ${counts.cancelled}::int, 'createdAt', ${operation.createdAt}::timestamptz,
        'startedAt', ${operation.startedAt}::timestamptz, 'finishedAt', ${now}::timestamptz) AS item
    )
    ${enqueueWebhooks('operation.finished', now, sql`told`)}`.execute(trx)
}

/** The parts of an operation that several cells have, as one. */
export const wholeRow = ([first, ...others]: readonly [OperationRow, ...OperationRow[]]): OperationRow =>
  others.reduce(combined, first)

const COUNTS = ['pending', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'] as const

function combined(a: OperationRow, b: OperationRow): OperationRow {
  const starts = [a.startedAt, b.startedAt].filter((at) => at !== null)
  return {
    ...a,
    ...addUp(['total'], a, b),
    counts: addUp(COUNTS, a.counts, b.counts),
    state: operationStateOf([a.state, b.state]),
    startedAt: starts.sort((one, other) => one.getTime() - other.getTime())[0] ?? null,
    finishedAt: a.finishedAt && b.finishedAt && (a.finishedAt > b.finishedAt ? a.finishedAt : b.finishedAt),
  }
}

/** Copies an operation to the cell of the transaction, where it has lines too. */
export async function copyOperation(
  trx: DatabaseTransaction,
  { companyId, operationId }: OperationKey,
  schemas: { readonly from: string; readonly to: string },
): Promise<void> {
  await copyToCell(trx, schemas, 'operations', sql`t.company_id = ${companyId} AND t.operation_id = ${operationId}`)
}

/** Marks the part of an operation that other cells have lines of too. */
export async function markSpanning(trx: DatabaseTransaction, { companyId, operationId }: OperationKey): Promise<void> {
  await sql`
    UPDATE operations SET spans_cells = true WHERE company_id = ${companyId} AND operation_id = ${operationId}`.execute(trx)
}

/** Notifies the readers of an operation when the transaction commits. */
export async function notifyChanged(trx: Db, { companyId, operationId }: OperationKey): Promise<void> {
  await notify(trx, 'operationChanged', `${companyId}:${operationId}`)
}

/** Notifies every process that works on operations when the transaction commits. */
export async function notifyDue(trx: Db, { companyId, operationId }: OperationKey): Promise<void> {
  await notify(trx, 'operationDue', `${companyId}:${operationId}`)
}
