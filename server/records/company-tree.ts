import { sql } from 'kysely'
import type { Ctx } from '../context.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { type CompanyScope, inTreeOf, narrowScope, scopeOf } from '../db/scope.ts'

interface Asked {
  readonly companyIds?: readonly number[] | undefined
  /** with all companies below them */
  readonly subsidiaries?: boolean | undefined
}

/** Who asks, and where: a transaction asks on its own connection. */
export interface CompanyReader extends Pick<Ctx, 'actor'> {
  readonly db: Database | DatabaseTransaction
}

/**
 * The reader's scope narrowed to the named companies, and to those below them where that is asked for. Of one above the reader there is
 * nothing, not even the reader's own.
 */
export async function scopeOfCompanies(
  { db, actor }: CompanyReader,
  { companyIds, subsidiaries }: Asked,
): Promise<CompanyScope> {
  const scope = scopeOf(actor)
  if (!subsidiaries || !companyIds?.length) return narrowScope(scope, companyIds)
  const { rows } = await sql<{ companyId: number }>`
    SELECT c.company_id AS "companyId" FROM companies n JOIN companies c ON c.lineage @> ARRAY[n.company_id]
    WHERE n.company_id = ANY(${[...companyIds]}::int[]) AND ${inTreeOf(actor, sql`n.lineage`)}`.execute(db)
  // with the named ones: without any company nothing would be narrowed
  return narrowScope(scope, [...companyIds, ...rows.map(({ companyId }) => companyId)])
}

/** The same for a query that names one company. */
export const scopeOfCompany = (
  ctx: CompanyReader,
  { company, subsidiaries }: { readonly company?: number | undefined; readonly subsidiaries?: 'true' | 'false' | undefined },
): Promise<CompanyScope> =>
  scopeOfCompanies(ctx, {
    companyIds: company === undefined ? undefined : [company],
    subsidiaries: subsidiaries === 'true',
  })
