import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import { type getPlanAdvice, PLAN_ADVICE_MAX_SIMS } from '#contract/plans/plan-advice.calls.ts'
import { type BillingCycle, billingCycleAt } from '#domain/billing-cycle.ts'
import { cycleFrom, spanOf } from '#domain/rating/cycle-span.ts'
import { costByPlan, costOfSim, dataUseByPlan } from '#domain/rating/plan-costs.ts'
import { optimisePlans } from '#domain/rating/plan-optimiser.ts'
import { AppError } from '../../app-error.ts'
import type { Ctx } from '../../context.ts'
import { inScope, narrowToCompany, scopeOf } from '../../db/scope.ts'
import { type AdvisedFleet, readFleet } from './advised-fleet.queries.ts'

type Advice = CallData<typeof getPlanAdvice>
type Request = CallInput<typeof getPlanAdvice>['body']

interface AdvisedCompany {
  readonly companyId: number
  readonly companyName: string
  readonly timeZone: string
  readonly anchorDay: number
  readonly sims: number
}

/** The cheapest plans for the SIMs of a company of the reader (decision 120). Reads only. */
export async function adviseOnPlans(ctx: Ctx, request: Request): Promise<Advice> {
  const company = await findCompany(ctx, request.company ?? ctx.actor.companyId)
  const { companyId, companyName, timeZone, anchorDay, sims } = company
  const running = billingCycleAt(ctx.now, anchorDay, timeZone)
  const next = cycleFrom(running.end, anchorDay)
  const cycles = cyclesBefore(running, company, request.cycles)
  const head = { company: companyId, companyName, sims, isTooMany: sims > PLAN_ADVICE_MAX_SIMS, cycles, termsOf: next.start }
  if (head.isTooMany) return { ...head, totals: [], plans: [], moves: [] }
  const fleet = await readFleet(ctx, { ...request, companyId, timeZone, cycles, next })
  const advised = await optimised(fleet, request)
  const costs = {
    today: costByPlan({ ...fleet, assigned: fleet.today }),
    advised: costByPlan({ ...fleet, assigned: advised }),
    atMost: costByPlan({ ...fleet, assigned: advised }, request.marginPercent),
  }
  const invoiced = await invoicedByCurrency(ctx, companyId, cycles)
  const plans = planRows(fleet, advised, costs)
  return { ...head, totals: totalsOf(fleet, costs, invoiced), plans, moves: movesOf(fleet, advised) }
}

/** Of each plan in all cycles, minor units. */
interface Costs {
  readonly today: readonly number[]
  readonly advised: readonly number[]
  /** with the margin on the usage of SIMs that move */
  readonly atMost: readonly number[]
}

/** @throws AppError not_found outside of the reader's companies */
async function findCompany(ctx: Ctx, companyId: number): Promise<AdvisedCompany> {
  const scope = narrowToCompany(scopeOf(ctx.actor), companyId)
  const { rows } = await sql<AdvisedCompany>`
    SELECT c.company_id AS "companyId", c.business_name AS "companyName", c.time_zone AS "timeZone", c.cycle_anchor_day AS "anchorDay",
      (SELECT coalesce(sum(t.sims), 0)::int FROM sim_tallies t WHERE t.company_id = c.company_id) AS sims
    FROM companies c WHERE ${inScope(scope, sql`c.company_id`)} AND c.company_id = ${companyId}`.execute(ctx.db)
  const [company] = rows
  if (!company) throw new AppError('not_found')
  return company
}

/** Whole cycles before the running one, the latest last. */
function cyclesBefore(
  running: BillingCycle,
  { anchorDay, timeZone }: Pick<AdvisedCompany, 'anchorDay' | 'timeZone'>,
  count: number,
): BillingCycle[] {
  const cycles: BillingCycle[] = []
  for (let cycle = running; cycles.length < count; ) {
    cycle = billingCycleAt(new Date(spanOf(cycle, timeZone).fromMs - 1), anchorDay, timeZone)
    cycles.unshift(cycle)
  }
  return cycles
}

/** Step by step, so that other requests are answered in between. */
async function optimised(
  fleet: AdvisedFleet,
  { marginPercent, maxMoves = fleet.iccids.length }: Request,
): Promise<Uint16Array> {
  const steps = optimisePlans({ ...fleet, marginPercent, maxMoves })
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await yieldToEventLoop()
  }
}

/** Plans that have SIMs today or by the advice, the most first. */
function planRows({ plans, usage, today }: AdvisedFleet, advised: Uint16Array, costs: Costs): Advice['plans'] {
  const use = dataUseByPlan({ plans, usage, today })
  const counts = [today, advised].map((assigned) => {
    const sims = plans.map(() => 0)
    for (const plan of assigned) sims[plan] = (sims[plan] ?? 0) + 1
    return sims
  })
  return plans
    .map(({ planCode, planName, currency, pooled, dataMb }, plan) => ({
      ...{ planCode, planName, currency, pooled, dataMb, use: use[plan] ?? [] },
      today: { sims: counts[0]?.[plan] ?? 0, amountMinor: costs.today[plan] ?? 0 },
      advised: { sims: counts[1]?.[plan] ?? 0, amountMinor: costs.advised[plan] ?? 0 },
    }))
    .filter((plan) => plan.today.sims + plan.advised.sims > 0)
    .sort((a, b) => b.today.sims - a.today.sims || (a.planCode < b.planCode ? -1 : 1))
}

function totalsOf(
  { plans, today }: AdvisedFleet,
  costs: Costs,
  invoiced: ReadonlyMap<string, number> | undefined,
): Advice['totals'] {
  const currencies = new Set([...new Set(today)].map((plan) => plans[plan]?.currency ?? ''))
  return [...currencies].map((currency) => {
    const sumOf = (all: readonly number[]) =>
      all.reduce((sum, cost, plan) => sum + (plans[plan]?.currency === currency ? cost : 0), 0)
    return {
      currency,
      invoicedMinor: invoiced?.get(currency) ?? null,
      todayMinor: sumOf(costs.today),
      advisedMinor: sumOf(costs.advised),
      atMostMinor: sumOf(costs.atMost),
    }
  })
}

/** The sums of the invoices of cycles; undefined unless each cycle has one. */
async function invoicedByCurrency(
  ctx: Ctx,
  companyId: number,
  cycles: readonly BillingCycle[],
): Promise<ReadonlyMap<string, number> | undefined> {
  const { rows } = await sql<{ currency: string; cycles: number; amount: number }>`
    SELECT currency, count(DISTINCT cycle_start)::int AS cycles, sum(total_minor)::bigint AS amount FROM charges
    WHERE company_id = ${companyId} AND kind = 'invoice' AND document_number IS NOT NULL AND state <> 'void'
      AND cycle_start = ANY(${cycles.map(({ start }) => start)}::date[])
    GROUP BY 1`.execute(ctx.db)
  const most = Math.max(0, ...rows.map((row) => row.cycles))
  return most < cycles.length ? undefined : new Map(rows.map(({ currency, amount }) => [currency, amount]))
}

function movesOf({ iccids, plans, usage, today }: AdvisedFleet, advised: Uint16Array): Advice['moves'] {
  const moves = new Map<string, Advice['moves'][number]['sims']>()
  for (const [sim, icc] of iccids.entries()) {
    const [before, after] = [plans[today[sim] ?? 0], plans[advised[sim] ?? 0]]
    if (!before || !after || before === after) continue
    const sims = moves.get(after.planCode) ?? []
    moves.set(after.planCode, sims)
    sims.push({
      icc,
      from: before.planCode,
      todayMinor: costOfSim(usage, sim, before),
      advisedMinor: costOfSim(usage, sim, after),
    })
  }
  const saving = (one: { todayMinor: number; advisedMinor: number }): number => one.todayMinor - one.advisedMinor
  return [...moves]
    .map(([planCode, sims]) => ({ planCode, sims: sims.sort((a, b) => saving(b) - saving(a) || (a.icc < b.icc ? -1 : 1)) }))
    .sort((a, b) => b.sims.length - a.sims.length || (a.planCode < b.planCode ? -1 : 1))
}
