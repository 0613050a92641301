import { sql } from 'kysely'
import { domainOf } from '#domain/sign-on.ts'
import type { RequestContext } from '#server/context.ts'
import { type Identity, SignOnError } from './provider.ts'
import { domainsOf } from './settings.queries.ts'

/**
 * The user of a provider's account: an active one of that company or below it, with an address of the company's domains. The first
 * time the verified e-mail address identifies the user, and the account is linked to the user; from then on the account identifies
 * them, whatever its e-mail address is.
 */
export async function findSignedOnUser(ctx: RequestContext, companyId: number, identity: Identity): Promise<number> {
  const domains = await domainsOf(ctx.db, companyId)
  const tied = await ctx.db
    .selectFrom('sign_on_identities')
    .select('user_id')
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst()
  if (tied) return requireOneOf(ctx, companyId, domains, { userId: tied.user_id })
  const { email } = identity
  if (!email || !identity.isEmailVerified) throw new SignOnError('email_not_verified')
  if (!domains.includes(domainOf(email) ?? '')) throw new SignOnError('wrong_domain')
  const userId = await requireOneOf(ctx, companyId, domains, { email })
  await linkIdentity(ctx, identity, userId)
  return userId
}

async function requireOneOf(
  ctx: RequestContext,
  companyId: number,
  domains: readonly string[],
  who: { userId: number } | { email: string },
): Promise<number> {
  const user = await ctx.db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.company_id', 'u.company_id')
    .select(['u.user_id', 'u.email'])
    .where('userId' in who ? sql<boolean>`u.user_id = ${who.userId}` : sql<boolean>`u.email = ${who.email}`)
    .where('u.deactivated_at', 'is', null)
    .where(sql<boolean>`c.lineage @> ARRAY[${companyId}]::int[]`)
    .executeTakeFirst()
  if (!user || !domains.includes(domainOf(user.email) ?? '')) throw new SignOnError('unknown_user')
  return user.user_id
}

async function linkIdentity({ db, now }: RequestContext, { issuer, subject }: Identity, userId: number): Promise<void> {
  const tied = await db
    .insertInto('sign_on_identities')
    .values({ issuer, subject, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!tied) throw new SignOnError('other_identity')
}
