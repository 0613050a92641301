import { z } from 'zod'
import { defineCall } from '../call.ts'
import { countField, timeField } from '../fields.ts'
import { POPUP_STATES } from '../filter-values.ts'

const nameParams = z.strictObject({ name: z.string().regex(/^[a-z0-9_-]{1,60}$/) })

export const getPopup = defineCall({
  method: 'GET',
  path: '/popups/{name}',
  access: 'login',
  inSpec: true,
  summary: 'Get a popup’s title and content',
  params: nameParams,
  data: z.object({ popupTitle: z.string(), popupContent: z.string() }),
})

export const markPopupSeen = defineCall({
  method: 'POST',
  path: '/popups/{name}/seen',
  access: 'login',
  summary: 'Mark a popup as seen by the current user',
  params: nameParams,
  data: z.null(),
})

/** 1: flagged as popup1, 2: as popup2 */
const slotField = z.number().int().min(1).max(2)
const TITLE_LENGTH = 120
const CONTENT_LENGTH = 4000

const popupTarget = z.object({ company: z.number().int().positive().max(2_147_483_647), withBelow: z.boolean() })

const popupRow = z.object({
  name: z.string(),
  slot: slotField,
  titleEs: z.string(),
  titleEn: z.string(),
  startsAt: timeField,
  /** null: until a user ends it */
  endsAt: timeField.nullable(),
  state: z.enum(POPUP_STATES),
  /** for all companies; otherwise for those of `companies` */
  everyone: z.boolean(),
  companies: z.array(popupTarget.extend({ companyName: z.string() })),
  /** people who have seen it … */
  seen: countField,
  /** … of those whom it is for today */
  audience: countField,
  /** who wrote it */
  author: z.string(),
})
export type PopupRow = z.infer<typeof popupRow>

export const listPopups = defineCall({
  method: 'GET',
  path: '/popups',
  access: 'admin',
  summary: 'List popups, latest first, with the number of users who have seen each',
  data: z.array(popupRow),
})

const popupDetail = popupRow.extend({ contentEs: z.string(), contentEn: z.string() })
export type PopupDetail = z.infer<typeof popupDetail>

export const getPopupDetail = defineCall({
  method: 'GET',
  path: '/popups/{name}/detail',
  access: 'admin',
  summary: 'Get a popup in both languages',
  params: nameParams,
  data: popupDetail,
})

/** nothing of before the portal */
const momentField = timeField.refine((at) => at >= '2000')

const text = (length: number) => z.string().trim().min(1, { error: 'required' }).max(length)

const popupBody = z.strictObject({
  slot: slotField,
  titleEs: text(TITLE_LENGTH),
  titleEn: text(TITLE_LENGTH),
  /** paragraphs, `## ` headings, `- ` lists, `**strong**`, `[text](address)`; never HTML */
  contentEs: text(CONTENT_LENGTH),
  contentEn: text(CONTENT_LENGTH),
  startsAt: momentField,
  endsAt: momentField.nullable(),
  everyone: z.boolean(),
  /** whom it is for unless it is for everyone */
  companies: z.array(z.strictObject(popupTarget.shape)).max(500),
})
export type PopupBody = z.infer<typeof popupBody>

export const createPopup = defineCall({
  method: 'POST',
  path: '/popups',
  access: 'admin',
  summary: 'Create a popup; its name derives from its Spanish title',
  body: popupBody,
  data: popupDetail,
})

export const changePopup = defineCall({
  method: 'PUT',
  path: '/popups/{name}',
  access: 'admin',
  summary: 'Change a popup that has not ended; users who have seen it don’t see it again',
  params: nameParams,
  body: popupBody,
  data: popupDetail,
})

export const endPopup = defineCall({
  method: 'POST',
  path: '/popups/{name}/end',
  access: 'admin',
  summary: 'End a popup',
  params: nameParams,
  data: popupDetail,
})
