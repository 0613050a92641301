import { createHash, randomBytes } from 'node:crypto'
import { LINK_MINUTES, LINK_PURPOSES, type LinkPurpose } from '#domain/account.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'

/** Whom a link belongs to. */
export interface LinkOwner {
  readonly userId: number
  readonly companyId: number
  readonly email: string
  readonly purpose: LinkPurpose
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Makes a link that its owner can use once. A new invitation ends those before it, which may have gone to a wrong address; links to
 * restore a password live side by side, or somebody else's asking would end the one in the owner's hands.
 * @returns the token, which is stored nowhere; it goes into a mail as its secret
 */
export async function issueOneTimeLink(
  db: Database | DatabaseTransaction,
  userId: number,
  purpose: LinkPurpose,
  now: Date,
): Promise<string> {
  if (purpose === 'invitation') await endOneTimeLinks(db, userId, now)
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + LINK_MINUTES[purpose] * 60_000)
  await db
    .insertInto('one_time_links')
    .values({ token_hash: hashOf(token), user_id: userId, purpose, created_at: now, expires_at: expiresAt })
    .execute()
  return token
}

/** The page of the portal that a token opens. @param portal the portal's address, without a slash at its end */
export const linkAddress = (portal: string, token: string): string => `${portal}/restore-password?token=${token}`

/** Whose link it is, as long as it can be used; undefined when it was used, is too old, never was, or its owner is deactivated. */
export async function findOneTimeLink(
  db: Database | DatabaseTransaction,
  token: string,
  now: Date,
): Promise<LinkOwner | undefined> {
  const row = await openLinks(db, now).where('l.token_hash', '=', hashOf(token)).executeTakeFirst()
  return row && ownerOf(row)
}

/** Uses a link: of those who try at the same time one gets its owner, the others nothing. All other links of the owner end with it. */
export async function spendOneTimeLink(trx: DatabaseTransaction, token: string, now: Date): Promise<LinkOwner | undefined> {
  const found = await findOneTimeLink(trx, token, now)
  if (!found) return undefined
  // one at a time for each person, whichever of their links it is
  await trx.selectFrom('users').select('user_id').where('user_id', '=', found.userId).forNoKeyUpdate().execute()
  const owner = await findOneTimeLink(trx, token, now)
  if (owner) await endOneTimeLinks(trx, owner.userId, now)
  return owner
}

/** Ends every link of a person, for instance because their mails go to another address from now on. */
export async function endOneTimeLinks(db: Database | DatabaseTransaction, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

function openLinks(db: Database | DatabaseTransaction, now: Date) {
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
