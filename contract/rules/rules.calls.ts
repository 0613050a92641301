import { z } from 'zod'
import { isAlarmName } from '#domain/alarms.ts'
import { keptAreas, LOCK_AREAS_MAX } from '#domain/area-locks.ts'
import { isEmail } from '#domain/email.ts'
import {
  MODEL_ANOMALIES,
  problemsOfSubject,
  RULE_DIGESTS,
  RULE_EMAILS_MAX,
  RULE_FIGURES,
  RULE_NAME_MAX,
  RULE_OPERATIONS,
  RULE_PERIODS,
  RULE_TRIGGERS,
  type RuleDefinition,
  ruleAreaProblem,
  SIM_ANOMALIES,
} from '#domain/rules.ts'
import { MAX_SMS_SEGMENTS, smsSegments } from '#domain/sms-segments.ts'
import { chatProblem } from '#domain/webhooks.ts'
import { defineCall } from '../call.ts'
import { countField, iccField, idField, idParam, pageFields, timeField } from '../fields.ts'
import { RULE_ACTION_STATES } from '../filter-values.ts'
import { groupPathField } from '../groups/groups.calls.ts'
import { column, defineList } from '../list-codec.ts'
import { tagNameField } from '../tags/tags.calls.ts'
import { RULE_ANSWERS } from './rule-messages.ts'

const figure = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z
    .number({ error: 'required' })
    .int({ error: 'ruleFigure' })
    .min(min, { error: 'ruleFigure' })
    .max(max, { error: 'ruleFigure' })

const areasField = z
  .array(z.string().trim().max(40))
  .max(300)
  .superRefine((areas, check) => {
    const problem = ruleAreaProblem(areas)
    if (problem) check.addIssue({ code: 'custom', message: problem })
  })
  .transform(keptAreas)

const amount = z
  .number({ error: 'required' })
  .int({ error: 'ruleAmount' })
  .min(RULE_FIGURES.cost.min, { error: 'ruleAmount' })
  .max(RULE_FIGURES.cost.max, { error: 'ruleAmount' })
const costFields = { minor: amount, currency: z.string().regex(/^[A-Z]{3}$/, { error: 'currency' }) }

const triggerField = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('data'), per: z.enum(RULE_PERIODS), mb: figure(RULE_FIGURES.data) }),
    z.strictObject({ kind: z.literal('sms'), per: z.enum(RULE_PERIODS), count: figure(RULE_FIGURES.sms) }),
    z.strictObject({ kind: z.literal('voice'), per: z.enum(RULE_PERIODS), minutes: figure(RULE_FIGURES.voice) }),
    z.strictObject({ kind: z.literal(['median', 'smsMedian', 'voiceMedian']), times: figure(RULE_FIGURES.median) }),
    z.strictObject({ kind: z.literal('silence'), hours: figure(RULE_FIGURES.silence) }),
    z.strictObject({ kind: z.literal('first') }),
    z.strictObject({ kind: z.literal('sessions'), count: figure(RULE_FIGURES.sessions) }),
    z.strictObject({ kind: z.literal('device') }),
    z.strictObject({ kind: z.literal('place'), where: z.enum(['inside', 'outside']), areas: areasField }),
    z.strictObject({ kind: z.literal('stay'), days: figure(RULE_FIGURES.stay) }),
    z.strictObject({ kind: z.literal('simCost'), ...costFields }),
    z.strictObject({ kind: z.literal('pool'), percent: figure(RULE_FIGURES.pool) }),
    z.strictObject({ kind: z.literal('companyCost'), ...costFields }),
    z.strictObject({ kind: z.literal('anomaly'), of: z.enum(SIM_ANOMALIES) }),
    z.strictObject({ kind: z.literal('modelAnomaly'), of: z.enum(MODEL_ANOMALIES) }),
  ])
  .describe(
    `When: data, SMS or minutes of voice of a day or cycle reach a figure; data, SMS or voice of a day are more than so many times the SIM’s own median of 30 days; no report for some hours; the SIM’s first data session; more than so many sessions begin within an hour; a session begins in another device; or inside or outside of up to ${LOCK_AREAS_MAX} countries (CL) and networks (730-01). Read every few minutes, once in a cycle: the minimum stay of a SIM ends in so many days; a SIM has cost so much in the cycle; a pool is used by so many percent; the estimate of the company’s cycle is so much. Costs are minor units of the company’s currency. And of what is out of the ordinary, once for each finding: a SIM does far more in an hour than those in the same device, in data or sessions; or a device as a whole, a batch that is silent or a storm`,
  )

const hour = z.number().int().min(0).max(23)
const hoursField = z
  .strictObject({ from: hour, to: hour })
  .refine(({ from, to }) => from !== to, { error: 'ruleHours' })
  .nullable()

const conditionsField = z
  .strictObject({
    tags: z.array(tagNameField).max(20).default([]).describe('SIMs with one of these tags'),
    groups: z.array(groupPathField).max(20).default([]).describe('SIMs in one of these groups, or inside of them'),
    plans: z.array(z.string().max(40)).max(50).default([]).describe('SIMs of one of these plans'),
    statuses: z.array(z.number().int().min(1).max(11)).max(11).default([]).describe('SIMs of one of these statuses'),
    hours: hoursField.default(null).describe('Only in these hours of the company’s day, the second one excluded'),
    weekdays: z.array(z.number().int().min(1).max(7)).max(7).default([]).describe('Only on these days, 1 Monday to 7 Sunday'),
  })
  .prefault({})
  .describe('If: which SIMs, as they are then, and when; what is left out does not restrict')

const emailsField = z
  .array(z.string().trim().min(1, { error: 'required' }).refine(isEmail, { error: 'email' }))
  .max(RULE_EMAILS_MAX, { error: 'emailCount' })

const escalationField = z
  .strictObject({
    minutes: figure(RULE_FIGURES.escalateMinutes).describe('Minutes after the firing'),
    emails: emailsField.min(1, { error: 'required' }).describe('Addresses that get a mail then'),
  })
  .nullable()
  .default(null)
  .describe('Who is written to when what the rule found is not acknowledged in time; null: no one')

const chatField = z
  .string()
  .trim()
  .max(2000)
  .superRefine((text, check) => {
    const problem = chatProblem(text)
    if (problem) check.addIssue({ code: 'custom', message: problem })
  })
  .default('')
  .describe(
    'Address of an incoming webhook of Slack, Teams, Mattermost or what takes the same: it gets `{"text": …}` when mails are sent. It is answered masked; a masked one leaves what is stored',
  )

/** What a rule does, beside its chat. */
const actionFields = {
  emails: emailsField.default([]).describe('Addresses that get a mail'),
  tag: z
    .union([tagNameField, z.literal('')])
    .default('')
    .describe('Tag that the SIM gets'),
  operation: z
    .enum([...RULE_OPERATIONS, ''])
    .default('')
    .describe(
      'Operation that is started for the SIM; what `cutData` cuts stays cut until a person or a rule restores it, whatever the cycle',
    ),
  plan: z.string().trim().max(40).default('').describe('Code of the plan that the operation `plan` gives the SIM'),
  message: z
    .string()
    .refine((text) => smsSegments(text).segments <= MAX_SMS_SEGMENTS, { error: 'smsTooLong' })
    .default('')
    .describe('Text that the operation `sms` sends to the SIM'),
  asks: z.boolean().default(false).describe('The operation waits until a person confirms it: `POST /rule/answer/{id}`'),
  escalation: escalationField,
}

function checkActions(
  { operation, plan, message }: Pick<RuleDefinition['actions'], 'operation' | 'plan' | 'message'>,
  check: z.RefinementCtx<unknown>,
): void {
  if (operation === 'sms' && message.trim() === '') check.addIssue({ code: 'custom', path: ['message'], message: 'required' })
  if (operation === 'plan' && plan === '') check.addIssue({ code: 'custom', path: ['plan'], message: 'required' })
}

const ACTIONS = 'Then; the bell and the webhook rule.fired come with each firing'
const { emails: emailActions, ...otherActions } = actionFields
const actionsField = z
  .strictObject({ emails: emailActions, chat: chatField, ...otherActions })
  .superRefine(checkActions)
  .prefault({})
  .describe(ACTIONS)
const draftedActionsField = z.strictObject(actionFields).superRefine(checkActions).prefault({}).describe(ACTIONS)

const limitsField = z
  .strictObject({
    everyHours: figure(RULE_FIGURES.everyHours).default(0).describe('The same SIM at most once in so many hours; 0: each time'),
    quiet: hoursField.default(null).describe('Hours in which its mails and its chat wait'),
    digestMinutes: z
      .literal(RULE_DIGESTS)
      .default(RULE_DIGESTS[0])
      .describe('Minutes between two mails or messages of its chat: what fires in between is in the next one'),
  })
  .prefault({})
  .describe('How often, and when not to disturb')

const definitionFields = {
  trigger: triggerField,
  conditions: conditionsField,
  actions: actionsField,
  limits: limitsField,
}

const ruleFields = {
  name: z
    .string({ error: 'required' })
    .trim()
    .min(1, { error: 'required' })
    .max(RULE_NAME_MAX, { error: 'alarmName' })
    .refine(isAlarmName, { error: 'alarmName' })
    .describe('What people call it'),
  company: idField.describe('Number of the company whose SIMs it is for'),
  ...definitionFields,
}

/** A pool, a company or a model is not a SIM: what only SIMs have is no condition of it, and nothing is done to it. */
export function checkRuleSubject(rule: Omit<RuleDefinition, 'limits'>, check: z.RefinementCtx<unknown>): void {
  for (const field of problemsOfSubject(rule)) check.addIssue({ code: 'custom', path: field.split('.'), message: 'ruleSims' })
}

/** The fields of a rule that a program drafts: without a chat, whose address is a secret and leads out of the portal. */
export const draftedRuleFields = { ...ruleFields, actions: draftedActionsField }

const ruleIdField = z.number().int().positive()
export const undoneRules = z.array(z.object({ ruleId: z.number().int(), name: z.string() }))

export const ruleList = defineList({
  ruleId: column.number,
  company: column.number,
  companyName: column.text,
  name: column.text,
  /** of RULE_TRIGGERS */
  trigger: column.text,
  /** trigger, conditions, actions and limits as JSON */
  definition: column.text,
  active: column.boolean,
  /** the company has stopped all its rules */
  stopped: column.boolean,
  /** how its chat is: '' without one, 'on', 'failing' since its last message, or 'off' after days of that: saving the rule turns it on */
  chat: column.text,
  /** in the last 30 days, and the last time ever */
  firings: column.number,
  lastFiredAt: column.nullable(column.time),
  /** on each of the last FIRED_DAYS days in the time zone of the company, the oldest first: '0,0,3' */
  firedByDay: column.text,
  updatedAt: column.time,
})

export const getRules = defineCall({
  method: 'GET',
  path: '/rule/rules',
  access: 'alarmas',
  summary: 'List the rules of your companies, newest first',
  query: z.strictObject({
    company: idParam.describe('Number of the company').optional(),
    search: z.string().trim().min(1).max(80).describe('Anywhere in the name').optional(),
    trigger: z.enum(RULE_TRIGGERS).describe('What they wait for').optional(),
    ...pageFields(),
  }),
  list: ruleList,
})

export const getRuleCompany = defineCall({
  method: 'GET',
  path: '/rule/company/{companyId}',
  access: 'alarmas',
  summary: 'Get what a rule about money or pools needs of a company: its currency, and the plans of which it has pools',
  params: z.strictObject({ companyId: idParam.describe('Number of the company') }),
  data: z.object({
    currency: z.string(),
    pools: z.array(z.object({ plan: z.string(), planName: z.string() })),
  }),
})

const ruleSaved = z.object({
  ruleId: z.number().int(),
  /** active rules that take back what this one does, and the other way round */
  undoes: undoneRules,
})

export const createRule = defineCall({
  method: 'POST',
  path: '/rule',
  access: 'alarmas',
  summary: 'Create a rule; it acts on what is reported from now on. Names the rules that would undo it',
  body: z.strictObject(ruleFields).superRefine(checkRuleSubject),
  data: ruleSaved,
})

export const changeRule = defineCall({
  method: 'PUT',
  path: '/rule',
  access: 'alarmas',
  summary: 'Change a rule; it acts on what is reported from now on',
  body: z.strictObject({ ...ruleFields, ruleId: ruleIdField }).superRefine(checkRuleSubject),
  data: ruleSaved,
})

const ruleParams = z.strictObject({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })

export const answerRule = defineCall({
  method: 'POST',
  path: '/rule/answer/{id}',
  access: 'alarmas',
  summary: 'Confirm or decline the operation that a rule asks for, or acknowledge what it found; the first answer counts',
  params: ruleParams,
  body: z.strictObject({
    answer: z
      .enum(RULE_ANSWERS)
      .describe('`confirm` starts the operation, `decline` does not; `acknowledge` only ends the escalation'),
    firingIds: z
      .array(idField)
      .min(1, { error: 'required' })
      .max(500)
      .describe('Firings of the rule; without it all that wait for this answer')
      .optional(),
  }),
  data: z.object({ answered: countField }),
})

export const pauseRule = defineCall({
  method: 'POST',
  path: '/rule/active/{id}',
  access: 'alarmas',
  summary: 'Pause a rule, or let it act again on what is reported from now on',
  params: ruleParams,
  body: z.strictObject({ active: z.boolean().describe('Whether it acts') }),
  data: ruleSaved,
})

export const deleteRule = defineCall({
  method: 'DELETE',
  path: '/rule/{id}',
  access: 'alarmas',
  summary: 'Delete a rule; what it did stays in the list',
  params: ruleParams,
  data: z.object({ ruleId: z.number().int() }),
})

export const stopRules = defineCall({
  method: 'POST',
  path: '/rule/stop',
  access: 'alarmas',
  summary: 'Stop all rules of a company at once, or let them act again on what is reported from then on',
  body: z.strictObject({
    company: idField.describe('Number of the company'),
    stopped: z.boolean().describe('Whether they are stopped'),
  }),
  data: z.object({ stopped: z.boolean() }),
})

export const tryRule = defineCall({
  method: 'POST',
  path: '/rule/try',
  access: 'alarmas',
  changes: false,
  summary: 'Run a rule over what is recorded of the last three cycles and of this one: which SIMs, when, what; saves nothing',
  body: z
    .strictObject({
      ruleId: ruleIdField.describe('The rule that is being changed').optional(),
      company: idField.describe('Number of the company'),
      ...definitionFields,
    })
    .superRefine(checkRuleSubject),
  data: z.object({
    from: timeField,
    until: timeField,
    /**
     * SIMs of the company, and those that were run through in the time that a trial has; fewer: the figures are of these alone. For a
     * rule about pools, about the company or about models, these are counted
     */
    totalSims: countField,
    triedSims: countField,
    /** of those, the ones that are meant by the conditions as the SIMs are now */
    meantSims: countField,
    firings: countField,
    firedSims: countField,
    /** the last one first, the running one included; of one that is not known nothing is recorded that the rule could have seen */
    cycles: z.array(z.object({ start: z.iso.date(), firings: countField, isKnown: z.boolean() })),
    /** the latest; the others are counted */
    latest: z.array(
      z.object({
        /** '' for a pool, the company and a model */
        icc: z.string(),
        /** the owner’s label, the plan of a pool, or the model’s device; '' without one */
        label: z.string(),
        /** of a rule about the cost of a SIM some time of that day, about a pool or the company some time of that cycle */
        at: timeField,
        /** first day of its cycle */
        cycle: z.iso.date(),
        /**
         * bytes, SMS, seconds of voice, hours, sessions, the device, the network, percent, minor units with their currency, a day, or of an anomaly
         * its kind, measure, SIMs, peers, what was observed, what was expected and the device
         */
        value: z.string(),
      }),
    ),
    undoes: undoneRules,
  }),
})

export const firingList = defineList({
  firingId: column.number,
  date: column.time,
  ruleId: column.number,
  rule: column.text,
  company: column.number,
  companyName: column.text,
  /** '' for a pool, the company and a model */
  icc: column.text,
  /** of the SIM, the plan of the pool, or the model’s device; '' without one */
  label: column.text,
  /** of RULE_TRIGGERS */
  trigger: column.text,
  /**
   * bytes, SMS, seconds of voice, hours, sessions, the device, the network, percent, minor units with their currency, a day, or of an anomaly
   * its kind, measure, SIMs, peers, what was observed, what was expected and the device
   */
  value: column.text,
  /** of RULE_ACTION_STATES */
  operation: column.text,
  /** that was started; null without one */
  operationId: column.nullable(column.number),
  /** of RULE_ACTION_STATES */
  tag: column.text,
  /** of NOTICE_ACTION_STATES: what became of its cut of data */
  cut: column.text,
  /** of RULE_OPERATIONS: what a person is asked; '' for nothing */
  asks: column.text,
  /** e-mail of who answered or acknowledged; '' for none */
  acknowledgedBy: column.text,
  /** when others are, or were, written to because it was not acknowledged; null: they are not */
  escalatesAt: column.nullable(column.time),
  /** they were */
  escalated: column.boolean,
})

export const getFirings = defineCall({
  method: 'GET',
  path: '/rule/firings',
  access: 'alarmas',
  summary: 'List what rules did, newest first',
  query: z.strictObject({
    rule: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).describe('Number of the rule').optional(),
    company: idParam.describe('Number of the company').optional(),
    trigger: z.enum(RULE_TRIGGERS).describe('What it waited for').optional(),
    operation: z.enum(RULE_ACTION_STATES).describe('What became of its operation').optional(),
    icc: iccField.describe('Of this SIM').optional(),
    from: z.iso.date().describe('First day, in the time zone of the reader’s company').optional(),
    to: z.iso.date().describe('Last day').optional(),
    ...pageFields(),
  }),
  list: firingList,
})
