import { type RawBuilder, sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { type listOperations as listCall, operationList } from '#contract/operations/operations.calls.ts'
import { COUNTED_ROWS_MAX, type ValueCounts } from '#contract/value-counts.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { type OperationState, operationStateOf } from '#domain/operations.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import { sumOfCounts } from '#server/cells/count-values.ts'
import { combineSame } from '#server/cells/merge.ts'
import { mergeRows, pageOfCells } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import { isoText } from '#server/db/iso-text.ts'
import { keyset, keysIn } from '#server/db/keyset.ts'
import { withinDays } from '#server/db/newest-first.ts'
import type { RawRow } from '#server/db/pipeline.ts'
import { rawRows } from '#server/db/raw-rows.ts'
import { inScope } from '#server/db/scope.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { scopeOfCompany } from '#server/records/company-tree.ts'

type ListQuery = CallInput<typeof listCall>['query']
type OperationFilter = Omit<ListQuery, 'limit' | 'cursor'>

const NEWEST_FIRST = keyset([{ expression: sql`o.operation_id`, type: 'integer' }], 'DESC')

/** The reader's operations, newest first. */
export async function listOperationPage(ctx: Ctx, query: ListQuery): Promise<ListPageAnswer> {
  const page = await pageOfCells(ctx, listQuery(await conditionsOf(ctx, query), query.limit), {
    ...OPERATION_ORDER,
    limit: query.limit,
  })
  return mayFindParts(ctx, query) ? wholeOperations(ctx, query, page) : page
}

/** What these filters find in one cell may have parts in others that are not as far, or without the SIM. */
const mayFindParts = (ctx: Ctx, { state, icc, failed }: OperationFilter): boolean =>
  ctx.readableCells.length > 1 && Boolean(state || icc || failed === 'true')

async function wholeOperations(ctx: Ctx, query: ListQuery, found: FoundPage): Promise<ListPageAnswer> {
  const named = [await ofReader(ctx, query), sql`o.operation_id = ANY(${found.rows.map(([id]) => id)}::int[])`]
  const parts = await fromEachCell(ctx, (cell) => rawRows(cell, listQuery(named, query.limit)))
  const rows = mergeRows(parts, OPERATION_ORDER).filter((row) => !query.state || row[STATE] === query.state)
  const missing = query.limit - rows.length
  if (missing === 0 || found.nextCursor === undefined) return { kind: 'page', rows, nextCursor: found.nextCursor }
  const rest = await listOperationPage(ctx, { ...query, cursor: found.nextCursor, limit: missing })
  return { ...rest, rows: [...rows, ...rest.rows] }
}

type FoundPage = Awaited<ReturnType<typeof pageOfCells>>

/** All of the reader's operations in the columns of the list, newest first. @param limit rows at most */
export async function operationListQuery(
  ctx: Ctx,
  filter: OperationFilter,
  limit: number | undefined,
): Promise<RawBuilder<unknown>> {
  if (!mayFindParts(ctx, filter)) return listQuery(await conditionsOf(ctx, filter), limit)
  const found = (await statesOf(ctx, filter)).filter(({ state }) => !filter.state || state === filter.state)
  return listQuery(await namedBy(ctx, filter, found), limit)
}

/** The reader's operations by state. */
export async function operationCounts(ctx: Ctx, filter: Omit<OperationFilter, 'state'>): Promise<ValueCounts> {
  const states = await statesOf(ctx, filter, COUNTED_ROWS_MAX + 1)
  return { counts: sumOfCounts(states.map(({ state }) => ({ value: state, count: 1 }))) }
}

/** What a filter finds. One that has parts in several cells is in the state of its parts together. @param limit of each cell */
async function statesOf(ctx: Ctx, filter: OperationFilter, limit?: number): Promise<StateOfPart[]> {
  const found = await statesOfParts(ctx, await conditionsOf(ctx, filter), limit)
  // what a filter finds in one cell may have parts in others that it does not find
  const parts = found.length === 1 ? found : await statesOfParts(ctx, await namedBy(ctx, filter, found.flat()), limit)
  return combineSame(
    parts,
    ({ operationId }) => operationId,
    (a, b) => ({ ...a, state: operationStateOf([a.state, b.state]) }),
  )
}

const namedBy = async (ctx: Ctx, filter: OperationFilter, found: readonly StateOfPart[]) => [
  await ofReader(ctx, filter),
  sql`o.operation_id = ANY(${found.map(({ operationId }) => operationId)}::int[])`,
]

interface StateOfPart {
  readonly operationId: number
  readonly state: OperationState
}

/** By cell. */
const statesOfParts = (ctx: Ctx, conditions: readonly RawBuilder<unknown>[], limit?: number): Promise<StateOfPart[][]> =>
  fromEachCell(ctx, async ({ db }) => {
    const { rows } = await sql<StateOfPart>`
      SELECT o.operation_id AS "operationId", o.state FROM operations o WHERE ${sql.join(conditions, sql` AND `)}
      ${limitedTo(limit)}`.execute(db)
    return rows
  })

const ofReader = async (ctx: Ctx, query: Pick<ListQuery, 'company' | 'subsidiaries'>) =>
  inScope(await scopeOfCompany(ctx, query), sql`o.company_id`)

async function conditionsOf(
  ctx: Ctx,
  query: OperationFilter & { readonly cursor?: string | undefined },
): Promise<RawBuilder<unknown>[]> {
  const iccids = query.icc ? iccidCandidates(query.icc) : []
  return [
    await ofReader(ctx, query),
    query.state ? sql`o.state = ${query.state}` : sql`o.state <> 'draft'`,
    ...(query.kind ? [sql`o.kind = ${query.kind}`] : []),
    ...(query.failed === 'true' ? [sql`o.failed > 0`] : []),
    ...(query.mine === 'true' ? [sql`o.user_id = ${ctx.actor.userId}`] : []),
    ...(query.single === 'true' || query.icc ? [] : [sql`o.source <> 'single'`]),
    ...withinDays(sql`o.created_at`, query, ctx.actor.timeZone),
    NEWEST_FIRST.after(query.cursor),
    ...(query.icc
      ? [
          sql`EXISTS (SELECT FROM operation_items i WHERE i.company_id = o.company_id AND i.iccid = ANY(${iccids}::text[]) AND i.operation_id = o.operation_id)`,
        ]
      : []),
  ]
}

const limitedTo = (limit: number | undefined) => (limit === undefined ? sql`` : sql`LIMIT ${limit}`)

const listQuery = (conditions: readonly RawBuilder<unknown>[], limit: number | undefined): RawBuilder<unknown> => sql`
      SELECT o.operation_id, o.kind, o.state, o.source, o.total, o.pending, o.running, o.succeeded, o.failed, o.skipped, o.cancelled,
        CASE o.source WHEN 'single' THEN (
          SELECT i.iccid FROM operation_items i WHERE i.company_id = o.company_id AND i.operation_id = o.operation_id ORDER BY i.line LIMIT 1
        ) ELSE '' END,
        o.reason, o.actor, o.company_id, ${isoText(sql`o.created_at`)}, ${isoText(sql`o.scheduled_at`)}, ${isoText(sql`o.started_at`)},
        ${isoText(sql`o.finished_at`)}, (SELECT c.business_name FROM companies c WHERE c.company_id = o.company_id)
      FROM operations o WHERE ${sql.join(conditions, sql` AND `)} ${NEWEST_FIRST.orderBy} ${limitedTo(limit)}`

const at = (name: keyof (typeof operationList)['columns']): number => operationList.names.indexOf(name)
const STATE = at('state')
const SUMMED = (['total', 'pending', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'] as const).map(at)

/** The row of an operation of which two cells have a part. */
function combineParts(a: RawRow, b: RawRow): RawRow {
  const row = [...a]
  for (const column of SUMMED) row[column] = String(Number(a[column]) + Number(b[column]))
  row[STATE] = operationStateOf([a[STATE], b[STATE]] as OperationState[])
  const [begun, ended] = (['startedAt', 'finishedAt'] as const).map((name) =>
    [a[at(name)], b[at(name)]].filter((one) => one != null),
  )
  row[at('startedAt')] = begun?.sort()[0] ?? null
  row[at('finishedAt')] = ended?.sort()[1] ?? null
  return row
}

export const OPERATION_ORDER = {
  order: NEWEST_FIRST,
  keysOf: keysIn(operationList.names, ['operationId']),
  combine: combineParts,
}
