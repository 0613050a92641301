import { sql } from 'kysely'
import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { rowsOfCells } from '#server/cells/cell-context.ts'
import { addUp, byKeys, combineSame, sumByKey } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import type { Tally } from '#server/records/tallies.queries.ts'

/** Past cycles on the billing card. */
const PAST_CYCLES = 11

type Billing = Pick<DashboardData, 'debt' | 'estimated' | 'billing'>

interface CycleRow {
  readonly month: string
  readonly currency: string
  readonly isIssued: boolean
  readonly issued: number
  readonly unpaid: number
  readonly estimated: number
  readonly below: number
  readonly above: number
}

/** An estimate, and how far below and above it a cycle may end. */
type Estimate = Pick<CycleRow, 'estimated' | 'below' | 'above'>

/** Debt, last total, estimate and the past cycles, in the currency of the reader's company; debts in others are listed. */
export async function billingOf(ctx: Ctx, tallies: Promise<readonly Tally[]>): Promise<Billing> {
  const { currency } = ctx.actor
  const rows = merged(await rowsOfCells(ctx, (db) => billedByMonth(ctx).execute(db)))
  const { estimated, below, above } = await estimateOf(ctx, rows, tallies)
  const own = rows.filter((row) => row.currency === currency && row.isIssued)
  const past = own.slice(-PAST_CYCLES)
  const debts = sumByKey(rows.map((row) => [row.currency, row.unpaid]))
  return {
    debt: {
      total: debts.get(currency) ?? 0,
      currency,
      others: [...debts].flatMap(([code, amountMinor]) =>
        code === currency || amountMinor === 0 ? [] : { amountMinor, currency: code },
      ),
    },
    estimated: { estimated, low: estimated - below, high: estimated + above, last: past.at(-1)?.issued ?? 0, currency },
    billing: {
      series: [{ name: currency, data: past.map((row) => row.issued) }],
      xaxis: { categories: past.map((row) => row.month) },
    },
  }
}

const SUMS = ['issued', 'unpaid', 'estimated', 'below', 'above'] as const

/** The sums of several cells by month and currency, by month. */
function merged(answers: readonly (readonly CycleRow[])[]): CycleRow[] {
  const combine = (a: CycleRow, b: CycleRow) => ({ ...a, ...addUp(SUMS, a, b), isIssued: a.isIssued || b.isIssued })
  return combineSame(answers, ({ month, currency }) => `${month} ${currency}`, combine).sort(byKeys(({ month }) => [month]))
}

const billedByMonth = ({ actor }: Ctx) => sql<CycleRow>`
    SELECT date_trunc('month', by_cycle.cycle_start::timestamp)::date AS month, currency, bool_or(issued IS NOT NULL) AS "isIssued",
      coalesce(sum(issued), 0)::bigint AS issued, coalesce(sum(unpaid), 0)::bigint AS unpaid,
      coalesce(sum(estimated), 0)::bigint AS estimated, coalesce(sum(below), 0)::bigint AS below, coalesce(sum(above), 0)::bigint AS above
    FROM (
      SELECT ch.cycle_start, ch.currency, sum(ch.total_minor) FILTER (WHERE ch.state <> 'open') AS issued,
        sum(ch.total_minor) FILTER (WHERE ch.state = 'issued') AS unpaid, sum(ch.total_minor) FILTER (WHERE ch.state = 'open') AS estimated,
        sum(ch.below_minor) FILTER (WHERE ch.state = 'open') AS below, sum(ch.above_minor) FILTER (WHERE ch.state = 'open') AS above
      FROM charges ch
      WHERE ${inScope(scopeOf(actor), sql`ch.company_id`)} AND ch.kind = 'invoice' AND ch.state IN ('open', 'issued', 'paid')
      GROUP BY 1, 2
    ) by_cycle
    GROUP BY 1, 2 ORDER BY 1`

/** The estimate of the running cycle; its price lines before the first one. */
async function estimateOf(ctx: Ctx, rows: readonly CycleRow[], tallies: Promise<readonly Tally[]>): Promise<Estimate> {
  const { currency } = ctx.actor
  const known = rows.filter(({ estimated }) => estimated !== 0)
  const none: Estimate = { estimated: 0, below: 0, above: 0 }
  if (known.length === 0) return { ...none, estimated: (await priceLines(ctx, tallies)).get(currency) ?? 0 }
  const own = known.filter((row) => row.currency === currency)
  return own.reduce((sum, row) => addUp(['estimated', 'below', 'above'], sum, row), none)
}

/** The price lines of the running cycle by currency: billable SIMs × plan price, without overage. */
async function priceLines(ctx: Ctx, tallies: Promise<readonly Tally[]>): Promise<Map<string, number>> {
  const plans = await ctx.db.selectFrom('plans').select(['plan_code', 'price_minor', 'currency']).execute()
  const priceOf = new Map(plans.map((plan) => [plan.plan_code, plan]))
  const billable: readonly number[] = [ADMINISTRATIVE_STATUS.active, ADMINISTRATIVE_STATUS.deactivatedByAlarm]
  const counted = (await tallies).filter((tally) => billable.includes(tally.administrativeStatus))
  return sumByKey(
    counted.map(({ planCode, sims }) => {
      const { currency = '', price_minor = 0 } = priceOf.get(planCode) ?? {}
      return [currency, sims * price_minor]
    }),
  )
}
