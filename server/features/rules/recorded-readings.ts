import { sql } from 'kysely'
import type { Day } from '#domain/billing-cycle.ts'
import { addDays } from '#domain/days.ts'
import type { DayOfUsage, SimCycleFacts } from '#domain/rating/cycle-rater.ts'
import { cycleFrom, spanOf, startOfDay } from '#domain/rating/cycle-span.ts'
import type { RuleFact } from '#domain/rule-evaluation.ts'
import type { ReadingTrigger } from '#domain/rules.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Ctx } from '#server/context.ts'
import { cycleFacts } from '#server/records/cycle-facts.ts'
import {
  chargeReadings,
  costOf,
  poolReadings,
  type ReadCompany,
  type Reading,
  raterUntil,
  stayFact,
} from '#server/rule-engine/readings.ts'
import { localHour } from '#server/usage/local-hours.ts'

type ReadingFact = Extract<RuleFact, { kind: 'reading' }>

interface SimReadingsPart {
  readonly company: ReadCompany
  readonly iccids: readonly string[]
  /** first days of the cycles, the last one first */
  readonly cycles: readonly Day[]
  /** whether the rule may act every day: then the first day of a cycle that reaches its amount is enough, and later days need no reading */
  readonly isOnAnyDay: boolean
}

/** What readings of SIMs would have found, day by day; readings that cannot reach what a trigger waits for are left out. */
export function recordedSimReadings(
  ctx: Ctx,
  trigger: ReadingTrigger,
  part: SimReadingsPart,
): Promise<ReadonlyMap<string, readonly ReadingFact[]>> {
  return trigger.kind === 'simCost' ? recordedCosts(ctx, trigger, part) : recordedStays(ctx, trigger, part)
}

/** By the minimum stays that SIMs have now: a stay that was replaced by another one is not recorded. */
async function recordedStays(ctx: Ctx, trigger: ReadingTrigger, { company, iccids, cycles }: SimReadingsPart) {
  const { companyId, calendar } = company
  const today = localHour(ctx.now.getTime(), calendar).day
  const { rows } = await sql<{ iccid: string; until: Day }>`
    SELECT iccid, plan_bound_until AS until FROM sims
    WHERE company_id = ${companyId} AND iccid = ANY(${[...iccids]}::text[]) AND plan_bound_until >= ${cycles.at(-1)}::date`.execute(
    ctx.db,
  )
  return new Map(
    rows.map(({ iccid, until }) => {
      const facts: ReadingFact[] = []
      const first = trigger.kind === 'stay' ? addDays(until, -trigger.days) : until
      for (let day = first; day <= until && day <= today; day = addDays(day, 1))
        facts.push(stayFact(until, day, startOfDay(day, calendar.timeZone).getTime()))
      return [iccid, facts]
    }),
  )
}

/** What each SIM had cost by the end of each day, rated from its daily sums as live readings are. */
async function recordedCosts(ctx: Ctx, trigger: ReadingTrigger & { kind: 'simCost' }, part: SimReadingsPart) {
  const { company, iccids, cycles, isOnAnyDay } = part
  const found = new Map<string, ReadingFact[]>()
  if (iccids.length === 0) return found
  for (const start of cycles.toReversed()) {
    const cycle = cycleFrom(start, company.calendar.anchorDay)
    const whole = spanOf(cycle, company.calendar.timeZone)
    const span = { fromMs: whole.fromMs, toMs: Math.min(whole.toMs, ctx.now.getTime()) }
    const raterAt = await raterUntil(ctx.db, company, cycle)
    const atEnd = raterAt(span.toMs)
    const days = daysWithin(start, span.toMs, company)
    for await (const sims of cycleFacts(ctx, { companyId: company.companyId, cycle, span, usage: 'days', iccids })) {
      for (const facts of sims) {
        const bases = atEnd.basesOf(facts)
        const readingOn = ({ day, endMs, atMs }: ReadDay): ReadingFact => {
          const amount = costOf(raterAt(endMs).rate(until(facts, day)), trigger.currency)
          return { kind: 'reading', at: atMs, period: start, amount }
        }
        // the cost of a SIM that stays on one plan never falls: it reaches the amount on one day and stays above it, or never reaches it
        const isRising = bases.length <= 1
        if (isRising && costOf(atEnd.rate(facts, bases), trigger.currency) < trigger.minor) continue
        const from = isRising ? firstOf(days, (day) => readingOn(day).amount >= trigger.minor) : 0
        const own = found.get(facts.iccid) ?? []
        own.push(...days.slice(from, isRising && isOnAnyDay ? from + 1 : undefined).map(readingOn))
        found.set(facts.iccid, own)
      }
    }
  }
  return found
}

/** The index of the first item that meets a condition, by binary search: the last item meets it, and all after the first one do. */
function firstOf<T>(list: readonly T[], isCase: (one: T) => boolean): number {
  let [before, at] = [-1, list.length - 1]
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2)
    const one = list[middle]
    if (one !== undefined && isCase(one)) at = middle
    else before = middle
  }
  return Math.max(0, at)
}

interface ReadDay {
  readonly day: Day
  readonly endMs: number
  /** its last minute, or the moment of the trial */
  readonly atMs: number
}

function daysWithin(first: Day, toMs: number, { calendar: { timeZone } }: ReadCompany): ReadDay[] {
  const days: ReadDay[] = []
  for (let day = first; startOfDay(day, timeZone).getTime() < toMs; day = addDays(day, 1)) {
    const endMs = Math.min(toMs, startOfDay(addDays(day, 1), timeZone).getTime())
    days.push({ day, endMs, atMs: endMs - MINUTE_MS })
  }
  return days
}

/** The facts of a SIM as they were at the end of a day. */
function until(facts: SimCycleFacts, last: Day): SimCycleFacts {
  const days: DayOfUsage[] = (facts.days ?? []).filter(({ day }) => day <= last)
  const usage = { dataBytes: 0, sms: 0, voiceSeconds: 0 }
  for (const day of days) {
    usage.dataBytes += day.dataBytes
    usage.sms += day.sms
    usage.voiceSeconds += day.voiceSeconds
  }
  return { ...facts, days, usage }
}

export interface RecordedFleet {
  /** of pools or of the company, in order */
  readonly readings: readonly Reading[]
  /** cycles of which something is recorded */
  readonly known: ReadonlySet<Day>
}

/** What readings of pools, or of the company, would have found: past cycles by their invoices, the running one by its present state. */
export async function recordedFleetReadings(
  ctx: Ctx,
  trigger: ReadingTrigger,
  { company, cycles }: Pick<SimReadingsPart, 'company' | 'cycles'>,
): Promise<RecordedFleet> {
  const { anchorDay, timeZone } = company.calendar
  const [running = '', from = running] = [cycles[0], cycles.at(-1)]
  const momentOf = (start: Day): number =>
    start === running ? ctx.now.getTime() : spanOf(cycleFrom(start, anchorDay), timeZone).toMs - MINUTE_MS
  if (trigger.kind === 'companyCost') {
    const charges = await chargeReadings(ctx.db, company, { currency: trigger.currency, from })
    const readings = charges.map(
      ({ period, amount }): Reading => ({
        ...{ iccid: '', planCode: '' },
        fact: { kind: 'reading', at: momentOf(period), period, amount },
      }),
    )
    return { readings, known: new Set(charges.map(({ period }) => period)) }
  }
  const { rows } = await sql<{ period: Day; planCode: string | null; percent: number | null }>`
    SELECT c.cycle_start AS period, l.plan_code AS "planCode", floor(l.used::numeric * 100 / nullif(l.included, 0))::int AS percent
    FROM charges c LEFT JOIN charge_lines l ON l.company_id = c.company_id AND l.document_id = c.document_id AND l.iccid = ''
      AND l.kind = 'pool_overage' AND l.usage_cycle = c.cycle_start
    WHERE c.company_id = ${company.companyId} AND c.kind = 'invoice' AND c.issued_at IS NOT NULL AND c.cycle_start >= ${from}::date
    ORDER BY 1, 2`.execute(ctx.db)
  const past = rows.flatMap(({ period, planCode, percent }): Reading[] =>
    planCode === null || percent === null
      ? []
      : [{ iccid: '', planCode, fact: { kind: 'reading', at: momentOf(period), period, amount: percent } }],
  )
  const readings = [...past, ...(await poolReadings(ctx.db, company, ctx.now))]
  return { readings, known: new Set([running, ...rows.map(({ period }) => period)]) }
}
