import { sql } from 'kysely'
import { ITEM_STATES } from '#domain/operations.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { inTransaction, type Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { retryDeadlock } from '#server/db/retry-deadlock.ts'
import { noticeActivations } from '#server/records/camara-subscriptions.ts'
import { previousStatusSql } from '#server/records/previous-status-sql.ts'
import { changedSims } from '#server/records/sim-copies.ts'
import { addTallies } from '#server/records/sim-tallies.ts'
import { enqueueStatusWebhooks } from '#server/records/webhook-events.ts'
import { releaseSlots } from './claim-slots.ts'
import { needsSlot } from './operation-kinds.ts'
import { finishIfDone, type OperationKey, type OperationRow } from './operation-row.ts'
import type { ClaimedLine, LineOutcome, SimChange } from './outcomes.ts'

export interface LineResult {
  readonly claimed: ClaimedLine
  readonly outcome: LineOutcome
}

interface WriteOptions {
  readonly workerId: number
  readonly now: Date
  /** runs in the same transaction for the lines that this process still holds, before their SIMs change */
  readonly alongside?: (trx: DatabaseTransaction, own: readonly LineResult[]) => Promise<void>
}

/**
 * Writes the outcomes of an operation's lines: line, SIM, timeline, tallies, slots and counts in one short transaction. Lines that
 * this process no longer holds are left alone: another one took over after it counted as dead.
 */
export async function writeOutcomes(
  services: Pick<Services, 'db'>,
  operation: OperationRow,
  written: readonly LineResult[],
  options: WriteOptions,
): Promise<void> {
  if (written.length === 0) return
  await retryDeadlock(() => inTransaction(services, (trx) => writeAll(trx, operation, written, options)))
}

async function writeAll(
  trx: DatabaseTransaction,
  operation: OperationRow,
  written: readonly LineResult[],
  options: WriteOptions,
): Promise<void> {
  const ownedLines = await writeLines(trx, operation, written, options)
  const owned = written.filter(({ outcome }) => ownedLines.has(outcome.line))
  await options.alongside?.(trx, owned)
  await changeSims(trx, operation, owned, options.now)
  await writeTimeline(trx, operation, owned, options.now)
  await finishLines(trx, operation, owned, { now: options.now, before: 'running' })
}

/** The same for lines that the transaction holds, which no process has claimed: all of them are final. */
export async function writeHeld(
  trx: DatabaseTransaction,
  operation: OperationRow,
  written: readonly LineResult[],
  { now, alongside }: Pick<WriteOptions, 'now' | 'alongside'>,
): Promise<void> {
  await writeHeldLines(trx, operation, written, now)
  await alongside?.(trx, written)
  await writeTimeline(trx, operation, written, now)
  await finishLines(trx, operation, written, { now, before: 'pending' })
}

/** The consequences of final lines: released slots, resumed operations, counts, the end of the operation. */
async function finishLines(
  trx: DatabaseTransaction,
  operation: OperationRow,
  owned: readonly LineResult[],
  { now, before }: { readonly now: Date; readonly before: 'running' | 'pending' },
): Promise<void> {
  const final = owned.filter(({ outcome }) => outcome.state !== 'running' && outcome.state !== 'pending')
  const lines = final.map(({ claimed }) => claimed)
  if (needsSlot(operation.kind)) await releaseSlots(trx, operation, lines, now)
  await updateCounts(trx, operation, owned, before)
  await finishIfDone(trx, operation, now)
}

/** @returns the line numbers that this process still held */
async function writeLines(
  trx: DatabaseTransaction,
  { companyId, operationId }: OperationKey,
  written: readonly LineResult[],
  { workerId, now }: WriteOptions,
): Promise<Set<number>> {
  const column = <T>(pick: (outcome: LineOutcome) => T): T[] => written.map(({ outcome }) => pick(outcome))
  const { rows } = await sql<{ line: number }>`
    UPDATE operation_items i SET state = o.state, code = o.code, text = o.text, retryable = o.retryable, phase = o.phase, run = o.run,
      reference = o.reference, due_at = CASE WHEN i.due_at = '-infinity' AND o.state = 'running' THEN ${now} ELSE o.due_at END, expires_at = o.expires_at, worker_id = NULL,
      updated_at = CASE WHEN i.state = o.state THEN i.updated_at ELSE ${now} END
    FROM unnest(
      ${column((o) => o.line)}::int[], ${column((o) => o.state)}::text[], ${column((o) => o.code)}::text[], ${column((o) => o.text.slice(0, 500))}::text[],
      ${column((o) => o.retryable)}::boolean[], ${column((o) => o.phase)}::text[], ${column((o) => o.run)}::smallint[],
      ${column((o) => o.reference)}::text[], ${column((o) => o.dueAt)}::timestamptz[], ${column((o) => o.expiresAt)}::timestamptz[]
    ) AS o(line, state, code, text, retryable, phase, run, reference, due_at, expires_at)
    WHERE i.company_id = ${companyId} AND i.operation_id = ${operationId} AND i.line = o.line AND i.state = 'running' AND i.worker_id = ${workerId}
    RETURNING i.line`.execute(trx)
  return new Set(rows.map(({ line }) => line))
}

/** Most of them have the same outcome: each outcome is sent once, with the numbers of its lines. */
async function writeHeldLines(
  trx: DatabaseTransaction,
  { companyId, operationId }: OperationKey,
  written: readonly LineResult[],
  now: Date,
): Promise<void> {
  const keyOf = ({ outcome: { state, code, text, retryable } }: LineResult) => JSON.stringify([state, code, text, retryable])
  for (const lines of Map.groupBy(written, keyOf).values()) {
    const [first] = lines
    if (!first) continue
    const { state, code, text, retryable } = first.outcome
    await sql`
      UPDATE operation_items SET state = ${state}, code = ${code}, text = ${text.slice(0, 500)}, retryable = ${retryable},
        attempts = attempts + 1, due_at = ${now}, updated_at = ${now}
      WHERE company_id = ${companyId} AND operation_id = ${operationId} AND line = ANY(${lines.map(({ outcome }) => outcome.line)}::int[])
        AND state = 'pending'`.execute(trx)
  }
}

type ChangedLine = LineResult & {
  readonly outcome: { readonly change: SimChange }
  readonly claimed: { readonly simCompanyId: number }
}

const isChanged = (one: LineResult): one is ChangedLine => one.outcome.change !== null && one.claimed.simCompanyId !== null

interface StatusTransition {
  company_id: number
  from_status: number
  to_status: number
  gprs_status: number
  origin_id: number
  sim_type_id: number
  plan_code: string
  apn_id: number
  sims: number
}

/** Changes the SIMs' rows, locked in the order that all writers use, and their tallies. */
async function changeSims(
  trx: DatabaseTransaction,
  { actor, reason }: OperationRow,
  own: readonly LineResult[],
  now: Date,
): Promise<void> {
  const changed = own.filter(isChanged)
  if (changed.length === 0) return
  const column = <T>(pick: (one: ChangedLine) => T): T[] => changed.map(pick)
  const update = sql`
    UPDATE sims s SET administrative_status = h.status, technical_status = coalesce(h.technical, s.technical_status),
      target_status = h.target,
      previous_status = ${previousStatusSql(sql`s.administrative_status`, sql`h.status`)},
      status_reason = coalesce(nullif(${reason}, ''), h.said), status_actor = ${actor},
      status_since = CASE WHEN h.status = s.administrative_status THEN s.status_since ELSE ${now} END,
      activated_at = CASE WHEN s.administrative_status = ${ADMINISTRATIVE_STATUS.readyToUse} AND h.status = ${ADMINISTRATIVE_STATUS.active}
        THEN coalesce(s.activated_at, ${now}) ELSE s.activated_at END
    FROM held h WHERE s.company_id = h.company_id AND s.iccid = h.iccid`
  const { rows } = await sql<StatusTransition>`
    WITH wanted AS (
      SELECT * FROM unnest(
        ${column(({ claimed }) => claimed.simCompanyId)}::int[], ${column(({ claimed }) => claimed.iccid)}::text[],
        ${column(({ outcome }) => outcome.change.status)}::smallint[], ${column(({ outcome }) => outcome.change.technicalStatus ?? null)}::smallint[],
        ${column(({ outcome }) => outcome.change.target)}::smallint[], ${column(({ outcome }) => outcome.text.slice(0, 200))}::text[]
      ) AS w(company_id, iccid, status, technical, target, said)
    ), held AS MATERIALIZED (
      SELECT s.company_id, s.iccid, s.administrative_status, s.origin_id, s.sim_type_id, s.plan_code, s.apn_id, l.gprs_status,
        w.status, w.technical, w.target, w.said
      FROM wanted w
      JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"
      JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
      ORDER BY s.company_id, s.iccid FOR UPDATE OF s, l
    ), ${changedSims(update, 'kinds')}
    SELECT company_id, administrative_status AS from_status, status AS to_status, gprs_status, origin_id, sim_type_id, plan_code, apn_id,
      count(*)::int AS sims
    FROM held WHERE administrative_status <> status GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`.execute(trx)
  if (rows.length > 0) await tallyMoves(trx, rows)
  await noticeActivations(trx, changed.filter(isActive).map(simOf), now)
}

const isActive = ({ outcome }: ChangedLine): boolean => outcome.change.status === ADMINISTRATIVE_STATUS.active
const simOf = ({ claimed }: ChangedLine) => ({ companyId: claimed.simCompanyId, iccid: claimed.iccid })

async function tallyMoves(trx: DatabaseTransaction, moves: readonly StatusTransition[]): Promise<void> {
  const tallies = sql`
    SELECT m.company_id, side.status AS administrative_status, m.gprs_status, m.origin_id, m.sim_type_id, m.plan_code, m.apn_id,
      side.sign * m.sims AS sims
    FROM jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) AS m(company_id int, from_status smallint, to_status smallint, gprs_status smallint,
      origin_id smallint, sim_type_id smallint, plan_code text, apn_id smallint, sims int)
    CROSS JOIN LATERAL (VALUES (m.from_status, -1), (m.to_status, 1)) AS side(status, sign)`
  await addTallies(trx, tallies)
}

/** Writes the SIMs' timeline: what happened, the actor, the reason, and the network's text. */
async function writeTimeline(
  trx: DatabaseTransaction,
  { operationId, actor, reason, parameters }: OperationRow,
  own: readonly LineResult[],
  now: Date,
): Promise<void> {
  const noted = own.filter(({ outcome, claimed }) => outcome.event && claimed.simCompanyId !== null && claimed.sim)
  if (noted.length === 0) return
  const column = <T>(pick: (one: LineResult) => T): T[] => noted.map(pick)
  const { message } = parameters
  await sql`
    WITH noted AS (
      INSERT INTO sim_events (company_id, iccid, at, kind, from_status, to_status, actor, detail)
      SELECT e.company_id, e.iccid, ${now}, e.kind, e.from_status, e.to_status, ${actor},
        jsonb_strip_nulls(jsonb_build_object('operationId', ${operationId}::int, 'reason', nullif(${reason}, ''), 'code', nullif(e.code, ''),
          'network', nullif(e.said, ''), 'reference', e.reference, 'text', ${message ?? null}::text))
      FROM unnest(
        ${column(({ claimed }) => claimed.simCompanyId)}::int[], ${column(({ claimed }) => claimed.iccid)}::text[], ${column(({ outcome }) => outcome.event)}::text[],
        ${column(({ claimed, outcome }) => (outcome.change ? claimed.sim?.administrativeStatus : null))}::smallint[],
        ${column(({ outcome }) => outcome.change?.status ?? null)}::smallint[], ${column(({ outcome }) => outcome.code)}::text[],
        ${column(({ outcome }) => outcome.text.slice(0, 200))}::text[], ${column(({ outcome }) => outcome.reference)}::text[]
      ) AS e(company_id, iccid, kind, from_status, to_status, code, said, reference)
      ORDER BY e.company_id, e.iccid
      RETURNING company_id, iccid, at, from_status, to_status, actor, detail
    )
    ${enqueueStatusWebhooks(now, sql`noted`)}`.execute(trx)
}

/** Updates the counts; the database rejects counts that do not sum up. */
async function updateCounts(
  trx: DatabaseTransaction,
  { companyId, operationId }: OperationKey,
  own: readonly LineResult[],
  before: 'running' | 'pending',
): Promise<void> {
  const moved = own.filter(({ outcome }) => outcome.state !== before)
  if (moved.length === 0) return
  const changes = ITEM_STATES.filter((state) => state !== before).map((state) => {
    const lines = moved.filter(({ outcome }) => outcome.state === state).length
    return sql`${sql.ref(state)} = ${sql.ref(state)} + ${lines}::int`
  })
  await sql`
    UPDATE operations SET ${sql.ref(before)} = ${sql.ref(before)} - ${moved.length}::int, ${sql.join(changes)}
    WHERE company_id = ${companyId} AND operation_id = ${operationId}`.execute(trx)
}
