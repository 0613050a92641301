import { sql } from 'kysely'
import { PROVIDER_HOLDS_MORE } from '#contract/identity/sign-on-messages.ts'
import { UNKNOWN_SENTENCES } from '#contract/messages.ts'
import type { Permit } from '#domain/permits.ts'
import { holdsAll } from '#domain/user-rights.ts'
import { AppError } from '#server/app-error.ts'
import { notifySecurityChange } from '#server/mail/notify-security-change.ts'
import { lockUsersOfTree } from '#server/records/users.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import type { DatabaseTransaction } from '../../../db/database.ts'

interface Company {
  readonly companyId: number
  readonly name: string
}

/** The settings are about how people log in, and a company's. */
const PERMITS: readonly Permit[] = ['users', 'companies']

export async function requireCompany(db: Ctx['db'] | DatabaseTransaction, companyId: number): Promise<Company> {
  const known = await db
    .selectFrom('companies')
    .select(['company_id as companyId', 'business_name as name'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!known) throw new AppError('not_found', { sentence: UNKNOWN_SENTENCES.company })
  return known
}

/**
 * Locks the company's people and judges by what the actor may do now: whoever names a provider can log in, by way of it, as any of the
 * company's people and of those below, second factor and all.
 */
export async function lockRights(trx: DatabaseTransaction, ctx: Ctx, companyId: number): Promise<Company> {
  const company = await requireCompany(trx, companyId)
  const { actor, people } = await lockUsersOfTree(trx, ctx, companyId)
  if (!actor.isAdmin || !PERMITS.every((permit) => actor.permits.includes(permit))) throw new AppError('not_allowed')
  const active = people.filter(({ isDeactivated }) => !isDeactivated)
  if (!active.every((person) => holdsAll(actor, person))) throw new AppError('not_allowed', { sentence: PROVIDER_HOLDS_MORE })
  return company
}

/** The same before anything is asked for; it is judged once more where it is written. */
export async function requireRights(ctx: Ctx, companyId: number): Promise<void> {
  await inTransaction(ctx, (trx) => lockRights(trx, ctx, companyId))
}

interface Told extends Company {
  readonly provider?: string
}

/** Tells those of the company who manage its users, and the administrators who could have done it, but for whoever has. */
export async function tellOthers(
  trx: DatabaseTransaction,
  ctx: Ctx,
  event: 'sign_on_changed' | 'sign_on_removed',
  { companyId, name, provider }: Told,
): Promise<void> {
  const others = await trx
    .selectFrom('users')
    .select('email')
    .where('deactivated_at', 'is', null)
    .where('user_id', '<>', ctx.actor.userId)
    .where(sql<boolean>`permits @> ARRAY['users'] AND (company_id = ${companyId} OR is_admin)`)
    .orderBy('user_id')
    .execute()
  await notifySecurityChange(trx, ctx, {
    event,
    addresses: others.map(({ email }) => email),
    companyId,
    actor: ctx.actor.email,
    about: [['company', name], ...(provider === undefined ? [] : [['provider', provider] as const])],
  })
}
