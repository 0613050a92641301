import { sql } from 'kysely'
import { inTransaction, type RequestContext } from '../../../context.ts'
import type { DatabaseTransaction } from '../../../db/database.ts'
import { evictSessions } from '../../../http/login-session.ts'
import { audit } from '../../../records/audit.ts'
import { type LogoutToken, LogoutTokenError } from './logout-token.ts'

/** Longer than a token is believed, ms. */
const REMEMBERED_MS = 3_600_000

/** What is kept of a session at the provider of a company. */
export const providerSessionOf = (companyId: number, session: string | undefined): string | undefined =>
  session === undefined ? undefined : `${companyId}:${session}`

export interface ProviderLogout extends LogoutToken {
  /** whose provider it is */
  readonly companyId: number
  readonly issuer: string
}

/**
 * Ends what was opened by signing on: the sessions that came from the one at the provider, or all of the person when it names none; in
 * either case those that do not know from which they came. Sessions opened by password are none of the provider's.
 * @throws LogoutTokenError when the token was taken before
 */
export async function endProviderSession(ctx: RequestContext, logout: ProviderLogout): Promise<void> {
  const ended = await inTransaction(ctx, async (trx) => {
    await takeToken(trx, ctx, logout)
    await endPending(trx, logout)
    const sessions = await endOpen(trx, ctx, logout)
    for (const user of new Map(sessions.map((session) => [session.user_id, session])).values()) {
      const actor = { email: 'sign-on', companyId: user.company_id, userId: null }
      await audit(trx, { ...ctx, actor }, { action: 'login_session.ended', entity: 'user', entityId: String(user.user_id) })
    }
    return sessions
  })
  evictSessions(
    ctx,
    ended.map(({ token_hash }) => token_hash),
  )
}

async function takeToken(trx: DatabaseTransaction, { now }: RequestContext, { companyId, tokenId }: ProviderLogout) {
  await trx
    .deleteFrom('sign_on_logouts')
    .where('taken_at', '<', new Date(now.getTime() - REMEMBERED_MS))
    .execute()
  const mine = await trx
    .insertInto('sign_on_logouts')
    .values({ company_id: companyId, token_id: tokenId, taken_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_id')
    .executeTakeFirst()
  if (!mine) throw new LogoutTokenError('the token was taken before')
}

/** Which rows of sessions (`s`) with their users are meant. */
function isMeant({ companyId, issuer, subject, session }: ProviderLogout) {
  const named = providerSessionOf(companyId, session) ?? null
  const isOfPerson = sql`EXISTS (SELECT FROM sign_on_identities i
    WHERE i.user_id = s.user_id AND i.issuer = ${issuer} AND i.subject = ${subject ?? null})`
  return sql`s.method = 'sign_on' AND (
    s.provider_session = ${named} OR (${isOfPerson} AND (${named}::text IS NULL OR s.provider_session IS NULL)))`
}

async function endPending(trx: DatabaseTransaction, logout: ProviderLogout): Promise<void> {
  await sql`DELETE FROM pending_logins s WHERE ${isMeant(logout)}`.execute(trx)
}

interface Ended {
  readonly token_hash: Buffer
  readonly user_id: number
  readonly company_id: number
}

async function endOpen(trx: DatabaseTransaction, { now }: RequestContext, logout: ProviderLogout): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    UPDATE login_sessions s SET ended_at = ${now} FROM users u
    WHERE u.user_id = s.user_id AND s.ended_at IS NULL AND ${isMeant(logout)}
    RETURNING s.token_hash, u.user_id, u.company_id`.execute(trx)
  return rows
}
