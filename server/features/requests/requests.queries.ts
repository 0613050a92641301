import { type RawBuilder, sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { type getRequestSims, type getRequests, requestList } from '#contract/requests/requests.calls.ts'
import type { ValueCounts } from '#contract/value-counts.ts'
import { awaitedStep, isFilling } from '#domain/request-life-cycle.ts'
import { REQUEST_STATES } from '#domain/requests.ts'
import { countValues } from '#server/cells/count-values.ts'
import { pageOfCells, type RowOrder } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import { isoText } from '#server/db/iso-text.ts'
import { type Keyset, keyset, nextCursor } from '#server/db/keyset.ts'
import { withinDays } from '#server/db/newest-first.ts'
import { rawRows } from '#server/db/raw-rows.ts'
import { inScope } from '#server/db/scope.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { scopeOfCompany } from '#server/records/company-tree.ts'
import { type RequestKey, requireRequest } from './request-row.ts'

type Query = CallInput<typeof getRequests>['query']
export type RequestFilter = Omit<Query, 'limit' | 'cursor' | 'order'>

interface RequestOrder extends RowOrder {
  readonly order: Keyset
  /** a key that is no column of the list, at the end of each row */
  readonly hidden?: RawBuilder<unknown>
}

const BY_ID = { expression: sql`r.request_id`, type: 'integer' } as const
export const REQUEST_ORDER = { order: keyset([BY_ID], 'DESC'), keysOf: ([number]) => [number] } satisfies RequestOrder
const BY_NUMBER = keyset([{ expression: sql`a.request_sim_id`, type: 'integer' }])

/** `requestTotals` of a request's lines. */
const TOTALS = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('currency', t.currency, 'onceMinor', t.once, 'monthlyMinor', t.monthly) ORDER BY t.currency), '[]')::text
  FROM (
    SELECT l.currency, coalesce(sum(l.quantity * l.unit_minor) FILTER (WHERE l.plan_code IS NULL), 0) AS once,
      coalesce(sum(l.quantity * l.unit_minor) FILTER (WHERE l.plan_code IS NOT NULL), 0) AS monthly
    FROM request_lines l WHERE l.company_id = r.company_id AND l.request_id = r.request_id GROUP BY l.currency
  ) t)`

/** Kind, name and quantity of a request's lines, of which a cart has 50 at most. */
const ITEMS = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('kind', CASE WHEN l.plan_code IS NULL THEN 'hardware' ELSE 'sims' END,
    'name', l.name, 'quantity', l.quantity) ORDER BY l.line_no), '[]')::text
  FROM request_lines l WHERE l.company_id = r.company_id AND l.request_id = r.request_id)`

const SIMS_TO_ASSIGN = sql`
  CASE WHEN r.state IN (${sql.join(REQUEST_STATES.filter((state) => isFilling(state)))}) THEN r.sim_quantity - (
    SELECT count(*)::int FROM request_sims a WHERE a.company_id = r.company_id AND a.request_id = r.request_id) ELSE 0 END`

/** The step that waits for the reader; '' where it waits for another or for none. */
function awaitedOf({ actor }: Ctx): RawBuilder<unknown> {
  const isTurnOf = { operator: sql`${actor.isAdmin}::boolean`, customer: sql`r.company_id = ${actor.companyId}` }
  const steps = REQUEST_STATES.flatMap((state) => {
    const awaited = awaitedStep(state)
    return awaited ? [sql`WHEN r.state = ${state} AND ${isTurnOf[awaited.side]} THEN ${awaited.action}`] : []
  })
  return sql`CASE ${sql.join(steps, sql` `)} ELSE '' END`
}

const AWAITED_AT = requestList.names.indexOf('awaited')

/**
 * First what waits for the reader, by when it was submitted, which is the age that the list shows; its number says less, for a cart gets it
 * when it is begun. Then the others, newest first. No index has this order: counting them for the chips reads as many.
 */
function waitingFirst(ctx: Ctx): RequestOrder {
  const isAwaited = sql`(${awaitedOf(ctx)} <> '')`
  const since = sql`CASE WHEN ${isAwaited} THEN -(extract(epoch FROM r.submitted_at) * 1000000)::bigint ELSE 0 END`
  const byAge = sql`CASE WHEN ${isAwaited} THEN -r.request_id ELSE r.request_id END`
  const keys = [sql`${isAwaited}::int`, since, byAge].map((expression) => ({ expression, type: 'integer' }) as const)
  return {
    order: keyset(keys, 'DESC'),
    keysOf: (row) => (row[AWAITED_AT] === '' ? ['0', '0', row[0]] : ['1', row.at(-1), `-${row[0]}`]),
    hidden: since,
  }
}

/** A page of the requests in the reader's scope. */
export async function requestPage(ctx: Ctx, { limit, cursor, order: by, ...filter }: Query): Promise<ListPageAnswer> {
  const order: RequestOrder = by === 'waiting' ? waitingFirst(ctx) : REQUEST_ORDER
  const page = await pageOfCells(ctx, await requestQuery(ctx, filter, { limit, cursor, ...order }), { ...order, limit })
  return { ...page, rows: page.rows.map((row) => row.slice(0, requestList.names.length)) }
}

/** All that match, in the columns of the list. */
export async function requestQuery(
  ctx: Ctx,
  filter: RequestFilter,
  {
    limit,
    cursor,
    order = REQUEST_ORDER.order,
    hidden,
  }: { limit: number; cursor?: string | undefined } & Partial<Pick<RequestOrder, 'order' | 'hidden'>>,
): Promise<RawBuilder<unknown>> {
  const conditions = [...(await conditionsOf(ctx, filter)), order.after(cursor)]
  return sql`
    SELECT r.request_id, r.company_id, c.business_name, ${isoText(sql`r.submitted_at`)}, ${isoText(sql`r.resolved_at`)}, r.requester,
      r.sim_quantity, r.state, r.type, ${TOTALS}, ${ITEMS}, ${SIMS_TO_ASSIGN}, ${awaitedOf(ctx)} ${hidden ? sql`, ${hidden}` : sql``}
    FROM requests r JOIN companies c ON c.company_id = r.company_id
    WHERE ${sql.join(conditions, sql` AND `)} ${order.orderBy} LIMIT ${limit}`
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
  const request = await requireRequest(ctx, ctx.db, requestId)
  const rows = await rawRows(ctx, assignedSimsQuery(request, { limit, cursor }))
  return { kind: 'page', rows, nextCursor: nextCursor(rows, limit, ([number]) => [number]) }
}

/** The SIMs of a request in the columns of their list. @param limit undefined for all */
export function assignedSimsQuery(
  { companyId, requestId }: RequestKey,
  { limit, cursor }: { readonly limit: number | undefined; readonly cursor?: string | undefined },
): RawBuilder<unknown> {
  return sql`
    SELECT a.request_sim_id, a.iccid, coalesce(s.msisdn, ''), p.origin_id, t.name, l.name, p.plan_code,
      ${isoText(sql`s.activated_at`)}, s.administrative_status, coalesce(s.custom_field_1, '')
    FROM request_sims a
    JOIN request_lines l ON l.company_id = a.company_id AND l.request_id = a.request_id AND l.line_no = a.line_no
    JOIN plans p ON p.plan_code = l.plan_code
    JOIN sim_types t ON t.sim_type_id = p.sim_type_id
    LEFT JOIN sims s ON s.company_id = a.company_id AND s.iccid = a.iccid
    WHERE a.company_id = ${companyId} AND a.request_id = ${requestId} AND ${BY_NUMBER.after(cursor)}
    ${BY_NUMBER.orderBy} ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`
}
