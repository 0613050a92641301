import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { listAssignees as assigneesCall } from '#contract/operations/mass-actions.calls.ts'
import { AppError } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'

/** Companies that SIMs can be moved to: the reader's own and those below it, by name. */
export function listAssignees({ db, actor }: Ctx): Promise<CallData<typeof assigneesCall>> {
  return db
    .selectFrom('companies as c')
    .select(['c.company_id as companyId', 'c.business_name as companyName'])
    .where(inScope(scopeOf(actor), sql`c.company_id`))
    .orderBy('c.business_name')
    .execute()
}

/** @throws AppError not_found for a company outside the reader's scope, as if it did not exist */
export async function requireAssignee(ctx: Ctx, companyId: number): Promise<void> {
  const known = await ctx.db
    .selectFrom('companies as c')
    .select('c.company_id')
    .where('c.company_id', '=', companyId)
    .where(inScope(scopeOf(ctx.actor), sql`c.company_id`))
    .executeTakeFirst()
  if (known) return
  const sentence = { es: 'No existe esa empresa', en: 'Company not found' }
  throw new AppError('not_found', { sentence, fields: { companyId: sentence } })
}
