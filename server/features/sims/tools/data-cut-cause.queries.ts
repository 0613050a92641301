import { sql } from 'kysely'
import type { DataCutCause } from '#contract/sims/sim-tool-messages.ts'
import { isApiKeyActor } from '#domain/api-keys.ts'
import type { LockKind } from '#domain/locks.ts'
import type { Ctx } from '#server/context.ts'
import { HOLDS } from '#server/records/data-holds.ts'
import type { FoundSim } from '#server/records/find-sim.ts'

export async function readDataCutCause({ db }: Pick<Ctx, 'db'>, { companyId, iccid }: FoundSim): Promise<DataCutCause> {
  const { rows: breaches } = await sql<{ kind: LockKind }>`
    SELECT kind FROM lock_breaches WHERE company_id = ${companyId} AND iccid = ${iccid} AND ${HOLDS} ORDER BY at LIMIT 1`.execute(
    db,
  )
  const cutByLock = breaches[0]?.kind ?? null
  const { rows } = await sql<Pick<DataCutCause, 'cutLimitMb' | 'cutPlanName' | 'cutAlarmName'>>`
    SELECT n.limit_mb AS "cutLimitMb", judged.name AS "cutPlanName", a.name AS "cutAlarmName"
    FROM alarm_notices n
    LEFT JOIN plans judged ON judged.plan_code = n.plan_code
    LEFT JOIN alarms a ON a.company_id = n.company_id AND a.alarm_id = n.alarm_id
    WHERE n.company_id = ${companyId} AND n.iccid = ${iccid} AND n.${HOLDS}
    ORDER BY n.at DESC, n.notice_id DESC LIMIT 1`.execute(db)
  const { rows: firings } = await sql<{ name: string }>`
    SELECT rule_name AS name FROM rule_firings WHERE company_id = ${companyId} AND iccid = ${iccid} AND ${HOLDS}
    ORDER BY at DESC, firing_id DESC LIMIT 1`.execute(db)
  const cutByRule = firings[0]?.name ?? null
  const isHeld = cutByLock !== null || cutByRule !== null || rows.length > 0
  const cutByPerson = isHeld ? null : await readPersonWhoCut(db, { companyId, iccid })
  return { ...(rows[0] ?? { cutLimitMb: null, cutPlanName: null, cutAlarmName: null }), cutByLock, cutByRule, cutByPerson }
}

/** Of the last cut. Alarms, locks and rules hold what they cut, and are no person. */
async function readPersonWhoCut(
  db: Ctx['db'],
  { companyId, iccid }: Pick<FoundSim, 'companyId' | 'iccid'>,
): Promise<string | null> {
  const { rows } = await sql<{ actor: string }>`
    SELECT actor FROM sim_events WHERE company_id = ${companyId} AND iccid = ${iccid} AND kind = 'data_cut'
    ORDER BY at DESC, event_id DESC LIMIT 1`.execute(db)
  const actor = rows[0]?.actor ?? ''
  return actor.includes('@') || isApiKeyActor(actor) ? actor : null
}
