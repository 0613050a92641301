import { sql } from 'kysely'
import { applyFacts, isReached, learnFacts, NEW_RULE_STATE } from '#domain/rule-evaluation.ts'
import { isLookTrigger, isRuleForSim, LOOK_TRIGGERS, type LookTrigger, ruleSubject } from '#domain/rules.ts'
import type { Services } from '../context.ts'
import { cellLock } from '../db/cell-lock.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { localHour } from '../usage/local-hours.ts'
import { type ActiveRule, isNotStopped, readActiveRules } from './active-rules.ts'
import { type Look, looksNow } from './looks.ts'
import { readRuledSims } from './rule-sims.ts'
import { readRuleStates, type StateWrite, stateKey, writeRuleStates } from './rule-states.ts'
import { type NewFiring, writeFirings } from './write-firings.ts'

type LookServices = Pick<Services, 'db' | 'pool' | 'clock'>

/** Minutes between two looks. What SIMs cost is rated SIM by SIM: a million take some ten seconds of one core. */
const LOOK_MINUTES: Readonly<Record<LookTrigger['kind'], number>> = { stay: 5, simCost: 15, pool: 5, companyCost: 5 }
/** Rules that one round looks at; the others follow in the next. */
const RULES_PER_ROUND = 50
/** SIMs that one transaction judges. */
const LOOKS_AT_ONCE = 2_000

interface ClaimedRule {
  readonly companyId: number
  readonly ruleId: number
  readonly version: number
  /** nothing was looked at yet: what is the case now was so before */
  readonly isFirst: boolean
}

/**
 * Looks at what no report says: pools, costs and minimum stays. A look that fails is done anew when the next one is due.
 * @returns the number of rules
 */
export async function lookAtRules(services: LookServices): Promise<number> {
  const claimed = await claimRules(services)
  for (const one of claimed) await lookAt(services, one)
  return claimed.length
}

/** Rules whose look is due, each for one process; the next one is due some minutes later, whatever becomes of this one. */
async function claimRules({ db, clock }: LookServices): Promise<ClaimedRule[]> {
  const now = clock()
  const minutes = LOOK_TRIGGERS.map((kind) => LOOK_MINUTES[kind])
  const { rows } = await sql<ClaimedRule>`
    UPDATE rules r SET look_due_at = ${now}::timestamptz + make_interval(mins => coalesce((
      SELECT k.minutes FROM unnest(${[...LOOK_TRIGGERS]}::text[], ${minutes}::int[]) AS k(kind, minutes)
      WHERE k.kind = r.definition #>> '{trigger,kind}'), ${LOOK_MINUTES.simCost}::int))
    FROM (
      SELECT d.company_id, d.rule_id FROM rules d WHERE d.look_due_at <= ${now} AND d.is_active AND ${isNotStopped(sql`d`)}
      ORDER BY d.look_due_at LIMIT ${RULES_PER_ROUND} FOR UPDATE SKIP LOCKED
    ) due
    WHERE r.company_id = due.company_id AND r.rule_id = due.rule_id
    RETURNING r.company_id AS "companyId", r.rule_id::float8 AS "ruleId", r.version, r.looked_at IS NULL AS "isFirst"`.execute(
    db,
  )
  return rows
}

async function lookAt(services: LookServices, claimed: ClaimedRule): Promise<void> {
  const { companyId, ruleId, version } = claimed
  const now = services.clock()
  const rule = await services.db.transaction().execute((trx) => activeRule(trx, claimed))
  if (!rule || !isLookTrigger(rule.trigger)) return
  const { trigger } = rule
  for await (const looks of looksNow(services, rule, trigger, now)) {
    const reached = looks.filter(({ fact }) => isReached(trigger, fact.amount))
    for (let from = 0; from < reached.length; from += LOOKS_AT_ONCE) {
      await judgeLooks(services, claimed, reached.slice(from, from + LOOKS_AT_ONCE))
    }
  }
  await sql`
    UPDATE rules SET looked_at = ${now}
    WHERE company_id = ${companyId} AND rule_id = ${ruleId} AND version = ${version}`.execute(services.db)
}

/** The rule, unless it was changed, paused or stopped meanwhile. */
async function activeRule(
  trx: DatabaseTransaction,
  { companyId, ruleId, version }: ClaimedRule,
): Promise<ActiveRule | undefined> {
  const [rule] = await readActiveRules(
    trx,
    sql`r.company_id = ${companyId} AND r.rule_id = ${ruleId} AND r.version = ${version}`,
  )
  return rule
}

/** Fires for what is the case and was not; of the first look it is kept that it was. In turn with the judging of reports. */
async function judgeLooks(services: LookServices, claimed: ClaimedRule, looks: readonly Look[]): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${cellLock('rules')})`.execute(trx)
    const rule = await activeRule(trx, claimed)
    if (!rule) return
    const clock = (ms: number) => localHour(ms, rule.calendar)
    const meant = await meantLooks(trx, rule, looks)
    const known = await readRuleStates(
      trx,
      meant.map((look) => ({ rule, iccid: subjectKey(look) })),
    )
    const writes: StateWrite[] = []
    const firings: NewFiring[] = []
    for (const { iccid, planCode, fact } of meant) {
      const key = subjectKey({ iccid, planCode })
      const before = known.get(stateKey(rule.ruleId, key))
      const isSeen = before?.hasFired && before.memory.period === fact.period
      if (isSeen) continue
      if (claimed.isFirst) {
        writes.push({ rule, iccid: key, state: learnFacts(rule, [fact], rule.sinceMs, clock) })
        continue
      }
      const { state, firings: fired } = applyFacts(rule, before ?? NEW_RULE_STATE, [fact], clock)
      // outside of its hours nothing changes
      if (fired.length > 0) writes.push({ rule, iccid: key, state })
      firings.push(...fired.map((firing) => ({ ...firing, rule, iccid, planCode })))
    }
    await writeRuleStates(trx, writes)
    await writeFirings(trx, firings, services.clock())
  })
}

/** States of pools are kept by their plan: a rule has states of one kind. */
const subjectKey = ({ iccid, planCode }: Pick<Look, 'iccid' | 'planCode'>): string => iccid || planCode

async function meantLooks(trx: DatabaseTransaction, rule: ActiveRule, looks: readonly Look[]): Promise<readonly Look[]> {
  const { conditions, companyId } = rule
  const subject = ruleSubject(rule.trigger.kind)
  if (subject === 'company') return looks
  if (subject === 'pool') return looks.filter((look) => isRuleForPool(rule, look.planCode))
  const sims = await readRuledSims(
    trx,
    looks.map(({ iccid }) => ({ companyId, iccid })),
  )
  const meant = new Set(sims.filter((sim) => isRuleForSim(conditions, sim)).map(({ iccid }) => iccid))
  return looks.filter(({ iccid }) => meant.has(iccid))
}

/** Whether a rule is for the pool of a plan. */
export const isRuleForPool = ({ conditions: { plans } }: Pick<ActiveRule, 'conditions'>, planCode: string): boolean =>
  plans.length === 0 || plans.includes(planCode)
