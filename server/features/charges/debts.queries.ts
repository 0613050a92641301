import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { getChargeFacets } from '#contract/charges/charges.calls.ts'
import type { ChargeState } from '#contract/filter-values.ts'
import type { Day } from '#domain/billing-cycle.ts'
import { byKeys } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import { type CompanyScope, inScope } from '#server/db/scope.ts'
import { dueOn, stateAt } from '#server/records/charge-state.ts'
import { CHARGES_WITH_COMPANY } from './charge-rows.ts'

type Debt = CallData<typeof getChargeFacets>['debts'][number]

/** Invoices that are not paid, of one currency, state and day. */
interface Unpaid {
  readonly currency: string
  readonly state: ChargeState
  readonly dueOn: Day
  readonly count: number
  readonly totalMinor: number
  /** how far below and above that running cycles may end */
  readonly belowMinor: number
  readonly aboveMinor: number
}

/** The invoices of a cell that are not paid, of all cycles. */
export async function readUnpaid(ctx: Ctx, scope: CompanyScope): Promise<Unpaid[]> {
  const { rows } = await sql<Unpaid>`
    SELECT c.currency, ${stateAt(ctx.now)} AS state, ${dueOn} AS "dueOn", count(*)::int AS count,
      sum(c.total_minor)::bigint AS "totalMinor", coalesce(sum(c.below_minor), 0)::bigint AS "belowMinor",
      coalesce(sum(c.above_minor), 0)::bigint AS "aboveMinor"
    FROM ${CHARGES_WITH_COMPANY}
    WHERE ${inScope(scope, sql`c.company_id`)} AND c.kind = 'invoice' AND c.state IN ('open', 'closing', 'issued')
    GROUP BY 1, 2, 3`.execute(ctx.db)
  return rows
}

/**
 * Debts by currency: that of the reader's company first, then those with the most invoices. Amounts do not compare: a sum in
 * centavos is a hundred times as many minor units as one in Chilean pesos.
 */
export function debtsOf(unpaid: readonly Unpaid[], ownCurrency: string): Debt[] {
  const byCurrency = Map.groupBy(unpaid, ({ currency }) => currency)
  return [...byCurrency]
    .map(([currency, rows]) => debtOf(currency, rows))
    .sort(byKeys(({ currency, owedCount }) => [currency === ownCurrency ? 0 : 1, -owedCount, currency]))
}

function debtOf(currency: string, rows: readonly Unpaid[]): Debt {
  const overdue = rows.filter(({ state }) => state === 'overdue')
  const issued = rows.filter(({ state }) => state === 'issued')
  const open = rows.filter(({ state }) => state === 'open' || state === 'closing')
  const estimate = total(open)
  const [nextDueOn] = issued.map((row) => row.dueOn).sort()
  return {
    currency,
    owed: total(overdue) + total(issued),
    owedCount: counted(overdue) + counted(issued),
    overdue: total(overdue),
    overdueCount: counted(overdue),
    nextDueOn: nextDueOn ?? null,
    nextDue: total(issued.filter((row) => row.dueOn === nextDueOn)),
    estimate,
    estimateLow: estimate - sumOf(open, ({ belowMinor }) => belowMinor),
    estimateHigh: estimate + sumOf(open, ({ aboveMinor }) => aboveMinor),
  }
}

const sumOf = (rows: readonly Unpaid[], of: (row: Unpaid) => number): number => rows.reduce((sum, row) => sum + of(row), 0)
const total = (rows: readonly Unpaid[]): number => sumOf(rows, ({ totalMinor }) => totalMinor)
const counted = (rows: readonly Unpaid[]): number => sumOf(rows, ({ count }) => count)
