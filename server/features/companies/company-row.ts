import { sql } from 'kysely'
import type { CompanyData } from '#contract/companies/companies.calls.ts'
import { COMPANY_SENTENCES } from '#contract/companies/company-messages.ts'
import { type CompanyActivity, lockedFields } from '#domain/companies.ts'
import { AppError } from '#server/app-error.ts'
import { rowsOfCells } from '#server/cells/cell-context.ts'
import { cellOf } from '#server/cells/cell-of-call.ts'
import { sumSame } from '#server/cells/merge.ts'
import type { Actor, Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { momentText } from '#server/db/iso-text.ts'
import { inTreeOf } from '#server/db/scope.ts'
import { COMPANY_COUNTS, COMPANY_FLEET, COMPANY_STATE, companiesAbove, namesAbove, parentOf } from './companies.queries.ts'

type Flags = 'secondFactorRequired' | 'blocked'

/** A company as stored. */
export interface StoredCompany
  extends Omit<CompanyData, Flags | 'locked' | 'children' | 'users' | 'sims' | 'simsBelow'>,
    CompanyActivity {
  readonly secondFactorRequired: boolean
  readonly blocked: boolean
  readonly lineage: readonly number[]
  readonly country: string
}

const FIELDS = sql`
  c.company_id AS "companyId", c.lineage, c.tin, c.business_name AS "businessName", c.fantasy_name AS "fantasyName", c.activity,
  c.representative, c.billing_contact AS "billingContact", c.billing_email AS "billingEmail", c.phones, c.address, c.city,
  c.country_id AS "countryId", coalesce(n.iso2, '') AS country, c.postal_code AS "postalCode", c.website, c.custom_field_1_name AS "customField1Name",
  c.custom_field_2_name AS "customField2Name", c.time_zone AS "timeZone",
  c.cycle_anchor_day AS "cycleAnchorDay", c.currency, c.second_factor_required AS "secondFactorRequired",
  c.blocked_at IS NOT NULL AS blocked, ${momentText(sql`c.updated_at`)} AS "updatedAt"`

const COUNTED = sql`
  EXISTS (SELECT FROM sims s WHERE s.company_id = c.company_id)
    OR EXISTS (SELECT FROM sim_former_companies f WHERE f.company_id = c.company_id)
    OR EXISTS (SELECT FROM charges d WHERE d.company_id = c.company_id) AS "hasSims",
  EXISTS (SELECT FROM charges d WHERE d.company_id = c.company_id AND d.document_number IS NOT NULL) AS "isBilled"`

type Lock = 'none' | 'there' | 'row' | 'key'
const LOCKS = { there: sql`FOR KEY SHARE`, row: sql`FOR NO KEY UPDATE`, key: sql`FOR UPDATE` } as const

/**
 * A company of the reader's tree.
 * @param lock 'there' against its deletion; 'row' against other writers; 'key' also against new SIMs and documents
 * @throws AppError not_found, also for another tenant's
 */
export async function requireCompanyRow(
  ctx: Ctx,
  db: Database | DatabaseTransaction,
  companyId: number,
  lock: Lock = 'none',
): Promise<StoredCompany> {
  const visible = sql`c.company_id = ${companyId} AND ${inTreeOf(ctx.actor, sql`c.lineage`)}`
  // a statement of its own: one that waits for a lock would see the company's SIMs and documents as they were before
  if (lock !== 'none') await sql`SELECT FROM companies c WHERE ${visible} ${LOCKS[lock]}`.execute(db)
  const { rows } = await sql<StoredCompany>`
    SELECT ${FIELDS}, ${parentOf(ctx)} AS "parentId", ${namesAbove(ctx)} AS above, ${companiesAbove(ctx)} AS path,
      ${COMPANY_STATE} AS state, ${COUNTED}
    FROM companies c LEFT JOIN countries n ON n.country_id = c.country_id
    WHERE ${visible}`.execute(db)
  const [company] = rows
  if (!company) throw new AppError('not_found', { sentence: COMPANY_SENTENCES.unknown })
  return company
}

/** The fields that the reader may not change. */
export const locksOf = ({ companyId, isAdmin, home }: Actor, company: StoredCompany) =>
  lockedFields({ isOwn: company.companyId === companyId && !isAdmin && !home, isRoot: company.lineage.length === 1 }, company)

const flag = (yes: boolean): '1' | '0' => (yes ? '1' : '0')

/** A company with all fields, for the form. */
export async function readCompany(ctx: Ctx, companyId: number): Promise<CompanyData> {
  const { db } = ctx.readableCells.length === 1 ? ctx : await cellOf(ctx, companyId)
  const company = await requireCompanyRow(ctx, db, companyId)
  const counted = sql<{ children: number; users: number; sims: number; simsBelow: number }>`
    SELECT ${COMPANY_COUNTS.children}::int AS children, ${COMPANY_COUNTS.users}::int AS users, f.sims::int AS sims,
      f.sims_below::int AS "simsBelow"
    FROM companies c CROSS JOIN LATERAL (${COMPANY_FLEET}) f WHERE c.company_id = ${companyId}`
  const answers = await rowsOfCells(ctx, (database) => counted.execute(database))
  const [counts = { children: 0, users: 0, sims: 0, simsBelow: 0 }] = sumSame(answers, () => companyId, ['sims', 'simsBelow'])
  const { lineage: _, country: __, hasSims: ___, isBilled: ____, ...fields } = company
  return {
    ...fields,
    secondFactorRequired: flag(company.secondFactorRequired),
    blocked: flag(company.blocked),
    locked: locksOf(ctx.actor, company),
    ...counts,
  }
}
