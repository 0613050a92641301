import { type Insertable, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Plans } from '../db/types.generated.ts'

/** Inserts plans with their first terms, which hold for every cycle; prices that a plan does not show are 0. */
export async function insertPlans(db: Database, plans: readonly Insertable<Plans>[]): Promise<void> {
  await db
    .insertInto('plans')
    .values([...plans])
    .execute()
  await sql`
    INSERT INTO plan_terms (plan_code, valid_from, data_mb, included_sms, included_voice_seconds, price_minor)
    SELECT plan_code, '1970-01-01', data_mb, included_sms, included_voice_seconds, price_minor FROM plans
    WHERE plan_code = ANY(${plans.map(({ plan_code }) => plan_code)}::text[])`.execute(db)
}
