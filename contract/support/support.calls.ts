import { z } from 'zod'
import { LANGUAGES } from '#domain/languages.ts'
import { SUPPORT_LISTS, SUPPORT_TEXT_MAX } from '#domain/support.ts'
import { defineCall } from '../call.ts'
import { bigIdParam, countField, cursorField, iccField, idParam, streamSeconds, timeField } from '../fields.ts'
import { column, defineList } from '../list-codec.ts'
import { valueCounts } from '../value-counts.ts'

/** The support chat: a person's own conversation with the operator, and all of them for the operator's administrators. */
const side = z.enum(['person', 'operator'])
const conversationParams = z.strictObject({ conversationId: bigIdParam })
const messageNo = z.number().int().positive().max(2_147_483_647)

const textField = z
  .string({ error: 'required' })
  .trim()
  .min(1, { error: 'required' })
  .max(SUPPORT_TEXT_MAX, { error: 'supportTooLong' })
/** made by the page for each message: sent again, it is kept once */
const keyField = z.string().regex(/^[\w-]{16,64}$/)

export const supportMessage = z.object({
  /** from 1, in their order */
  messageNo: countField,
  key: z.string(),
  side,
  author: z.string(),
  text: z.string(),
  at: timeField,
  /** where the writer was */
  page: z.string(),
  title: z.string(),
  icc: z.string().nullable(),
  language: z.enum(LANGUAGES),
  browser: z.string(),
})
export type SupportMessage = z.infer<typeof supportMessage>

/** Messages in a page of a conversation. */
export const SUPPORT_PAGE = 50
const pageQuery = z.strictObject({ before: idParam.optional() })

const thread = {
  state: z.enum(['open', 'closed']),
  /** of the other side's messages */
  unread: countField,
  /** up to which message the other side has read */
  othersReadNo: countField,
  messages: z.array(supportMessage),
  hasOlder: z.boolean(),
}

const mark = z.object({
  /** for administrators: conversations with something unread; for others: unread answers of their own */
  unread: countField,
  /** there is something that can move: an open conversation, or those of others */
  isLive: z.boolean(),
  /** another one whenever something has changed */
  version: z.string(),
})
export type SupportMark = z.infer<typeof mark>

export const getSupportMark = defineCall({
  method: 'GET',
  path: '/support/mark',
  access: 'login',
  isForPeople: true,
  summary: 'Count unread support answers; for administrators, unread conversations',
  data: mark,
})

export const streamSupportMark = defineCall({
  method: 'GET',
  path: '/support/events',
  access: 'login',
  isForPeople: true,
  summary:
    'Stream the unread count as server-sent events: the current count first, then each change, at most one a second. Requires the header x-api-key, so use fetch, not EventSource',
  query: z.strictObject({ seconds: streamSeconds }),
  events: mark,
})

export const ownConversation = z.object({ ...thread })
export type OwnConversation = z.infer<typeof ownConversation>

export const getOwnConversation = defineCall({
  method: 'GET',
  path: '/support/conversation',
  access: 'login',
  isForPeople: true,
  summary: 'Get your conversation with support: its last messages, or those before one',
  query: pageQuery,
  data: ownConversation,
})

export const writeToSupport = defineCall({
  method: 'POST',
  path: '/support/conversation/messages',
  access: 'login',
  isForPeople: true,
  summary: 'Send a message to support; idempotent by its key. Reopens a closed conversation',
  body: z.strictObject({
    key: keyField,
    text: textField,
    page: z.string().max(300).default(''),
    title: z.string().max(200).default(''),
    /** of the SIM that is open; left out when it is none of the writer's */
    icc: iccField.nullable().default(null),
  }),
  data: supportMessage,
})

const readBody = z.strictObject({ upTo: messageNo })
const unreadData = z.object({ unread: countField })

export const readOwnConversation = defineCall({
  method: 'POST',
  path: '/support/conversation/read',
  access: 'login',
  isForPeople: true,
  summary: 'Mark support answers as read, up to one',
  body: readBody,
  data: unreadData,
})

export const supportList = defineList({
  conversationId: column.number,
  companyId: column.number,
  companyName: column.text,
  person: column.text,
  email: column.text,
  /** 'open' or 'closed' */
  state: column.text,
  /** who wrote last, 'person' or 'operator', and how it begins */
  lastSide: column.text,
  lastText: column.text,
  lastAt: column.time,
  waitingSince: column.nullable(column.time),
  unread: column.number,
  /** '' when no administrator is responsible */
  assignee: column.text,
})

export const listConversations = defineCall({
  method: 'GET',
  path: '/support/conversations',
  access: 'admin',
  summary: 'List conversations of all companies, longest waiting first or newest first',
  query: z.strictObject({
    show: z.enum(SUPPORT_LISTS).default('waiting'),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: cursorField,
  }),
  list: supportList,
})

export const countConversations = defineCall({
  method: 'GET',
  path: '/support/conversations/counts',
  access: 'admin',
  summary: 'Count conversations by the lists of open ones that they are in: one that waits is open, too',
  data: valueCounts,
})

export const conversationData = z.object({
  conversationId: z.number().int(),
  companyId: z.number().int(),
  companyName: z.string(),
  userId: z.number().int(),
  person: z.string(),
  email: z.string(),
  waitingSince: timeField.nullable(),
  assignee: z.string(),
  isMine: z.boolean(),
  ...thread,
})
export type ConversationData = z.infer<typeof conversationData>

export const getConversation = defineCall({
  method: 'GET',
  path: '/support/conversations/{conversationId}',
  access: 'admin',
  summary: 'Get a conversation: its last messages, or those before one',
  params: conversationParams,
  query: pageQuery,
  data: conversationData,
})

export const answerConversation = defineCall({
  method: 'POST',
  path: '/support/conversations/{conversationId}/messages',
  access: 'admin',
  summary: 'Answer a conversation; idempotent by its key',
  params: conversationParams,
  body: z.strictObject({ key: keyField, text: textField }),
  data: supportMessage,
})

export const readConversation = defineCall({
  method: 'POST',
  path: '/support/conversations/{conversationId}/read',
  access: 'admin',
  summary: 'Mark a conversation’s messages as read, up to one, for all administrators',
  params: conversationParams,
  body: readBody,
  data: unreadData,
})

export const changeConversation = defineCall({
  method: 'PUT',
  path: '/support/conversations/{conversationId}',
  access: 'admin',
  summary: 'Close, reopen, assign or unassign a conversation',
  params: conversationParams,
  body: z.strictObject({ state: z.enum(['open', 'closed']).optional(), isMine: z.boolean().optional() }),
  data: z.null(),
})
