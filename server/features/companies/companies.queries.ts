import { type RawBuilder, sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import {
  type CompanyData,
  companyList,
  type getCompanies,
  type getCompanyCountries,
} from '#contract/companies/companies.calls.ts'
import type { ValueCounts } from '#contract/value-counts.ts'
import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import { countValuesHere, sumOfCounts } from '#server/cells/count-values.ts'
import { pageOfCells, type RowOrder } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import { keyset } from '#server/db/keyset.ts'
import type { RawRow } from '#server/db/pipeline.ts'
import { inTreeOf } from '#server/db/scope.ts'
import { holdsText } from '#server/db/text-search.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'

type CompanyState = CompanyData['state']
type Query = CallInput<typeof getCompanies>['query']
type CompanyFilter = Omit<Query, 'limit' | 'cursor'>

const { active, terminated, retired } = ADMINISTRATIVE_STATUS
const CURRENT = sql`t.administrative_status NOT IN (${sql.lit(terminated)}, ${sql.lit(retired)})`
const ACTIVE = sql`t.administrative_status = ${sql.lit(active)}`

/** Its own current SIMs, those of its subsidiaries, and of both together the active and the connected ones. */
export const COMPANY_FLEET = sql`
  SELECT coalesce(sum(t.sims) FILTER (WHERE k.company_id = c.company_id AND ${CURRENT}), 0) AS sims,
    coalesce(sum(t.sims) FILTER (WHERE k.company_id <> c.company_id AND ${CURRENT}), 0) AS sims_below,
    coalesce(sum(t.sims) FILTER (WHERE ${ACTIVE}), 0) AS active,
    coalesce(sum(t.sims) FILTER (WHERE ${ACTIVE} AND t.gprs_status = ${sql.lit(GPRS_STATUS.activated)}), 0) AS connected
  FROM companies k JOIN sim_tallies t ON t.company_id = k.company_id
  WHERE k.lineage @> ARRAY[c.company_id]`
const CHILDREN = sql`(SELECT count(*) FROM companies k WHERE k.parent_id = c.company_id)`
const USERS = sql`(SELECT count(*) FROM users u WHERE u.company_id = c.company_id)`
export const COMPANY_COUNTS = { children: CHILDREN, users: USERS } as const

/** One of COMPANY_STATES. */
export const COMPANY_STATE = sql<CompanyState>`
  CASE WHEN c.blocked_at IS NOT NULL THEN 'blocked'
    WHEN EXISTS (SELECT FROM companies a WHERE a.company_id = ANY(c.lineage) AND a.blocked_at IS NOT NULL) THEN 'blockedAbove'
    ELSE 'active' END`

/** Names of the companies above it, within the reader's scope. */
export const namesAbove = ({ actor }: Ctx): RawBuilder<string> => sql<string>`
  coalesce((SELECT string_agg(a.business_name, ' › ' ORDER BY array_length(a.lineage, 1)) FROM companies a
   WHERE a.company_id = ANY(c.lineage) AND a.company_id <> c.company_id AND ${inTreeOf(actor, sql`a.lineage`)}), '')`

/** The same companies one by one. */
export const companiesAbove = ({ actor }: Ctx): RawBuilder<CompanyData['path']> => sql`
  coalesce((SELECT json_agg(json_build_object('companyId', a.company_id, 'businessName', a.business_name) ORDER BY array_length(a.lineage, 1))
   FROM companies a
   WHERE a.company_id = ANY(c.lineage) AND a.company_id <> c.company_id AND ${inTreeOf(actor, sql`a.lineage`)}), '[]')`

/** The parent; null above the reader's own company. */
export const parentOf = ({ actor }: Ctx): RawBuilder<number | null> =>
  sql<number | null>`CASE WHEN c.company_id <> ${actor.companyId} THEN c.parent_id END`

const NAME = sql`plain_letters(c.business_name)`
const BY_NAME = keyset([
  { expression: NAME, type: 'text' },
  { expression: sql`c.company_id`, type: 'integer' },
])

const ADDED = (['sims', 'simsBelow', 'activeSims', 'connectedSims'] as const).map((name) => companyList.names.indexOf(name))
const addSims = (a: RawRow, b: RawRow): RawRow =>
  ADDED.reduce((row, at) => row.with(at, String(Number(row[at]) + Number(b[at]))), a)

/** Each cell lists every company, with the SIMs that it has of it; the last cell of a row is its name as the order has it. */
export const COMPANY_ORDER: RowOrder = {
  order: BY_NAME,
  keysOf: (row) => [row.at(-1), row[companyList.names.indexOf('companyId')]],
  combine: addSims,
}

const columnsFor = (ctx: Ctx): RawBuilder<unknown> => sql`
  c.company_id, ${parentOf(ctx)}, c.business_name, c.fantasy_name, c.tin, coalesce(n.iso2, ''),
  coalesce(${ctx.language === 'en' ? sql`n.name_en` : sql`n.name_es`}, ''), ${namesAbove(ctx)}, ${CHILDREN}, ${USERS}, f.sims, f.sims_below,
  ${COMPANY_STATE}, f.active, f.connected`

function conditionsOf({ actor }: Ctx, { parent, search, state }: CompanyFilter): RawBuilder<unknown> {
  const isWhole = parent === undefined && search === undefined && state === undefined
  return sql.join(
    [
      inTreeOf(actor, sql`c.lineage`),
      ...(isWhole ? [sql`c.company_id = ${actor.companyId}`] : []),
      ...(parent === undefined ? [] : [sql`c.parent_id = ${parent} AND c.company_id <> ${actor.companyId}`]),
      ...(search === undefined ? [] : [holdsText(sql`c.search_text`, search)]),
      ...(state === undefined ? [] : [state === 'blocked' ? sql`c.blocked_at IS NOT NULL` : sql`c.blocked_at IS NULL`]),
    ],
    sql` AND `,
  )
}

/** A page of the reader's companies by name. Counts are computed for the page's rows alone. */
export async function companyPage(ctx: Ctx, { limit, cursor, ...filter }: Query): Promise<ListPageAnswer> {
  const page = await pageOfCells(
    ctx,
    sql`
      SELECT ${columnsFor(ctx)}, ${NAME}
      FROM (SELECT * FROM companies c WHERE ${conditionsOf(ctx, filter)} AND ${BY_NAME.after(cursor)} ${BY_NAME.orderBy} LIMIT ${limit}) c
      LEFT JOIN countries n ON n.country_id = c.country_id CROSS JOIN LATERAL (${COMPANY_FLEET}) f ${BY_NAME.orderBy}`,
    { ...COMPANY_ORDER, limit },
  )
  return { ...page, rows: page.rows.map((row) => row.slice(0, -1)) }
}

/** The companies of the reader's tree by the state that they have themselves. */
export async function companyCounts(ctx: Ctx, { search }: Pick<CompanyFilter, 'search'>): Promise<ValueCounts> {
  const state = sql`CASE WHEN c.blocked_at IS NULL THEN 'active' ELSE 'blocked' END`
  const conditions = [
    inTreeOf(ctx.actor, sql`c.lineage`),
    ...(search === undefined ? [] : [holdsText(sql`c.search_text`, search)]),
  ]
  const rows = sql`SELECT ${state} AS value FROM companies c WHERE ${sql.join(conditions, sql` AND `)}`
  // each cell lists every company
  return { counts: sumOfCounts(await countValuesHere(ctx, rows)) }
}

/** All that match, in the columns of the list; without a filter the whole tree. @param limit rows at most */
export function companyQuery(
  ctx: Ctx,
  { search, state }: Pick<CompanyFilter, 'search' | 'state'>,
  limit: number | undefined,
): RawBuilder<unknown> {
  const isWhole = search === undefined && state === undefined
  const conditions = isWhole ? inTreeOf(ctx.actor, sql`c.lineage`) : conditionsOf(ctx, { search, state })
  const name = ctx.readableCells.length > 1 ? sql`, ${NAME}` : sql``
  return sql`
    SELECT ${columnsFor(ctx)} ${name} FROM companies c LEFT JOIN countries n ON n.country_id = c.country_id
    CROSS JOIN LATERAL (${COMPANY_FLEET}) f
    WHERE ${conditions} ${BY_NAME.orderBy} ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`
}

/** Every country by name, with the code of its tax ids. */
export async function companyCountries(ctx: Ctx): Promise<CallData<typeof getCompanyCountries>> {
  const rows = await ctx.db
    .selectFrom('countries')
    .select(['country_id as countryId', `${ctx.language === 'en' ? 'name_en' : 'name_es'} as countryName`, 'iso2'])
    .execute()
  const collator = new Intl.Collator(ctx.language)
  return rows.sort((a, b) => collator.compare(a.countryName, b.countryName))
}
