import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { OperationKey } from './operation-row.ts'
import type { TakenLine } from './outcomes.ts'

/** Lines of one operation and network. */
export interface Lane extends OperationKey {
  readonly network: string
}

interface TakeOptions {
  readonly workerId: number
  readonly limit: number
  readonly now: Date
}

type FlatLine = Omit<TakenLine, 'sim'> & TakenLine['sim'] & { readonly isThere: boolean }

/**
 * Takes pending lines that are due into this process's hands, in one statement that is one transaction. Several processes may
 * take at the same time: each gets other lines. Nothing is taken from an operation that is paused or over.
 */
export async function takeLines(db: Database, lane: Lane, { workerId, limit, now }: TakeOptions): Promise<TakenLine[]> {
  const { companyId, operationId, network } = lane
  const { rows } = await sql<FlatLine>`
    WITH due AS MATERIALIZED (
      SELECT line, sim_company_id, iccid FROM operation_items
      WHERE company_id = ${companyId} AND operation_id = ${operationId} AND network = ${network} AND state = 'pending' AND due_at <= ${now}
        AND EXISTS (
          SELECT FROM operations WHERE company_id = ${companyId} AND operation_id = ${operationId} AND state = 'running'
        )
      ORDER BY due_at, line LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE operation_items i SET state = 'running', worker_id = ${workerId}, attempts = i.attempts + 1, code = '', updated_at = ${now},
        from_status = CASE WHEN i.attempts = 0 THEN coalesce(s.administrative_status, i.from_status) ELSE i.from_status END
      FROM due LEFT JOIN sims s ON s.company_id = due.sim_company_id AND s.iccid = due.iccid
      WHERE i.company_id = ${companyId} AND i.operation_id = ${operationId} AND i.line = due.line
      RETURNING ${lineColumns}
    ), counted AS (
      UPDATE operations SET pending = pending - t.lines, running = running + t.lines
      FROM (SELECT count(*)::int AS lines FROM taken) t
      WHERE company_id = ${companyId} AND operation_id = ${operationId} AND t.lines > 0
    )
    SELECT * FROM taken ORDER BY line`.execute(db)
  return rows.map(toLine)
}

/** Of operation_items i and, where it is there, sims s. */
const lineColumns = sql`
      i.line, i.iccid, i.sim_company_id AS "simCompanyId", i.network, i.phase, i.attempts, i.run, i.reference,
      i.from_status AS "fromStatus", i.expires_at AS "expiresAt", i.updated_at AS "updatedAt", s.iccid IS NOT NULL AS "isThere", s.imsi,
      s.msisdn, s.administrative_status AS "administrativeStatus", s.previous_status AS "previousStatus", s.sim_type_id AS "simTypeId",
      s.apn_id AS "apnId"`

function toLine({
  isThere,
  imsi,
  msisdn,
  administrativeStatus,
  previousStatus,
  simTypeId,
  apnId,
  ...line
}: FlatLine): TakenLine {
  return { ...line, sim: isThere ? { imsi, msisdn, administrativeStatus, previousStatus, simTypeId, apnId } : null }
}

export interface AskedLine extends TakenLine, OperationKey {}

/**
 * Takes running lines that nobody has in hands and that are to be asked about, of whatever operation. They get a worker, so that
 * no other process asks about them at the same time.
 */
export async function takeUnsettled(db: Database, { workerId, limit, now }: TakeOptions): Promise<AskedLine[]> {
  const { rows } = await sql<FlatLine & OperationKey>`
    WITH due AS MATERIALIZED (
      SELECT company_id, operation_id, line FROM operation_items
      WHERE state = 'running' AND due_at <= ${now} AND worker_id IS NULL
      ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE operation_items i SET worker_id = ${workerId}
      FROM due WHERE i.company_id = due.company_id AND i.operation_id = due.operation_id AND i.line = due.line
      RETURNING i.*
    )
    SELECT ${lineColumns}, i.company_id AS "companyId", i.operation_id AS "operationId"
    FROM taken i LEFT JOIN sims s ON s.company_id = i.sim_company_id AND s.iccid = i.iccid`.execute(db)
  return rows.map((row) => ({ ...toLine(row), companyId: row.companyId, operationId: row.operationId }))
}

/**
 * Takes the running lines of SIMs about which a network has said something, where nobody has them in hands. Where somebody has,
 * the event has overtaken the answer to the command: the line is marked, to be asked about as soon as that answer is written.
 */
export async function takeNamed(
  db: Database,
  iccids: readonly string[],
  { workerId, now }: Omit<TakeOptions, 'limit'>,
): Promise<AskedLine[]> {
  const { rows } = await sql<FlatLine & OperationKey>`
    WITH due AS MATERIALIZED (
      SELECT i.company_id, i.operation_id, i.line, i.worker_id IS NULL AS is_free
      FROM sim_registry r
      JOIN open_changes c ON c.company_id = r.company_id AND c.iccid = r.iccid AND NOT c.waits
      JOIN operation_items i ON i.company_id = c.operation_company_id AND i.operation_id = c.operation_id AND i.line = c.line
      WHERE r.iccid = ANY(${[...iccids]}::text[]) AND i.state = 'running'
      ORDER BY i.company_id, i.operation_id, i.line FOR UPDATE OF i
    ), marked AS (
      UPDATE operation_items i SET due_at = '-infinity'
      FROM due WHERE i.company_id = due.company_id AND i.operation_id = due.operation_id AND i.line = due.line AND NOT due.is_free
    ), taken AS (
      UPDATE operation_items i SET worker_id = ${workerId}, due_at = ${now}
      FROM due WHERE i.company_id = due.company_id AND i.operation_id = due.operation_id AND i.line = due.line AND due.is_free
      RETURNING i.*
    )
    SELECT ${lineColumns}, i.company_id AS "companyId", i.operation_id AS "operationId"
    FROM taken i LEFT JOIN sims s ON s.company_id = i.sim_company_id AND s.iccid = i.iccid`.execute(db)
  return rows.map((row) => ({ ...toLine(row), companyId: row.companyId, operationId: row.operationId }))
}

/** Lines whose process is gone: back into nobody's hands, to be asked about at once. */
export async function freeLines(db: Database, workerIds: readonly number[], now: Date): Promise<void> {
  await sql`
    UPDATE operation_items SET worker_id = NULL, due_at = ${now}
    WHERE state = 'running' AND worker_id = ANY(${[...workerIds]}::int[])`.execute(db)
}

/** Lines of this process with which something went wrong here: out of its hands, to be asked about at once. */
export async function dropLines(
  db: Database,
  { companyId, operationId }: OperationKey,
  lines: readonly number[],
  { workerId, now }: Omit<TakeOptions, 'limit'>,
): Promise<void> {
  await sql`
    UPDATE operation_items SET worker_id = NULL, due_at = ${now}
    WHERE company_id = ${companyId} AND operation_id = ${operationId} AND line = ANY(${[...lines]}::int[])
      AND state = 'running' AND worker_id = ${workerId}`.execute(db)
}

/** The processes that have lines in their hands. */
export async function busyWorkers(db: Database): Promise<number[]> {
  const { rows } = await sql<{ workerId: number }>`
    SELECT DISTINCT worker_id AS "workerId" FROM operation_items WHERE state = 'running' AND worker_id IS NOT NULL`.execute(db)
  return rows.map(({ workerId }) => workerId)
}

/** Takes one pending line that is due; undefined when somebody else has it. */
export async function takeLine(
  db: Database,
  { companyId, operationId, line }: OperationKey & { readonly line: number },
  { workerId, now }: Omit<TakeOptions, 'limit'>,
): Promise<TakenLine | undefined> {
  const { rows } = await sql<FlatLine>`
    WITH taken AS (
      UPDATE operation_items i SET state = 'running', worker_id = ${workerId}, attempts = i.attempts + 1, code = '', updated_at = ${now}
      WHERE i.company_id = ${companyId} AND i.operation_id = ${operationId} AND i.line = ${line} AND i.state = 'pending' AND i.due_at <= ${now}
      RETURNING i.*
    ), counted AS (
      UPDATE operations SET pending = pending - t.lines, running = running + t.lines
      FROM (SELECT count(*)::int AS lines FROM taken) t
      WHERE company_id = ${companyId} AND operation_id = ${operationId} AND t.lines > 0
    )
    SELECT ${lineColumns} FROM taken i LEFT JOIN sims s ON s.company_id = i.sim_company_id AND s.iccid = i.iccid`.execute(db)
  return rows[0] && toLine(rows[0])
}
