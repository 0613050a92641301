import type { Day } from '#domain/billing-cycle.ts'
import { type PlanTerms, termsInCycle } from '#domain/rating/plan-terms.ts'
import type { Database } from '../db/database.ts'

/** A plan's terms in a cycle, with its name as on the document. */
export interface NamedTerms extends PlanTerms {
  readonly planName: string
  readonly validFrom: Day
}

/**
 * The terms of every plan in a cycle.
 * @returns a look-up that throws for a plan without terms
 */
export async function termsOfCycle(db: Database, cycleStart: Day): Promise<(planCode: string) => NamedTerms> {
  const rows = await db
    .selectFrom('plan_terms as t')
    .innerJoin('plans as p', 'p.plan_code', 't.plan_code')
    .select(['t.plan_code as planCode', 't.valid_from as validFrom', 'p.name as planName', 'p.currency', 'p.pooled'])
    .select(['t.data_mb as dataMb', 't.included_sms as includedSms', 't.included_voice_seconds as includedVoiceSeconds'])
    .select(['t.price_minor as priceMinor', 't.hibernation_fee_minor as hibernationFeeMinor'])
    .select(['t.overage_unit_mb as overageUnitMb', 't.overage_price_minor as overagePriceMinor'])
    .select(['t.sms_price_minor as smsPriceMinor', 't.voice_price_minor as voicePriceMinor'])
    .execute()
  const byPlan = new Map<string, NamedTerms>()
  for (const [planCode, all] of Map.groupBy(rows, (row) => row.planCode)) {
    const terms = termsInCycle(all, cycleStart)
    if (terms) byPlan.set(planCode, terms)
  }
  return (planCode) => {
    const terms = byPlan.get(planCode)
    if (!terms) throw new Error(`plan ${planCode} has no terms for the cycle from ${cycleStart}`)
    return terms
  }
}
