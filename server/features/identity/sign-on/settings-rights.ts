import { sql } from 'kysely'
import { PROVIDER_HOLDS_MORE } from '#contract/identity/sign-on-messages.ts'
import { UNKNOWN_SENTENCES } from '#contract/messages.ts'
import type { Permit } from '#domain/permits.ts'
import { holdsAll } from '#domain/user-rights.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { inTreeOf } from '#server/db/scope.ts'
import { lockUsersOfTree } from '#server/records/users.ts'

interface Company {
  readonly companyId: number
  readonly name: string
}

/** The settings concern logins and a company. */
const PERMITS: readonly Permit[] = ['users', 'companies']

export async function requireSignOnCompany(
  { actor }: Pick<Ctx, 'actor'>,
  db: Ctx['db'] | DatabaseTransaction,
  companyId: number,
): Promise<Company> {
  const known = await db
    .selectFrom('companies')
    .select(['company_id as companyId', 'business_name as name'])
    .where('company_id', '=', companyId)
    .where(inTreeOf(actor, sql`lineage`))
    .executeTakeFirst()
  if (!known) throw new AppError('not_found', { sentence: UNKNOWN_SENTENCES.company })
  return known
}

/**
 * Locks the company's users and checks the actor's present rights: naming a provider allows logging in as any user of the company
 * and below, second factor included.
 */
export async function lockRights(trx: DatabaseTransaction, ctx: Ctx, companyId: number): Promise<Company> {
  const company = await requireSignOnCompany(ctx, trx, companyId)
  const { actor, people } = await lockUsersOfTree(trx, ctx, companyId)
  if (!actor.isAdmin || !PERMITS.every((permit) => actor.permits.includes(permit))) throw new AppError('not_allowed')
  const active = people.filter(({ isDeactivated }) => !isDeactivated)
  if (!active.every((person) => holdsAll(actor, person))) throw new AppError('not_allowed', { sentence: PROVIDER_HOLDS_MORE })
  return company
}

/** The same before any other check; it is repeated when the change is written. */
export async function requireRights(ctx: Ctx, companyId: number): Promise<void> {
  await inTransaction(ctx, (trx) => lockRights(trx, ctx, companyId))
}
