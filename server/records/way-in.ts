import type { LinkPurpose } from '#domain/account.ts'
import { domainOf } from '#domain/sign-on.ts'
import type { Services } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { endOneTimeLinks, issueOneTimeLink, linkAddress } from './one-time-links.ts'

/**
 * The domain of an e-mail address whose people log in at their company's provider only; undefined where a password serves. It goes by the
 * domain alone: no account is looked at.
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

/** What a mail leads somebody in by. */
export interface WayIn {
  readonly link: string
  /** of a link that sets a password; it is in no table. Without one the link leads to the company's provider */
  readonly token?: string
}

interface Guest {
  readonly userId: number
  readonly email: string
  readonly purpose: LinkPurpose
  readonly now: Date
}

/** A link to set a password; to the company's provider where no password serves, and then links of before end. */
export async function wayIn(trx: DatabaseTransaction, { config }: Pick<Services, 'config'>, guest: Guest): Promise<WayIn> {
  const { userId, email, purpose, now } = guest
  const portal = config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`
  const domain = await signOnOnlyDomain(trx, email)
  if (domain !== undefined) {
    await endOneTimeLinks(trx, userId, now)
    return { link: `${portal}/sign-on/${encodeURIComponent(domain)}` }
  }
  const token = await issueOneTimeLink(trx, userId, purpose, now)
  return { link: linkAddress(portal, token), token }
}
