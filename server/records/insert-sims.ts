import { sql } from 'kysely'
import { technicalStatusFor } from '#domain/inventory-values.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { recordPlaces } from './record-places.ts'
import { insertSimTexts } from './sim-copies.ts'
import { addTallies } from './sim-tallies.ts'

export interface NewSims {
  readonly companyId: number
  readonly planCode: string
  readonly originId: number
  readonly simTypeId: number
  readonly apnId: number
  /** '' for unknown numbers */
  readonly sims: readonly { readonly iccid: string; readonly imsi: string; readonly msisdn: string }[]
  readonly actor: string
  /** goes into their timelines */
  readonly detail: Readonly<Record<string, unknown>>
}

/** Inserts new SIMs, ready to use. The caller has locked sim_registry and checked that their ICCIDs and numbers are free. */
export async function insertSims(trx: DatabaseTransaction, entry: NewSims, now: Date): Promise<void> {
  const { companyId, planCode, originId, simTypeId, apnId, sims, actor, detail } = entry
  if (sims.length === 0) return
  const status = ADMINISTRATIVE_STATUS.readyToUse
  const iccids = sims.map(({ iccid }) => iccid)
  await sql`INSERT INTO sim_registry (iccid, company_id) SELECT unnest(${iccids}::text[]), ${companyId}`.execute(trx)
  await sql`
    INSERT INTO sims (company_id, iccid, imsi, msisdn, origin_id, sim_type_id, plan_code, apn_id, technical_status,
      administrative_status, status_actor, status_since, created_at)
    SELECT ${companyId}, iccid, imsi, msisdn, ${originId}::smallint, ${simTypeId}::smallint, ${planCode}, ${apnId}::smallint,
      ${technicalStatusFor(status)}::smallint, ${status}::smallint, ${actor}, ${now}, ${now}
    FROM unnest(${iccids}::text[], ${sims.map(({ imsi }) => imsi)}::text[], ${sims.map(({ msisdn }) => msisdn)}::text[])
      AS given(iccid, imsi, msisdn)`.execute(trx)
  await sql`
    WITH company AS (
      SELECT cycle_anchor_day, (${now}::timestamptz AT TIME ZONE time_zone)::date AS today FROM companies WHERE company_id = ${companyId}
    )
    INSERT INTO sim_live (company_id, iccid, administrative_status, origin_id, sim_type_id, plan_code, apn_id, usage_day, cycle_start,
      updated_at)
    SELECT ${companyId}, given.iccid, ${status}::smallint, ${originId}::smallint, ${simTypeId}::smallint, ${planCode}, ${apnId}::smallint,
      c.today, billing_cycle_start(c.today, c.cycle_anchor_day), ${now}
    FROM unnest(${iccids}::text[]) AS given(iccid) CROSS JOIN company c`.execute(trx)
  await recordPlaces(trx, sql`s.company_id = ${companyId} AND s.iccid = ANY(${iccids}::text[])`)
  await insertSimTexts(trx, sql`s.company_id = ${companyId} AND s.iccid = ANY(${iccids}::text[])`)
  await sql`
    INSERT INTO sim_events (company_id, iccid, at, kind, to_status, actor, detail)
    SELECT ${companyId}, unnest(${iccids}::text[]), ${now}, 'created', ${status}::smallint, ${actor},
      ${JSON.stringify(detail)}::jsonb`.execute(trx)
  await addTallies(
    trx,
    sql`SELECT ${companyId}::int AS company_id, ${status}::smallint AS administrative_status, 0::smallint AS gprs_status,
      ${originId}::smallint AS origin_id, ${simTypeId}::smallint AS sim_type_id, ${planCode}::text AS plan_code,
      ${apnId}::smallint AS apn_id, ${sims.length}::int AS sims`,
  )
}
