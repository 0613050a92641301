import type { LinkPurpose } from '#domain/account.ts'
import { domainOf } from '#domain/sign-on.ts'
import { portalUrl, type Services } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { issueOneTimeLink, linkAddress, revokeOneTimeLinks } from './one-time-links.ts'

/**
 * The domain of an e-mail address whose users log in at their company's provider only; undefined where a password serves. It
 * depends on the domain alone: no account is read.
 */
export async function signOnOnlyDomain(db: Database | DatabaseTransaction, email: string): Promise<string | undefined> {
  const domain = domainOf(email)
  if (domain === undefined) return undefined
  const row = await db
    .selectFrom('sign_on_domains as d')
    .innerJoin('company_sign_on as s', 's.company_id', 'd.company_id')
    .select('d.domain')
    .where('d.domain', '=', domain)
    .where('s.password_login', '=', false)
    .executeTakeFirst()
  return row?.domain
}

/** The link of a mail that lets its recipient sign in. */
export interface SignInLink {
  readonly link: string
  /** of a link that sets a password; not stored. Without one the link leads to the company's provider */
  readonly token?: string
}

interface LinkRecipient {
  readonly userId: number
  readonly email: string
  readonly purpose: LinkPurpose
  readonly now: Date
}

/** A link to set a password; to the company's provider where passwords do not serve, and then earlier links are revoked. */
export async function signInLink(
  trx: DatabaseTransaction,
  services: Pick<Services, 'config'>,
  recipient: LinkRecipient,
): Promise<SignInLink> {
  const { userId, email, purpose, now } = recipient
  const portal = portalUrl(services)
  const domain = await signOnOnlyDomain(trx, email)
  if (domain !== undefined) {
    await revokeOneTimeLinks(trx, userId, now)
    return { link: `${portal}/sign-on/${encodeURIComponent(domain)}` }
  }
  const token = await issueOneTimeLink(trx, userId, purpose, now)
  return { link: linkAddress(portal, token), token }
}
