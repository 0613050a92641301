import { type RawBuilder, sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import type { getRequestSims, getRequests } from '#contract/requests/requests.calls.ts'
import type { ValueCounts } from '#contract/value-counts.ts'
import { countValues } from '#server/cells/count-values.ts'
import { pageOfCells, type RowOrder } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import { isoText } from '#server/db/iso-text.ts'
import { keyset, nextCursor } from '#server/db/keyset.ts'
import { withinDays } from '#server/db/newest-first.ts'
import { rawRows } from '#server/db/raw-rows.ts'
import { inScope } from '#server/db/scope.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { scopeOfCompany } from '#server/records/company-tree.ts'
import { requireRequest } from './request-row.ts'

type Query = CallInput<typeof getRequests>['query']
export type RequestFilter = Omit<Query, 'limit' | 'cursor'>

const NEWEST_FIRST = keyset([{ expression: sql`r.request_id`, type: 'integer' }], 'DESC')
export const REQUEST_ORDER: RowOrder = { order: NEWEST_FIRST, keysOf: ([number]) => [number] }
const BY_NUMBER = keyset([{ expression: sql`a.request_sim_id`, type: 'integer' }])

/** `requestTotals` of a request's lines. */
const TOTALS = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('currency', t.currency, 'onceMinor', t.once, 'monthlyMinor', t.monthly) ORDER BY t.currency), '[]')::text
  FROM (
    SELECT l.currency, coalesce(sum(l.quantity * l.unit_minor) FILTER (WHERE l.plan_code IS NULL), 0) AS once,
      coalesce(sum(l.quantity * l.unit_minor) FILTER (WHERE l.plan_code IS NOT NULL), 0) AS monthly
    FROM request_lines l WHERE l.company_id = r.company_id AND l.request_id = r.request_id GROUP BY l.currency
  ) t)`

/** A page of the requests in the reader's scope, newest first. */
export async function requestPage(ctx: Ctx, { limit, cursor, ...filter }: Query): Promise<ListPageAnswer> {
  return pageOfCells(ctx, await requestQuery(ctx, filter, { limit, cursor }), { ...REQUEST_ORDER, limit })
}

/** All that match, in the columns of the list. */
export async function requestQuery(
  ctx: Ctx,
  filter: RequestFilter,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<RawBuilder<unknown>> {
  const conditions = [...(await conditionsOf(ctx, filter)), NEWEST_FIRST.after(cursor)]
  return sql`
    SELECT r.request_id, r.company_id, c.business_name, ${isoText(sql`r.submitted_at`)}, ${isoText(sql`r.resolved_at`)}, r.requester,
      r.sim_quantity, r.state, r.type, ${TOTALS}
    FROM requests r JOIN companies c ON c.company_id = r.company_id
    WHERE ${sql.join(conditions, sql` AND `)} ${NEWEST_FIRST.orderBy} LIMIT ${limit}`
}

/** The requests in the reader's scope by status. */
export async function requestCounts(ctx: Ctx, filter: Omit<RequestFilter, 'status'>): Promise<ValueCounts> {
  const conditions = await conditionsOf(ctx, filter)
  return countValues(ctx, sql`SELECT r.state AS value FROM requests r WHERE ${sql.join(conditions, sql` AND `)}`)
}

const conditionsOf = async (ctx: Ctx, { status, type, from, to, ...whose }: RequestFilter): Promise<RawBuilder<unknown>[]> => [
  inScope(await scopeOfCompany(ctx, whose), sql`r.company_id`),
  sql`r.state <> 'draft'`,
  ...(status ? [sql`r.state = ${status}`] : []),
  ...(type ? [sql`r.type = ${type}`] : []),
  ...withinDays(sql`r.submitted_at`, { from, to }, ctx.actor.timeZone),
]

/** The SIMs assigned to a request that the company still has. */
export async function requestSimPage(
  ctx: Ctx,
  requestId: number,
  { limit, cursor }: CallInput<typeof getRequestSims>['query'],
): Promise<ListPageAnswer> {
  const { companyId } = await requireRequest(ctx, ctx.db, requestId)
  const rows = await rawRows(
    ctx,
    sql`
      SELECT a.request_sim_id, a.iccid, coalesce(s.msisdn, ''), p.origin_id, t.name, l.name, p.plan_code,
        ${isoText(sql`s.activated_at`)}, s.administrative_status, coalesce(s.custom_field_1, '')
      FROM request_sims a
      JOIN request_lines l ON l.company_id = a.company_id AND l.request_id = a.request_id AND l.line_no = a.line_no
      JOIN plans p ON p.plan_code = l.plan_code
      JOIN sim_types t ON t.sim_type_id = p.sim_type_id
      LEFT JOIN sims s ON s.company_id = a.company_id AND s.iccid = a.iccid
      WHERE a.company_id = ${companyId} AND a.request_id = ${requestId} AND ${BY_NUMBER.after(cursor)}
      ${BY_NUMBER.orderBy} LIMIT ${limit}`,
  )
  return { kind: 'page', rows, nextCursor: nextCursor(rows, limit, ([number]) => [number]) }
}
