import { sql } from 'kysely'
import type { Day } from '#domain/billing-cycle.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { activationPlanOf } from '#server/records/activation-plan.ts'
import { changedSims } from '#server/records/sim-copies.ts'
import { addTallies } from '#server/records/sim-tallies.ts'
import { stayEndSql } from '#server/records/stay-end.ts'
import { enqueuePlanWebhooks } from '#server/records/webhook-events.ts'
import { lockSims } from '#server/usage/lock-sims.ts'
import type { OperationRow } from './operation-row.ts'
import { type ClaimedLine, simKeysOf } from './outcomes.ts'
import type { LineResult } from './write-outcomes.ts'

/** The plan that the SIM of a line gets; the group that gives it at activation, '' in a change of plan. */
interface PlannedLine {
  readonly companyId: number
  readonly iccid: string
  readonly planCode: string
  readonly group: string
}

interface ChangedSim {
  readonly company_id: number
  readonly iccid: string
  readonly before: string
  readonly after: string
  readonly administrative_status: number
  readonly gprs_status: number
  readonly origin_id: number
  readonly sim_type_id: number
  readonly apn_id: number
  readonly cycle_start: Day
  readonly cycle_data_bytes: number
}

/**
 * Puts the SIMs of lines on their plans, whose minimum stay begins: row, timeline, webhooks, tallies, and the sums of pools, which the
 * usage of the running cycle follows. What the network had of the plan before differs no more. The timeline's entry is what invoices
 * divide the cycle by; it has the SIM's status twice, so that the index of what is billed has it.
 */
async function changePlans(
  trx: DatabaseTransaction,
  { operationId, actor, reason }: OperationRow,
  planned: readonly PlannedLine[],
  now: Date,
): Promise<void> {
  if (planned.length === 0) return
  const update = sql`
    UPDATE sims s SET plan_code = h.after, plan_bound_until = h.bound_until FROM held h
    WHERE s.company_id = h.company_id AND s.iccid = h.iccid`
  // by a statement of its own: docs/decisions/0143-statements-on-citus.md
  const iccids = planned.map((line) => line.iccid)
  await lockSims(trx, iccids)
  const { rows } = await sql<ChangedSim>`
    WITH held AS MATERIALIZED (
      SELECT s.company_id, s.iccid, s.plan_code AS before, p.plan_code AS after, w.group_path, s.administrative_status, l.gprs_status,
        s.origin_id, s.sim_type_id, s.apn_id, l.cycle_start, l.cycle_data_bytes, ${stayEndSql(now)} AS bound_until
      FROM unnest(${planned.map((line) => line.companyId)}::int[], ${iccids}::text[],
        ${planned.map((line) => line.planCode)}::text[], ${planned.map((line) => line.group)}::text[]) AS w(company_id, iccid, plan_code, group_path)
      JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"
      JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
      JOIN companies c ON c.company_id = s.company_id
      JOIN plans p ON p.plan_code = w.plan_code COLLATE "C"
      WHERE s.plan_code <> p.plan_code
    ), ${changedSims(update, 'kinds')}, noted AS (
      INSERT INTO sim_events (company_id, iccid, at, kind, from_status, to_status, actor, detail)
      SELECT company_id, iccid, ${now}, 'plan_changed', administrative_status, administrative_status, ${actor},
        jsonb_strip_nulls(jsonb_build_object('operationId', ${operationId}::int, 'reason', nullif(${reason}, ''), 'plan', after, 'group', nullif(group_path, ''),
          'changes', jsonb_build_object('plan_code', jsonb_build_array(before, after))))
      FROM held
      RETURNING company_id, iccid, at, actor, detail
    ), settled AS (
      UPDATE sim_drifts d SET settled_at = ${now}, settled_by = ${actor} FROM held h
      WHERE d.company_id = h.company_id AND d.iccid = h.iccid AND d.settled_at IS NULL AND d.problem = 'other_profile'
    ), enqueued AS (${enqueuePlanWebhooks(now, sql`noted`)})
    SELECT company_id, iccid, before, after, administrative_status, gprs_status, origin_id, sim_type_id, apn_id, cycle_start,
      cycle_data_bytes
    FROM held`.execute(trx)
  if (rows.length > 0) await moveSums(trx, rows)
}

/**
 * Changes the plans of the lines that succeeded, in the transaction that writes them: to that of the operation, or at an activation to
 * that of the SIM's group.
 */
export const planChanges =
  (operation: OperationRow, now: Date) =>
  async (trx: DatabaseTransaction, own: readonly LineResult[]): Promise<void> => {
    const succeeded = own.filter(({ outcome }) => outcome.state === 'succeeded').map(({ claimed }) => claimed)
    if (operation.kind === 'plan') await changePlans(trx, operation, plannedLines(operation, succeeded), now)
    if (operation.kind === 'activate') await changePlans(trx, operation, await plansAtActivation(trx, succeeded, now), now)
  }

function plannedLines({ parameters: { planCode } }: OperationRow, claimed: readonly ClaimedLine[]): PlannedLine[] {
  if (planCode === undefined) throw new Error('a change of plan without a plan')
  return simKeysOf(claimed).map((sim) => ({ ...sim, planCode, group: '' }))
}

async function plansAtActivation(trx: DatabaseTransaction, claimed: readonly ClaimedLine[], now: Date): Promise<PlannedLine[]> {
  if (claimed.length === 0) return []
  const { rows } = await sql<PlannedLine>`
    SELECT s.company_id AS "companyId", s.iccid, a.plan_code AS "planCode", a.group_path AS "group"
    FROM unnest(${claimed.map((line) => line.simCompanyId)}::int[], ${claimed.map((line) => line.iccid)}::text[]) AS w(company_id, iccid)
    JOIN sims s ON s.company_id = w.company_id AND s.iccid = w.iccid COLLATE "C"
    CROSS JOIN ${activationPlanOf(now)}`.execute(trx)
  return rows
}

/** Counts the SIMs and their usage of the running cycle with the new plan. */
async function moveSums(trx: DatabaseTransaction, rows: readonly ChangedSim[]): Promise<void> {
  const sims = sql`
    jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS m(company_id int, iccid text, before text, after text, administrative_status smallint,
      gprs_status smallint, origin_id smallint, sim_type_id smallint, apn_id smallint, cycle_start date, cycle_data_bytes bigint)
    CROSS JOIN LATERAL (VALUES (m.before, -1), (m.after, 1)) AS side(plan_code, sign)`
  const moved = sql`
    SELECT m.company_id, m.administrative_status, m.gprs_status, m.origin_id, m.sim_type_id, side.plan_code, m.apn_id, side.sign AS sims
    FROM ${sims}`
  await addTallies(trx, moved)
  await sql`
    INSERT INTO plan_usage_tallies (company_id, plan_code, cycle_start, data_bytes)
    SELECT m.company_id, side.plan_code, m.cycle_start, sum(side.sign * m.cycle_data_bytes)::bigint
    FROM ${sims} WHERE m.cycle_data_bytes > 0 GROUP BY 1, 2, 3`.execute(trx)
  await sql`
    UPDATE sim_live l SET
      plan_percent = CASE WHEN p.data_mb = 0 THEN 0 ELSE floor(l.cycle_data_bytes * 100 / (p.data_mb * 1048576.0) + 0.5)::int END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS m(company_id int, iccid text, after text)
    JOIN plans p ON p.plan_code = m.after
    WHERE l.company_id = m.company_id AND l.iccid = m.iccid COLLATE "C" AND l.cycle_data_bytes > 0`.execute(trx)
}
