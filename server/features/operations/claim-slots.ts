import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/errors.ts'
import { needsSlot } from './operation-kinds.ts'
import { finishIfDone, notifyDue, type OperationKey, type OperationRow, recount } from './operation-row.ts'
import type { ClaimedLine } from './outcomes.ts'

/**
 * Claims, for each pending line, its SIM's one slot for changes. A line that comes second is skipped; only a reactivation that
 * meets a hibernation cancels it or waits for it. Slots are claimed in the order of the SIMs, so that two concurrent operations
 * wait for each other instead of deadlocking.
 * @param areFree no change is known to be open for any of the SIMs
 */
export async function claimSlots(trx: DatabaseTransaction, operation: OperationRow, now: Date, areFree = false): Promise<void> {
  if (!needsSlot(operation.kind)) return
  if (areFree && (await claimAll(trx, operation, now))) return
  const { companyId, operationId, kind } = operation
  const { numAffectedRows } = await sql`
    WITH got AS (
      ${slotsOf(operation, now)} ON CONFLICT DO NOTHING RETURNING line
    )
    UPDATE operation_items SET state = 'skipped', code = 'operation_open', updated_at = ${now}
    WHERE company_id = ${companyId} AND operation_id = ${operationId} AND state = 'pending' AND due_at <= ${now} AND ${WITHOUT_SLOT}
      AND line NOT IN (SELECT line FROM got)`.execute(trx)
  if (kind === 'reactivate' && numAffectedRows) await cancelOpposedHibernations(trx, operation, now)
}

/** Lines that have claimed no slot; those of other companies may begin with their own next cycle. */
const WITHOUT_SLOT = sql`NOT EXISTS (
          SELECT FROM open_changes c WHERE c.company_id = operation_items.sim_company_id AND c.iccid = operation_items.iccid
            AND c.operation_company_id = operation_items.company_id AND c.operation_id = operation_items.operation_id AND c.line = operation_items.line)`

const slotsOf = ({ companyId, operationId, kind }: OperationRow, now: Date): RawBuilder<unknown> => sql`
      WITH pending AS (
        SELECT sim_company_id, iccid, company_id, operation_id, line FROM operation_items
        WHERE company_id = ${companyId} AND operation_id = ${operationId} AND state = 'pending' AND due_at <= ${now} AND ${WITHOUT_SLOT}
        ORDER BY sim_company_id, iccid
      )
      INSERT INTO open_changes (company_id, iccid, waits, kind, operation_company_id, operation_id, line)
      SELECT sim_company_id, iccid, false, ${kind}, company_id, operation_id, line FROM pending`

/** All slots or none, in half the time; false when another operation has one of them. */
async function claimAll(trx: DatabaseTransaction, operation: OperationRow, now: Date): Promise<boolean> {
  await sql`SAVEPOINT slots`.execute(trx)
  try {
    await slotsOf(operation, now).execute(trx)
    await sql`RELEASE SAVEPOINT slots`.execute(trx)
    return true
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await sql`ROLLBACK TO SAVEPOINT slots`.execute(trx)
    return false
  }
}

/** The operation's lines whose slot another operation has. */
const linesWithoutSlot = ({ companyId, operationId }: OperationKey, now: Date) => sql`
  i.company_id = ${companyId} AND i.operation_id = ${operationId} AND i.state = 'skipped' AND i.code = 'operation_open' AND i.updated_at = ${now}`

/**
 * Cancels hibernations that have not been sent: both lines are done, the SIM stays as it is. Those at the network are waited for:
 * the line continues when they are final (see releaseSlots).
 */
async function cancelOpposedHibernations(trx: DatabaseTransaction, operation: OperationRow, now: Date): Promise<void> {
  const { rows } = await sql<OperationKey>`
    WITH met AS MATERIALIZED (
      SELECT h.company_id, h.operation_id, h.line, i.line AS own_line, i.sim_company_id, i.iccid
      FROM operation_items i
      JOIN open_changes c ON c.company_id = i.sim_company_id AND c.iccid = i.iccid AND NOT c.waits AND c.kind = 'hibernate'
      JOIN operation_items h ON h.company_id = c.operation_company_id AND h.operation_id = c.operation_id AND h.line = c.line
      WHERE ${linesWithoutSlot(operation, now)} AND h.state = 'pending'
      ORDER BY h.company_id, h.operation_id, h.line FOR UPDATE OF h SKIP LOCKED
    ), called_off AS (
      UPDATE operation_items h SET state = 'cancelled', code = 'called_off', updated_at = ${now} FROM met
      WHERE h.company_id = met.company_id AND h.operation_id = met.operation_id AND h.line = met.line
      RETURNING h.company_id, h.operation_id
    ), own AS (
      UPDATE operation_items i SET state = 'succeeded', code = 'called_off', updated_at = ${now} FROM met
      WHERE i.company_id = ${operation.companyId} AND i.operation_id = ${operation.operationId} AND i.line = met.own_line
    ), noted AS (
      INSERT INTO sim_events (company_id, iccid, at, kind, from_status, to_status, actor, detail)
      SELECT sim_company_id, iccid, ${now}, 'hibernation_called_off', NULL, NULL, ${operation.actor},
        jsonb_strip_nulls(jsonb_build_object('operationId', ${operation.operationId}::int, 'reason', nullif(${operation.reason}::text, '')))
      FROM met
    )
    SELECT DISTINCT company_id AS "companyId", operation_id AS "operationId" FROM called_off ORDER BY 1, 2`.execute(trx)
  for (const other of rows) {
    await releaseCancelled(trx, other, now)
    await recount(trx, other)
    await finishIfDone(trx, other, now)
  }
  await waitForHibernations(trx, operation, now)
}

async function waitForHibernations(trx: DatabaseTransaction, operation: OperationRow, now: Date): Promise<void> {
  await sql`
    WITH waiting AS (
      INSERT INTO open_changes (company_id, iccid, waits, kind, operation_company_id, operation_id, line)
      SELECT i.sim_company_id, i.iccid, true, 'reactivate', i.company_id, i.operation_id, i.line
      FROM operation_items i
      JOIN open_changes c ON c.company_id = i.sim_company_id AND c.iccid = i.iccid AND NOT c.waits AND c.kind = 'hibernate'
      WHERE ${linesWithoutSlot(operation, now)}
      ORDER BY 1, 2
      ON CONFLICT DO NOTHING
      RETURNING line
    )
    UPDATE operation_items i SET state = 'pending', due_at = 'infinity', code = 'waiting', updated_at = ${now} FROM waiting
    WHERE i.company_id = ${operation.companyId} AND i.operation_id = ${operation.operationId}
      AND i.line = waiting.line`.execute(trx)
}

/** Releases the slots of final lines, and resumes lines that waited for them. */
export async function releaseSlots(
  trx: DatabaseTransaction,
  operation: OperationKey,
  lines: readonly Pick<ClaimedLine, 'line' | 'iccid' | 'simCompanyId'>[],
  now: Date,
): Promise<void> {
  if (lines.length === 0) return
  const final = sql`unnest(
        ${lines.map(({ simCompanyId }) => simCompanyId)}::int[], ${lines.map(({ iccid }) => iccid)}::text[], ${lines.map(({ line }) => line)}::int[]
      ) AS l(company_id, iccid, line)`
  await deleteSlots(trx, operation, final, now)
}

/** The same for every cancelled line of an operation. */
export async function releaseCancelled(trx: DatabaseTransaction, operation: OperationKey, now: Date): Promise<void> {
  const cancelled = sql`(
        SELECT sim_company_id AS company_id, iccid, line FROM operation_items
        WHERE company_id = ${operation.companyId} AND operation_id = ${operation.operationId} AND state = 'cancelled'
      ) AS l`
  await deleteSlots(trx, operation, cancelled, now)
}

/** @param lines l of the operation: company_id and iccid of the SIM, line */
async function deleteSlots(
  trx: DatabaseTransaction,
  { companyId, operationId }: OperationKey,
  lines: RawBuilder<unknown>,
  now: Date,
): Promise<void> {
  const { rows: waiting } = await sql<WaitingSim>`
    WITH freed AS (
      DELETE FROM open_changes c USING ${lines}
      WHERE c.company_id = l.company_id AND c.iccid = l.iccid COLLATE "C"
        AND c.operation_company_id = ${companyId} AND c.operation_id = ${operationId} AND c.line = l.line
      RETURNING c.company_id, c.iccid, c.waits
    )
    SELECT f.company_id AS "companyId", f.iccid FROM freed f
    JOIN open_changes w ON w.company_id = f.company_id AND w.iccid = f.iccid AND w.waits AND NOT f.waits`.execute(trx)
  if (waiting.length > 0) await resumeWaiting(trx, waiting, now)
}

interface WaitingSim {
  readonly companyId: number
  readonly iccid: string
}

async function resumeWaiting(trx: DatabaseTransaction, sims: readonly WaitingSim[], now: Date): Promise<void> {
  const { rows } = await sql<OperationKey>`
    WITH turn AS (
      UPDATE open_changes c SET waits = false
      FROM unnest(${sims.map((sim) => sim.companyId)}::int[], ${sims.map((sim) => sim.iccid)}::text[]) AS s(company_id, iccid)
      WHERE c.company_id = s.company_id AND c.iccid = s.iccid COLLATE "C" AND c.waits
      RETURNING c.operation_company_id, c.operation_id, c.line
    ), woken AS (
      UPDATE operation_items i SET due_at = ${now}, code = '', updated_at = ${now} FROM turn
      WHERE i.company_id = turn.operation_company_id AND i.operation_id = turn.operation_id AND i.line = turn.line AND i.state = 'pending'
      RETURNING i.company_id, i.operation_id
    )
    SELECT DISTINCT company_id AS "companyId", operation_id AS "operationId" FROM woken`.execute(trx)
  for (const operation of rows) await notifyDue(trx, operation)
}
