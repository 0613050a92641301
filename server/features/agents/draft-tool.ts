import { z } from 'zod'
import { AGENT_DRAFTS } from '#contract/agents/agent-access.ts'
import { iccField } from '#contract/fields.ts'
import { massCustom, massGroup, massPlan, massSms, massTag } from '#contract/operations/mass-actions.calls.ts'
import { simFilter } from '#contract/sims/sims.calls.ts'
import { defineTool } from './tool.ts'

/** SIMs that a model names one by one; more are a filter. */
const NAMED_SIMS_MAX = 1000

const ACTIONS = Object.keys(AGENT_DRAFTS) as [keyof typeof AGENT_DRAFTS, ...(keyof typeof AGENT_DRAFTS)[]]

/** The fields of each action beside which SIMs; the contract says what they take. */
const OWN_FIELDS = {
  sms: massSms.body.shape,
  custom: massCustom.body.shape,
  tag: massTag.body.shape,
  group: massGroup.body.shape,
  plan: massPlan.body.shape,
}

export const draftTool = defineTool({
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
    const { reasons, ...draft } = await ask.data(AGENT_DRAFTS[action], { body: { ...body, preview: true } })
    const operationId = Number(draft.operationId)
    return {
      ...draft,
      leftOut: reasons,
      next: `Nothing has happened. A person confirms or discards draft ${operationId} in the portal, under /operations/${operationId}.`,
    }
  },
})
