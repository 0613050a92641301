import { sql } from 'kysely'
import { firstMonthOfChange } from '#domain/plans.ts'
import type { Database } from '#server/db/database.ts'

export const CHANGED_PLAN = 'CL-VOZ60'

/** A change that is agreed for cycles to come: a plan gets more minutes and becomes a little dearer. */
export async function loadPlanChange(db: Database, now: Date): Promise<void> {
  await sql`
    INSERT INTO plan_terms (plan_code, valid_from, data_mb, included_sms, included_voice_seconds, price_minor, hibernation_fee_minor,
      overage_unit_mb, overage_price_minor, sms_price_minor, voice_price_minor)
    SELECT plan_code, ${firstMonthOfChange(now)}::date, data_mb, included_sms, included_voice_seconds + 1800, price_minor + 200,
      hibernation_fee_minor, overage_unit_mb, overage_price_minor, sms_price_minor, voice_price_minor
    FROM plan_terms WHERE plan_code = ${CHANGED_PLAN} ORDER BY valid_from DESC LIMIT 1`.execute(db)
}
