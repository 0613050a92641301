import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { emailListProblem, readEmails } from '#domain/alarms.ts'
import {
  MODEL_ANOMALIES,
  RULE_DIGESTS,
  RULE_FIGURES,
  type RuleDefinition,
  type RuleDigest,
  type RuleHours,
  type RuleOperation,
  type RulePeriod,
  type RuleTrigger,
  type RuleTriggerKind,
  ruleAreaProblem,
  ruleSubject,
  SIM_ANOMALIES,
} from '#domain/rules.ts'
import { MAX_SMS_SEGMENTS, smsSegments } from '#domain/sms-segments.ts'
import { chatProblem } from '#domain/webhooks.ts'
import { decimalsOf, formatDecimal } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { typedMb } from '#web/lib/typed-mb.ts'
import { typedMoney } from '#web/lib/typed-money.ts'
import type { DraftData } from '#web/shared/drafts/drafts.api.ts'
import type { ProblemsByField } from '#web/ui/edit-form.tsx'
import type { RuleBody, RuleRow } from './rules.api.ts'

/** What the form holds: figures as they are typed. */
export interface RuleValues {
  readonly name: string
  readonly company: number | undefined
  readonly kind: RuleTriggerKind
  readonly per: RulePeriod
  readonly mb: string
  readonly sms: string
  readonly minutes: string
  readonly times: string
  readonly hours: string
  readonly count: string
  readonly days: string
  readonly percent: string
  readonly cost: string
  /** of the company; '' until it is loaded */
  readonly currency: string
  /** anomalies of SIMs, and of models */
  readonly ofSims: (typeof SIM_ANOMALIES)[number]
  readonly ofModels: (typeof MODEL_ANOMALIES)[number]
  readonly where: 'inside' | 'outside'
  readonly areas: readonly string[]
  readonly tags: readonly string[]
  readonly groups: readonly string[]
  readonly plans: readonly string[]
  readonly statuses: readonly number[]
  readonly activeHours: RuleHours | null
  readonly weekdays: readonly number[]
  readonly emails: string
  readonly chat: string
  readonly tag: readonly string[]
  readonly operation: RuleOperation | ''
  readonly plan: string
  readonly message: string
  readonly asks: boolean
  /** minutes; '' for no escalation */
  readonly escalateAfter: string
  readonly escalateTo: string
  readonly everyHours: string
  readonly quiet: RuleHours | null
  readonly digest: RuleDigest
}

const NEW: RuleValues = {
  name: '',
  company: undefined,
  kind: 'data',
  per: 'day',
  mb: '100',
  sms: '50',
  minutes: '30',
  times: '5',
  hours: '24',
  count: '10',
  days: '30',
  percent: '80',
  cost: '',
  currency: '',
  ofSims: SIM_ANOMALIES[0],
  ofModels: MODEL_ANOMALIES[0],
  where: 'outside',
  areas: [],
  tags: [],
  groups: [],
  plans: [],
  statuses: [],
  activeHours: null,
  weekdays: [],
  emails: '',
  chat: '',
  tag: [],
  operation: '',
  plan: '',
  message: '',
  asks: false,
  escalateAfter: '',
  escalateTo: '',
  everyHours: '24',
  quiet: null,
  digest: RULE_DIGESTS[0],
}

/** The rule of a row: the server wrote it. */
export const definitionOf = ({ definition }: Pick<RuleRow, 'definition'>): RuleDefinition => JSON.parse(definition)

/** What a program drafted, as the form takes a rule: the server wrote it by the schema of the call. */
export const draftedRule = ({ company, body }: DraftData): Pick<RuleRow, 'name' | 'company' | 'definition'> => ({
  name: String(body.name),
  company,
  definition: JSON.stringify(body),
})

/** @param email of the user, who gets the mails of a new rule unless they change it */
export function ruleValuesOf(rule: Pick<RuleRow, 'name' | 'company' | 'definition'> | undefined, email: string): RuleValues {
  if (!rule) return { ...NEW, emails: email }
  const { trigger, conditions, actions, limits } = definitionOf(rule)
  return {
    ...NEW,
    ...figuresOf(trigger),
    ...conditions,
    name: rule.name,
    company: rule.company,
    kind: trigger.kind,
    hours: trigger.kind === 'silence' ? String(trigger.hours) : NEW.hours,
    activeHours: conditions.hours,
    emails: actions.emails.join(', '),
    chat: actions.chat ?? '',
    tag: actions.tag === '' ? [] : [actions.tag],
    operation: actions.operation,
    plan: actions.plan,
    message: actions.message,
    asks: actions.asks ?? NEW.asks,
    escalateAfter: actions.escalation ? String(actions.escalation.minutes) : NEW.escalateAfter,
    escalateTo: actions.escalation?.emails.join(', ') ?? NEW.escalateTo,
    everyHours: String(limits.everyHours),
    quiet: limits.quiet,
    digest: limits.digestMinutes ?? NEW.digest,
  }
}

function figuresOf(trigger: RuleTrigger): Partial<RuleValues> {
  if (trigger.kind === 'data') return { per: trigger.per, mb: String(trigger.mb) }
  if (trigger.kind === 'sms') return { per: trigger.per, sms: String(trigger.count) }
  if (trigger.kind === 'voice') return { per: trigger.per, minutes: String(trigger.minutes) }
  if ('times' in trigger) return { times: String(trigger.times) }
  if (trigger.kind === 'sessions') return { count: String(trigger.count) }
  if (trigger.kind === 'stay') return { days: String(trigger.days) }
  if (trigger.kind === 'pool') return { percent: String(trigger.percent) }
  if ('currency' in trigger) {
    const digits = decimalsOf(trigger.currency)
    return { cost: formatDecimal(trigger.minor / 10 ** digits, digits), currency: trigger.currency }
  }
  if (trigger.kind === 'anomaly') return { ofSims: trigger.of }
  if (trigger.kind === 'modelAnomaly') return { ofModels: trigger.of }
  return trigger.kind === 'place' ? { where: trigger.where, areas: trigger.areas } : {}
}

function triggerOf(values: RuleValues): RuleBody['trigger'] {
  const { kind, per, mb, sms, minutes, times, hours, count, days, percent, cost, currency, where, areas, ofSims, ofModels } =
    values
  switch (kind) {
    case 'data':
      return { kind, per, mb: typedMb(mb) }
    case 'sms':
      return { kind, per, count: Number(sms) }
    case 'voice':
      return { kind, per, minutes: Number(minutes) }
    case 'median':
    case 'smsMedian':
    case 'voiceMedian':
      return { kind, times: Number(times) }
    case 'silence':
      return { kind, hours: Number(hours) }
    case 'sessions':
      return { kind, count: Number(count) }
    case 'first':
    case 'device':
      return { kind }
    case 'place':
      return { kind, where, areas: [...areas] }
    case 'stay':
      return { kind, days: Number(days) }
    case 'pool':
      return { kind, percent: Number(percent) }
    case 'simCost':
    case 'companyCost':
      return { kind, minor: typedMoney(cost, currency), currency }
    case 'anomaly':
      return { kind, of: ofSims }
    case 'modelAnomaly':
      return { kind, of: ofModels }
  }
}

/** What only SIMs have is left out for the subjects that are none; it stays in the form. */
const meantValues = (values: RuleValues): RuleValues => {
  const subject = ruleSubject(values.kind)
  if (subject === 'sim') return values
  const plans = subject === 'pool' ? values.plans : []
  return { ...values, tags: [], groups: [], statuses: [], plans, tag: [], operation: '' }
}

/** @param typed without problems */
export const ruleBodyOf = (typed: RuleValues): RuleBody => bodyOfMeant(meantValues(typed))

/** For which SIMs, or pools, a rule is, and when it acts. */
export const conditionsOf = (typed: RuleValues) => {
  const { tags, groups, plans, statuses, activeHours, weekdays } = meantValues(typed)
  return {
    tags: [...tags],
    groups: [...groups],
    plans: [...plans],
    statuses: [...statuses],
    hours: activeHours,
    weekdays: [...weekdays],
  }
}

const bodyOfMeant = (values: RuleValues): RuleBody => ({
  name: values.name.trim(),
  company: values.company ?? 0,
  trigger: triggerOf(values),
  conditions: conditionsOf(values),
  actions: {
    emails: readEmails(values.emails),
    chat: values.chat.trim(),
    tag: values.tag[0] ?? '',
    operation: values.operation,
    plan: values.operation === 'plan' ? values.plan : '',
    message: values.operation === 'sms' ? values.message : '',
    asks: values.operation !== '' && values.asks,
    escalation:
      values.escalateAfter === '' ? null : { minutes: Number(values.escalateAfter), emails: readEmails(values.escalateTo) },
  },
  limits: { everyHours: Number(values.everyHours), quiet: values.quiet, digestMinutes: values.digest },
})

const isFigure = (text: string | number, { min, max }: { readonly min: number; readonly max: number }): boolean => {
  const value = typeof text === 'number' ? text : text.trim() === '' ? Number.NaN : Number(text)
  return Number.isInteger(value) && value >= min && value <= max
}

/** What is wrong with the form, by the server's names of its fields and its rules. */
export function ruleProblemsOf(typed: RuleValues): ProblemsByField {
  const values = meantValues(typed)
  const problems: ProblemsByField = {}
  const { required, ruleAmount, ruleFigure, ruleHours } = ALL_FIELD_SENTENCES
  if (values.name.trim() === '') problems.name = sentence(required)
  if (values.company === undefined) problems.company = sentence(required)
  const figure = figureProblem(values)
  if (figure) problems[figure] = sentence(figure === 'trigger.minor' ? ruleAmount : ruleFigure)
  const areas = values.kind === 'place' ? ruleAreaProblem(values.areas) : undefined
  if (areas) problems['trigger.areas'] = sentence(ALL_FIELD_SENTENCES[areas])
  if (values.activeHours && values.activeHours.from === values.activeHours.to)
    problems['conditions.hours'] = sentence(ruleHours)
  if (values.quiet && values.quiet.from === values.quiet.to) problems['limits.quiet'] = sentence(ruleHours)
  if (!isFigure(values.everyHours, RULE_FIGURES.everyHours)) problems['limits.everyHours'] = sentence(ruleFigure)
  if (values.operation === 'plan' && values.plan === '') problems['actions.plan'] = sentence(required)
  const message = values.operation === 'sms' ? messageProblem(values.message) : undefined
  if (message) problems['actions.message'] = sentence(ALL_FIELD_SENTENCES[message])
  const emails = readEmails(values.emails)
  const wrong = emails.length > 0 ? emailListProblem(emails) : undefined
  const chat = chatProblem(values.chat.trim())
  if (chat) problems['actions.chat'] = sentence(ALL_FIELD_SENTENCES[chat])
  if (wrong) problems['actions.emails'] = sentence(ALL_FIELD_SENTENCES[wrong])
  const wrongEscalation = values.escalateAfter === '' ? undefined : emailListProblem(readEmails(values.escalateTo))
  if (wrongEscalation) problems['actions.escalation.emails'] = sentence(ALL_FIELD_SENTENCES[wrongEscalation])
  return problems
}

function messageProblem(message: string): 'required' | 'smsTooLong' | undefined {
  if (message.trim() === '') return 'required'
  return smsSegments(message).segments > MAX_SMS_SEGMENTS ? 'smsTooLong' : undefined
}

function figureProblem(values: RuleValues): string | undefined {
  const { kind, mb, sms, minutes, times, hours, count, days, percent, cost, currency } = values
  if (kind === 'data' && !isFigure(typedMb(mb), RULE_FIGURES.data)) return 'trigger.mb'
  if (kind === 'sms' && !isFigure(sms, RULE_FIGURES.sms)) return 'trigger.count'
  if (kind === 'voice' && !isFigure(minutes, RULE_FIGURES.voice)) return 'trigger.minutes'
  const isMedian = kind === 'median' || kind === 'smsMedian' || kind === 'voiceMedian'
  if (isMedian && !isFigure(times, RULE_FIGURES.median)) return 'trigger.times'
  if (kind === 'silence' && !isFigure(hours, RULE_FIGURES.silence)) return 'trigger.hours'
  if (kind === 'sessions' && !isFigure(count, RULE_FIGURES.sessions)) return 'trigger.count'
  if (kind === 'stay' && !isFigure(days, RULE_FIGURES.stay)) return 'trigger.days'
  if (kind === 'pool' && !isFigure(percent, RULE_FIGURES.pool)) return 'trigger.percent'
  const isCost = kind === 'simCost' || kind === 'companyCost'
  if (isCost && !isFigure(typedMoney(cost, currency), RULE_FIGURES.cost)) return 'trigger.minor'
  return undefined
}
