import { sql } from 'kysely'
import type { CompanyBody } from '#contract/companies/companies.calls.ts'
import { COMPANY_SENTENCES, companyProblemSentence, LOCK_SENTENCES, type Locks } from '#contract/companies/company-messages.ts'
import { COMPANY_TEXT_FIELDS, companyProblems, type LockedField, normaliseCompanyText } from '#domain/companies.ts'
import { AppError, assertValid, invalidField, type Sentence } from '#server/app-error.ts'
import { cellForNewCustomer } from '#server/cell-administration/choose-cell.ts'
import { withinCell } from '#server/cells/cell-context.ts'
import { cellOf } from '#server/cells/cell-of-call.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { isInvalidParameter } from '#server/db/errors.ts'
import { WithMessage } from '#server/http/answers.ts'
import { clearActorCache } from '#server/http/login-session.ts'
import { audit } from '#server/records/audit.ts'
import { locksOf, requireCompanyRow, type StoredCompany } from './company-row.ts'
import { stopRequiringFactor } from './stop-requiring-factor.ts'

/** The stored values of a company, by wire name. */
type FieldNames = Pick<StoredCompany, 'customField1Name' | 'customField2Name'>
type CompanyValues = Omit<CompanyBody, 'secondFactorRequired' | 'blocked' | keyof FieldNames> &
  Pick<StoredCompany, 'secondFactorRequired' | 'blocked'> &
  FieldNames
type Saved = { companyId: number }

const FIELDS = [
  ...COMPANY_TEXT_FIELDS,
  ...(['countryId', 'timeZone', 'cycleAnchorDay', 'currency', 'secondFactorRequired', 'blocked'] as const),
]

async function countryCode(db: Database | DatabaseTransaction, countryId: number | null): Promise<string> {
  if (countryId === null) return ''
  const country = await db.selectFrom('countries').select('iso2').where('country_id', '=', countryId).executeTakeFirst()
  if (!country) throw invalidField('countryId', COMPANY_SENTENCES.unknownCountry)
  return country.iso2
}

const UNNAMED: FieldNames = { customField1Name: '', customField2Name: '' }

/**
 * The normalized values of a company.
 * @param names of its fields, where the request has none
 * @throws AppError with a sentence for each wrong field
 */
async function validCompany(
  db: Database | DatabaseTransaction,
  { customField1Name, customField2Name, ...given }: CompanyBody,
  names = UNNAMED,
): Promise<CompanyValues> {
  const body = {
    ...given,
    customField1Name: customField1Name ?? names.customField1Name,
    customField2Name: customField2Name ?? names.customField2Name,
  }
  const country = await countryCode(db, body.countryId)
  const problems = Object.entries(companyProblems(body, country))
  assertValid(Object.fromEntries(problems.map(([field, problem]) => [field, companyProblemSentence(problem, country)])))
  const { secondFactorRequired, blocked, ...rest } = normaliseCompanyText(body, country)
  return { ...rest, secondFactorRequired: secondFactorRequired === '1', blocked: blocked === '1' }
}

const columnsOf = (kept: CompanyValues, { now }: Ctx, before: { readonly blocked: boolean }) => ({
  tin: kept.tin,
  business_name: kept.businessName,
  fantasy_name: kept.fantasyName,
  activity: kept.activity,
  representative: kept.representative,
  billing_contact: kept.billingContact,
  billing_email: kept.billingEmail,
  phones: kept.phones,
  address: kept.address,
  city: kept.city,
  country_id: kept.countryId,
  postal_code: kept.postalCode,
  website: kept.website,
  custom_field_1_name: kept.customField1Name,
  custom_field_2_name: kept.customField2Name,
  time_zone: kept.timeZone,
  cycle_anchor_day: kept.cycleAnchorDay,
  currency: kept.currency,
  second_factor_required: kept.secondFactorRequired,
  ...(kept.blocked === before.blocked ? {} : { blocked_at: kept.blocked ? now : null }),
  updated_at: now,
})

/** The runtime and the database have separate lists of time zones; both must have it. */
function refuseZone(error: unknown): never {
  throw isInvalidParameter(error) ? invalidField('timeZone', companyProblemSentence('timeZone', '')) : error
}

/** Creates a company below one in the writer's scope. */
export async function createCompany(
  ctx: Ctx,
  { parentId, ...body }: CompanyBody & { readonly parentId: number },
): Promise<WithMessage<Saved>> {
  const work = inTransaction(ctx, async (trx) => {
    const parent = await requireCompanyRow(ctx, trx, parentId, 'there')
    const kept = await validCompany(trx, body)
    const companyId = await nextId(trx)
    // a customer's tree stays together
    const cell = parent.lineage.length > 1 ? await cellOf(ctx, parentId) : await cellForNewCustomer(ctx.cells)
    await trx
      .insertInto('companies')
      .values({
        ...columnsOf(kept, ctx, { blocked: false }),
        company_id: companyId,
        parent_id: parentId,
        cell_id: cell.cellId,
        lineage: [...parent.lineage, companyId],
        created_at: ctx.now,
      })
      .execute()
    const entry = { action: 'company.created', entity: 'company', entityId: String(companyId) }
    await withinCell(trx, cell, (inside) => audit(inside, ctx, { ...entry, after: { parentId, ...kept } }))
    return { companyId }
  })
  const saved = await work.catch(refuseZone)
  clearActorCache(ctx)
  return new WithMessage(saved, COMPANY_SENTENCES.created)
}

const KEYS = sql`pg_get_serial_sequence('companies', 'company_id')`

async function nextKey(trx: DatabaseTransaction): Promise<{ id: number; isTaken: boolean }> {
  const { rows } = await sql<{ id: number; isTaken: boolean }>`
    SELECT id, EXISTS (SELECT FROM companies c WHERE c.company_id = id) AS "isTaken"
    FROM (SELECT nextval(${KEYS})::integer AS id OFFSET 0) next`.execute(trx)
  const [next] = rows
  if (!next) throw new Error('a sequence gave nothing')
  return next
}

/** Imported companies have keys of their own: the first collision skips all of them. */
async function nextId(trx: DatabaseTransaction): Promise<number> {
  const { id, isTaken } = await nextKey(trx)
  if (!isTaken) return id
  await sql`SELECT pg_advisory_xact_lock(hashtext('companies.company_id'))`.execute(trx)
  await sql`SELECT setval(${KEYS}, greatest((SELECT max(company_id) FROM companies), nextval(${KEYS})))`.execute(trx)
  return (await nextKey(trx)).id
}

/** Changes a company. Locked fields must be sent unchanged. */
export async function changeCompany(
  ctx: Ctx,
  { companyId, updatedAt, ...body }: CompanyBody & { readonly companyId: number; readonly updatedAt?: string | undefined },
): Promise<WithMessage<Saved>> {
  const work = inTransaction(ctx, async (trx) => {
    const seen = await requireCompanyRow(ctx, trx, companyId)
    const isRetimed = seen.timeZone !== body.timeZone || seen.cycleAnchorDay !== body.cycleAnchorDay
    const dependsOnActivity = isRetimed || seen.currency !== body.currency
    const before = await requireCompanyRow(ctx, trx, companyId, dependsOnActivity ? 'key' : 'row')
    if (updatedAt !== undefined && updatedAt !== before.updatedAt) {
      throw new AppError('conflict', { sentence: COMPANY_SENTENCES.conflict })
    }
    const kept = await validCompany(trx, body, before)
    const shown = normaliseCompanyText(before, before.country)
    const changed = FIELDS.filter((field) => kept[field] !== shown[field])
    requireUnlocked(locksOf(ctx.actor, before), changed)
    if (before.secondFactorRequired && !kept.secondFactorRequired) await stopRequiringFactor(trx, ctx, before)
    if (changed.length > 0) await writeChange(trx, ctx, { before, kept, changed })
    if (isRetimed) await clearComputedDays(trx, companyId)
    return { companyId }
  })
  const saved = await work.catch(refuseZone)
  clearActorCache(ctx)
  return new WithMessage(saved, COMPANY_SENTENCES.changed)
}

function requireUnlocked(locked: Locks, changed: readonly string[]): void {
  const wrong: Record<string, Sentence> = {}
  for (const field of changed) {
    const reason = locked[field as LockedField]
    if (reason) wrong[field] = LOCK_SENTENCES[reason]
  }
  assertValid(wrong)
}

interface Change {
  readonly before: StoredCompany
  readonly kept: CompanyValues
  readonly changed: readonly (typeof FIELDS)[number][]
}

async function writeChange(trx: DatabaseTransaction, ctx: Ctx, { before, kept, changed }: Change): Promise<void> {
  const { companyId } = before
  await trx
    .updateTable('companies')
    .set(columnsOf(kept, ctx, before))
    .where('company_id', '=', companyId)
    .execute()
  const only = (fields: CompanyValues) => Object.fromEntries(changed.map((field) => [field, fields[field]]))
  const entry = { action: 'company.changed', entity: 'company', entityId: String(companyId) }
  await audit(trx, ctx, { ...entry, before: only(before), after: only(kept) })
}

/** Recomputes what depended on the company's previous days and cycles: nothing has been counted by it yet. */
async function clearComputedDays(trx: DatabaseTransaction, companyId: number): Promise<void> {
  await trx.updateTable('companies').set({ usage_cycle_start: null }).where('company_id', '=', companyId).execute()
  await trx.deleteFrom('billing_calendars').where('company_id', '=', companyId).execute()
  await sql`UPDATE alarm_version SET version = version + 1`.execute(trx)
}
