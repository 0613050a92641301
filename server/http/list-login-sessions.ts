import type { FastifyRequest } from 'fastify'
import type { LoginSession } from '#contract/identity/security.calls.ts'
import { parseUserAgent } from '#domain/user-agent.ts'
import type { RequestContext, Services } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { currentSessionHash, evictSessions, IDLE_MS, LIFETIME_MS } from './login-session.ts'

type Db = Database | DatabaseTransaction

const activeSessions = (db: Db, now: Date, userId: number) =>
  db
    .selectFrom('login_sessions')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>=', new Date(now.getTime() - IDLE_MS))
    .where('created_at', '>=', new Date(now.getTime() - LIFETIME_MS))

/** The open login sessions of a user, the last seen first. */
export async function listLoginSessions(ctx: RequestContext, userId: number, request: FastifyRequest): Promise<LoginSession[]> {
  const present = currentSessionHash(ctx, request)
  const rows = await activeSessions(ctx.db, ctx.now, userId).selectAll().orderBy('last_seen_at', 'desc').execute()
  return rows.map((row) => ({
    sessionId: row.login_session_id,
    ...parseUserAgent(row.user_agent),
    address: row.address,
    openedAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isThis: present !== undefined && row.token_hash.equals(present),
  }))
}

/** All sessions of a user, one by id, or all but one. */
export type SessionSelection = 'all' | { readonly sessionId: number } | { readonly except: Buffer | undefined }

/**
 * Ends login sessions of a user.
 * @returns how many were open
 */
export async function endSessions(
  services: Services,
  db: Db,
  { userId, which, now }: { userId: number; which: SessionSelection; now: Date },
): Promise<number> {
  let open = activeSessions(db, now, userId).select('token_hash')
  if (which !== 'all' && 'sessionId' in which) open = open.where('login_session_id', '=', which.sessionId)
  else if (which !== 'all' && which.except) open = open.where('token_hash', '!=', which.except)
  const hashes = (await open.execute()).map((row) => row.token_hash)
  if (hashes.length === 0) return 0
  await db.updateTable('login_sessions').set({ ended_at: now }).where('token_hash', 'in', hashes).execute()
  evictSessions(services, hashes)
  return hashes.length
}
