import { type RawBuilder, sql } from 'kysely'
import type { Cell } from '#server/cells/cells.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { claimSlots } from './claim-slots.ts'
import type { GroupVerdict } from './judge-lines.ts'
import { asksNetwork, firstPhase } from './operation-kinds.ts'
import { type OperationRow, recount } from './operation-row.ts'
import { notePlansScheduled } from './plan-notes.ts'
import { isForNextCycle, nextCycles, replaceScheduled, scheduleForLines } from './scheduled-plans.ts'
import { LINE_TIMEOUT_MS } from './timing.ts'

/** The lines of an operation in one cell, judged. */
export interface JudgedPart {
  readonly cell: Cell
  readonly lines: number
  readonly verdicts: readonly GroupVerdict[]
  /** as `judgedLines` returns them */
  readonly judged: RawBuilder<unknown>
}

/** From this many new lines on the planner's statistics are wrong. */
const MANY_LINES = 5_000

/** The columns on which the plans of the lines' statements depend. */
const ANALYZED_COLUMNS = {
  operation_items: ['company_id', 'operation_id', 'network', 'state', 'due_at'],
  open_changes: ['company_id', 'iccid', 'waits', 'kind'],
} as const

/** Updates the planner's statistics after many inserts; autovacuum would do so a minute later, when the operation is over. */
async function analyze(trx: DatabaseTransaction, table: keyof typeof ANALYZED_COLUMNS): Promise<void> {
  await sql`ANALYZE ${sql.table(table)} (${sql.join(ANALYZED_COLUMNS[table].map((column) => sql.ref(column)))})`.execute(trx)
}

/** Freezes and starts the part of an operation that one cell has. */
export async function freezePart(
  trx: DatabaseTransaction,
  operation: OperationRow,
  { lines, verdicts, judged }: JudgedPart,
  now: Date,
): Promise<void> {
  await freezeLines(trx, operation, judged, now)
  const areMany = lines >= MANY_LINES
  if (areMany) await analyze(trx, 'operation_items')
  if (operation.kind === 'plan') await replaceScheduled(trx, operation, now)
  if (isForNextCycle(operation)) await scheduleForLines(trx, operation)
  if (operation.kind === 'plan' && operation.state === 'scheduled') await notePlansScheduled(trx, operation, now)
  const areFree = verdicts.every(({ openKind }) => openKind === '')
  if (operation.state === 'running') await claimSlots(trx, operation, now, areFree)
  if (areMany) await analyze(trx, 'open_changes')
  await recount(trx, operation)
}

/** When the lines j of an operation begin, the code of those that wait until then, and what has both. */
function beginOf(operation: OperationRow, now: Date) {
  if (!isForNextCycle(operation))
    return { due: sql`${operation.scheduledAt ?? now}::timestamptz`, code: sql`j.code`, from: sql`j` }
  return {
    due: sql`coalesce(n.due, ${now}::timestamptz)`,
    code: sql`coalesce(nullif(j.code, ''), 'next_cycle')`,
    from: sql`j LEFT JOIN next_cycles n ON n.company_id = j.sim_company_id`,
    cycles: nextCycles(now),
  }
}

/** Writes every line: accepted ones as pending, the others with their reason. */
async function freezeLines(
  trx: DatabaseTransaction,
  operation: OperationRow,
  judged: RawBuilder<unknown>,
  now: Date,
): Promise<void> {
  const { companyId, operationId } = operation
  const { due, code, from, cycles } = beginOf(operation, now)
  await sql`
    WITH j AS (${judged}) ${cycles ? sql`, ${cycles}` : sql``}
    INSERT INTO operation_items (company_id, operation_id, line, given, iccid, sim_company_id, network, state, code, text, phase,
      from_status, due_at, expires_at, updated_at)
    SELECT ${companyId}, ${operationId}, j.line, j.given, coalesce(nullif(j.iccid, ''), '-'), j.sim_company_id, ${asksNetwork(operation) ? sql`j.network` : sql`''`},
      CASE WHEN j.code = '' THEN 'pending' ELSE 'skipped' END, ${code}, j.text, ${firstPhase(operation.kind)}, j.administrative_status,
      ${due}, ${due} + ${LINE_TIMEOUT_MS} * interval '1 millisecond', ${now}
    FROM ${from}`.execute(trx)
}
