import { z } from 'zod'
import { isTagName, SIM_TAGS_MAX, TAG_COLOURS, TAG_NAME_MAX } from '#domain/tags.ts'
import { defineCall } from '../call.ts'
import { countField, iccField, idParam } from '../fields.ts'

/** the name of a tag: without commas, semicolons and vertical bars, which separate names */
export const tagNameField = z
  .string({ error: 'required' })
  .trim()
  .min(1, { error: 'required' })
  .max(TAG_NAME_MAX)
  .refine(isTagName, { error: 'tagName' })

export const tagNamesField = z.array(tagNameField).max(SIM_TAGS_MAX)

const tag = z.object({
  tagId: z.number().int(),
  companyId: z.number().int(),
  name: z.string(),
  colour: z.enum(TAG_COLOURS),
  /** SIMs that have it */
  sims: countField,
})

export const listTags = defineCall({
  method: 'GET',
  path: '/sim/tags',
  access: 'sims',
  summary: 'List the tags of your company and its subsidiaries, with how many SIMs have each',
  data: z.array(tag),
})

export const tagSim = defineCall({
  method: 'POST',
  path: '/sim/tags/{icc}',
  access: 'sims',
  summary: `Put tags on a SIM and take others off it, up to ${SIM_TAGS_MAX} in all; a name that its company doesn’t have yet becomes a tag`,
  params: z.strictObject({ icc: iccField }),
  body: z.strictObject({ add: tagNamesField.default([]), remove: tagNamesField.default([]) }),
  data: z.object({
    /** all that the SIM has now, by name */
    tags: z.array(z.string()),
    /** those that it did not have before */
    added: z.array(z.string()),
    /** those that it had before */
    removed: z.array(z.string()),
  }),
})

export const editTag = defineCall({
  method: 'PUT',
  path: '/tags/{tagId}',
  access: 'sims',
  summary: 'Rename a tag or give it another colour, on all SIMs that have it',
  params: z.strictObject({ tagId: idParam }),
  body: z.strictObject({ name: tagNameField, colour: z.enum(TAG_COLOURS) }),
  data: tag,
})

export const deleteTag = defineCall({
  method: 'DELETE',
  path: '/tags/{tagId}',
  access: 'sims',
  summary: 'Delete a tag and take it off all SIMs that have it',
  params: z.strictObject({ tagId: idParam }),
  data: z.null(),
})
