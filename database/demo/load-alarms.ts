import { sql } from 'kysely'
import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import type { Database } from '#server/db/database.ts'

interface DemoAlarm {
  readonly companyId: number
  readonly planCode: string | null
  readonly limitMb: number
  readonly emails: readonly string[]
  readonly isActive?: boolean
  readonly cutsData?: boolean
}

/**
 * The one that catches the devices that run away before everybody's eyes: telephones of lifts, which use next to nothing, so that it
 * takes some seconds on every day of the month, and nobody else is over it. What a device sends between two reports is more than
 * lies between warning and limit, so the first mail tells of the limit.
 */
const CATCHES: DemoAlarm = {
  companyId: 13,
  planCode: 'CL-VOZ60',
  limitMb: 40,
  emails: ['flota@pacifico.test', 'guardia@pacifico.test'],
  cutsData: true,
}

const DEMO_ALARMS: readonly DemoAlarm[] = [
  { companyId: 4, planCode: 'CL-IOT250', limitMb: 5_120, emails: ['ana@andes.test'], cutsData: true },
  { companyId: 4, planCode: 'CL-VID10G', limitMb: 10_240, emails: ['ana@andes.test', 'video@andes.test'] },
  { companyId: 10, planCode: null, limitMb: 2_048, emails: ['operaciones@andesnorte.test'] },
  { companyId: 11, planCode: 'CL-IOT1G', limitMb: 5_120, emails: ['frio@andes.test'], isActive: false, cutsData: true },
  { companyId: 7, planCode: null, limitMb: 100, emails: ['redes@bajio.test'] },
  CATCHES,
]

/** Network seconds after which devices of Pacífico Puertos begin to send all they can: one at once, others for whoever stays. */
const FLOODS_AFTER_S = [20, 420, 1_500]

/** Alarms of the customers, and devices that will run away. The present of the SIMs is there by then. */
export async function loadAlarms(db: Database, now: Date): Promise<void> {
  await db
    .insertInto('alarms')
    .values(
      DEMO_ALARMS.map(({ companyId, planCode, limitMb, emails, isActive = true, cutsData = false }) => ({
        company_id: companyId,
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
  const { rows } = await sql<{ iccid: string }>`
    SELECT iccid FROM sim_live WHERE company_id = ${CATCHES.companyId} AND plan_code = ${CATCHES.planCode}
      AND administrative_status = ${ADMINISTRATIVE_STATUS.active} AND gprs_status = ${GPRS_STATUS.activated}
    ORDER BY iccid LIMIT ${FLOODS_AFTER_S.length}`.execute(db)
  const floods = rows.map(({ iccid }, index) => ({ iccid, afterSeconds: FLOODS_AFTER_S[index] }))
  await sql`
    UPDATE networks SET settings = jsonb_set(settings, '{life,floods}', ${JSON.stringify(floods)}::jsonb)
    WHERE network_id = 'simulated-1'`.execute(db)
}
