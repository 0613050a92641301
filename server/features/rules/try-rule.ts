import { setImmediate as pause } from 'node:timers/promises'
import type { CallData, CallInput } from '#contract/call.ts'
import type { tryRule as tryCall } from '#contract/rules/rules.calls.ts'
import { billingCycleAt, type Day } from '#domain/billing-cycle.ts'
import { isReadingTrigger, RULE_TRIAL_CYCLES, type RuleDefinition } from '#domain/rules.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Ctx } from '#server/context.ts'
import { localHour } from '#server/usage/local-hours.ts'
import { type RuleCompany, requireRule, requireRuleCompany, rulesUndoneBy } from './rules.queries.ts'
import { TrialRun } from './trial-run.ts'

type Trial = CallData<typeof tryCall>

/** Maximum duration of a trial, because a person waits for it. SIMs that were not reached by then are not in its figures. */
const TRIAL_MS = 10_000

/**
 * Runs a rule over what is recorded, SIM by SIM, by the same steps as when it is active. What was recorded before the first cycle only sets
 * the state with which it begins.
 */
export async function tryRule(ctx: Ctx, body: CallInput<typeof tryCall>['body']): Promise<Trial> {
  const company = await requireRuleCompany(ctx, body.company)
  if (body.ruleId !== undefined) await requireRule(ctx, ctx.db, body.ruleId)
  const cycles = cyclesOf(company, ctx.now)
  const fromMs = firstMomentOf(cycles.at(-1) ?? '', company)
  const trial = new TrialRun(ctx, company, { rule: triedRule(body), fromMs, cycles })
  const endMs = performance.now() + TRIAL_MS
  let isOver = await trial.tryFleet()
  while (!isOver && performance.now() < endMs) {
    isOver = await trial.next()
    // lets other requests run
    await pause()
  }
  return {
    from: new Date(fromMs).toISOString(),
    until: ctx.now.toISOString(),
    totalSims: isOver ? trial.triedSims : await trial.countSims(),
    triedSims: trial.triedSims,
    meantSims: trial.meantSims,
    firings: trial.firings,
    firedSims: trial.firedSims,
    cycles: cycles.map((start) => ({ start, firings: trial.byCycle.get(start) ?? 0, isKnown: trial.isKnown(start) })),
    latest: trial.latest.map(({ sim, at, value }) => ({
      ...{ icc: sim.iccid, label: sim.label, at: new Date(at).toISOString(), value: String(value) },
      cycle: localHour(at, company.calendar).cycleStart,
    })),
    undoes: await rulesUndoneBy(ctx.db, { ...body, companyId: company.companyId }),
  }
}

/** The first days of the running cycle and of those before it, the last one first. */
function cyclesOf({ calendar: { timeZone, anchorDay } }: RuleCompany, now: Date): Day[] {
  const starts = [billingCycleAt(now, anchorDay, timeZone).start]
  while (starts.length <= RULE_TRIAL_CYCLES) {
    // two days before a cycle's start are in the previous one, in every time zone
    starts.push(billingCycleAt(new Date(Date.parse(starts.at(-1) ?? '') - 2 * DAY_MS), anchorDay, timeZone).start)
  }
  return starts
}

/** The moment at which a local day begins, to the quarter of an hour. */
function firstMomentOf(day: Day, { calendar }: RuleCompany): number {
  let at = Date.parse(day) - DAY_MS
  while (localHour(at, calendar).day < day) at += DAY_MS / 96
  return at
}

/** A reading is tried once a day, or once a cycle: the hour of the reading is not recorded. */
const triedRule = (rule: RuleDefinition): RuleDefinition =>
  isReadingTrigger(rule.trigger) ? { ...rule, conditions: { ...rule.conditions, hours: null } } : rule
