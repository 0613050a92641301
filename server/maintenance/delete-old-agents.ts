import { daysBefore } from '#domain/time.ts'
import type { Database } from '../db/database.ts'

/** After a token expired: until then a reuse of it is seen. */
const TOKEN_DAYS = 1
/** After a consent ended or was given. */
const CONSENT_DAYS = 365
/** In which a person lets a client in, or none does. */
const CLIENT_DAYS = 1

/** Deletes what agents leave behind: expired tokens, old consents, and clients that no person has let in. */
export async function deleteOldAgents(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('agent_tokens').where('expires_at', '<', daysBefore(now, TOKEN_DAYS)).execute()
  const oldest = daysBefore(now, CONSENT_DAYS)
  await db
    .deleteFrom('agents')
    .where((where) => where.or([where('ended_at', '<', oldest), where('created_at', '<', oldest)]))
    .execute()
  await db
    .deleteFrom('agent_clients as c')
    .where('c.created_at', '<', daysBefore(now, CLIENT_DAYS))
    .where((where) => where.not(where.exists(where.selectFrom('agents as a').whereRef('a.client_id', '=', 'c.client_id'))))
    .execute()
}
