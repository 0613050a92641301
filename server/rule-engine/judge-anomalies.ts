import { sql } from 'kysely'
import { applyFacts, learnFacts } from '#domain/rule-evaluation.ts'
import { type AnomalyTrigger, isRuleForSim } from '#domain/rules.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Services } from '../context.ts'
import { cellLock } from '../db/cell-lock.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { localHour } from '../usage/local-hours.ts'
import { type ActiveRule, readActiveRule } from './active-rules.ts'
import { type AnomalySubject, anomalyFacts } from './anomaly-facts.ts'
import { readRuledSims } from './rule-sims.ts'
import { readRuleStates, type StateWrite, stateKey, writeRuleStates } from './rule-states.ts'
import { type NewFiring, writeFirings } from './write-firings.ts'

type AnomalyServices = Pick<Services, 'db' | 'clock'>
type Claimed = Pick<ActiveRule, 'companyId' | 'ruleId' | 'version'>

/** Anomalies that ended longer ago are not acted on: no process ran for that time. */
const READ_BACK_MS = 2 * DAY_MS
/** SIMs or models that one transaction judges. */
const SUBJECTS_AT_ONCE = 2_000

/** Judges the hours of anomalies that were found since the last time, for one rule. */
export async function judgeAnomalies(
  services: AnomalyServices,
  claimed: Claimed,
  { companyId, calendar, sinceMs, trigger }: ActiveRule & { readonly trigger: AnomalyTrigger },
): Promise<void> {
  const now = services.clock()
  const since = new Date(Math.max(sinceMs - DAY_MS, now.getTime() - READ_BACK_MS))
  const subjects = await anomalyFacts(services.db, { companyId, calendar }, trigger, since)
  for (let from = 0; from < subjects.length; from += SUBJECTS_AT_ONCE) {
    const some = subjects.slice(from, from + SUBJECTS_AT_ONCE)
    await services.db.transaction().execute((trx) => judgeSubjects(trx, claimed, some, now))
  }
}

/** Takes turns with the judging of reports, by the same lock. */
async function judgeSubjects(
  trx: DatabaseTransaction,
  claimed: Claimed,
  subjects: readonly AnomalySubject[],
  now: Date,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${cellLock('rules')})`.execute(trx)
  const rule = await readActiveRule(trx, claimed)
  if (!rule) return
  const localHourAt = (ms: number) => localHour(ms, rule.calendar)
  const keyed = subjects.map((subject) => ({ ...subject, key: subject.iccid || subject.device }))
  const keys = keyed.map(({ key }) => ({ rule, iccid: key }))
  const known = await readRuleStates(trx, keys)
  const meant = await meantSims(trx, rule, subjects)
  const writes: StateWrite[] = []
  const firings: NewFiring[] = []
  for (const { key, iccid, device, facts } of keyed) {
    const isMeant = iccid === '' || meant.get(iccid)
    const state = known.get(stateKey(rule.ruleId, key))
    const judgedMs = state?.memory.seenAt ?? rule.sinceMs - 1
    const fresh = facts.filter(({ at }) => at > judgedMs)
    // a SIM that has left the company has no rule here
    if (fresh.length === 0 || isMeant === undefined) continue
    if (!isMeant) {
      // an anomaly that was seen while the SIM was not meant does not fire later, when it is
      const learnt = learnFacts(rule, facts, now.getTime(), localHourAt)
      writes.push({ rule, iccid: key, state: { ...learnt, firedAt: state?.firedAt ?? null } })
      continue
    }
    const before = facts.filter(({ at }) => at <= judgedMs)
    const followed = applyFacts(rule, state ?? learnFacts(rule, before, rule.sinceMs, localHourAt), fresh, localHourAt)
    writes.push({ rule, iccid: key, state: followed.state })
    firings.push(...followed.firings.map((firing) => ({ ...firing, rule, iccid, device, foundAt: now.getTime() })))
  }
  await writeRuleStates(trx, writes)
  await writeFirings(trx, firings, now)
}

/** Whether the rule is for each SIM; SIMs of other companies are left out. */
async function meantSims(
  trx: DatabaseTransaction,
  { companyId, conditions }: ActiveRule,
  subjects: readonly AnomalySubject[],
): Promise<ReadonlyMap<string, boolean>> {
  const named = subjects.filter(({ iccid }) => iccid !== '').map(({ iccid }) => ({ companyId, iccid }))
  if (named.length === 0) return new Map()
  const sims = await readRuledSims(trx, named)
  return new Map(sims.map((sim) => [sim.iccid, isRuleForSim(conditions, sim)]))
}
