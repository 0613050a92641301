import { sql } from 'kysely'
import type { Ctx } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { notifySecurityChange } from './notify-security-change.ts'
import type { CompanySecurityEvent } from './security-mail.ts'

interface CompanyChange {
  readonly companyId: number
  readonly name: string
  readonly provider?: string
}

/** Notifies the company's user managers, and the administrators who manage users, except the actor. */
export async function notifyUserManagers(
  trx: DatabaseTransaction,
  ctx: Ctx,
  event: CompanySecurityEvent,
  { companyId, name, provider }: CompanyChange,
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
