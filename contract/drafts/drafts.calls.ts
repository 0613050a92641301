import { z } from 'zod'
import { DRAFT_ANSWERS, DRAFT_KINDS, DRAFT_REASON_MAX, DRAFT_STATES } from '#domain/drafts.ts'
import { alarmBody, createAlarm } from '../alarms/alarms.calls.ts'
import { defineCall } from '../call.ts'
import { bigIdParam, countField, idField, idParam, pageFields, timeField } from '../fields.ts'
import { column, defineList } from '../list-codec.ts'
import { checkRuleSubject, createRule, draftedRuleFields, undoneRules } from '../rules/rules.calls.ts'

/**
 * What a program prepares for a person: the body of the call that would make a rule or an alarm. Operations are drafts by their own
 * `preview`.
 */

const reasonField = z
  .string({ error: 'required' })
  .trim()
  .min(1, { error: 'required' })
  .max(DRAFT_REASON_MAX)
  .describe('Why, in a sentence; the person reads it')

const drafted = {
  draftId: z.number().int(),
  /** it can be confirmed until then */
  expiresAt: timeField,
}

export const draftRule = defineCall({
  method: 'POST',
  path: '/drafts/rule',
  access: 'alarmas',
  summary:
    'Draft a rule for a person to confirm or discard in the portal. It is judged as if it were created, and nothing is; it has no chat',
  body: z.strictObject({ ...draftedRuleFields, reason: reasonField }).superRefine(checkRuleSubject),
  data: z.object({
    ...drafted,
    /** active rules that would take back what this one does, and the other way round */
    undoes: undoneRules,
  }),
})

export const draftAlarm = defineCall({
  method: 'POST',
  path: '/drafts/alarm',
  access: 'alarmas',
  summary:
    'Draft an alarm for a person to confirm or discard in the portal. It is judged as if it were created, and nothing is',
  body: alarmBody.extend({ reason: reasonField }),
  data: z.object({
    ...drafted,
    /** SIMs over the limit now, for which it would fire at once */
    firesNow: countField,
  }),
})

export const draftList = defineList({
  draftId: column.number,
  /** of DRAFT_KINDS */
  kind: column.text,
  company: column.number,
  companyName: column.text,
  /** of the rule or the alarm; '' without one */
  name: column.text,
  /** the program that prepared it, and for whom */
  draftedBy: column.text,
  reason: column.text,
  createdAt: column.time,
  expiresAt: column.time,
})

export const listDrafts = defineCall({
  method: 'GET',
  path: '/drafts',
  access: 'alarmas',
  summary: 'List the drafts of rules and alarms that wait for a person, newest first',
  query: z.strictObject({
    kind: z.enum(DRAFT_KINDS).describe('Only those of rules, or of alarms').optional(),
    company: idParam.describe('Number of the company').optional(),
    ...pageFields(),
  }),
  list: draftList,
})

const draftParams = z.strictObject({ draftId: bigIdParam.describe('Number of the draft') })

export const getDraft = defineCall({
  method: 'GET',
  path: '/drafts/{draftId}',
  access: 'alarmas',
  summary: 'Get a draft of a rule or an alarm: what it would make, and what became of it; for 30 days',
  params: draftParams,
  data: z.object({
    draftId: z.number().int(),
    kind: z.enum(DRAFT_KINDS),
    state: z.enum(DRAFT_STATES),
    company: idField,
    companyName: z.string(),
    /** the program that prepared it, and for whom */
    draftedBy: z.string(),
    reason: z.string(),
    createdAt: timeField,
    expiresAt: timeField,
    /** null while it waits, and when it has expired */
    answeredAt: timeField.nullable(),
    /** e-mail of who did; '' while no one has */
    answeredBy: z.string(),
    /** number of the rule or the alarm that came of it; null when none has */
    madeId: z.number().int().nullable(),
    /** who confirmed it changed it before: what was made is not what was drafted */
    changed: z.boolean(),
    /** the body of `POST /rule` or `POST /alarm` */
    body: z.record(z.string(), z.unknown()),
  }),
})
export type DraftData = z.infer<typeof getDraft.data>

export const answerDraft = defineCall({
  method: 'POST',
  path: '/drafts/{draftId}/answer',
  access: 'alarmas',
  isForPeople: true,
  summary:
    'Confirm or discard a draft. Confirming makes the rule or the alarm with the rights of who confirms, as they are now; what they may not do is refused, and the draft goes on waiting',
  params: draftParams,
  body: z.strictObject({ answer: z.enum(DRAFT_ANSWERS) }),
  data: z.object({
    kind: z.enum(DRAFT_KINDS),
    /** number of the rule or the alarm; null when it was discarded */
    madeId: z.number().int().nullable(),
  }),
})

const CHANGED =
  'Confirm a draft with changes: what is made is this in its place, for the same company and with the rights of who confirms. What is refused leaves the draft waiting'

export const confirmRuleDraft = defineCall({
  method: 'POST',
  path: '/drafts/{draftId}/rule',
  access: 'alarmas',
  isForPeople: true,
  summary: CHANGED,
  params: draftParams,
  body: createRule.body,
  data: createRule.data,
})

export const confirmAlarmDraft = defineCall({
  method: 'POST',
  path: '/drafts/{draftId}/alarm',
  access: 'alarmas',
  isForPeople: true,
  summary: CHANGED,
  params: draftParams,
  body: alarmBody,
  data: createAlarm.data,
})
