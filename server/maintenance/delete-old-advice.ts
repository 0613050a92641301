import { sql } from 'kysely'
import { daysBefore } from '#domain/time.ts'
import type { Database } from '../db/database.ts'

/** By then its usage is a cycle old; the next one takes its place at once. */
const RETENTION_DAYS = 30
/** With what it promised and what was saved. */
const FOLLOWED_DAYS = 365

/** Deletes old advice on plans, with its moves. */
export async function deleteOldAdvice(db: Database, now: Date): Promise<void> {
  await sql`
    DELETE FROM plan_advices a WHERE a.state <> 'running' AND a.asked_at < CASE
      WHEN EXISTS (SELECT FROM plan_advice_operations l WHERE l.company_id = a.company_id AND l.advice_id = a.advice_id)
      THEN ${daysBefore(now, FOLLOWED_DAYS)}::timestamptz ELSE ${daysBefore(now, RETENTION_DAYS)}::timestamptz END`.execute(db)
}
