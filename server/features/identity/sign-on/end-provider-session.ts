import { sql } from 'kysely'
import { HOUR_MS } from '#domain/time.ts'
import { withinCell } from '#server/cells/cell-context.ts'
import { cellOf } from '#server/cells/cell-of-call.ts'
import { inTransaction, type RequestContext } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { evictSessions } from '#server/http/login-session.ts'
import { audit } from '#server/records/audit.ts'
import { type LogoutToken, LogoutTokenError } from './logout-token.ts'

/** Longer than a token is accepted, ms. */
const TOKEN_RETENTION_MS = HOUR_MS

/** The stored id of a provider's session. */
export const providerSessionOf = (companyId: number, session: string | undefined): string | undefined =>
  session === undefined ? undefined : `${companyId}:${session}`

export interface ProviderLogout extends LogoutToken {
  /** the provider's company */
  readonly companyId: number
  readonly issuer: string
}

/**
 * Ends sessions opened by signing on: those of the provider's session, or all of the user when it names none; in either case those
 * without a stored provider session. Sessions opened by password are not affected.
 * @throws LogoutTokenError when the token was used before
 */
export async function endProviderSession(ctx: RequestContext, logout: ProviderLogout): Promise<void> {
  const ended = await inTransaction(ctx, async (trx) => {
    await consumeToken(trx, ctx, logout)
    await endPending(trx, logout)
    const sessions = await endOpen(trx, ctx, logout)
    for (const user of new Map(sessions.map((session) => [session.user_id, session])).values()) {
      const actor = { email: 'sign-on', companyId: user.company_id, userId: null }
      await withinCell(trx, await cellOf(ctx, user.company_id), (inside) =>
        audit(inside, { ...ctx, actor }, { action: 'login_session.ended', entity: 'user', entityId: String(user.user_id) }),
      )
    }
    return sessions
  })
  evictSessions(
    ctx,
    ended.map(({ token_hash }) => token_hash),
  )
}

async function consumeToken(trx: DatabaseTransaction, { now }: RequestContext, { companyId, tokenId }: ProviderLogout) {
  await trx
    .deleteFrom('sign_on_logouts')
    .where('taken_at', '<', new Date(now.getTime() - TOKEN_RETENTION_MS))
    .execute()
  const mine = await trx
    .insertInto('sign_on_logouts')
    .values({ company_id: companyId, token_id: tokenId, taken_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_id')
    .executeTakeFirst()
  if (!mine) throw new LogoutTokenError('the token was taken before')
}

/** Condition on sessions (`s`) with their users. */
function sessionsOfLogout({ companyId, issuer, subject, session }: ProviderLogout) {
  const named = providerSessionOf(companyId, session) ?? null
  const isOfPerson = sql`EXISTS (SELECT FROM sign_on_identities i
    WHERE i.user_id = s.user_id AND i.issuer = ${issuer} AND i.subject = ${subject ?? null})`
  return sql`s.method = 'sign_on' AND (
    s.provider_session = ${named} OR (${isOfPerson} AND (${named}::text IS NULL OR s.provider_session IS NULL)))`
}

async function endPending(trx: DatabaseTransaction, logout: ProviderLogout): Promise<void> {
  await sql`DELETE FROM pending_logins s WHERE ${sessionsOfLogout(logout)}`.execute(trx)
}

interface EndedSession {
  readonly token_hash: Buffer
  readonly user_id: number
  readonly company_id: number
}

async function endOpen(trx: DatabaseTransaction, { now }: RequestContext, logout: ProviderLogout): Promise<EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    UPDATE login_sessions s SET ended_at = ${now} FROM users u
    WHERE u.user_id = s.user_id AND s.ended_at IS NULL AND ${sessionsOfLogout(logout)}
    RETURNING s.token_hash, u.user_id, u.company_id`.execute(trx)
  return rows
}
