import { sql } from 'kysely'
import { applyFacts, isReached, learnFacts, NEW_RULE_STATE } from '#domain/rule-evaluation.ts'
import { isAnomalyTrigger, isReadingTrigger, isRuleForSim, POLLED_TRIGGERS, ruleSubject } from '#domain/rules.ts'
import type { Services } from '../context.ts'
import { cellLock } from '../db/cell-lock.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { localHour } from '../usage/local-hours.ts'
import { type ActiveRule, isNotStopped, readActiveRule } from './active-rules.ts'
import { judgeAnomalies } from './judge-anomalies.ts'
import { type Reading, readingsNow } from './readings.ts'
import { readRuledSims } from './rule-sims.ts'
import { readRuleStates, type StateWrite, stateKey, writeRuleStates } from './rule-states.ts'
import { type NewFiring, writeFirings } from './write-firings.ts'

type ReadingServices = Pick<Services, 'db' | 'pool' | 'clock'>

/** Minutes between two readings. What SIMs cost is rated SIM by SIM: a million take some ten seconds of one core. */
const READING_MINUTES: Readonly<Record<(typeof POLLED_TRIGGERS)[number], number>> = {
  ...{ stay: 5, simCost: 15, pool: 5, companyCost: 5 },
  ...{ anomaly: 5, modelAnomaly: 5 },
}
/** Rules that one round reads; the others follow in the next. */
const RULES_PER_ROUND = 50
/** SIMs that one transaction judges. */
const READINGS_AT_ONCE = 2_000

interface ClaimedRule {
  readonly companyId: number
  readonly ruleId: number
  readonly version: number
  /** the rule's first reading: what it finds is taken as old, and does not fire */
  readonly isFirst: boolean
}

/**
 * Reads what no report contains: pools, costs, minimum stays and anomalies. A reading that fails is repeated when the next one is due.
 * @returns the number of rules
 */
export async function takeReadings(services: ReadingServices): Promise<number> {
  const claimed = await claimRules(services)
  for (const one of claimed) await readFor(services, one)
  return claimed.length
}

/** Rules whose reading is due, each claimed by one process. The next reading is due some minutes later, even if this one fails. */
async function claimRules({ db, clock }: ReadingServices): Promise<ClaimedRule[]> {
  const now = clock()
  const minutes = POLLED_TRIGGERS.map((kind) => READING_MINUTES[kind])
  const { rows } = await sql<ClaimedRule>`
    UPDATE rules r SET reading_due_at = ${now}::timestamptz + make_interval(mins => coalesce((
      SELECT k.minutes FROM unnest(${[...POLLED_TRIGGERS]}::text[], ${minutes}::int[]) AS k(kind, minutes)
      WHERE k.kind = r.definition #>> '{trigger,kind}'), ${READING_MINUTES.simCost}::int))
    FROM (
      SELECT d.company_id, d.rule_id FROM rules d WHERE d.reading_due_at <= ${now} AND d.is_active AND ${isNotStopped(sql`d`)}
      ORDER BY d.reading_due_at LIMIT ${RULES_PER_ROUND} FOR UPDATE SKIP LOCKED
    ) due
    WHERE r.company_id = due.company_id AND r.rule_id = due.rule_id
    RETURNING r.company_id AS "companyId", r.rule_id::float8 AS "ruleId", r.version, r.read_at IS NULL AS "isFirst"`.execute(db)
  return rows
}

async function readFor(services: ReadingServices, claimed: ClaimedRule): Promise<void> {
  const { companyId, ruleId, version } = claimed
  const now = services.clock()
  const rule = await services.db.transaction().execute((trx) => readActiveRule(trx, claimed))
  if (!rule) return
  const { trigger } = rule
  if (isAnomalyTrigger(trigger)) await judgeAnomalies(services, claimed, { ...rule, trigger })
  if (isReadingTrigger(trigger)) {
    for await (const readings of readingsNow(services, rule, trigger, now)) {
      const reached = readings.filter(({ fact }) => isReached(trigger, fact.amount))
      for (let from = 0; from < reached.length; from += READINGS_AT_ONCE) {
        await judgeReadings(services, claimed, reached.slice(from, from + READINGS_AT_ONCE))
      }
    }
  }
  await sql`
    UPDATE rules SET read_at = ${now}
    WHERE company_id = ${companyId} AND rule_id = ${ruleId} AND version = ${version}`.execute(services.db)
}

/** Fires for what was not the case in the reading before; the first reading only sets the states. Takes turns with the judging of reports. */
async function judgeReadings(services: ReadingServices, claimed: ClaimedRule, readings: readonly Reading[]): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${cellLock('rules')})`.execute(trx)
    const rule = await readActiveRule(trx, claimed)
    if (!rule) return
    const localHourAt = (ms: number) => localHour(ms, rule.calendar)
    const meant = await meantReadings(trx, rule, readings)
    const keys = meant.map((reading) => ({ rule, iccid: subjectKey(reading) }))
    const known = await readRuleStates(trx, keys)
    const writes: StateWrite[] = []
    const firings: NewFiring[] = []
    for (const { iccid, planCode, fact } of meant) {
      const key = subjectKey({ iccid, planCode })
      const before = known.get(stateKey(rule.ruleId, key))
      const isSeen = before?.hasFired && before.memory.period === fact.period
      if (isSeen) continue
      if (claimed.isFirst) {
        writes.push({ rule, iccid: key, state: learnFacts(rule, [fact], rule.sinceMs, localHourAt) })
        continue
      }
      const { state, firings: fired } = applyFacts(rule, before ?? NEW_RULE_STATE, [fact], localHourAt)
      // outside of the rule's hours its state stays as it is
      if (fired.length > 0) writes.push({ rule, iccid: key, state })
      firings.push(...fired.map((firing) => ({ ...firing, rule, iccid, planCode })))
    }
    await writeRuleStates(trx, writes)
    await writeFirings(trx, firings, services.clock())
  })
}

/** States of pools are kept by their plan: a rule has states of one kind. */
const subjectKey = ({ iccid, planCode }: Pick<Reading, 'iccid' | 'planCode'>): string => iccid || planCode

async function meantReadings(
  trx: DatabaseTransaction,
  rule: ActiveRule,
  readings: readonly Reading[],
): Promise<readonly Reading[]> {
  const { conditions, companyId } = rule
  const subject = ruleSubject(rule.trigger.kind)
  if (subject === 'company') return readings
  if (subject === 'pool') return readings.filter((reading) => isRuleForPool(rule, reading.planCode))
  const subjects = readings.map(({ iccid }) => ({ companyId, iccid }))
  const sims = await readRuledSims(trx, subjects)
  const meant = new Set(sims.filter((sim) => isRuleForSim(conditions, sim)).map(({ iccid }) => iccid))
  return readings.filter(({ iccid }) => meant.has(iccid))
}

/** Whether a rule is for the pool of a plan. */
export const isRuleForPool = ({ conditions: { plans } }: Pick<ActiveRule, 'conditions'>, planCode: string): boolean =>
  plans.length === 0 || plans.includes(planCode)
