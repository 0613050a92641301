import { billingCycleAt } from '#domain/billing-cycle.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { Database } from '#server/db/database.ts'
import { countryId } from '../records/reference-data.ts'
import { DEMO_APNS, DEMO_PLANS } from './catalogue.ts'
import { DEMO_COMPANIES } from './companies.ts'
import { demoTerms } from './plan-terms.ts'

/** Companies with their APNs and plans, and how the operators' links are: Mexico stumbles, Ecuador has been down for a while. */
export async function loadCompanies(db: Database, now: Date): Promise<void> {
  await db
    .insertInto('companies')
    .values(
      DEMO_COMPANIES.map((company) => ({
        company_id: company.id,
        parent_id: company.parents.at(-1) ?? null,
        lineage: [...company.parents, company.id],
        tin: company.tin,
        business_name: company.businessName,
        fantasy_name: company.fantasyName,
        country_id: countryId(company.country),
        time_zone: company.timeZone,
        currency: company.currency,
        cycle_anchor_day: company.cycleAnchorDay,
        usage_cycle_start: billingCycleAt(now, company.cycleAnchorDay, company.timeZone).start,
        created_at: new Date(now.getTime() - 1_100 * DAY_MS),
      })),
    )
    .execute()
  await db.insertInto('apns').values(DEMO_APNS).execute()
  await db.insertInto('plans').values(DEMO_PLANS).execute()
  await db.insertInto('plan_terms').values(demoTerms(now)).execute()
  const since = (minutes: number): Date => new Date(now.getTime() - minutes * MINUTE_MS)
  await db
    .updateTable('origins')
    .set({ operator_status_since: since(3_000) })
    .execute()
  const warning = { operator_status: 2, operator_failure_percent: 14, operator_status_since: since(12) }
  const closed = { operator_status: 0, operator_failure_percent: 100, operator_status_since: since(51) }
  await db.updateTable('origins').set(warning).where('origin_id', '=', 3).execute()
  await db.updateTable('origins').set(closed).where('origin_id', '=', 4).execute()
}
