import { createHash, randomBytes } from 'node:crypto'
import { LINK_MINUTES, LINK_PURPOSES, type LinkPurpose } from '#domain/account.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'

/** The user a link belongs to. */
export interface LinkOwner {
  readonly userId: number
  readonly companyId: number
  readonly email: string
  readonly purpose: LinkPurpose
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Issues a link that its owner can use once. A new invitation revokes earlier ones, which may have gone to a wrong address. Links
 * to restore a password coexist: otherwise a request by a stranger would revoke the link in the owner's hands.
 * @returns the token, which is not stored; it goes into a mail as its secret
 */
export async function issueOneTimeLink(
  db: Database | DatabaseTransaction,
  userId: number,
  purpose: LinkPurpose,
  now: Date,
): Promise<string> {
  if (purpose === 'invitation') await revokeOneTimeLinks(db, userId, now)
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + LINK_MINUTES[purpose] * MINUTE_MS)
  await db
    .insertInto('one_time_links')
    .values({ token_hash: hashOf(token), user_id: userId, purpose, created_at: now, expires_at: expiresAt })
    .execute()
  return token
}

/** The page of the portal that a token opens. @param portal the portal's address, without a slash at its end */
export const linkAddress = (portal: string, token: string): string => `${portal}/restore-password?token=${token}`

/** The owner of a usable link; undefined when it is unknown, used or expired, or its owner is deactivated. */
export async function findOneTimeLink(
  db: Database | DatabaseTransaction,
  token: string,
  now: Date,
): Promise<LinkOwner | undefined> {
  const row = await usableLinks(db, now).where('l.token_hash', '=', hashOf(token)).executeTakeFirst()
  return row && ownerOf(row)
}

/** Redeems a link: of concurrent attempts one gets the owner, the others undefined. All other links of the owner are revoked. */
export async function redeemOneTimeLink(trx: DatabaseTransaction, token: string, now: Date): Promise<LinkOwner | undefined> {
  const found = await findOneTimeLink(trx, token, now)
  if (!found) return undefined
  // serializes redemptions per user, whichever of their links is used
  await trx.selectFrom('users').select('user_id').where('user_id', '=', found.userId).forNoKeyUpdate().execute()
  const owner = await findOneTimeLink(trx, token, now)
  if (owner) await revokeOneTimeLinks(trx, owner.userId, now)
  return owner
}

/** Revokes every link of a user, for instance when their e-mail address changes. */
export async function revokeOneTimeLinks(db: Database | DatabaseTransaction, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

function usableLinks(db: Database | DatabaseTransaction, now: Date) {
  return db
    .selectFrom('one_time_links as l')
    .innerJoin('users as u', 'u.user_id', 'l.user_id')
    .select(['u.user_id', 'u.company_id', 'u.email', 'l.purpose'])
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', now)
    .where('u.deactivated_at', 'is', null)
}

function ownerOf(row: { user_id: number; company_id: number; email: string; purpose: string }): LinkOwner {
  const purpose = LINK_PURPOSES.find((known) => known === row.purpose)
  if (!purpose) throw new Error(`a one-time link is for ${row.purpose}`)
  return { userId: row.user_id, companyId: row.company_id, email: row.email, purpose }
}
