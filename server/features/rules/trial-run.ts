import { ANOMALY_DAYS } from '#domain/anomalies.ts'
import type { Day } from '#domain/billing-cycle.ts'
import { cycleFrom, spanOf } from '#domain/rating/cycle-span.ts'
import { applyFacts, learnFacts, passTime, type RuleFact, type RuleFiring, rulePastMs } from '#domain/rule-evaluation.ts'
import {
  type AnomalyTrigger,
  isAnomalyTrigger,
  isReadingTrigger,
  isRuleForSim,
  type ReadingTrigger,
  type RuleDefinition,
  ruleSubject,
} from '#domain/rules.ts'
import { DAY_MS } from '#domain/time.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import type { Ctx } from '#server/context.ts'
import { simKey } from '#server/records/sim-key.ts'
import { type AnomalySubject, anomalyFacts } from '#server/rule-engine/anomaly-facts.ts'
import { recordedFacts, simsThatReach } from '#server/rule-engine/recorded-facts.ts'
import { type RuledSim, readRuledSims, readRuledSimsAfter } from '#server/rule-engine/rule-sims.ts'
import { isRuleForPool } from '#server/rule-engine/take-readings.ts'
import { localHour } from '#server/usage/local-hours.ts'
import { countMeantSims, countModels } from './count-meant.ts'
import { recordedFleetReadings, recordedSimReadings } from './recorded-readings.ts'
import type { RuleCompany } from './rules.queries.ts'

/** SIMs whose conditions and sums are read at once. */
const SIMS_AT_ONCE = { first: 100, max: 1_000 }
/** SIMs whose past is read at once: few enough that reports of four months fit in memory, and more when SIMs rarely report. */
const PASTS_AT_ONCE = { first: 20, max: 1_000 }
/** SIMs with anomalies that are read at once. */
const FOUND_AT_ONCE = 5_000
/** Facts that are in memory at a time, approximately. */
const FACTS_AT_ONCE = 50_000
/** How long one step reads sums, approximately: a trial can end only between two steps. */
const STEP_MS = 1_000
/** Firings that a trial names. */
const LATEST_MAX = 50

interface Firing extends RuleFiring {
  /** ICC and label; of a pool '' and its plan, of a model '' and its device, of a company both '' */
  readonly sim: Pick<RuledSim, 'iccid' | 'label'>
}

/** The size of the next step: at most four times the last one, and such that what it takes stays near the limit. */
const nextSize = (size: number, max: number, taken: number, limit: number): number =>
  Math.max(1, Math.min(max, size * 4, Math.floor((size * limit) / Math.max(1, taken))))

/** Cycles of which anomalies are kept, at least in part. */
function keptCycles({ calendar: { anchorDay, timeZone } }: RuleCompany, cycles: readonly Day[], now: Date): ReadonlySet<Day> {
  const oldestMs = now.getTime() - ANOMALY_DAYS * DAY_MS
  return new Set(cycles.filter((start) => spanOf(cycleFrom(start, anchorDay), timeZone).toMs > oldestMs))
}

interface TrialPart {
  readonly rule: RuleDefinition
  readonly fromMs: number
  readonly cycles: readonly Day[]
}

/** Runs a rule over the records of a company, in steps: the fleet at once, or SIM by SIM. */
export class TrialRun {
  readonly byCycle = new Map<Day, number>()
  triedSims = 0
  meantSims = 0
  firings = 0
  firedSims = 0
  latest: Firing[] = []
  readonly #ctx: Ctx
  readonly #company: RuleCompany
  readonly #rule: RuleDefinition
  readonly #fromMs: number
  readonly #cycles: readonly Day[]
  /** what is read of all SIMs at once, by their ICCs */
  #anomalies: ReadonlyMap<string, readonly RuleFact[]> | undefined
  /** undefined: all */
  #known: ReadonlySet<Day> | undefined
  #after = ''
  #size: number = SIMS_AT_ONCE.first
  #pastSize: number = PASTS_AT_ONCE.first
  /** SIMs whose past is still to be read */
  #waiting: RuledSim[] = []
  #isLast = false

  constructor(ctx: Ctx, company: RuleCompany, { rule, fromMs, cycles }: TrialPart) {
    this.#ctx = ctx
    this.#company = company
    this.#rule = rule
    this.#fromMs = fromMs
    this.#cycles = cycles
  }

  /** Whether a cycle has records on which the rule could have acted. */
  isKnown(cycle: Day): boolean {
    return this.#known?.has(cycle) ?? true
  }

  /** Tries a rule without reading each SIM. @returns false when each SIM has to be read */
  async tryFleet(): Promise<boolean> {
    const { trigger } = this.#rule
    if (isAnomalyTrigger(trigger)) return this.#tryAnomalies(trigger)
    return this.#tryPools()
  }

  /**
   * Anomalies are few, so those of the whole company are read at once. Only a condition on tags or groups requires each SIM to be read, to
   * count those that are meant.
   */
  async #tryAnomalies(trigger: AnomalyTrigger): Promise<boolean> {
    const [{ db }, company, { conditions }] = [this.#ctx, this.#company, this.#rule]
    const found = await anomalyFacts(db, company, trigger, new Date(this.#fromMs))
    this.#known = keptCycles(company, this.#cycles, this.#ctx.now)
    if (ruleSubject(trigger.kind) === 'model') {
      for (const { device, facts } of found) this.#run({ iccid: '', label: device }, facts)
      this.triedSims = this.meantSims = await countModels(db, company.companyId)
      return true
    }
    if (conditions.tags.length > 0 || conditions.groups.length > 0) {
      this.#anomalies = new Map(found.map(({ iccid, facts }) => [iccid, facts]))
      return false
    }
    for (let from = 0; from < found.length; from += FOUND_AT_ONCE) await this.#tryFound(found.slice(from, from + FOUND_AT_ONCE))
    this.triedSims = await this.countSims()
    this.meantSims = await countMeantSims(db, company.companyId, conditions)
    return true
  }

  async #tryFound(found: readonly AnomalySubject[]): Promise<void> {
    const { companyId } = this.#company
    const sims = await readRuledSims(
      this.#ctx.db,
      found.map(({ iccid }) => ({ companyId, iccid })),
    )
    const meant = new Map(sims.filter((sim) => isRuleForSim(this.#rule.conditions, sim)).map((sim) => [sim.iccid, sim]))
    for (const { iccid, facts } of found) {
      const sim = meant.get(iccid)
      if (sim) this.#run(sim, facts)
    }
  }

  /** Pools and the company have one reading of each cycle. */
  async #tryPools(): Promise<boolean> {
    const { trigger } = this.#rule
    if (!isReadingTrigger(trigger) || ruleSubject(trigger.kind) === 'sim') return false
    const { readings, known } = await recordedFleetReadings(this.#ctx, trigger, {
      company: this.#company,
      cycles: this.#cycles,
    })
    this.#known = known
    const subjects = Map.groupBy(readings, ({ planCode }) => planCode)
    const names = await this.#planNames([...subjects.keys()])
    for (const [planCode, own] of subjects) {
      this.triedSims++
      if (trigger.kind === 'pool' && !isRuleForPool(this.#rule, planCode)) continue
      this.meantSims++
      this.#run(
        { iccid: '', label: names.get(planCode) ?? planCode },
        own.map(({ fact }) => fact),
      )
    }
    return true
  }

  async #planNames(codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#ctx.db
      .selectFrom('plans')
      .select(['plan_code', 'name'])
      .where('plan_code', 'in', ['', ...codes])
      .execute()
    return new Map(rows.map(({ plan_code, name }) => [plan_code, name]))
  }

  /** What was reported of SIMs, or what readings of them would have found, by ICC. */
  async #factsOf(sims: readonly RuledSim[]): Promise<ReadonlyMap<string, readonly RuleFact[]>> {
    const { trigger } = this.#rule
    if (this.#anomalies) return this.#anomalies
    const iccids = sims.map(({ iccid }) => iccid)
    if (isReadingTrigger(trigger)) return this.#readingsOf(trigger, iccids)
    const recorded = await recordedFacts(this.#ctx.db, { ...this.#spanOf(sims), triggers: [trigger] })
    return new Map(sims.map((sim) => [sim.iccid, recorded.get(simKey(sim)) ?? []]))
  }

  #spanOf(sims: readonly RuledSim[]) {
    const fromMs = this.#fromMs - rulePastMs(this.#rule.trigger)
    return { calendar: this.#company.calendar, sims, fromMs, untilMs: this.#ctx.now.getTime() }
  }

  #readingsOf(trigger: ReadingTrigger, iccids: readonly string[]): Promise<ReadonlyMap<string, readonly RuleFact[]>> {
    const { conditions, limits } = this.#rule
    const isOnAnyDay = conditions.weekdays.length === 0 && limits.everyHours <= 24
    return recordedSimReadings(this.#ctx, trigger, { company: this.#company, iccids, cycles: this.#cycles, isOnAnyDay })
  }

  /** Takes a step through the company's SIMs. @returns true after the last */
  async next(): Promise<boolean> {
    if (this.#waiting.length === 0) await this.#readSims()
    await this.#tryWaiting()
    return this.#isLast && this.#waiting.length === 0
  }

  async #readSims(): Promise<void> {
    const { companyId } = this.#company
    const begin = performance.now()
    const sims = await readRuledSimsAfter(this.#ctx.db, { companyId, after: this.#after, limit: this.#size })
    const meant = sims.filter((sim) => isRuleForSim(this.#rule.conditions, sim))
    this.#waiting = await this.#thatMayFire(meant)
    this.triedSims += sims.length - this.#waiting.length
    this.meantSims += meant.length - this.#waiting.length
    this.#isLast = sims.length < this.#size
    this.#after = sims.at(-1)?.iccid ?? this.#after
    this.#size = nextSize(this.#size, SIMS_AT_ONCE.max, performance.now() - begin, STEP_MS)
  }

  /** Most SIMs never come near an amount of data: their daily sums show it without reading a report. */
  async #thatMayFire(meant: RuledSim[]): Promise<RuledSim[]> {
    const { trigger } = this.#rule
    if (trigger.kind !== 'data') return meant
    const reach = { per: trigger.per, bytes: trigger.mb * BYTES_PER_MB }
    const reaching = await simsThatReach(this.#ctx.db, this.#spanOf(meant), reach)
    return meant.filter(({ iccid }) => reaching.has(iccid))
  }

  async #tryWaiting(): Promise<void> {
    if (this.#waiting.length === 0) return
    const sims = this.#waiting.splice(0, this.#pastSize)
    const facts = await this.#factsOf(sims)
    for (const sim of sims) this.#run(sim, facts.get(sim.iccid) ?? [])
    this.triedSims += sims.length
    this.meantSims += sims.length
    const read = this.#anomalies ? 0 : [...facts.values()].reduce((sum, own) => sum + own.length, 0)
    this.#pastSize = nextSize(this.#pastSize, PASTS_AT_ONCE.max, read, FACTS_AT_ONCE)
  }

  #run(sim: Firing['sim'], facts: readonly RuleFact[]): void {
    const localHourAt = (ms: number) => localHour(ms, this.#company.calendar)
    const begins = facts.findIndex(({ at }) => at >= this.#fromMs)
    const [before, within] = begins < 0 ? [facts, []] : [facts.slice(0, begins), facts.slice(begins)]
    const learnt = learnFacts(this.#rule, before, this.#fromMs, localHourAt)
    const followed = applyFacts(this.#rule, learnt, within, localHourAt)
    const passed = passTime(this.#rule, followed.state, this.#ctx.now.getTime(), localHourAt)
    const fired = [...followed.firings, ...passed.firings]
    if (fired.length === 0) return
    this.firedSims++
    this.firings += fired.length
    for (const { at } of fired) {
      const { cycleStart } = localHourAt(at)
      this.byCycle.set(cycleStart, (this.byCycle.get(cycleStart) ?? 0) + 1)
    }
    this.latest = [...this.latest, ...fired.slice(-LATEST_MAX).map((firing) => ({ ...firing, sim }))]
      .sort((a, b) => b.at - a.at)
      .slice(0, LATEST_MAX)
  }

  async countSims(): Promise<number> {
    const { sims } = await this.#ctx.db
      .selectFrom('sims')
      .select((select) => select.fn.countAll<string>().as('sims'))
      .where('company_id', '=', this.#company.companyId)
      .executeTakeFirstOrThrow()
    return Number(sims)
  }
}
