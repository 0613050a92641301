import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import type { getCompanyChoices } from '#contract/companies/companies.calls.ts'
import type { Ctx } from '../context.ts'
import { wholeList } from '../db/raw-rows.ts'
import { inTreeOf } from '../db/scope.ts'
import { holdsText } from '../db/text-search.ts'

type Choice = CallInput<typeof getCompanyChoices>['query'] & {
  /** without the reader's own */
  readonly isBelow?: boolean
}

/** Companies to choose from, by name, each with its parent where the reader may see it: cells of `companyChoiceList`. */
export function companyChoices(ctx: Ctx, { search, company, limit, isBelow = false }: Choice) {
  const { actor } = ctx
  const conditions = [
    inTreeOf(actor, sql`c.lineage`),
    ...(search === undefined ? [] : [holdsText(sql`c.search_text`, search)]),
    ...(isBelow ? [sql`c.company_id <> ${actor.companyId}`] : []),
    ...(company === undefined ? [] : [sql`c.company_id = ${company}`]),
  ]
  return wholeList(
    ctx,
    sql`
      SELECT c.company_id, c.business_name, p.company_id, coalesce(p.business_name, '') FROM companies c
      LEFT JOIN companies p ON p.company_id = c.parent_id AND c.company_id <> ${actor.companyId}
      WHERE ${sql.join(conditions, sql` AND `)} ORDER BY plain_letters(c.business_name), c.company_id LIMIT ${limit}`,
  )
}
