import { LOCK_AREAS_MAX, parseArea } from './area-locks.ts'
import type { Day } from './billing-cycle.ts'
import { groupKey, isKeyWithin } from './groups.ts'
import { tagKey } from './tags.ts'

/** Characters of a rule's name. */
export const RULE_NAME_MAX = 60
/** Rules that one company can have: each report of a SIM is judged by all of them. */
export const COMPANY_ACTING_RULES_MAX = 50
/** E-mail addresses that one rule notifies. */
export const RULE_EMAILS_MAX = 10
/** Past cycles on which a rule is tried before it is saved. */
export const RULE_TRIAL_CYCLES = 3

/** What a rule waits for. */
export const RULE_TRIGGERS = [
  'data',
  'median',
  'sms',
  'smsMedian',
  'voice',
  'voiceMedian',
  'silence',
  'first',
  'sessions',
  'device',
  'place',
  'stay',
  'simCost',
  'pool',
  'companyCost',
  'anomaly',
  'modelAnomaly',
] as const
export type RuleTriggerKind = (typeof RULE_TRIGGERS)[number]

/** The sum of which a rule has the figure. */
export const RULE_PERIODS = ['day', 'cycle'] as const
export type RulePeriod = (typeof RULE_PERIODS)[number]

export type RuleTrigger =
  /** data of a local day or a billing cycle reaches a figure, MB of 1024² bytes */
  | { readonly kind: 'data'; readonly per: RulePeriod; readonly mb: number }
  /** SMS of a local day or a billing cycle, in parts as they are charged, reach a figure */
  | { readonly kind: 'sms'; readonly per: RulePeriod; readonly count: number }
  /** calls of a local day or a billing cycle reach so many minutes */
  | { readonly kind: 'voice'; readonly per: RulePeriod; readonly minutes: number }
  /** data, SMS or voice of a local day are more than so many times the median of the SIM's own days */
  | { readonly kind: 'median' | 'smsMedian' | 'voiceMedian'; readonly times: number }
  /** a SIM that has reported says nothing for so many hours */
  | { readonly kind: 'silence'; readonly hours: number }
  /** the SIM's first data session in its company begins */
  | { readonly kind: 'first' }
  /** more than so many data sessions begin within an hour */
  | { readonly kind: 'sessions'; readonly count: number }
  /** a session begins in another device than the one before */
  | { readonly kind: 'device' }
  /** a session begins in one of these countries and networks, or outside of all of them */
  | { readonly kind: 'place'; readonly where: 'inside' | 'outside'; readonly areas: readonly string[] }
  /** the minimum stay of a SIM on its plan ends in so many days or fewer */
  | { readonly kind: 'stay'; readonly days: number }
  /** a SIM has cost so much in the billing cycle, minor units; what its pool is over is none of its */
  | { readonly kind: 'simCost'; readonly minor: number; readonly currency: string }
  /** the SIMs of a plan have used so much of their pool, percent */
  | { readonly kind: 'pool'; readonly percent: number }
  /** the estimate of a company's cycle, as its charges show it, is so much, minor units */
  | { readonly kind: 'companyCost'; readonly minor: number; readonly currency: string }
  /** a SIM does far more in an hour than the SIMs in the same device */
  | { readonly kind: 'anomaly'; readonly of: (typeof SIM_ANOMALIES)[number] }
  /** many SIMs in one device are silent at an hour, or all of them use far more than in other weeks */
  | { readonly kind: 'modelAnomaly'; readonly of: (typeof MODEL_ANOMALIES)[number] }

/** The anomalies of which a rule waits: any, or those of one kind, see domain/anomalies.ts. */
export const SIM_ANOMALIES = ['any', 'data', 'sessions', 'messages'] as const
export const MODEL_ANOMALIES = ['any', 'silence', 'storm'] as const

/** What a rule fires for: a SIM, a pool of the company, the company itself, or a model of device of its SIMs. */
export type RuleSubject = 'sim' | 'pool' | 'company' | 'model'

const SUBJECTS: Readonly<Partial<Record<RuleTriggerKind, RuleSubject>>> = {
  pool: 'pool',
  companyCost: 'company',
  modelAnomaly: 'model',
}

/** What a trigger fires for. Only SIMs have a status, tags and a group, and only to them something is done. */
export const ruleSubject = (kind: RuleTriggerKind): RuleSubject => SUBJECTS[kind] ?? 'sim'

/** The triggers for which nothing is reported: figures are read every few minutes. */
export const READING_TRIGGERS = ['stay', 'simCost', 'pool', 'companyCost'] as const satisfies readonly RuleTriggerKind[]
export type ReadingTrigger = Extract<RuleTrigger, { kind: (typeof READING_TRIGGERS)[number] }>

export const isReadingTrigger = (trigger: RuleTrigger): trigger is ReadingTrigger =>
  (READING_TRIGGERS as readonly string[]).includes(trigger.kind)

export type AnomalyTrigger = Extract<RuleTrigger, { kind: 'anomaly' | 'modelAnomaly' }>

export const isAnomalyTrigger = (trigger: RuleTrigger): trigger is AnomalyTrigger =>
  trigger.kind === 'anomaly' || trigger.kind === 'modelAnomaly'

/** The triggers that are polled: nothing of them is reported. */
export const POLLED_TRIGGERS = [...READING_TRIGGERS, 'anomaly', 'modelAnomaly'] as const satisfies readonly RuleTriggerKind[]

export const isPolledTrigger = ({ kind }: RuleTrigger): boolean => (POLLED_TRIGGERS as readonly string[]).includes(kind)

/** How exactly a trial can say when a rule would have fired. */
export function trialPrecision(kind: RuleTriggerKind): 'minute' | 'day' | 'cycle' {
  if (kind === 'stay' || kind === 'simCost') return 'day'
  return kind === 'pool' || kind === 'companyCost' ? 'cycle' : 'minute'
}

/** Limits of the triggers' figures; all of them are whole numbers. */
export const RULE_FIGURES = {
  data: { min: 1, max: 1_048_576 },
  sms: { min: 1, max: 100_000 },
  voice: { min: 1, max: 100_000 },
  median: { min: 2, max: 1000 },
  silence: { min: 1, max: 24 * 31 },
  sessions: { min: 1, max: 500 },
  stay: { min: 1, max: 366 },
  cost: { min: 1, max: 1e12 },
  pool: { min: 1, max: 1000 },
  everyHours: { min: 0, max: 24 * 31 },
  /** 1 minute to a week */
  escalateMinutes: { min: 1, max: 60 * 24 * 7 },
} as const

/** Hours of the local day, from the first to before the second; across midnight when the first is the later one. */
export interface RuleHours {
  /** 0–23 */
  readonly from: number
  /** 0–23, another one */
  readonly to: number
}

/** Which SIMs and moments a rule is for. An empty list does not restrict. */
export interface RuleConditions {
  /** names: a SIM with one of them */
  readonly tags: readonly string[]
  /** paths: a SIM in one of them, or inside of it */
  readonly groups: readonly string[]
  readonly plans: readonly string[]
  /** administrative statuses */
  readonly statuses: readonly number[]
  readonly hours: RuleHours | null
  /** 1 Monday to 7 Sunday */
  readonly weekdays: readonly number[]
}

/** Minutes between two mails of a rule: a quarter of an hour, an hour or a day. */
export const RULE_DIGESTS = [15, 60, 1440] as const
export type RuleDigest = (typeof RULE_DIGESTS)[number]

/** The operations that a rule can start. */
export const RULE_OPERATIONS = ['hibernate', 'reactivate', 'restart', 'cutData', 'restoreData', 'plan', 'sms'] as const
export type RuleOperation = (typeof RULE_OPERATIONS)[number]

/** The actor in timelines, operations and the audit log for what a rule does. */
export const ruleActor = (ruleId: number): string => `rule ${ruleId}`
export const isRuleActor = (actor: string): boolean => /^rule \d+$/.test(actor)

/** Whom a rule writes to when what it found is not acknowledged in time. */
export interface RuleEscalation {
  /** after the firing */
  readonly minutes: number
  readonly emails: readonly string[]
}

/** What a rule does beside the bell and the webhook, which come with each firing. */
export interface RuleActions {
  readonly emails: readonly string[]
  /** address of a chat that gets what the mails say, masked; '' or, in rules of before, undefined for none */
  readonly chat?: string
  /** a tag's name; '' for none */
  readonly tag: string
  readonly operation: RuleOperation | ''
  /** code of the plan to which the operation 'plan' changes; '' for the others */
  readonly plan: string
  /** text of the operation 'sms'; '' for the others */
  readonly message: string
  /** the operation waits until a person confirms it; undefined in rules of before: it does not */
  readonly asks?: boolean
  readonly escalation?: RuleEscalation | null
}

export interface RuleLimits {
  /** the same SIM at most once in so many hours; 0: each time */
  readonly everyHours: number
  /** in these hours mails wait */
  readonly quiet: RuleHours | null
  /** minutes between two mails: what fires in between is in the next one; undefined in rules of before: a quarter of an hour */
  readonly digestMinutes?: RuleDigest
}

/** A rule: when, if, then, and how often. */
export interface RuleDefinition {
  readonly trigger: RuleTrigger
  readonly conditions: RuleConditions
  readonly actions: RuleActions
  readonly limits: RuleLimits
}

/** A SIM as conditions ask for it. Keys of tags and groups, see domain/tags.ts and domain/groups.ts. */
export interface RuleSim {
  readonly planCode: string
  readonly administrativeStatus: number
  readonly tagKeys: readonly string[]
  readonly groupKeys: readonly string[]
}

/** Whether the rule is for a SIM, as it is now. */
export function isRuleForSim({ tags, groups, plans, statuses }: RuleConditions, sim: RuleSim): boolean {
  return (
    (tags.length === 0 || tags.some((name) => sim.tagKeys.includes(tagKey(name)))) &&
    (groups.length === 0 || groups.some((path) => sim.groupKeys.some((key) => isKeyWithin(key, groupKey(path))))) &&
    (plans.length === 0 || plans.includes(sim.planCode)) &&
    (statuses.length === 0 || statuses.includes(sim.administrativeStatus))
  )
}

/** What of a rule is only for SIMs, though its trigger is about something else: the fields. */
export function problemsOfSubject({ trigger, conditions, actions }: Omit<RuleDefinition, 'limits'>): string[] {
  const subject = ruleSubject(trigger.kind)
  if (subject === 'sim') return []
  const { tags, groups, statuses, plans } = conditions
  return [
    ...(tags.length > 0 ? ['conditions.tags'] : []),
    ...(groups.length > 0 ? ['conditions.groups'] : []),
    ...(statuses.length > 0 ? ['conditions.statuses'] : []),
    ...(plans.length > 0 && subject !== 'pool' ? ['conditions.plans'] : []),
    ...(actions.tag === '' ? [] : ['actions.tag']),
    ...(actions.operation === '' ? [] : ['actions.operation']),
  ]
}

/** Whether a local hour is within these. */
export const isWithinHours = ({ from, to }: RuleHours, hour: number): boolean =>
  from < to ? hour >= from && hour < to : hour >= from || hour < to

/** 1 Monday to 7 Sunday. */
export const isoWeekday = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** Whether the rule may act at a local day and hour. */
export const isRuleTime = ({ hours, weekdays }: RuleConditions, day: Day, hour: number): boolean =>
  (hours === null || isWithinHours(hours, hour)) && (weekdays.length === 0 || weekdays.includes(isoWeekday(day)))

export type RuleAreaProblem = 'required' | 'area' | 'lockAreas'

/** What is wrong with the areas of a trigger; undefined when nothing is. */
export function ruleAreaProblem(areas: readonly string[]): RuleAreaProblem | undefined {
  if (areas.length === 0) return 'required'
  if (areas.some((area) => parseArea(area) === undefined)) return 'area'
  return areas.length > LOCK_AREAS_MAX ? 'lockAreas' : undefined
}

const UNDONE_BY: Readonly<Partial<Record<RuleOperation, RuleOperation>>> = {
  hibernate: 'reactivate',
  reactivate: 'hibernate',
  cutData: 'restoreData',
  restoreData: 'cutData',
}

const isForPlan = ({ plans }: RuleConditions, plan: string): boolean => plans.length === 0 || plans.includes(plan)

/**
 * Whether two rules of a company undo each other: what one does to a SIM the other takes back, and a SIM can be meant by both. Only plans
 * show that no SIM is, for a SIM has one; a status does not, because the operations change it. Of two that change plans each must be for
 * SIMs that have the plan of the other.
 */
export function undoEachOther(
  one: Pick<RuleDefinition, 'conditions' | 'actions'>,
  other: Pick<RuleDefinition, 'conditions' | 'actions'>,
): boolean {
  const { operation, plan } = one.actions
  if (operation === 'plan') {
    const isOther = other.actions.operation === 'plan' && other.actions.plan !== plan
    return isOther && isForPlan(one.conditions, other.actions.plan) && isForPlan(other.conditions, plan)
  }
  if (operation === '' || UNDONE_BY[operation] === undefined || UNDONE_BY[operation] !== other.actions.operation) return false
  const [plans, others] = [one.conditions.plans, other.conditions.plans]
  return plans.length === 0 || others.length === 0 || plans.some((plan) => others.includes(plan))
}
