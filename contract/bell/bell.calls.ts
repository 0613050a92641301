import { z } from 'zod'
import { NOTICE_KINDS } from '#domain/alarms.ts'
import { BELL_COUNT_MAX, BELL_KINDS } from '#domain/bell.ts'
import { OPERATION_KINDS } from '#domain/eligibility.ts'
import { LOCK_KINDS } from '#domain/locks.ts'
import { REQUEST_STATES } from '#domain/requests.ts'
import { defineCall } from '../call.ts'
import { countField, cursorField, idField, streamSeconds, timeField } from '../fields.ts'

const keyField = z
  .string()
  .regex(/^(alarm|rule|lock|draft|operation|issued|overdue|incident|request|conversation):[\w:]{1,60}$/)

const line = {
  /** names the line; the same while more of the same happens */
  key: z.string(),
  /** when it happened, or last happened */
  at: timeField,
  isUnread: z.boolean(),
  /** '' for the reader's own company, and for several */
  companyName: z.string(),
}

/** Of a draft of a rule or an alarm. */
const draftLine = {
  /** null of what is none */
  draftId: z.number().int().nullable(),
  /** who prepared it; else '' */
  agent: z.string(),
}

/** A line of the bell: something that happened, or many alike. */
export const bellLine = z.discriminatedUnion('kind', [
  z.object({
    ...line,
    kind: z.literal('alarms'),
    /** `draft`: a program prepared the alarm, and it waits for the reader */
    what: z.enum([...NOTICE_KINDS, 'draft']),
    /** 0 of a draft */
    alarmId: z.number().int(),
    /** '' without one */
    alarmName: z.string(),
    /** '' for an alarm of all plans */
    plan: z.string(),
    planName: z.string(),
    limitMb: countField,
    /** that reached it in this hour */
    sims: countField,
    /** of the only one: its label, or its ICC; '' for several */
    sim: z.string(),
    ...draftLine,
  }),
  z.object({
    ...line,
    kind: z.literal('rules'),
    /** `draft`: a program prepared the rule, and it waits for the reader */
    what: z.enum(['fired', 'draft']),
    /** 0 of a draft */
    ruleId: z.number().int(),
    ruleName: z.string(),
    /** of RULE_TRIGGERS; '' before it was kept, of a rule about SIMs */
    trigger: z.string(),
    /** SIMs or pools for which it fired in this hour; one of several times counts each time */
    sims: countField,
    /** of the only one: its label, or its ICC; '' for several */
    sim: z.string(),
    ...draftLine,
  }),
  z.object({
    ...line,
    kind: z.literal('locks'),
    what: z.enum(LOCK_KINDS),
    /** whose locks were broken in this hour */
    sims: countField,
    /** of the only one: its label, or its ICC; '' for several */
    sim: z.string(),
    /** of the only one; '' for several */
    icc: z.string(),
  }),
  z.object({
    ...line,
    kind: z.literal('operations'),
    /** `draft`: an agent prepared it, and it waits for the reader */
    what: z.enum(['done', 'partly', 'failed', 'draft']),
    operationId: idField,
    operation: z.enum(OPERATION_KINDS),
    total: countField,
    succeeded: countField,
    failed: countField,
    /** of the only SIM: its label, or its ICC; '' for several */
    sim: z.string(),
    /** of a draft: who prepared it; else '' */
    agent: z.string(),
  }),
  z.object({
    ...line,
    kind: z.literal('invoices'),
    what: z.enum(['issued', 'credited', 'overdue']),
    count: countField,
    /** of the only one; null for several */
    documentId: z.number().int().nullable(),
    documentNumber: z.string(),
  }),
  z.object({
    ...line,
    kind: z.literal('incidents'),
    what: z.enum(['opened', 'closed']),
    networkName: z.string(),
    /** whether the network was down at some time; otherwise it was unstable */
    wasDown: z.boolean(),
    /** as long as it lasted */
    minutes: countField,
  }),
  z.object({
    ...line,
    kind: z.literal('requests'),
    what: z.enum(REQUEST_STATES),
    requestId: idField,
    /** who took the step */
    by: z.string(),
  }),
  z.object({
    ...line,
    kind: z.literal('conversations'),
    what: z.enum(['question', 'answer']),
    conversationId: z.number().int(),
    /** who asks; '' for an answer */
    person: z.string(),
    /** how the message begins */
    text: z.string(),
  }),
])
export type BellLine = z.infer<typeof bellLine>

/** Of unread lines, not counted beyond this many. */
const unreadField = countField.max(BELL_COUNT_MAX)

export const getBell = defineCall({
  method: 'GET',
  path: '/bell',
  access: 'login',
  isForPeople: true,
  summary:
    'Get what happened, newest first: alarms, rules, locks, operations, invoices, incidents, requests, conversations; by permission and by the user’s own rules',
  query: z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(25), cursor: cursorField }),
  data: z.object({
    lines: z.array(bellLine),
    nextCursor: z.string().nullable(),
    /** the kinds that the user may see, and whether they want to */
    kinds: z.array(z.object({ kind: z.enum(BELL_KINDS), isOn: z.boolean() })),
  }),
})

const mark = z.object({
  unread: unreadField,
  /** another one whenever a line is new, has grown or was read */
  version: z.string(),
})
export type BellMark = z.infer<typeof mark>

export const streamBell = defineCall({
  method: 'GET',
  path: '/bell/events',
  access: 'login',
  isForPeople: true,
  summary:
    'Stream the number of unread lines as server-sent events: the current number first, then each change, at most one in three seconds. Requires the header x-api-key, so use fetch, not EventSource',
  query: z.strictObject({ seconds: streamSeconds }),
  events: mark,
})

export const readBell = defineCall({
  method: 'POST',
  path: '/bell/read',
  access: 'login',
  isForPeople: true,
  summary: 'Mark a line as read, or without its key all lines up to a moment',
  body: z.strictObject({ key: keyField.optional(), upTo: timeField }),
  data: z.object({ unread: unreadField }),
})

export const setBellKind = defineCall({
  method: 'PUT',
  path: '/bell/kinds/{kind}',
  access: 'login',
  isForPeople: true,
  summary: 'Show a kind of line in the user’s bell, or don’t',
  params: z.strictObject({ kind: z.enum(BELL_KINDS) }),
  body: z.strictObject({ isOn: z.boolean({ error: 'required' }) }),
  data: z.null(),
})
