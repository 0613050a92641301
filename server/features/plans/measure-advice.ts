import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { AdviceOutcome } from '#contract/plans/plan-advice.calls.ts'
import { type BillingCycle, billingCycleAt, localDay } from '#domain/billing-cycle.ts'
import type { BillingBasis } from '#domain/rating/billing-basis.ts'
import { wholeCycle } from '#domain/rating/cycle-part.ts'
import { CycleRater, type RatedLines } from '#domain/rating/cycle-rater.ts'
import { cycleFrom, spanOf } from '#domain/rating/cycle-span.ts'
import type { Services } from '#server/context.ts'
import { copyRows } from '#server/db/raw-rows.ts'
import { cycleFacts } from '#server/records/cycle-facts.ts'
import { splitRows } from '#server/records/split-rows.ts'
import { termsOfCycle } from '#server/records/terms.queries.ts'
import { Iccids } from './iccids.ts'

type Source = Pick<Services, 'db' | 'pool'>

/** An advice whose SIMs have changed their plans. */
interface FollowedAdvice {
  readonly companyId: number
  readonly adviceId: string
  readonly timeZone: string
  readonly anchorDay: number
  /** when the last of its operations began */
  readonly begunAt: Date
  /** the first cycle without an invoice */
  readonly nextCycle: string
}

/** Measures what advice saved in the first whole cycle on the new plans, once it is invoiced (decision 122). */
export async function measureFollowed(source: Source, log: Pick<Logger, 'error'>): Promise<void> {
  for (const followed of await followedAdvice(source)) {
    try {
      await measure(source, followed)
    } catch (error) {
      log.error({ err: error, companyId: followed.companyId }, 'what advice saved could not be measured; it is tried again')
    }
  }
}

async function followedAdvice({ db }: Source): Promise<FollowedAdvice[]> {
  const { rows } = await sql<FollowedAdvice>`
    SELECT a.company_id AS "companyId", a.advice_id AS "adviceId", c.time_zone AS "timeZone", c.cycle_anchor_day AS "anchorDay",
      max(o.started_at) FILTER (WHERE o.succeeded > 0) AS "begunAt", b.next_cycle AS "nextCycle"
    FROM plan_advices a JOIN plan_advice_operations l ON l.company_id = a.company_id AND l.advice_id = a.advice_id
    JOIN operations o ON o.company_id = l.operation_company_id AND o.operation_id = l.operation_id
    JOIN companies c ON c.company_id = a.company_id JOIN billing_calendars b ON b.company_id = a.company_id
    WHERE a.state = 'done' AND a.outcome IS NULL
    GROUP BY a.company_id, a.advice_id, c.company_id, b.company_id
    HAVING sum(o.pending + o.running) = 0 AND sum(o.succeeded) > 0`.execute(db)
  return rows
}

/** Rates the cycle as it was, and as if no SIM had followed the advice, by the rules of the invoice. */
async function measure(source: Source, followed: FollowedAdvice): Promise<void> {
  const { companyId, adviceId, timeZone, nextCycle } = followed
  const cycle = firstWholeCycle(followed)
  if (nextCycle < cycle.end) return
  const span = spanOf(cycle, timeZone)
  const termsOf = await termsOfCycle(source.db, cycle.start)
  const rated = new CycleRater({ cycle, span, timeZone, termsOf })
  const unmoved = new CycleRater({ cycle, span, timeZone, termsOf })
  const before = await plansBefore(source, followed)
  const saved = new Map<string, number>()
  const add = (lines: readonly RatedLines[], sign: 1 | -1): void => {
    for (const { terms, lines: rows } of lines)
      for (const { amountMinor } of rows) saved.set(terms.currency, (saved.get(terms.currency) ?? 0) + sign * amountMinor)
  }
  for await (const batch of cycleFacts(source, { companyId, cycle, span, usage: 'days', isInBackground: true })) {
    for (const facts of batch) {
      const bases = rated.basesOf(facts)
      const planCode = before.of(facts.iccid)
      const asBefore = planCode === undefined ? bases : onPlan(bases, { terms: termsOf(planCode), part: wholeCycle(cycle) })
      add(unmoved.rate(facts, asBefore), 1)
      add(rated.rate(facts, bases), -1)
    }
    // buffered rows arrive without I/O and would block the event loop
    await yieldToEventLoop()
  }
  add(unmoved.ratePools(), 1)
  add(rated.ratePools(), -1)
  const outcome: AdviceOutcome = {
    cycle,
    moved: before.sims,
    saved: [...saved].map(([currency, amountMinor]) => ({ currency, amountMinor })),
  }
  await source.db
    .updateTable('plan_advices')
    .set({ outcome: JSON.stringify(outcome) })
    .where('company_id', '=', companyId)
    .where('advice_id', '=', adviceId)
    .execute()
}

/** Plans are charged by the day: who changes them on its first day has them for the whole cycle. */
function firstWholeCycle({ begunAt, anchorDay, timeZone }: FollowedAdvice): BillingCycle {
  const running = billingCycleAt(begunAt, anchorDay, timeZone)
  return localDay(begunAt, timeZone) === running.start ? running : cycleFrom(running.end, anchorDay)
}

/** As what the SIM was charged, for the whole cycle on one plan. */
const onPlan = ([basis]: readonly BillingBasis[], plan: Omit<BillingBasis, 'kind'>): BillingBasis[] =>
  basis ? [{ kind: basis.kind, ...plan }] : []

/** The plans that SIMs had before they followed an advice; asked for in the order of ICCIDs. */
interface PlansBefore {
  readonly sims: number
  of(iccid: string): string | undefined
}

async function plansBefore({ pool, db }: Source, { companyId, adviceId }: FollowedAdvice): Promise<PlansBefore> {
  const stream = await copyRows(
    pool,
    db,
    sql`
      SELECT m.iccid, min(m.from_plan) FROM plan_advice_moves m
      JOIN plan_advice_operations l ON l.company_id = m.company_id AND l.advice_id = m.advice_id
      JOIN operation_items i ON i.company_id = l.operation_company_id AND i.operation_id = l.operation_id AND i.iccid = m.iccid
      WHERE m.company_id = ${companyId} AND m.advice_id = ${adviceId} AND i.state = 'succeeded'
      GROUP BY m.iccid ORDER BY m.iccid`,
  )
  const iccids = new Iccids()
  const plans: string[] = []
  const known = new Map<string, string>()
  for await (const rows of splitRows(stream)) {
    for (const [iccid = '', planCode = ''] of rows) {
      iccids.add(iccid)
      // one text for all SIMs of a plan
      if (!known.has(planCode)) known.set(planCode, planCode)
      plans.push(known.get(planCode) ?? '')
    }
  }
  let next = 0
  return {
    sims: iccids.length,
    of: (iccid) => {
      while (next < iccids.length && iccids.at(next) < iccid) next++
      return next < iccids.length && iccids.at(next) === iccid ? plans[next] : undefined
    },
  }
}
