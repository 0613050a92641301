import { sql } from 'kysely'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import type { Database } from '../db/database.ts'

/**
 * Empties the sums of each company whose billing cycle has begun since they were last emptied, a transaction a company.
 * Lists already show figures of a past cycle as nothing; this takes them out of the order and of the top consumptions.
 * Returns the companies whose cycle began.
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
    await beginCycle(db, company.company_id, start)
    begun.push(company.company_id)
  }
  return begun
}

function beginCycle(db: Database, companyId: number, start: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`
      UPDATE sim_live SET cycle_start = ${start}, cycle_data_bytes = 0, cycle_voice_seconds = 0, cycle_sms = 0, plan_percent = 0
      WHERE company_id = ${companyId} AND cycle_start < ${start}
        AND (cycle_data_bytes > 0 OR plan_percent > 0 OR cycle_voice_seconds > 0 OR cycle_sms > 0)`.execute(trx)
    await trx.updateTable('companies').set({ usage_cycle_start: start }).where('company_id', '=', companyId).execute()
  })
}
