import { COMPANY_SENTENCES } from '#contract/companies/company-messages.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import { isForeignKeyViolation } from '#server/db/errors.ts'
import { WithMessage } from '#server/http/answers.ts'
import { clearActorCache } from '#server/http/login-session.ts'
import { audit } from '#server/records/audit.ts'
import { requireCompanyRow } from './company-row.ts'

/** Foreign keys detect everything that belongs to a company, also what is added concurrently. */
function refuseUsed(error: unknown): never {
  throw isForeignKeyViolation(error) ? new AppError('conflict', { sentence: COMPANY_SENTENCES.used }) : error
}

/**
 * Deletes a company without any history, for instance one created by mistake: without companies below it, users, SIMs, documents,
 * requests, messages or anything else. One with a history is blocked instead.
 */
export async function deleteCompany(ctx: Ctx, companyId: number): Promise<WithMessage<null>> {
  if (companyId === ctx.actor.companyId) throw new AppError('not_allowed', { sentence: COMPANY_SENTENCES.own })
  const work = inTransaction(ctx, async (trx) => {
    const { businessName, tin, parentId, hasSims } = await requireCompanyRow(ctx, trx, companyId, 'key')
    if (hasSims) throw new AppError('conflict', { sentence: COMPANY_SENTENCES.used })
    await trx.deleteFrom('companies').where('company_id', '=', companyId).execute()
    const entry = { action: 'company.deleted', entity: 'company', entityId: String(companyId) }
    await audit(trx, ctx, { ...entry, before: { businessName, tin, parentId } })
  })
  await work.catch(refuseUsed)
  clearActorCache(ctx)
  return new WithMessage(null, COMPANY_SENTENCES.deleted)
}
