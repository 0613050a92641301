import { sql } from 'kysely'
import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import type { Database } from '#server/db/database.ts'
import { CATCHES, DEMO_ALARMS } from './alarms.ts'

/** Network seconds after which devices of Pacífico Puertos start to send at full rate: one at once, others later. */
const FLOODS_AFTER_S = [20, 420, 1_500]

/** Alarms of the customers, and devices that will run away. The present of the SIMs is there by then. */
export async function loadAlarms(db: Database, now: Date): Promise<void> {
  await db
    .insertInto('alarms')
    .values(
      DEMO_ALARMS.map(({ name = null, companyId, planCode, limitMb, emails, isActive = true, cutsData = false }) => ({
        company_id: companyId,
        name,
        plan_code: planCode,
        limit_mb: limitMb,
        emails: [...emails],
        language: 'es',
        is_active: isActive,
        cuts_data: cutsData,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  await reportCut(db)
  const { rows } = await sql<{ iccid: string }>`
    SELECT iccid FROM sim_live WHERE company_id = ${CATCHES.companyId} AND plan_code = ${CATCHES.planCode}
      AND administrative_status = ${ADMINISTRATIVE_STATUS.active} AND gprs_status = ${GPRS_STATUS.activated}
    ORDER BY iccid LIMIT ${FLOODS_AFTER_S.length}`.execute(db)
  const floods = rows.map(({ iccid }, index) => ({ iccid, afterSeconds: FLOODS_AFTER_S[index] }))
  await sql`
    UPDATE networks SET settings = jsonb_set(settings, '{life,floods}', ${JSON.stringify(floods)}::jsonb)
    WHERE network_id = 'simulated-1'`.execute(db)
}

/** The notices of SIMs whose data alarms had cut before: of the running cycle, at the moment of the cut, with their mail sent. */
async function reportCut(db: Database): Promise<void> {
  await sql`
    WITH notices AS (
      SELECT a.company_id, a.alarm_id, s.iccid, l.cycle_start, a.plan_code, a.limit_mb, l.cycle_data_bytes, s.status_since
      FROM alarms a
      JOIN sims s ON s.company_id = a.company_id AND s.plan_code = a.plan_code
      JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
      WHERE a.is_active AND a.cuts_data AND s.administrative_status = ${ADMINISTRATIVE_STATUS.deactivatedByAlarm}
    )
    INSERT INTO alarm_notices (company_id, alarm_id, iccid, cycle_start, kind, plan_code, limit_mb, used_bytes, at, mailed_at, action,
      action_since, changed_at)
    SELECT company_id, alarm_id, iccid, cycle_start, 'limit', plan_code, limit_mb, cycle_data_bytes, status_since, status_since, 'cut',
      status_since, status_since
    FROM notices`.execute(db)
  await sql`
    WITH hours AS (
      SELECT company_id, alarm_id, kind, date_trunc('hour', at) AS hour, max(at) AS at, max(iccid) AS iccid, max(plan_code) AS plan_code,
        max(limit_mb) AS limit_mb, count(*)::int AS sims
      FROM alarm_notices GROUP BY 1, 2, 3, 4
    )
    INSERT INTO alarm_hours (company_id, alarm_id, kind, hour, at, iccid, plan_code, limit_mb, sims)
    SELECT * FROM hours`.execute(db)
}
