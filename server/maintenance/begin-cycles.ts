import { sql } from 'kysely'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { HOUR_MS } from '#domain/time.ts'
import { releaseCycle } from '../alarm-engine/revise-notices.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { retryDeadlock } from '../db/retry-deadlock.ts'
import { ORDER_HOURS } from '../networks/orders/order.ts'
import { HOLDS } from '../records/data-holds.ts'

/**
 * Resets the sums of each company whose billing cycle has begun since the last reset, and restores data that alarms cut in the
 * previous cycle; one transaction per company. Lists already show zero for a past cycle; this takes the old sums out of the order
 * and of the top consumptions.
 * @returns the companies whose cycle began
 */
export async function beginCycles(db: Database, now: Date): Promise<number[]> {
  const companies = await db
    .selectFrom('companies')
    .select(['company_id', 'cycle_anchor_day', 'time_zone', 'usage_cycle_start'])
    .orderBy('company_id')
    .execute()
  const begun: number[] = []
  for (const company of companies) {
    const { start } = billingCycleAt(now, company.cycle_anchor_day, company.time_zone)
    if (company.usage_cycle_start !== null && company.usage_cycle_start >= start) continue
    await beginCycle(db, company.company_id, start, now)
    begun.push(company.company_id)
  }
  return begun
}

function beginCycle(db: Database, companyId: number, start: string, now: Date): Promise<void> {
  const begin = async (trx: DatabaseTransaction) => {
    // locked in the order that all writers use
    await sql`
      WITH past AS MATERIALIZED (
        SELECT iccid FROM sim_live
        WHERE company_id = ${companyId} AND cycle_start < ${start}
          AND (cycle_data_bytes > 0 OR plan_percent > 0 OR cycle_voice_seconds > 0 OR cycle_sms > 0)
        ORDER BY iccid FOR NO KEY UPDATE
      )
      UPDATE sim_live l SET cycle_start = ${start}, cycle_data_bytes = 0, cycle_voice_seconds = 0, cycle_sms = 0, plan_percent = 0
      FROM past WHERE l.company_id = ${companyId} AND l.iccid = past.iccid`.execute(trx)
    await releaseCycle(trx, companyId, start, now)
    await restoreWithoutNotice(trx, companyId, start, now)
    await trx.updateTable('companies').set({ usage_cycle_start: start }).where('company_id', '=', companyId).execute()
  }
  return retryDeadlock(() => db.transaction().execute(begin))
}

/** Restores SIMs whose cut has no notice, no breach and no firing, because they came with it from another company or another system. */
async function restoreWithoutNotice(trx: DatabaseTransaction, companyId: number, start: string, now: Date): Promise<void> {
  await sql`
    WITH cut AS (
      SELECT s.company_id, s.iccid FROM sims s
      WHERE s.company_id = ${companyId} AND s.administrative_status = ${ADMINISTRATIVE_STATUS.deactivatedByAlarm}
        AND NOT EXISTS (
          SELECT FROM alarm_notices n WHERE n.company_id = s.company_id AND n.iccid = s.iccid AND n.cycle_start >= ${start}
            AND n.${HOLDS})
        AND NOT EXISTS (SELECT FROM lock_breaches b WHERE b.company_id = s.company_id AND b.iccid = s.iccid AND b.${HOLDS})
        AND NOT EXISTS (SELECT FROM rule_firings f WHERE f.company_id = s.company_id AND f.iccid = s.iccid AND f.${HOLDS})
      ORDER BY s.iccid
    )
    INSERT INTO network_orders (company_id, iccid, goal, actor, requested_at, due_at, expires_at)
    SELECT company_id, iccid, 'restoreData', 'alarm', ${now}, ${now}, ${new Date(now.getTime() + ORDER_HOURS * HOUR_MS)} FROM cut
    ON CONFLICT DO NOTHING`.execute(trx)
}
