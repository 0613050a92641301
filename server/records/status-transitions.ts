import { sql } from 'kysely'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { noticeActivations } from './camara-subscriptions.ts'
import { previousStatusSql } from './previous-status-sql.ts'
import { updateSims } from './sim-copies.ts'
import type { SimKey } from './sim-key.ts'
import { addTallies } from './sim-tallies.ts'
import { enqueueStatusWebhooks } from './webhook-events.ts'

/** A status change of one SIM, with its timeline row. */
export interface StatusTransition extends SimKey {
  /** the expected administrative status: a SIM that has another one by now is left as it is */
  readonly from: number
  /** the same as `from` when only the technical status changes */
  readonly to: number
  /** null: unchanged */
  readonly technicalStatus: number | null
  readonly reason: string
  /** '' for the system */
  readonly actor: string
  readonly event: string
  readonly detail: Readonly<Record<string, unknown>>
}

/**
 * Applies status transitions: SIMs, timeline and tallies together. Rows are locked in the order that all writers use.
 * @returns the ICCIDs of the SIMs that changed
 */
export async function applyStatusTransitions(
  trx: DatabaseTransaction,
  transitions: readonly StatusTransition[],
  now: Date,
): Promise<Set<string>> {
  if (transitions.length === 0) return new Set()
  const { rows } = await sql<{ iccid: string }>`
    WITH wanted AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(transitions)}::json) AS w("companyId" int, iccid text, "from" smallint, "to" smallint)
    )
    SELECT s.iccid FROM wanted w
    JOIN sims s ON s.company_id = w."companyId" AND s.iccid = w.iccid COLLATE "C" AND s.administrative_status = w."from"
    JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
    ORDER BY s.company_id, s.iccid FOR UPDATE OF s, l`.execute(trx)
  const locked = new Set(rows.map(({ iccid }) => iccid))
  const applicable = transitions.filter(({ iccid }) => locked.has(iccid))
  if (applicable.length === 0) return locked
  await updateTallies(trx, applicable)
  await changeStatuses(trx, applicable, now)
  await writeTimeline(trx, applicable, now)
  await noticeActivations(trx, applicable.filter(isActivation), now)
  return locked
}

const isActivation = ({ from, to }: StatusTransition): boolean =>
  from === ADMINISTRATIVE_STATUS.readyToUse && to === ADMINISTRATIVE_STATUS.active

async function updateTallies(trx: DatabaseTransaction, moves: readonly StatusTransition[]): Promise<void> {
  const moved = moves.filter(({ from, to }) => from !== to)
  if (moved.length === 0) return
  await addTallies(
    trx,
    sql`
      SELECT s.company_id, side.status AS administrative_status, l.gprs_status, s.origin_id, s.sim_type_id, s.plan_code, s.apn_id, side.sims
      FROM json_to_recordset(${JSON.stringify(moved)}::json) AS w("companyId" int, iccid text, "from" smallint, "to" smallint)
      JOIN sims s ON s.company_id = w."companyId" AND s.iccid = w.iccid COLLATE "C"
      JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
      CROSS JOIN LATERAL (VALUES (w."from", -1), (w."to", 1)) AS side(status, sims)`,
  )
}

async function changeStatuses(trx: DatabaseTransaction, moves: readonly StatusTransition[], now: Date): Promise<void> {
  const { readyToUse, active } = ADMINISTRATIVE_STATUS
  const update = sql`
    UPDATE sims s SET administrative_status = w."to", technical_status = coalesce(w."technicalStatus", s.technical_status),
      target_status = NULL,
      previous_status = ${previousStatusSql(sql`w."from"`, sql`w."to"`)},
      status_reason = CASE WHEN w."to" = w."from" THEN s.status_reason ELSE w.reason END,
      status_actor = CASE WHEN w."to" = w."from" THEN s.status_actor ELSE w.actor END,
      status_since = CASE WHEN w."to" = w."from" THEN s.status_since ELSE ${now} END,
      activated_at = CASE WHEN w."from" = ${readyToUse} AND w."to" = ${active} THEN coalesce(s.activated_at, ${now}) ELSE s.activated_at END
    FROM json_to_recordset(${JSON.stringify(moves)}::json) AS w("companyId" int, iccid text, "from" smallint, "to" smallint,
      "technicalStatus" smallint, reason text, actor text)
    WHERE s.company_id = w."companyId" AND s.iccid = w.iccid COLLATE "C"`
  await updateSims(trx, update, 'kinds')
}

async function writeTimeline(trx: DatabaseTransaction, moves: readonly StatusTransition[], now: Date): Promise<void> {
  await sql`
    WITH noted AS (
      INSERT INTO sim_events (company_id, iccid, at, kind, from_status, to_status, actor, detail)
      SELECT w."companyId", w.iccid, ${now}, w.event, CASE WHEN w."from" <> w."to" THEN w."from" END,
        CASE WHEN w."from" <> w."to" THEN w."to" END, w.actor, w.detail
      FROM json_to_recordset(${JSON.stringify(moves)}::json) AS w("companyId" int, iccid text, event text, "from" smallint, "to" smallint,
        actor text, detail jsonb)
      ORDER BY 1, 2
      RETURNING company_id, iccid, at, from_status, to_status, actor, detail
    )
    ${enqueueStatusWebhooks(now, sql`noted`)}`.execute(trx)
}
