import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { type SimKey, simKey } from '#server/records/sim-key.ts'
import type { OperationKey, OperationLine } from './operation-row.ts'
import { type ClaimedLine, simKeyOf, simKeysOf } from './outcomes.ts'

/** The lines of one operation at one network. */
export interface OperationLane extends OperationKey {
  readonly network: string
}

interface ClaimOptions {
  readonly workerId: number
  readonly limit: number
  readonly now: Date
}

type FlatLine = Omit<ClaimedLine, 'sim'> & ClaimedLine['sim'] & { readonly isThere: boolean }

/**
 * Claims due pending lines for this process, in one statement and transaction. Concurrent processes get different lines. Nothing is
 * claimed of a paused or finished operation.
 */
export async function claimLines(
  db: Database,
  lane: OperationLane,
  { workerId, limit, now }: ClaimOptions,
): Promise<ClaimedLine[]> {
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

/** Where a line stands among the due ones of its operation. */
export interface LinePosition {
  /** as text: the database has more digits than a date here */
  readonly dueAt: string
  readonly line: number
}

export interface HeldLine extends ClaimedLine {
  readonly position: LinePosition
}

interface HoldOptions {
  readonly limit: number
  readonly now: Date
  /** those up to there are passed over: the index has the lines before until they are vacuumed */
  readonly behind?: LinePosition | undefined
  /** also holds the SIMs, in the order of all writers */
  readonly withSims: boolean
}

type DueLine = Pick<ClaimedLine, 'line' | 'iccid' | 'simCompanyId' | 'phase' | 'attempts' | 'run' | 'fromStatus'>

/**
 * Holds due pending lines of an operation that asks no network until the transaction ends, as if each were claimed, and writes nothing.
 * Concurrent transactions get different lines. Nothing is held of a paused or finished operation.
 */
export async function holdDueLines(
  trx: DatabaseTransaction,
  { companyId, operationId }: OperationKey,
  { limit, now, behind, withSims }: HoldOptions,
): Promise<HeldLine[]> {
  const { rows } = await sql<DueLine & { dueAt: string }>`
    SELECT line, iccid, sim_company_id AS "simCompanyId", phase, attempts, run, from_status AS "fromStatus", due_at::text AS "dueAt"
    FROM operation_items i
    WHERE company_id = ${companyId} AND operation_id = ${operationId} AND network = '' AND state = 'pending' AND due_at <= ${now}
      AND ${behind ? sql`(due_at, line) > (${behind.dueAt}::timestamptz, ${behind.line}::int)` : sql`true`}
      AND EXISTS (
        SELECT FROM operations WHERE company_id = ${companyId} AND operation_id = ${operationId} AND state = 'running'
      )
    ORDER BY i.due_at, i.line LIMIT ${limit} FOR UPDATE OF i SKIP LOCKED`.execute(trx)
  const sims = await readSims(trx, simKeysOf(rows), withSims)
  return rows.map(({ dueAt, ...line }) => {
    const key = simKeyOf(line)
    const sim = (key && sims.get(simKey(key))) ?? null
    const fromStatus = line.attempts === 0 ? (sim?.administrativeStatus ?? line.fromStatus) : line.fromStatus
    const ofNetwork = { network: '', reference: null, expiresAt: now, updatedAt: now }
    return { ...line, ...ofNetwork, sim, fromStatus, attempts: line.attempts + 1, position: { dueAt, line: line.line } }
  })
}

type SimOfLine = NonNullable<ClaimedLine['sim']>

/** By `simKey`. */
async function readSims(
  trx: DatabaseTransaction,
  keys: readonly SimKey[],
  areHeld: boolean,
): Promise<ReadonlyMap<string, SimOfLine>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<SimOfLine & SimKey>`
    SELECT s.company_id AS "companyId", s.iccid, ${simColumns}
    FROM unnest(${keys.map(({ companyId }) => companyId)}::int[], ${keys.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)
    JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"
    ORDER BY s.company_id, s.iccid ${areHeld ? sql`FOR NO KEY UPDATE OF s` : sql``}`.execute(trx)
  return new Map(rows.map(({ companyId, iccid, ...sim }) => [simKey({ companyId, iccid }), sim]))
}

/** Columns of sims s. */
const simColumns = sql`s.imsi, s.msisdn, s.administrative_status AS "administrativeStatus", s.previous_status AS "previousStatus",
      s.sim_type_id AS "simTypeId", s.apn_id AS "apnId", s.origin_id AS "originId", s.plan_code AS "planCode"`

/** Columns of operation_items i and, where it exists, sims s. */
const lineColumns = sql`
      i.line, i.iccid, i.sim_company_id AS "simCompanyId", i.network, i.phase, i.attempts, i.run, i.reference,
      i.from_status AS "fromStatus", i.expires_at AS "expiresAt", i.updated_at AS "updatedAt", s.iccid IS NOT NULL AS "isThere",
      ${simColumns}`

function toLine({
  isThere,
  imsi,
  msisdn,
  administrativeStatus,
  previousStatus,
  simTypeId,
  apnId,
  originId,
  planCode,
  ...line
}: FlatLine): ClaimedLine {
  const sim = { imsi, msisdn, administrativeStatus, previousStatus, simTypeId, apnId, originId, planCode }
  return { ...line, sim: isThere ? sim : null }
}

export interface UnsettledLine extends ClaimedLine, OperationKey {}

/**
 * Claims unclaimed running lines that are due for a look-up, of any operation. The claim keeps other processes from looking them up
 * at the same time.
 */
export async function claimUnsettled(db: Database, { workerId, limit, now }: ClaimOptions): Promise<UnsettledLine[]> {
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
 * Claims the running lines of SIMs that a network has reported on, where no process holds them. For a line that a process holds,
 * the event has overtaken the answer to the command: the line is marked, to be looked up as soon as that answer is written.
 */
export async function claimLinesOfSims(
  db: Database,
  iccids: readonly string[],
  { workerId, now }: Omit<ClaimOptions, 'limit'>,
): Promise<UnsettledLine[]> {
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

/** Releases the lines of dead processes; they are looked up at once. */
export async function releaseLinesOfWorkers(db: Database, workerIds: readonly number[], now: Date): Promise<void> {
  await sql`
    UPDATE operation_items SET worker_id = NULL, due_at = ${now}
    WHERE state = 'running' AND worker_id = ANY(${[...workerIds]}::int[])`.execute(db)
}

/** Releases lines that this process failed to write; they are looked up at once. */
export async function releaseLines(
  db: Database,
  { companyId, operationId }: OperationKey,
  lines: readonly number[],
  { workerId, now }: Omit<ClaimOptions, 'limit'>,
): Promise<void> {
  await sql`
    UPDATE operation_items SET worker_id = NULL, due_at = ${now}
    WHERE company_id = ${companyId} AND operation_id = ${operationId} AND line = ANY(${[...lines]}::int[])
      AND state = 'running' AND worker_id = ${workerId}`.execute(db)
}

/** The workers that hold lines. */
export async function workersWithLines(db: Database): Promise<number[]> {
  const { rows } = await sql<{ workerId: number }>`
    SELECT DISTINCT worker_id AS "workerId" FROM operation_items WHERE state = 'running' AND worker_id IS NOT NULL`.execute(db)
  return rows.map(({ workerId }) => workerId)
}

/** Claims one due pending line; undefined when another process has it. */
export async function claimLine(
  db: Database,
  { companyId, operationId, line }: OperationLine,
  { workerId, now }: Omit<ClaimOptions, 'limit'>,
): Promise<ClaimedLine | undefined> {
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
