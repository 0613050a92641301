import { type RawBuilder, sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import { chargeList, type getChargeFacets, type getCharges } from '#contract/charges/charges.calls.ts'
import { CHARGE_STATES } from '#contract/filter-values.ts'
import { fromEachCell } from '#server/cells/cell-context.ts'
import { sumByKey } from '#server/cells/merge.ts'
import { pageOfCells } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import { secondText } from '#server/db/iso-text.ts'
import { keyset, keysIn } from '#server/db/keyset.ts'
import { type CompanyScope, inScope, scopeOf } from '#server/db/scope.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { dueOn, stateAt } from '#server/records/charge-state.ts'
import { scopeOfCompany } from '#server/records/company-tree.ts'
import { CHARGES_WITH_COMPANY, clientName, otherNumber } from './charge-rows.ts'
import { debtsOf, readUnpaid } from './debts.queries.ts'

type Query = CallInput<typeof getCharges>['query']
export type ChargeFilter = Omit<Query, 'limit' | 'cursor'>

const NEWEST_FIRST = keyset(
  [
    { expression: sql`c.cycle_start`, type: 'day' },
    { expression: sql`c.document_id`, type: 'integer' },
  ],
  'DESC',
)
export const CHARGE_ORDER = { order: NEWEST_FIRST, keysOf: keysIn(chargeList.names, ['cycleStart', 'documentId']) }

/** The columns of the list in its order. */
const columnsAt = (now: Date) => sql`
  c.document_id, c.kind, coalesce(c.document_number, ''), to_char(c.cycle_start, 'YYYY-MM'), c.cycle_start, c.cycle_end - 1,
  c.company_id, ${clientName}, c.sims, c.total_minor, c.currency, ${stateAt(now)}, ${secondText(sql`c.issued_at`)}, ${dueOn},
  ${secondText(sql`c.paid_at`)}, coalesce(${otherNumber}, '')`

/** A page of the reader's documents, the newest cycles first. */
export async function chargesPage(ctx: Ctx, { limit, cursor, ...filter }: Query): Promise<ListPageAnswer> {
  const conditions = [...conditionsOf(ctx, filter, await scopeOfFilter(ctx, filter)), NEWEST_FIRST.after(cursor)]
  return pageOfCells(
    ctx,
    sql`SELECT ${columnsAt(ctx.now)} FROM ${CHARGES_WITH_COMPANY} WHERE ${sql.join(conditions, sql` AND `)} ${NEWEST_FIRST.orderBy} LIMIT ${limit}`,
    { ...CHARGE_ORDER, limit },
  )
}

/** All of the reader's documents that match, in the columns of the list. */
export async function chargesQuery(ctx: Ctx, filter: ChargeFilter): Promise<RawBuilder<unknown>> {
  const conditions = conditionsOf(ctx, filter, await scopeOfFilter(ctx, filter))
  return sql`SELECT ${columnsAt(ctx.now)} FROM ${CHARGES_WITH_COMPANY} WHERE ${sql.join(conditions, sql` AND `)} ${NEWEST_FIRST.orderBy}`
}

/** The available filters: all months, and states counted under the other filters. */
export async function chargeFacets(ctx: Ctx, filter: ChargeFilter): Promise<CallData<typeof getChargeFacets>> {
  const found = await fromEachCell(ctx, (cell) => facetsOfCell(cell, filter))
  const counts = sumByKey(found.flatMap(({ states }) => states).map(({ state, count }) => [state, count]))
  const months = new Set(found.flatMap((one) => one.months))
  const unpaid = found.flatMap((one) => one.unpaid)
  return {
    states: CHARGE_STATES.map((state) => ({ state, count: counts.get(state) ?? 0 })),
    months: [...months].sort().reverse(),
    debts: debtsOf(unpaid, ctx.actor.currency),
  }
}

async function facetsOfCell(ctx: Ctx, filter: ChargeFilter) {
  const scope = await scopeOfFilter(ctx, filter)
  const others = conditionsOf(ctx, { ...filter, state: undefined }, scope)
  const own = inScope(scopeOf(ctx.actor), sql`c.company_id`)
  const [states, months, unpaid] = await Promise.all([
    sql<{ state: string; count: number }>`
      SELECT ${stateAt(ctx.now)} AS state, count(*)::int AS count FROM ${CHARGES_WITH_COMPANY} WHERE ${sql.join(others, sql` AND `)}
      GROUP BY 1`.execute(ctx.db),
    sql<{ start: string }>`
      SELECT DISTINCT c.cycle_start AS start FROM charges c WHERE ${own}`.execute(ctx.db),
    readUnpaid(ctx, scope),
  ])
  return { states: states.rows, months: months.rows.map(({ start }) => start.slice(0, 7)), unpaid }
}

const scopeOfFilter = (ctx: Ctx, { companyId, subsidiaries }: ChargeFilter): Promise<CompanyScope> =>
  scopeOfCompany(ctx, { company: companyId, subsidiaries })

function conditionsOf(ctx: Ctx, { period, state }: ChargeFilter, scope: CompanyScope): RawBuilder<unknown>[] {
  const [first, span] = period?.length === 4 ? [`${period}-01-01`, '1 year'] : [`${period}-01`, '1 month']
  return [
    inScope(scope, sql`c.company_id`),
    ...(period ? [sql`c.cycle_start >= ${first}::date AND c.cycle_start < ${first}::date + ${sql.lit(span)}::interval`] : []),
    ...(state ? [sql`${stateAt(ctx.now)} = ${state}`] : []),
  ]
}
