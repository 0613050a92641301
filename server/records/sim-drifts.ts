import { sql } from 'kysely'
import type { ReconcileProblem } from '#domain/network-alignment.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import type { SimKey } from './sim-key.ts'

/** A SIM whose network differs from the portal. */
export interface DriftReport extends SimKey {
  readonly status: number
  /** at the network; 'unrecognised' when this report found none */
  readonly state: string
  /** null: the report is about the state alone */
  readonly problem: ReconcileProblem | '' | null
  readonly text: string
}

/**
 * Records differences, one a SIM, whose row is locked for that. One that is open goes on, with the latest problem: its network state stays
 * when this report found none, and what differs in a profile or in a lock to a device when it is about the state alone.
 */
export async function recordDrifts(trx: DatabaseTransaction, reports: readonly DriftReport[], now: Date): Promise<void> {
  if (reports.length === 0) return
  await lockReportedSims(trx, reports)
  await sql`
    WITH reported AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(reports)}::json) AS n("companyId" int, iccid text, status smallint, state text,
        problem text, text text)
    ), known AS (
      UPDATE sim_drifts d SET
        problem = CASE WHEN t.problem IS NULL AND ${IS_BESIDE_STATE} THEN d.problem ELSE coalesce(t.problem, '') END,
        problem_text = CASE WHEN t.problem IS NULL AND ${IS_BESIDE_STATE} THEN d.problem_text ELSE t.text END,
        network_state = CASE WHEN t.state = 'unrecognised' THEN d.network_state ELSE t.state END
      FROM reported t WHERE d.company_id = t."companyId" AND d.iccid = t.iccid COLLATE "C" AND d.settled_at IS NULL
      RETURNING d.company_id, d.iccid
    )
    INSERT INTO sim_drifts (company_id, iccid, administrative_status, network_state, found_at, problem, problem_text)
    SELECT t."companyId", t.iccid, t.status, t.state, ${now}, coalesce(t.problem, ''), t.text FROM reported t
    WHERE NOT EXISTS (SELECT FROM known k WHERE k.company_id = t."companyId" AND k.iccid = t.iccid COLLATE "C")
    ON CONFLICT (company_id, iccid, found_at) DO NOTHING`.execute(trx)
}

/** A SIM has one open difference: who opens one holds its row first. */
export async function lockReportedSims(trx: DatabaseTransaction, reports: readonly SimKey[]): Promise<void> {
  if (reports.length === 0) return
  await sql`
    SELECT FROM unnest(${reports.map(({ companyId }) => companyId)}::int[], ${reports.map(({ iccid }) => iccid)}::text[]) AS r(company_id, iccid)
    JOIN sims s ON s.company_id = r.company_id AND s.iccid = r.iccid COLLATE "C"
    ORDER BY s.company_id, s.iccid FOR NO KEY UPDATE OF s`.execute(trx)
}

/** Of sim_drifts d: what differs is not the state. */
const IS_BESIDE_STATE = sql`d.problem IN ('other_profile', 'other_device')`

/** Settles the difference in the state of a SIM; what differs beside it stays. */
export async function settleStateDrift(
  trx: DatabaseTransaction,
  { companyId, iccid, state }: Pick<DriftReport, 'companyId' | 'iccid' | 'state'>,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE sim_drifts d SET network_state = CASE WHEN ${IS_BESIDE_STATE} THEN ${state} ELSE d.network_state END,
      settled_at = CASE WHEN ${IS_BESIDE_STATE} THEN NULL ELSE ${now}::timestamptz END
    WHERE d.company_id = ${companyId} AND d.iccid = ${iccid} AND d.settled_at IS NULL`.execute(trx)
}
