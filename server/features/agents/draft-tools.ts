import { z } from 'zod'
import { AGENT_DRAFTS } from '#contract/agents/agent-access.ts'
import { tryAlarm } from '#contract/alarms/alarms.calls.ts'
import { draftAlarm, draftRule } from '#contract/drafts/drafts.calls.ts'
import { iccField } from '#contract/fields.ts'
import { massCustom, massGroup, massPlan, massSms, massTag } from '#contract/operations/mass-actions.calls.ts'
import { tryRule } from '#contract/rules/rules.calls.ts'
import { simFilter } from '#contract/sims/sims.calls.ts'
import { defineTool, type Tool } from './tool.ts'

/** SIMs that a model names one by one; more are a filter. */
const NAMED_SIMS_MAX = 1000

/** SIMs left out that are named, each with why; how many for which reason is answered of all. */
const EXCLUDED_NAMED = 10

const ACTIONS = Object.keys(AGENT_DRAFTS) as [keyof typeof AGENT_DRAFTS, ...(keyof typeof AGENT_DRAFTS)[]]

/** The fields of each action beside which SIMs; the contract says what they take. */
const OWN_FIELDS = {
  sms: massSms.body.shape,
  custom: massCustom.body.shape,
  tag: massTag.body.shape,
  group: massGroup.body.shape,
  plan: massPlan.body.shape,
}

const draftOperationTool = defineTool({
  name: 'draft_operation',
  title: 'Draft an operation',
  description:
    'Prepares an action on SIMs, for a person to confirm or discard in the portal; nothing happens before. Answers what it would do: how many SIMs, which are left out and why, how long. Name the SIMs by `icc` or by `filter`, and give the reason. terminate cannot be undone. A draft lives for a day. Tell the person to look at the bell or at Operations in the portal.',
  scope: 'operations:draft',
  permit: 'sims',
  drafts: true,
  input: z.strictObject({
    action: z.enum(ACTIONS),
    icc: z.array(iccField).min(1).max(NAMED_SIMS_MAX).describe('These SIMs').optional(),
    filter: simFilter.describe('All that match, as they are when the person confirms').optional(),
    reason: z.string().trim().min(1).max(300).describe('Why, in a sentence; the person reads it'),
    message: OWN_FIELDS.sms.message.describe('sms: the text').optional(),
    customField1: OWN_FIELDS.custom.customField1.describe('custom: the label'),
    customField2: OWN_FIELDS.custom.customField2.describe('custom: the second field'),
    device: OWN_FIELDS.custom.device.describe('custom: the device'),
    add: OWN_FIELDS.tag.add.describe('tag: tags to put on'),
    remove: OWN_FIELDS.tag.remove.describe('tag: tags to take off'),
    group: OWN_FIELDS.group.group.describe('group: path of the group; empty for none'),
    planCode: OWN_FIELDS.plan.planCode.describe('plan: code of the plan').optional(),
    from: OWN_FIELDS.plan.from.describe('plan: now, or from the next cycle on'),
  }),
  run: async (ask, { action, ...body }) => {
    const { reasons, excluded, ...draft } = await ask.data(AGENT_DRAFTS[action], { body: { ...body, preview: true } })
    const operationId = Number(draft.operationId)
    const named = (excluded as unknown[]).slice(0, EXCLUDED_NAMED)
    return { ...draft, excluded: named, leftOut: reasons, next: nextStep(operationId, `/operations/${operationId}`) }
  },
})

const nextStep = (id: number, address: string): string =>
  `Nothing has happened. A person confirms or discards draft ${id} in the portal, under ${address}.`

const draftRuleTool = defineTool({
  name: 'draft_rule',
  title: 'Draft a rule',
  description:
    'Prepares a rule (when something is reported of a SIM, if it is one that is meant, then something is done), for a person to confirm or discard in the portal; it does not act before. Answers its trial over what is recorded of the last three cycles and this one: how many SIMs it would have fired for, the latest of them, and the rules that undo each other with it. Company, plan codes: who_am_i, filter_values; the rules that exist: list_alarms. A draft lives for a day. Tell the person to look at the bell or at Rules in the portal.',
  scope: 'operations:draft',
  permit: 'alarmas',
  drafts: true,
  input: draftRule.body,
  run: async (ask, body) => {
    const { name: _name, reason: _reason, ...tried } = body
    const trial = await ask.data(tryRule, { body: tried })
    const draft = await ask.data(draftRule, { body })
    return { ...draft, trial, next: nextStep(Number(draft.draftId), `/rules?draft=${Number(draft.draftId)}`) }
  },
})

const draftAlarmTool = defineTool({
  name: 'draft_alarm',
  title: 'Draft an alarm',
  description:
    'Prepares an alarm (a SIM that reaches a limit of data in its cycle is notified, and cut if `action` is 1), for a person to confirm or discard in the portal; it watches nothing before. Answers its trial: how many SIMs would have reached the limit in the last three cycles, and for how many it fires at once. Company, plan codes: who_am_i, filter_values; the alarms that exist: list_alarms. A draft lives for a day. Tell the person to look at the bell or at Alarms in the portal.',
  scope: 'operations:draft',
  permit: 'alarmas',
  drafts: true,
  input: draftAlarm.body,
  run: async (ask, body) => {
    const { company, plan, group, limit } = body
    const trial = await ask.data(tryAlarm, { body: { company, plan, group, limit } })
    const draft = await ask.data(draftAlarm, { body })
    return { ...draft, trial, next: nextStep(Number(draft.draftId), `/alarm?draft=${Number(draft.draftId)}`) }
  },
})

export const DRAFT_TOOLS: readonly Tool[] = [draftOperationTool, draftRuleTool, draftAlarmTool]
