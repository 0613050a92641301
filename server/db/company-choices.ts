import { sql } from 'kysely'
import type { Ctx } from '../context.ts'
import { inScope, scopeOf } from './scope.ts'

/** The reader's companies by name: what lists are filtered by. */
export function companyChoices(ctx: Ctx): Promise<{ company: number; companyName: string }[]> {
  return ctx.db
    .selectFrom('companies')
    .select(['company_id as company', 'business_name as companyName'])
    .where(inScope(scopeOf(ctx.actor), sql`company_id`))
    .orderBy('business_name')
    .orderBy('company_id')
    .execute()
}
