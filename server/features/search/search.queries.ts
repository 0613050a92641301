import { type RawBuilder, sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import { SEARCH_LIMIT_OF_KIND, type searchPortal } from '#contract/search/search.calls.ts'
import { localDay } from '#domain/billing-cycle.ts'
import { documentNumbersIn, periodIn } from '#domain/document-search.ts'
import type { Permit } from '#domain/permits.ts'
import { rowsOfCells } from '#server/cells/cell-context.ts'
import { byKeys, mergeSorted } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import { administersPortal, inScope, inTreeOf, scopeOf } from '#server/db/scope.ts'
import { holdsText } from '#server/db/text-search.ts'
import { findGroups, findTags } from './labels.queries.ts'
import { findAlarms, findOperations, findRequests } from './things.queries.ts'

type Found = CallData<typeof searchPortal>

const LIMIT = sql.lit(SEARCH_LIMIT_OF_KIND)

/** What has a text, of each kind that the reader has the permit for; the others are not asked for. */
export async function searchFor(ctx: Ctx, text: string): Promise<Found> {
  const may = (permit: Permit) => ctx.actor.permits.includes(permit)
  const [companies, users, charges, operations, requests, alarms, plans, groups, tags] = await Promise.all([
    may('companies') ? findCompanies(ctx, text) : [],
    may('users') ? findUsers(ctx, text) : [],
    findCharges(ctx, text),
    may('sims') ? findOperations(ctx, text) : [],
    may('requests') ? findRequests(ctx, text) : [],
    may('alarmas') ? findAlarms(ctx, text) : [],
    may('plans') ? findPlans(ctx, text) : [],
    may('sims') ? findGroups(ctx, text) : [],
    may('sims') ? findTags(ctx, text) : [],
  ])
  return { companies, users, charges, operations, requests, alarms, plans, groups, tags }
}

/** Names that begin with the text come first. */
const beginsWith = (name: RawBuilder<unknown>, text: string): RawBuilder<unknown> =>
  sql`(strpos(plain_letters(${name}), plain_letters(${text})) = 1) DESC`

async function findCompanies({ db, actor }: Ctx, text: string): Promise<Found['companies']> {
  const { rows } = await sql<Found['companies'][number]>`
    SELECT c.company_id AS "companyId", c.business_name AS "companyName",
      coalesce((SELECT string_agg(a.business_name, ' › ' ORDER BY array_length(a.lineage, 1)) FROM companies a
        WHERE a.company_id = ANY(c.lineage) AND a.company_id <> c.company_id AND ${inTreeOf(actor, sql`a.lineage`)}), '') AS above
    FROM companies c WHERE ${inTreeOf(actor, sql`c.lineage`)} AND ${holdsText(sql`c.search_text`, text)}
    ORDER BY ${beginsWith(sql`c.business_name`, text)}, plain_letters(c.business_name), c.company_id LIMIT ${LIMIT}`.execute(db)
  return rows
}

async function findUsers({ db, actor }: Ctx, text: string): Promise<Found['users']> {
  const { rows } = await sql<Found['users'][number]>`
    SELECT u.user_id AS "userId", trim(u.name || ' ' || u.last_name) AS name, u.email AS "userEmail", c.business_name AS "companyName"
    FROM users u JOIN companies c ON c.company_id = u.company_id
    WHERE ${inTreeOf(actor, sql`c.lineage`)} AND ${holdsText(sql`u.search_text`, text)}
    ORDER BY ${beginsWith(sql`u.name || ' ' || u.last_name`, text)}, plain_letters(u.name || ' ' || u.last_name), u.user_id
    LIMIT ${LIMIT}`.execute(db)
  return rows
}

type FoundCharge = Found['charges'][number]

/** Documents by their number, or the newest of a month or a year. */
async function findCharges(ctx: Ctx, text: string): Promise<FoundCharge[]> {
  const numbers = documentNumbersIn(text)
  const period = periodIn(text, localDay(ctx.now, ctx.actor.timeZone))
  const [first, span] = period?.length === 4 ? [`${period}-01-01`, '1 year'] : [`${period}-01`, '1 month']
  const matches = [
    ...(numbers.length > 0 ? [sql`c.document_number = ANY(${numbers}::text[])`] : []),
    ...(period ? [sql`c.cycle_start >= ${first}::date AND c.cycle_start < ${first}::date + ${sql.lit(span)}::interval`] : []),
  ]
  if (matches.length === 0) return []
  const found = sql<FoundCharge>`
    SELECT c.document_id AS "documentId", c.kind, coalesce(c.document_number, '') AS "documentNumber",
      to_char(c.cycle_start, 'YYYY-MM') AS period, c.state, coalesce(c.customer_name, co.business_name) AS "companyName"
    FROM charges c JOIN companies co ON co.company_id = c.company_id
    WHERE ${inScope(scopeOf(ctx.actor), sql`c.company_id`)} AND (${sql.join(matches, sql` OR `)})
    ORDER BY c.cycle_start DESC, c.document_id DESC LIMIT ${LIMIT}`
  const answers = await rowsOfCells(ctx, (db) => found.execute(db))
  const newest = byKeys<FoundCharge>(({ period: month, documentId }) => [month, documentId], 'DESC')
  return mergeSorted(answers, newest, SEARCH_LIMIT_OF_KIND)
}

type FoundPlan = Found['plans'][number]

/** Plans of the reader's SIMs; for administrators also those without SIMs. */
async function findPlans(ctx: Ctx, text: string): Promise<FoundPlan[]> {
  const { actor } = ctx
  const hasSims = sql`EXISTS (SELECT FROM sim_tallies t WHERE t.plan_code = p.plan_code AND t.sims > 0 AND ${inScope(scopeOf(actor), sql`t.company_id`)})`
  const found = sql<FoundPlan>`
    SELECT p.plan_id AS "planId", p.plan_code AS "planCode", p.name AS "planName" FROM plans p
    WHERE ${holdsText(sql`plain_letters(p.name || ' ' || p.plan_code)`, text)} AND ${administersPortal(actor) ? sql`true` : hasSims}
    ORDER BY p.name COLLATE "C", p.plan_id LIMIT ${LIMIT}`
  const answers = await rowsOfCells(ctx, (db) => found.execute(db))
  const plans = new Map(answers.flat().map((plan) => [plan.planId, plan]))
  return [...plans.values()].sort(byKeys(({ planName, planId }) => [planName, planId])).slice(0, SEARCH_LIMIT_OF_KIND)
}
