import { DAY_MS } from '#domain/time.ts'
import type { Database } from '../db/database.ts'

/** By then its usage is a cycle old; the next one takes its place at once. */
const RETENTION_DAYS = 30

/** Deletes old advice on plans, with its moves. */
export async function deleteOldAdvice(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('plan_advices')
    .where('state', '<>', 'running')
    .where('asked_at', '<', new Date(now.getTime() - RETENTION_DAYS * DAY_MS))
    .execute()
}
