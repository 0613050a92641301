import { COMPANY_SENTENCES } from '#contract/companies/company-messages.ts'
import { holdsAll } from '#domain/user-rights.ts'
import { AppError } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { notifyUserManagers } from '#server/mail/notify-user-managers.ts'
import { audit } from '#server/records/audit.ts'
import { lockUsersOfTree } from '#server/records/users.ts'
import type { StoredCompany } from './company-row.ts'

/**
 * A company whose users need no second factor any more: who decides that must be able to reset that of each of them, and their managers
 * are notified.
 */
export async function stopRequiringFactor(trx: DatabaseTransaction, ctx: Ctx, company: StoredCompany): Promise<void> {
  const { companyId, businessName } = company
  const refusal = new AppError('not_allowed', { sentence: COMPANY_SENTENCES.factorOfStronger })
  if (!ctx.actor.permits.includes('users')) throw refusal
  const { actor, people } = await lockUsersOfTree(trx, ctx, companyId)
  const users = people.filter((one) => one.companyId === companyId && !one.isDeactivated)
  if (!users.every((one) => holdsAll(actor, one))) throw refusal
  if (users.length === 0) return
  const entry = { action: 'company.factor_not_required', entity: 'company', entityId: String(companyId), companyId }
  await audit(trx, ctx, entry)
  await notifyUserManagers(trx, ctx, 'factor_not_required', { companyId, name: businessName })
}
