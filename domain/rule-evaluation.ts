import type { AnomalyKind } from './anomalies.ts'
import { isAreaAllowed } from './area-locks.ts'
import type { Day } from './billing-cycle.ts'
import { addDays } from './days.ts'
import { isSameDevice } from './locks.ts'
import {
  type AnomalyTrigger,
  isAnomalyTrigger,
  isPolledTrigger,
  isReadingTrigger,
  isRuleTime,
  type ReadingTrigger,
  type RuleDefinition,
  type RuleTrigger,
  type RuleTriggerKind,
} from './rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'
import { BYTES_PER_MB } from './usage.ts'

/** What is known of a SIM at a moment, milliseconds since 1970: when it was received, not when it happened. */
export type RuleFact =
  /** a report of usage, or the usage of an hour or a day: bytes, SMS or seconds; `day` is the local day to which it counts */
  | {
      readonly kind: 'data' | 'sms' | 'voice'
      readonly at: number
      readonly day: Day
      readonly cycleStart: Day
      readonly amount: number
    }
  /** a data session began; '' for what was not reported, and of one that is only known to have been */
  | { readonly kind: 'session'; readonly at: number; readonly imei: string; readonly network: string }
  /**
   * what a reading found: percent of a pool, minor units of a cost, or days until a stay ends; `period` is the first day of the cycle, or
   * the day on which the stay ends
   */
  | { readonly kind: 'reading'; readonly at: number; readonly period: Day; readonly amount: number }
  /** an anomaly was the case in the hour that ends; `began`, the beginning of its first one as ISO text, names it, `value` has its figures */
  | { readonly kind: 'anomaly'; readonly at: number; readonly of: AnomalyKind; readonly began: string; readonly value: string }

/** The local day and hour of a company at a moment, milliseconds since 1970. */
export type LocalHourAt = (atMs: number) => { readonly day: Day; readonly hour: number }

/** What a trigger keeps of a SIM. */
interface RuleMemory {
  /** first day of the sum, or the beginning of the newest anomaly */
  readonly period?: string
  readonly amount?: number
  /** earlier days with usage, the oldest first */
  readonly past?: readonly (readonly [Day, number])[]
  /** last sign of life, or the last hour of which an anomaly was judged */
  readonly seenAt?: number
  /** beginnings of the sessions of the last hour */
  readonly starts?: readonly number[]
  /** the device of the last session */
  readonly imei?: string
}

/** What a rule keeps of one SIM. It is stored as JSON. */
export interface RuleState {
  readonly memory: RuleMemory
  /** it has fired for what is the case now */
  readonly hasFired: boolean
  readonly firedAt: number | null
  /** when it is judged although nothing is reported */
  readonly timerAt: number | null
}

export interface RuleFiring {
  readonly at: number
  /** bytes, SMS, seconds of voice, hours, sessions, the device, the network, what a reading found, or an anomaly's figures */
  readonly value: number | string
}

interface Followed {
  readonly state: RuleState
  readonly firings: readonly RuleFiring[]
}

export const NEW_RULE_STATE: RuleState = { memory: {}, hasFired: false, firedAt: null, timerAt: null }

/** Days whose median is the SIM's own, and those with usage that it takes at least. */
export const MEDIAN_DAYS = { window: 30, min: 7 } as const
/** Pause before a silent SIM is judged again when the rule may not act: all time zones begin their hours with a quarter. */
const QUARTER_MS = 15 * MINUTE_MS

/** How far before a moment a rule has to read what was recorded, so that it has as much as if it had been there, milliseconds. */
export function rulePastMs(trigger: RuleTrigger): number {
  // what was before is one fact
  if (trigger.kind === 'sessions' || trigger.kind === 'first') return HOUR_MS
  // a cycle, a stay or an anomaly is read as a whole
  if (isPolledTrigger(trigger)) return 0
  // a day of 25 hours
  if ('per' in trigger && trigger.per === 'day') return DAY_MS + HOUR_MS
  return (MEDIAN_DAYS.window + 2) * DAY_MS
}

/** The facts that each trigger asks for. Of a silent SIM each report of a session is a sign of life. */
const FACTS_OF: Readonly<Record<RuleTriggerKind, readonly RuleFact['kind'][]>> = {
  data: ['data'],
  median: ['data'],
  sms: ['sms'],
  smsMedian: ['sms'],
  voice: ['voice'],
  voiceMedian: ['voice'],
  silence: ['data', 'session'],
  first: ['session'],
  sessions: ['session'],
  device: ['session'],
  place: ['session'],
  stay: ['reading'],
  simCost: ['reading'],
  pool: ['reading'],
  companyCost: ['reading'],
  anomaly: ['anomaly'],
  modelAnomaly: ['anomaly'],
}

/** Whether a trigger asks for such facts. */
export const needsFact = ({ kind }: Pick<RuleTrigger, 'kind'>, fact: RuleFact['kind']): boolean => FACTS_OF[kind].includes(fact)

interface Step {
  readonly memory: RuleMemory
  /** what the trigger waits for is the case; undefined: it is not */
  readonly value: number | string | undefined
  /** an earlier firing was for something else */
  readonly isNew: boolean
}

/** Applies what was reported of a SIM, in order. The trial of a rule and its evaluation both go this way. */
export function applyFacts(
  rule: RuleDefinition,
  state: RuleState,
  facts: readonly RuleFact[],
  localHourAt: LocalHourAt,
): Followed {
  const firings: RuleFiring[] = []
  let now = state
  for (const fact of facts) {
    if (!needsFact(rule.trigger, fact.kind)) continue
    const elapsed = passTime(rule, now, fact.at, localHourAt)
    const known = stepOf(rule.trigger, elapsed.state.memory, fact)
    const fired = fire(rule, elapsed.state, known, fact.at, localHourAt)
    firings.push(...elapsed.firings, ...fired.firings)
    now = rule.trigger.kind === 'silence' ? { ...fired.state, timerAt: timerOf(rule.trigger, fired.state) } : fired.state
  }
  return { state: now, firings }
}

/** Lets time pass until before a moment, in which a SIM may have been silent for too long. */
export function passTime(rule: RuleDefinition, state: RuleState, untilMs: number, localHourAt: LocalHourAt): Followed {
  const { trigger } = rule
  if (trigger.kind !== 'silence') return { state, firings: [] }
  const firings: RuleFiring[] = []
  let now = state
  while (now.timerAt !== null && now.timerAt < untilMs) {
    const at = now.timerAt
    const dueAt = (now.memory.seenAt ?? at) + trigger.hours * HOUR_MS
    if (dueAt > at) {
      // it has reported since
      now = { ...now, timerAt: dueAt }
      continue
    }
    const step: Step = { memory: now.memory, value: (at - (now.memory.seenAt ?? at)) / HOUR_MS, isNew: false }
    const fired = fire(rule, now, step, at, localHourAt)
    firings.push(...fired.firings)
    const later = fired.state.hasFired ? null : (Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS
    now = { ...fired.state, timerAt: later }
  }
  return { state: now, firings }
}

/**
 * Gives a rule what was reported before it was there: what is the case already is as if it had fired, so that it acts on what comes
 * from then on.
 */
export function learnFacts(
  rule: RuleDefinition,
  facts: readonly RuleFact[],
  fromMs: number,
  localHourAt: LocalHourAt,
): RuleState {
  const always: RuleDefinition = {
    ...rule,
    conditions: { ...rule.conditions, hours: null, weekdays: [] },
    limits: { ...rule.limits, everyHours: 0 },
  }
  const { state } = applyFacts(always, NEW_RULE_STATE, facts, localHourAt)
  return { ...passTime(always, state, fromMs, localHourAt).state, firedAt: null }
}

function fire(
  rule: RuleDefinition,
  state: RuleState,
  { memory, value, isNew }: Step,
  at: number,
  localHourAt: LocalHourAt,
): Followed {
  const hasFired = state.hasFired && !isNew
  if (value === undefined || hasFired || !mayFire(rule, state, at, localHourAt))
    return { state: { ...state, memory, hasFired }, firings: [] }
  return { state: { ...state, memory, hasFired: true, firedAt: at }, firings: [{ at, value }] }
}

function mayFire(
  { conditions, limits }: RuleDefinition,
  { firedAt }: RuleState,
  at: number,
  localHourAt: LocalHourAt,
): boolean {
  if (firedAt !== null && at < firedAt + limits.everyHours * HOUR_MS) return false
  if (conditions.hours === null && conditions.weekdays.length === 0) return true
  const { day, hour } = localHourAt(at)
  return isRuleTime(conditions, day, hour)
}

/** When a SIM is judged next: a moment that is set stays, so that a report changes nothing. */
const timerOf = ({ hours }: RuleTrigger & { kind: 'silence' }, { timerAt, memory }: RuleState): number | null =>
  timerAt ?? (memory.seenAt === undefined ? null : memory.seenAt + hours * HOUR_MS)

function stepOf(trigger: RuleTrigger, memory: RuleMemory, fact: RuleFact): Step {
  if (trigger.kind === 'silence')
    return { memory: { seenAt: Math.max(memory.seenAt ?? 0, fact.at) }, value: undefined, isNew: true }
  if (fact.kind === 'reading')
    return isReadingTrigger(trigger) ? readingStep(trigger, memory, fact) : { memory, value: undefined, isNew: false }
  if (fact.kind === 'anomaly')
    return isAnomalyTrigger(trigger) ? anomalyStep(trigger, memory, fact) : { memory, value: undefined, isNew: false }
  if (fact.kind !== 'session') {
    if ('per' in trigger) return sumStep(trigger, memory, fact)
    if ('times' in trigger) return medianStep(trigger, memory, fact)
  } else {
    // it has fired for good with the first one
    if (trigger.kind === 'first') return { memory, value: fact.network, isNew: false }
    if (trigger.kind === 'sessions') return sessionsStep(trigger, memory, fact.at)
    if (trigger.kind === 'device') return deviceStep(memory, fact.imei)
    if (trigger.kind === 'place') return placeStep(trigger, memory, fact.network)
  }
  return { memory, value: undefined, isNew: false }
}

type UsageFact = Extract<RuleFact, { cycleStart: Day }>
type ReadingFact = Extract<RuleFact, { kind: 'reading' }>
export type AnomalyFact = Extract<RuleFact, { kind: 'anomaly' }>
type SumTrigger = Extract<RuleTrigger, { per: unknown }>

/** Bytes, SMS or seconds of voice from which a trigger is the case. */
function limitOf(trigger: SumTrigger): number {
  if (trigger.kind === 'data') return trigger.mb * BYTES_PER_MB
  return trigger.kind === 'sms' ? trigger.count : trigger.minutes * 60
}

/** Usage of a day or cycle that is over is not counted here, as with alarms. */
function sumStep(trigger: SumTrigger, memory: RuleMemory, fact: UsageFact): Step {
  const period = trigger.per === 'day' ? fact.day : fact.cycleStart
  if (memory.period !== undefined && period < memory.period) return { memory, value: undefined, isNew: false }
  const isNew = period !== memory.period
  const amount = (isNew ? 0 : (memory.amount ?? 0)) + fact.amount
  return { memory: { period, amount }, value: amount >= limitOf(trigger) ? amount : undefined, isNew }
}

/** Whether what a reading found is what the trigger waits for. */
export function isReached(trigger: ReadingTrigger, amount: number): boolean {
  if (trigger.kind === 'stay') return amount <= trigger.days
  return amount >= (trigger.kind === 'pool' ? trigger.percent : trigger.minor)
}

/** Once in a cycle, or for a stay: a pool of which a part is free again has been over its percent all the same. */
function readingStep(trigger: ReadingTrigger, memory: RuleMemory, { period, amount }: ReadingFact): Step {
  const isNew = period !== memory.period
  return { memory: { period }, value: isReached(trigger, amount) ? readingValue(trigger, period, amount) : undefined, isNew }
}

/** Percent, '12345 CLP' in minor units, or the day on which a stay ends. */
function readingValue(trigger: ReadingTrigger, period: Day, amount: number): number | string {
  if (trigger.kind === 'stay') return period
  return trigger.kind === 'pool' ? amount : `${amount} ${trigger.currency}`
}

/** Once for an anomaly, however many hours it goes on. While two of a SIM go on, the one that began last is the one that counts. */
function anomalyStep({ of }: AnomalyTrigger, memory: RuleMemory, { of: found, began, at, value }: AnomalyFact): Step {
  if (of !== 'any' && of !== found) return { memory, value: undefined, isNew: false }
  const { period = '' } = memory
  if (began < period) return { memory: { period, seenAt: at }, value: undefined, isNew: false }
  return { memory: { period: began, seenAt: at }, value, isNew: began !== period }
}

function medianStep({ times }: Extract<RuleTrigger, { times: unknown }>, memory: RuleMemory, fact: UsageFact): Step {
  const { period = fact.day, amount: before = 0, past: known = [] } = memory
  if (fact.day < period) return { memory, value: undefined, isNew: false }
  const isNew = fact.day !== period
  const first = addDays(fact.day, -MEDIAN_DAYS.window)
  const all = isNew && before > 0 ? [...known, [period, before] as const] : known
  const past = all.filter(([day]) => day >= first)
  const amount = (isNew ? 0 : before) + fact.amount
  const median = past.length < MEDIAN_DAYS.min ? undefined : medianOf(past.map(([, sum]) => sum))
  return {
    memory: { period: fact.day, amount, past },
    value: median !== undefined && amount > times * median ? amount : undefined,
    isNew,
  }
}

/** @param sums at least one */
function medianOf(sums: readonly number[]): number {
  const sorted = [...sums].sort((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[half - 1], sorted[half]]
  return sorted.length % 2 === 1 ? high : (low + high) / 2
}

function sessionsStep({ count }: RuleTrigger & { kind: 'sessions' }, { starts = [] }: RuleMemory, at: number): Step {
  // one more than allowed decides; the others would only be kept
  const recent = [...starts.filter((start) => start > at - HOUR_MS), at].slice(-count - 1)
  const value = recent.length > count ? recent.length : undefined
  return { memory: { starts: recent }, value, isNew: value === undefined }
}

function deviceStep(memory: RuleMemory, imei: string): Step {
  if (imei === '') return { memory, value: undefined, isNew: true }
  const isChanged = memory.imei !== undefined && !isSameDevice(memory.imei, imei)
  return { memory: { imei }, value: isChanged ? imei : undefined, isNew: true }
}

function placeStep({ where, areas }: RuleTrigger & { kind: 'place' }, memory: RuleMemory, network: string): Step {
  if (network === '') return { memory, value: undefined, isNew: false }
  const isInside = isAreaAllowed({ mode: 'listed', values: areas }, network)
  const value = isInside === (where === 'inside') ? network : undefined
  return { memory, value, isNew: value === undefined }
}
