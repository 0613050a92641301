import { sql } from 'kysely'
import {
  applyFacts,
  learnFacts,
  needsFact,
  passTime,
  type RuleFact,
  type RuleState,
  rulePastMs,
} from '#domain/rule-evaluation.ts'
import { isRuleForSim } from '#domain/rules.ts'
import type { Services } from '../context.ts'
import { cellLock } from '../db/cell-lock.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { type SimKey, simKey } from '../records/sim-key.ts'
import { localHour } from '../usage/local-hours.ts'
import { type ActiveRule, isNotStopped, readActiveRules } from './active-rules.ts'
import { factsOfEvent, factsOfReport, recordedDays, recordedFacts } from './recorded-facts.ts'
import { readRuledSims, readRuledSimsAfter } from './rule-sims.ts'
import { readRuleStates, type StateWrite, stateKey, writeRuleStates } from './rule-states.ts'
import { type NewFiring, writeFirings } from './write-firings.ts'

type JudgeServices = Pick<Services, 'db' | 'clock'>

/** Reports that one transaction judges: some tenths of a second. */
const FACTS_PER_ROUND = 2_000
/** SIMs whose silence one transaction judges. */
const SILENT_PER_ROUND = 1_000
/** SIMs of a rule that is new, and those whose past is read at once: at most some thousand reports each, or a sum for each of 32 days. */
const WATCHED_PER_ROUND = 500
const PAST_PER_READ = 25
const DAYS_PER_READ = 500
/** How long a report may be on its way from its receipt to the rules before a SIM counts as silent, milliseconds. */
const GRACE_MS = 15_000

interface FactRow {
  readonly companyId: number
  readonly factId: number
  readonly iccid: string
  readonly receivedMs: number
  readonly usedMs: number
  readonly bytes: number
  readonly begins: boolean
  readonly imei: string
  readonly network: string
  /** of SMS and voice */
  readonly day: string | null
  readonly voiceSeconds: number
  readonly sms: number
}

/** One transaction at a time judges in a cell: reports keep their order, and the state of a rule is read, changed and written. */
function inTurn(services: JudgeServices, work: (trx: DatabaseTransaction) => Promise<number>): Promise<number> {
  return services.db.transaction().execute(async (trx) => {
    // all reads are by keys; without statistics of the running month the planner would scan that month for each SIM
    const { rows } = await sql<{ isLocked: boolean; settings: string }>`
      SELECT pg_try_advisory_xact_lock(${cellLock('rules')}) AS "isLocked",
        set_config('enable_seqscan', 'off', true) || set_config('enable_bitmapscan', 'off', true) AS settings`.execute(trx)
    return rows[0]?.isLocked ? work(trx) : 0
  })
}

/**
 * Judges reports that wait, the oldest first.
 * @returns how many; 0 also while another process judges
 */
export function judgeWaitingFacts(services: JudgeServices): Promise<number> {
  return inTurn(services, async (trx) => {
    // an array is made once; IN is a join, which took 24 s for 28 000 waiting facts while the table counted as empty
    const { rows } = await sql<FactRow>`
      WITH taken AS (
        DELETE FROM rule_facts WHERE fact_id = ANY(ARRAY(SELECT fact_id FROM rule_facts ORDER BY fact_id LIMIT ${FACTS_PER_ROUND}))
        RETURNING *
      )
      SELECT company_id AS "companyId", fact_id::float8 AS "factId", iccid, (extract(epoch FROM received_at) * 1000)::float8 AS "receivedMs",
        (extract(epoch FROM used_at) * 1000)::float8 AS "usedMs", bytes::float8 AS bytes, begins, imei, network,
        day::text, voice_seconds AS "voiceSeconds", sms FROM taken`.execute(trx)
    const inOrder = rows.sort((a, b) => a.factId - b.factId)
    await judgeFacts(trx, inOrder, services.clock())
    return rows.length
  })
}

/** All companies at once: each has few SIMs in a round, and a statement for each of them would take longer than the judging. */
async function judgeFacts(trx: DatabaseTransaction, facts: readonly FactRow[], now: Date): Promise<void> {
  const companies = [...new Set(facts.map(({ companyId }) => companyId))]
  const rules = await readActiveRules(trx, sql`r.company_id = ANY(${companies}::int[])`)
  if (rules.length === 0) return
  const watched = watchedFacts(rules, facts)
  const ruled = [...watched.values()].map(({ sim }) => sim)
  const sims = await readRuledSims(trx, ruled)
  const pairs = sims.flatMap((sim) =>
    (watched.get(simKey(sim))?.byRule ?? []).map((of) => ({
      ...of,
      iccid: sim.iccid,
      isMeant: isRuleForSim(of.rule.conditions, sim),
    })),
  )
  const known = await readRuleStates(trx, pairs)
  const writes: StateWrite[] = []
  const firings: NewFiring[] = []
  const judged = pairs.flatMap(({ rule, iccid, isMeant, facts: own }) => {
    const state = known.get(stateKey(rule.ruleId, iccid))
    // the state of a SIM that is no longer meant is deleted: it would be out of date when the SIM is meant again
    if (!isMeant && state) writes.push({ rule, iccid, state: undefined })
    // processes that receive reports may queue them in another order than that of their clocks
    return isMeant ? [{ rule, iccid, state, facts: own, firstMs: Math.min(...own.map(({ at }) => at)) }] : []
  })
  const unknown = judged.filter(({ state }) => state === undefined)
  const pasts = await learnPasts(trx, unknown)
  for (const { rule, iccid, state, facts: own } of judged) {
    const before = state ?? pasts.get(stateKey(rule.ruleId, iccid))
    if (!before) continue
    const followed = applyFacts(rule, before, own, localHoursOf(rule))
    writes.push({ rule, iccid, state: followed.state })
    firings.push(...followed.firings.map((firing) => ({ ...firing, rule, iccid })))
  }
  await writeRuleStates(trx, writes)
  await writeFirings(trx, firings, now)
}

interface WatchedSim {
  readonly sim: SimKey
  /** what each rule waits for */
  readonly byRule: readonly { readonly rule: ActiveRule; readonly facts: readonly RuleFact[] }[]
}

/** The facts that rules wait for, by SIM. SIMs without any are left out, so that nothing is read of them. */
function watchedFacts(rules: readonly ActiveRule[], rows: readonly FactRow[]): Map<string, WatchedSim> {
  const rulesOf = Map.groupBy(rules, ({ companyId }) => companyId)
  const watched = new Map<string, WatchedSim>()
  for (const [key, ofSim] of Map.groupBy(rows, simKey)) {
    const [sim] = ofSim
    const byRule = (rulesOf.get(sim?.companyId ?? 0) ?? []).flatMap((rule) => {
      const facts = ofSim.flatMap((row) => factsOf(row, rule)).filter(({ kind }) => needsFact(rule.trigger, kind))
      return facts.length > 0 ? [{ rule, facts }] : []
    })
    if (sim && byRule.length > 0) watched.set(key, { sim, byRule })
  }
  return watched
}

function factsOf(row: FactRow, { calendar, sinceMs }: ActiveRule): RuleFact[] {
  const receivedMs = Math.round(row.receivedMs)
  if (receivedMs < sinceMs) return []
  const { day } = row
  if (day !== null) return factsOfEvent({ ...row, receivedMs, day }, calendar)
  return factsOfReport({ ...row, receivedMs, usedMs: Math.round(row.usedMs) }, calendar)
}

const localHoursOf =
  ({ calendar }: ActiveRule) =>
  (ms: number) =>
    localHour(ms, calendar)

interface Unknown {
  readonly rule: ActiveRule
  readonly iccid: string
  /** what was received before this moment is the past */
  readonly firstMs: number
}

/** The states that rules would have of SIMs if they had been active before, by `stateKey`. Facts that several rules need are read once. */
async function learnPasts(trx: DatabaseTransaction, unknown: readonly Unknown[]): Promise<Map<string, RuleState>> {
  const learnt = new Map<string, RuleState>()
  const ofCalendar = Map.groupBy(unknown, ({ rule: { calendar } }) => `${calendar.timeZone} ${calendar.anchorDay}`)
  for (const alike of ofCalendar.values()) {
    const bySim = [...Map.groupBy(alike, ({ rule, iccid }) => simKey({ companyId: rule.companyId, iccid })).values()]
    const ofDays = bySim.filter(needsDaysAlone)
    const ofReports = bySim.filter((ofSim) => !needsDaysAlone(ofSim))
    for (const some of inParts(ofDays, DAYS_PER_READ)) learn(some, await daysOf(trx, some), learnt)
    for (const some of inParts(ofReports, PAST_PER_READ)) learn(some, await pastOf(trx, some), learnt)
  }
  return learnt
}

/** Whether all rules of a SIM compare sums and have the same past. */
const needsDaysAlone = (ofSim: readonly Unknown[]): boolean =>
  ofSim.every(({ rule, firstMs }) => rule.trigger.kind === 'data' && firstMs === ofSim[0]?.firstMs)

const inParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size))

type Recorded = ReadonlyMap<string, readonly RuleFact[]>

function learn(bySim: readonly (readonly Unknown[])[], recorded: Recorded, learnt: Map<string, RuleState>): void {
  for (const { rule, iccid, firstMs } of bySim.flat()) {
    const own = recorded.get(simKey({ companyId: rule.companyId, iccid })) ?? []
    const facts = own.filter(({ at }) => at < firstMs)
    learnt.set(stateKey(rule.ruleId, iccid), learnFacts(rule, facts, Math.min(rule.sinceMs, firstMs), localHoursOf(rule)))
  }
}

/** Every report. @param bySim of companies with one calendar, one at least */
const pastOf = (trx: DatabaseTransaction, bySim: readonly (readonly Unknown[])[]): Promise<Recorded> =>
  recordedFacts(trx, { ...spanOfPast(bySim), triggers: bySim.flat().map(({ rule }) => rule.trigger) })

/** Sums of days. @param bySim as for pastOf */
const daysOf = (trx: DatabaseTransaction, bySim: readonly (readonly Unknown[])[]): Promise<Recorded> =>
  recordedDays(trx, spanOfPast(bySim))

/** As far back as one of the rules has to read. */
function spanOfPast(bySim: readonly (readonly Unknown[])[]) {
  const all = bySim.flat()
  const [first] = all
  if (!first) throw new Error('nothing is unknown')
  return {
    sims: bySim.flatMap(([one]) => (one ? [{ companyId: one.rule.companyId, iccid: one.iccid, untilMs: one.firstMs }] : [])),
    calendar: first.rule.calendar,
    fromMs: Math.min(...all.map(({ rule, firstMs }) => firstMs - rulePastMs(rule.trigger))),
    untilMs: Math.max(...all.map(({ firstMs }) => firstMs)),
  }
}

/**
 * Fires for SIMs that have been silent for long enough.
 * @returns how many SIMs were judged
 */
export function judgeSilence(services: JudgeServices): Promise<number> {
  return inTurn(services, async (trx) => {
    const now = services.clock()
    const until = new Date(now.getTime() - GRACE_MS)
    if (await areReportsWaiting(trx, until)) return 0
    const { rows } = await sql<{ companyId: number; ruleId: number; iccid: string; version: number; state: RuleState }>`
      SELECT company_id AS "companyId", rule_id::float8 AS "ruleId", iccid, version, state FROM rule_states
      WHERE timer_at < ${until} ORDER BY timer_at LIMIT ${SILENT_PER_ROUND}`.execute(trx)
    if (rows.length === 0) return 0
    const rules = await readActiveRules(trx, sql`r.rule_id = ANY(${[...new Set(rows.map(({ ruleId }) => ruleId))]}::bigint[])`)
    const ruleOf = new Map(rules.map((rule) => [rule.ruleId, rule]))
    const sims = new Map((await readRuledSims(trx, rows)).map((sim) => [simKey(sim), sim]))
    const firings: NewFiring[] = []
    const writes = rows.map(({ companyId, ruleId, iccid, version, state }): StateWrite => {
      const rule = ruleOf.get(ruleId)
      const sim = sims.get(simKey({ companyId, iccid }))
      if (rule?.version !== version || !sim || !isRuleForSim(rule.conditions, sim))
        return { rule: { companyId, ruleId, version }, iccid, state: undefined }
      const passed = passTime(rule, state, until.getTime(), localHoursOf(rule))
      firings.push(...passed.firings.map((firing) => ({ ...firing, rule, iccid })))
      return { rule, iccid, state: passed.state }
    })
    await writeRuleStates(trx, writes)
    await writeFirings(trx, firings, now)
    return rows.length
  })
}

/** Whether reports that were received before a moment are not judged yet: their SIMs are not silent. */
async function areReportsWaiting(trx: DatabaseTransaction, before: Date): Promise<boolean> {
  const { rows } = await sql<{ areWaiting: boolean }>`
    SELECT EXISTS (SELECT FROM rule_facts WHERE received_at < ${before})
      OR EXISTS (SELECT FROM usage_batches WHERE problem = '' AND received_at < ${before}) AS "areWaiting"`.execute(trx)
  return rows[0]?.areWaiting ?? false
}

/**
 * Makes the states of SIMs for new rules that wait for silence: nothing else would notice a SIM that never reports again.
 * @returns how many SIMs were judged
 */
export function watchSims(services: JudgeServices): Promise<number> {
  return inTurn(services, async (trx) => {
    const [rule] = await readActiveRules(
      trx,
      sql`r.rule_id = (SELECT rule_id FROM rules l WHERE l.watched_to IS NOT NULL AND l.is_active AND ${isNotStopped(sql`l`)} ORDER BY rule_id LIMIT 1)`,
    )
    if (!rule) return 0
    const { companyId, ruleId } = rule
    const { rows } = await sql<{ watchedTo: string }>`
      SELECT watched_to AS "watchedTo"
      FROM rules WHERE company_id = ${companyId} AND rule_id = ${ruleId} FOR UPDATE`.execute(trx)
    const sims = await readRuledSimsAfter(trx, { companyId, after: rows[0]?.watchedTo ?? '', limit: WATCHED_PER_ROUND })
    const unknown = sims
      .filter((sim) => isRuleForSim(rule.conditions, sim))
      .map(({ iccid }) => ({ rule, iccid, firstMs: rule.sinceMs }))
    const learnt = await learnPasts(trx, unknown)
    const writes = unknown.map(({ iccid }): StateWrite => ({ rule, iccid, state: learnt.get(stateKey(ruleId, iccid)) }))
    const timed = writes.filter(({ state }) => state?.timerAt != null)
    await writeRuleStates(trx, timed, { keepsKnown: true })
    await sql`
      UPDATE rules SET watched_to = ${sims.length < WATCHED_PER_ROUND ? null : (sims.at(-1)?.iccid ?? null)}
      WHERE company_id = ${companyId} AND rule_id = ${ruleId} AND version = ${rule.version}`.execute(trx)
    return Math.max(1, sims.length)
  })
}
