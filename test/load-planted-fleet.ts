import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { Database } from '#server/db/database.ts'
import { insertSimTexts } from '#server/records/sim-copies.ts'
import { ensureUsagePartitions } from '#server/records/usage-partitions.ts'
import type { PlantedFleet } from './planted-fleet.ts'

/** Rows of a statement. */
const PART = 2_000

/** Writes a planted fleet into the database as if its usage had been counted. @param offset of the local time, such as '-03:00' */
export async function loadPlantedFleet(
  db: Database,
  { days, sims }: PlantedFleet,
  { companyId, offset }: { readonly companyId: number; readonly offset: string },
): Promise<void> {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  await ensureUsagePartitions(db, first, last)
  const since = new Date(Date.parse(first) - 90 * DAY_MS)
  const names = JSON.stringify(sims.map(({ iccid, device }) => ({ iccid, device })))
  const given = sql`json_to_recordset(${names}::json) AS n(iccid text, device text)`
  await sql`INSERT INTO sim_registry (iccid, company_id) SELECT iccid, ${companyId} FROM ${given}`.execute(db)
  await sql`
    INSERT INTO sims (company_id, iccid, device, origin_id, sim_type_id, plan_code, apn_id, administrative_status, status_since,
      activated_at, created_at)
    SELECT ${companyId}, iccid, device, 1, 2, 'IOT250', 1, 2, ${since}, ${since}, ${since} FROM ${given}`.execute(db)
  await sql`
    INSERT INTO sim_live (company_id, iccid, administrative_status, origin_id, sim_type_id, plan_code, apn_id, usage_day, cycle_start,
      updated_at, connection_started_at)
    SELECT ${companyId}, iccid, 2, 1, 2, 'IOT250', 1, ${last}::date, ${last}::date, ${since}, 'infinity' FROM ${given}`.execute(
    db,
  )
  await insertSimTexts(db, sql`s.iccid IN (SELECT iccid FROM ${given})`)
  await sql`
    INSERT INTO sim_tallies (company_id, administrative_status, gprs_status, origin_id, sim_type_id, plan_code, apn_id, sims)
    VALUES (${companyId}, 2, 0, 1, 2, 'IOT250', 1, ${sims.length})`.execute(db)
  const usage = sims.flatMap(({ iccid, bytes }) => days.map((day, index) => ({ iccid, day, hours: [...(bytes[index] ?? [])] })))
  for (let from = 0; from < usage.length; from += PART) {
    await sql`
      INSERT INTO usage_days (company_id, iccid, day, data_bytes, hour_data_bytes)
      SELECT ${companyId}, iccid, day, (SELECT sum(h) FROM unnest(hours) h), hours
      FROM json_to_recordset(${JSON.stringify(usage.slice(from, from + PART))}::json) AS n(iccid text, day date, hours bigint[])`.execute(
      db,
    )
  }
  const begun = sims.flatMap(({ iccid, sessions }) =>
    days.flatMap((day, index) =>
      [...(sessions[index] ?? [])].flatMap((count, hour) =>
        count === 0 ? [] : [{ iccid, at: new Date(Date.parse(`${day}T00:00:00${offset}`) + hour * HOUR_MS), count }],
      ),
    ),
  )
  for (let from = 0; from < begun.length; from += PART) {
    await sql`
      INSERT INTO data_sessions (company_id, iccid, session_key, started_at, stopped_at)
      SELECT ${companyId}, iccid, k::text, at + k * interval '3 seconds', at + k * interval '3 seconds'
      FROM json_to_recordset(${JSON.stringify(begun.slice(from, from + PART))}::json) AS n(iccid text, at timestamptz, count int)
      CROSS JOIN LATERAL generate_series(1, count) k`.execute(db)
  }
  const sent = sims.flatMap(({ iccid, messages }) =>
    days.flatMap((day, index) =>
      [...(messages[index] ?? [])].flatMap((sms, hour) =>
        sms === 0 ? [] : [{ iccid, day, at: new Date(Date.parse(`${day}T00:20:00${offset}`) + hour * HOUR_MS), sms }],
      ),
    ),
  )
  for (let from = 0; from < sent.length; from += PART) {
    await sql`
      INSERT INTO usage_events (company_id, iccid, day, received_at, voice_seconds, sms)
      SELECT ${companyId}, iccid, day, at, 0, sms
      FROM json_to_recordset(${JSON.stringify(sent.slice(from, from + PART))}::json) AS n(iccid text, day date, at timestamptz, sms int)`.execute(
      db,
    )
  }
  await sql`ANALYZE sims, sim_live, usage_days, data_sessions, usage_events`.execute(db)
}
