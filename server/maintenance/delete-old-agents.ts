import { daysBefore } from '#domain/time.ts'
import type { Database } from '../db/database.ts'

/**
 * Deletes what agents leave behind: tokens a day after they expired (until then a reuse of them is seen), consents a year after they ended or
 * were given, and clients that no person has let in within a day.
 */
export async function deleteOldAgents(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('agent_tokens').where('expires_at', '<', daysBefore(now, 1)).execute()
  await db
    .deleteFrom('agents')
    .where((where) => where.or([where('ended_at', '<', daysBefore(now, 365)), where('created_at', '<', daysBefore(now, 365))]))
    .execute()
  await db
    .deleteFrom('agent_clients as c')
    .where('c.created_at', '<', daysBefore(now, 1))
    .where((where) => where.not(where.exists(where.selectFrom('agents as a').whereRef('a.client_id', '=', 'c.client_id'))))
    .execute()
}
