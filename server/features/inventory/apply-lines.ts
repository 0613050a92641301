import { type RawBuilder, sql } from 'kysely'
import { technicalStatusFor } from '#domain/inventory-values.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { noticeActivations } from '#server/records/camara-subscriptions.ts'
import { recordPlaces } from '#server/records/record-places.ts'
import { insertSimTexts } from '#server/records/sim-copies.ts'
import type { SimKey } from '#server/records/sim-key.ts'
import { addTallies } from '#server/records/sim-tallies.ts'
import { goodLines } from './check-lines.sql.ts'
import type { Staging } from './staging.ts'

/** SIMs per statement: small enough for a progress bar, large enough that statements cost nothing. */
const CHUNK_SIMS = 20_000

export interface WriteOptions {
  readonly importId: number
  readonly actor: string
  readonly now: Date
  /** of a limit, from which alarms warn: those of groups follow SIMs that move */
  readonly warningPercent: number
  readonly onWritten: (sims: number) => void
}

/**
 * Writes an import's new SIMs, in the caller's transaction.
 * @returns the number of SIMs
 */
export async function writeNewSims(trx: DatabaseTransaction, staging: Staging, options: WriteOptions): Promise<number> {
  const total = await collectNewSims(trx, staging, options.now)
  for (let from = 1; from <= total; from += CHUNK_SIMS) {
    await writeChunk(trx, staging, sql`f.n BETWEEN ${from} AND ${from + CHUNK_SIMS - 1}`, options)
    options.onWritten(Math.min(from + CHUNK_SIMS - 1, total))
  }
  const added = sql`
    SELECT company_id, administrative_status, 0::smallint AS gprs_status, origin_id, sim_type_id, plan_code, apn_id, count(*) AS sims
    FROM ${staging.fresh} GROUP BY 1, 2, 3, 4, 5, 6, 7`
  await addTallies(trx, added)
  return total
}

const TECHNICAL = Object.values(ADMINISTRATIVE_STATUS).map(
  (status) => sql`WHEN ${sql.lit(status)} THEN ${sql.lit(technicalStatusFor(status))}`,
)

/** Collects the new SIMs in key order, numbered, with all defaults. */
async function collectNewSims(trx: DatabaseTransaction, staging: Staging, now: Date): Promise<number> {
  await sql`
    CREATE UNLOGGED TABLE ${staging.fresh} AS
    SELECT row_number() OVER ()::int AS n, f.*, CASE f.administrative_status ${sql.join(TECHNICAL, sql` `)} END AS technical_status
    FROM (
      SELECT l.company_id, l.iccid, coalesce(l.imsi, '') AS imsi, coalesce(l.msisdn, '') AS msisdn, coalesce(l.imei, '') AS imei,
        coalesce(l.device, '') AS device, coalesce(l.module_manufacturer, '') AS module_manufacturer,
        coalesce(l.module_model, '') AS module_model, coalesce(l.custom_field_1, '') AS custom_field_1,
        coalesce(l.custom_field_2, '') AS custom_field_2, l.origin_id, l.sim_type_id, l.plan_code, l.apn_id,
        coalesce(l.administrative_status, CASE WHEN l.activated_at IS NULL AND l.activated_local IS NULL THEN 1 ELSE 2 END)::smallint
          AS administrative_status,
        coalesce(l.activated_at, l.activated_local AT TIME ZONE c.time_zone) AS activated_at,
        c.today, billing_cycle_start(c.today, c.cycle_anchor_day) AS cycle_start
      FROM ${goodLines(staging)}
      JOIN (SELECT company_id, time_zone, cycle_anchor_day, (${now}::timestamptz AT TIME ZONE time_zone)::date AS today FROM companies) c
        ON c.company_id = l.company_id
      WHERE NOT EXISTS (SELECT FROM ${staging.known} k WHERE k.line = l.line)
      ORDER BY l.company_id, l.iccid
    ) f`.execute(trx)
  await sql`CREATE INDEX ON ${staging.fresh} (n)`.execute(trx)
  await sql`ANALYZE ${staging.fresh}`.execute(trx)
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${staging.fresh}`.execute(trx)
  return rows[0]?.total ?? 0
}

async function writeChunk(
  trx: DatabaseTransaction,
  { fresh }: Staging,
  chunk: RawBuilder<unknown>,
  { importId, actor, now }: WriteOptions,
): Promise<void> {
  const rows = sql`WITH f AS (SELECT * FROM ${fresh} f WHERE ${chunk})`
  await sql`
    ${rows} INSERT INTO sim_registry (iccid, company_id) SELECT f.iccid, f.company_id FROM f ORDER BY f.iccid`.execute(trx)
  await sql`
    ${rows} INSERT INTO sims (company_id, iccid, imsi, msisdn, imei, device, module_manufacturer, module_model, origin_id, sim_type_id,
      plan_code, apn_id, technical_status, administrative_status, status_actor, status_since, activated_at, custom_field_1,
      custom_field_2, created_at)
    SELECT f.company_id, f.iccid, f.imsi, f.msisdn, f.imei, f.device, f.module_manufacturer, f.module_model, f.origin_id, f.sim_type_id,
      f.plan_code, f.apn_id, f.technical_status, f.administrative_status, ${actor},
      CASE WHEN f.administrative_status = 2 THEN coalesce(f.activated_at, ${now}) ELSE ${now} END, f.activated_at, f.custom_field_1,
      f.custom_field_2, ${now}
    FROM f ORDER BY f.n`.execute(trx)
  await sql`
    ${rows} INSERT INTO sim_live (company_id, iccid, administrative_status, origin_id, sim_type_id, plan_code, apn_id, usage_day, cycle_start,
      updated_at)
    SELECT f.company_id, f.iccid, f.administrative_status, f.origin_id, f.sim_type_id, f.plan_code, f.apn_id, f.today, f.cycle_start,
      ${now}
    FROM f ORDER BY f.n`.execute(trx)
  await recordPlaces(trx, sql`(s.company_id, s.iccid) IN (SELECT f.company_id, f.iccid FROM ${fresh} f WHERE ${chunk})`)
  await insertSimTexts(trx, sql`(s.company_id, s.iccid) IN (SELECT f.company_id, f.iccid FROM ${fresh} f WHERE ${chunk})`)
  await sql`
    ${rows} INSERT INTO sim_events (company_id, iccid, at, kind, to_status, actor, detail)
    SELECT f.company_id, f.iccid, ${now}, 'created', f.administrative_status, ${actor}, ${JSON.stringify({ importId })}::jsonb
    FROM f ORDER BY f.n`.execute(trx)
  const { rows: again } = await sql<SimKey>`
    ${rows} SELECT f.company_id AS "companyId", f.iccid FROM f JOIN camara_subscriptions c ON c.company_id = f.company_id AND c.msisdn = f.msisdn
    WHERE c.ended_at IS NULL AND c.msisdn <> '' AND f.activated_at IS NOT NULL`.execute(trx)
  await noticeActivations(trx, again, now)
}
