import { z } from 'zod'
import { COMPANY_RULES_MAX, setFilters } from '#domain/group-rules.ts'
import {
  COMPANY_GROUPS_MAX,
  GROUP_DEPTH_MAX,
  GROUP_PATH_MAX,
  GROUP_PLANS_MAX,
  GROUP_TAGS_MAX,
  groupPath,
} from '#domain/groups.ts'
import { defineCall } from '../call.ts'
import { countField, iccField, idField, idParam, planCodeField } from '../fields.ts'
import { simFilter } from '../sims/sims.calls.ts'
import { tagNamesField } from '../tags/tags.calls.ts'

/** the path of a group, such as `North/Trucks` */
export const groupPathField = z
  .string({ error: 'required' })
  .trim()
  .min(1, { error: 'required' })
  .max(GROUP_PATH_MAX)
  .refine((text) => groupPath(text) !== undefined, { error: 'groupPath' })
  .transform((text) => groupPath(text) ?? '')

export const targetGroupField = groupPathField.nullable().describe('Path of the group; null: in none')

/** A filter of the SIM list that a group can have as its rule: whatever names companies, single SIMs or an operation is left out. */
const groupRule = simFilter.omit({ companyIds: true, subsidiaries: true, icc: true, operationId: true })
export type SimGroupRule = z.infer<typeof groupRule>

const groupRuleField = groupRule
  .refine((rule) => Object.keys(setFilters(rule)).length > 0, { error: 'emptyRule' })
  .describe(
    'Makes a group by rule: a filter of the SIM list; the group holds whatever SIMs of its company match, now and later',
  )
  .optional()

const group = z.object({
  groupId: z.number().int(),
  companyId: z.number().int(),
  path: z.string(),
  /** of a group by rule: what its SIMs match; null for a fixed one, whose SIMs are moved there */
  rule: groupRule.nullable(),
  /** SIMs in it, without those in groups inside it; into a large group by rule they come within a minute */
  sims: countField,
  /** codes of the plans that its SIMs get when they are activated, those of groups inside it included */
  activationPlans: z.array(z.string()),
  /** names of the tags that its SIMs have because of it, those of groups inside it included */
  tags: z.array(z.string()),
})

const groupTagsField = tagNamesField
  .max(GROUP_TAGS_MAX)
  .describe('Names of tags that SIMs have as long as they are in it, or inside it; without it they stay')
  .optional()
const activationPlansField = z
  .array(planCodeField)
  .max(GROUP_PLANS_MAX)
  .describe(
    'Plans that SIMs get when they are activated, one for each origin and type; without it they stay. Needs the permit `plans`, too. None of a group by rule',
  )
  .optional()

export const listGroups = defineCall({
  method: 'GET',
  path: '/sim/groups',
  access: 'sims',
  summary: 'List the groups of your company and its subsidiaries, with how many SIMs are in each',
  data: z.array(group),
})

export const createGroup = defineCall({
  method: 'POST',
  path: '/groups',
  access: 'sims',
  summary: `Create a group, and those around it that its company doesn’t have yet: ${GROUP_DEPTH_MAX} levels, ${COMPANY_GROUPS_MAX} in a company, ${COMPANY_RULES_MAX} of them by rule`,
  body: z.strictObject({
    company: idField,
    path: groupPathField,
    rule: groupRuleField,
    activationPlans: activationPlansField,
    tags: groupTagsField,
  }),
  data: group,
})

export const editGroup = defineCall({
  method: 'PUT',
  path: '/groups/{groupId}',
  access: 'sims',
  summary:
    'Rename a group or move it into another one, with all groups inside it; change its rule, the tags that its SIMs have, and the plans that they get when they are activated',
  params: z.strictObject({ groupId: idParam }),
  body: z.strictObject({
    path: groupPathField,
    rule: groupRuleField.describe('Another rule of a group by rule; without it the rule stays'),
    activationPlans: activationPlansField,
    tags: groupTagsField,
  }),
  data: group,
})

export const deleteGroup = defineCall({
  method: 'DELETE',
  path: '/groups/{groupId}',
  access: 'sims',
  summary: 'Delete a group without groups inside it; its SIMs are in it no longer',
  params: z.strictObject({ groupId: idParam }),
  data: z.null(),
})

export const moveSimToGroup = defineCall({
  method: 'POST',
  path: '/sim/group/{icc}',
  access: 'sims',
  summary: 'Move a SIM to a group, or out of its group; a path that its company doesn’t have yet becomes a group',
  params: z.strictObject({ icc: iccField }),
  body: z.strictObject({ group: targetGroupField }),
  data: z.object({
    /** '' for none */
    group: z.string(),
    /** the one that it was in before; '' for none */
    previous: z.string(),
  }),
})
