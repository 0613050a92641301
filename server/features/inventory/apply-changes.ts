import { sql } from 'kysely'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { recordPlaces } from '#server/records/record-places.ts'
import { updateSims } from '#server/records/sim-copies.ts'
import { addTallies, tallyRows } from '#server/records/sim-tallies.ts'
import { enqueuePlanWebhooks } from '#server/records/webhook-events.ts'
import type { WriteOptions } from './apply-lines.ts'
import { CHANGEABLE } from './check-lines.sql.ts'
import type { Staging } from './staging.ts'

/**
 * Writes an import's changes to known SIMs, in the caller's transaction.
 * @returns the number of SIMs
 */
export async function writeChanges(trx: DatabaseTransaction, staging: Staging, options: WriteOptions): Promise<number> {
  const { changed } = staging
  const total = await collectChanges(trx, staging)
  if (total === 0) return 0
  const theirs = sql`EXISTS (SELECT FROM ${changed} n WHERE n.company_id = s.company_id AND n.iccid = s.iccid)`
  await addTallies(trx, tallyRows(theirs, -1))
  await recordChanges(trx, staging, options)
  await moveUsage(trx, staging)
  // a minimum stay ends with its plan, and no import begins one: the SIM may have been on the plan for long
  const update = sql`
    UPDATE sims s SET ${sql.join(CHANGEABLE.map((column) => sql`${sql.ref(column)} = n.${sql.ref(column)}`))},
      plan_bound_until = CASE WHEN s.plan_code = n.plan_code THEN s.plan_bound_until END
    FROM ${changed} n WHERE s.company_id = n.company_id AND s.iccid = n.iccid`
  await updateSims(trx, update, 'both')
  await addTallies(trx, tallyRows(theirs, 1))
  await recordPlaces(trx, theirs)
  await refreshPercents(trx, staging)
  return total
}

/** Collects the changed SIMs with their new values, and locks their rows in the order that all writers use. */
async function collectChanges(trx: DatabaseTransaction, { lines, known, changed }: Staging): Promise<number> {
  await sql`
    CREATE UNLOGGED TABLE ${changed} AS
    SELECT r.company_id, l.* FROM ${known} k
    JOIN (SELECT line, iccid, ${sql.join(CHANGEABLE.map((column) => sql.ref(column)))} FROM ${lines}) l ON l.line = k.line
    JOIN sim_registry r ON r.iccid = l.iccid
    WHERE k.changed`.execute(trx)
  await sql`ANALYZE ${changed}`.execute(trx)
  await sql`
    SELECT count(*) FROM (
      SELECT s.iccid FROM ${changed} n JOIN sims s ON s.company_id = n.company_id AND s.iccid = n.iccid
      JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
      ORDER BY s.company_id, s.iccid FOR UPDATE OF s, l
    ) locked`.execute(trx)
  const { numAffectedRows } = await sql`
    UPDATE ${changed} n SET ${sql.join(CHANGEABLE.map((column) => sql`${sql.ref(column)} = coalesce(n.${sql.ref(column)}, s.${sql.ref(column)})`))}
    FROM sims s WHERE s.company_id = n.company_id AND s.iccid = n.iccid`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Writes one timeline row per SIM, with the changed columns before and after, and sends changes of plan to endpoints. */
async function recordChanges(
  trx: DatabaseTransaction,
  { changed }: Staging,
  { importId, actor, now }: WriteOptions,
): Promise<void> {
  const changes = CHANGEABLE.map(
    (column) => sql`(${sql.lit(column)}, to_jsonb(s.${sql.ref(column)}), to_jsonb(n.${sql.ref(column)}))`,
  )
  await sql`
    WITH edited AS (
      SELECT s.company_id, s.iccid, jsonb_build_object('importId', ${importId}::int, 'changes', (
        SELECT jsonb_object_agg(c.field, jsonb_build_array(c.before, c.after)) FROM (VALUES ${sql.join(changes)}) c(field, before, after)
        WHERE c.before IS DISTINCT FROM c.after
      )) AS detail
      FROM ${changed} n JOIN sims s ON s.company_id = n.company_id AND s.iccid = n.iccid
      ORDER BY s.company_id, s.iccid
    ), noted AS (
      INSERT INTO sim_events (company_id, iccid, at, kind, actor, detail)
      SELECT company_id, iccid, ${now}, 'edited', ${actor}, detail FROM edited
      RETURNING company_id, iccid, at, actor, detail
    )
    ${enqueuePlanWebhooks(now, sql`noted`)}`.execute(trx)
}

/** Counts the usage of the running cycle for the pools of the new plans, as differences: more usage is counted meanwhile. */
async function moveUsage(trx: DatabaseTransaction, { changed }: Staging): Promise<void> {
  await sql`
    WITH moved AS (
      SELECT s.company_id, side.plan_code, l.cycle_start, sum(side.sign * l.cycle_data_bytes)::bigint AS data_bytes
      FROM ${changed} n JOIN sims s ON s.company_id = n.company_id AND s.iccid = n.iccid
      JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
      CROSS JOIN LATERAL (VALUES (s.plan_code, -1), (n.plan_code, 1)) AS side(plan_code, sign)
      WHERE s.plan_code <> n.plan_code AND l.cycle_data_bytes > 0 GROUP BY 1, 2, 3
    )
    INSERT INTO plan_usage_tallies (company_id, plan_code, cycle_start, data_bytes)
    SELECT company_id, plan_code, cycle_start, data_bytes FROM moved`.execute(trx)
}

/** A SIM on another plan has used another share of it. */
async function refreshPercents(trx: DatabaseTransaction, { changed }: Staging): Promise<void> {
  await sql`
    UPDATE sim_live l SET plan_percent = fresh.percent
    FROM (
      SELECT n.company_id, n.iccid,
        CASE WHEN p.data_mb = 0 THEN 0 ELSE floor(live.cycle_data_bytes * 100 / (p.data_mb * 1048576.0) + 0.5)::int END AS percent
      FROM ${changed} n JOIN plans p ON p.plan_code = n.plan_code
      JOIN sim_live live ON live.company_id = n.company_id AND live.iccid = n.iccid
    ) fresh
    WHERE l.company_id = fresh.company_id AND l.iccid = fresh.iccid AND l.cycle_data_bytes > 0`.execute(trx)
}
