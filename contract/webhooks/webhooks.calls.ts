import { z } from 'zod'
import { DEVICE_MODES } from '#domain/locks.ts'
import { RULE_TRIGGERS } from '#domain/rules.ts'
import { WEBHOOK_EVENTS, webhookUrlProblem } from '#domain/webhooks.ts'
import { defineCall } from '../call.ts'
import { bigIdParam, countField, iccField, idParam, pageFields, timeField } from '../fields.ts'
import { column, defineList } from '../list-codec.ts'
import { WEBHOOK_OFF_REASONS, WEBHOOK_PROBLEMS, WEBHOOK_STATES } from './webhook-messages.ts'

const endpointParams = z.strictObject({ endpointId: idParam })
const messageParams = z.strictObject({ messageId: bigIdParam })

const urlField = z
  .string({ error: 'required' })
  .trim()
  .superRefine((text, check) => {
    const problem = webhookUrlProblem(text)
    if (problem) check.addIssue({ code: 'custom', message: problem })
  })

const eventsField = z
  .array(z.enum(WEBHOOK_EVENTS), { error: 'required' })
  .min(1, { error: 'webhookEvents' })
  .max(WEBHOOK_EVENTS.length)

const settings = {
  url: urlField,
  description: z.string().trim().max(100).default(''),
  events: eventsField,
  /** also what happens in the companies below */
  includesBelow: z.boolean().default(false),
  active: z.boolean().default(true),
}

export const webhookEndpoint = z.object({
  endpointId: z.number().int(),
  companyId: z.number().int(),
  companyName: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  includesBelow: z.boolean(),
  active: z.boolean(),
  offReason: z.enum(WEBHOOK_OFF_REASONS),
  /** until when the secret before signs too; null when there is none */
  previousSecretUntil: timeField.nullable(),
  /** since when it has taken nothing; null when its last delivery went well, or there was none */
  failingSince: timeField.nullable(),
  lastDeliveredAt: timeField.nullable(),
  /** messages that are on their way */
  waiting: countField,
  createdAt: timeField,
})
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>

export const listWebhooks = defineCall({
  method: 'GET',
  path: '/webhooks',
  access: 'users',
  summary: 'List webhook endpoints of your companies',
  query: z.strictObject({ company: idParam.optional() }),
  data: z.object({ endpoints: z.array(webhookEndpoint) }),
})

/** The only answer that contains a secret. */
const withSecret = z.object({ endpointId: z.number().int(), secret: z.string() })

export const createWebhook = defineCall({
  method: 'POST',
  path: '/webhooks',
  access: 'users',
  isForPeople: true,
  secret: true,
  summary:
    'Create a webhook endpoint, up to 10 per company; its secret is returned only once. Messages are signed by Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature)',
  body: z.strictObject({ companyId: z.number({ error: 'required' }).int().positive(), ...settings }),
  data: withSecret,
})

export const changeWebhook = defineCall({
  method: 'PUT',
  path: '/webhooks/{endpointId}',
  access: 'users',
  isForPeople: true,
  summary: 'Change a webhook endpoint; turning it off cancels its pending messages',
  params: endpointParams,
  body: z.strictObject(settings),
  data: webhookEndpoint,
})

export const deleteWebhook = defineCall({
  method: 'DELETE',
  path: '/webhooks/{endpointId}',
  access: 'users',
  isForPeople: true,
  summary: 'Delete a webhook endpoint and its log',
  params: endpointParams,
  data: z.null(),
})

export const rotateWebhookSecret = defineCall({
  method: 'POST',
  path: '/webhooks/{endpointId}/secret',
  access: 'users',
  isForPeople: true,
  secret: true,
  summary: 'Rotate a webhook secret; the new one is returned only once. For 24 hours messages are signed with both',
  params: endpointParams,
  body: z.strictObject({}),
  data: withSecret,
})

const sent = z.object({ messageId: z.number().int() })

export const pingWebhook = defineCall({
  method: 'POST',
  path: '/webhooks/{endpointId}/ping',
  access: 'users',
  summary: 'Send a ping message; see its result in the log',
  params: endpointParams,
  body: z.strictObject({}),
  data: sent,
})

export const webhookMessageList = defineList({
  messageId: column.number,
  /** the header webhook-id */
  webhookId: column.text,
  event: column.text,
  /** things in it */
  items: column.number,
  at: column.time,
  /** of WEBHOOK_STATES */
  state: column.text,
  attempts: column.number,
  /** of the last attempt: the HTTP status, of WEBHOOK_PROBLEMS, and milliseconds */
  status: column.nullable(column.number),
  problem: column.text,
  durationMs: column.nullable(column.number),
  /** waiting: when it is tried next */
  dueAt: column.nullable(column.time),
})

export const listWebhookMessages = defineCall({
  method: 'GET',
  path: '/webhooks/{endpointId}/messages',
  access: 'users',
  summary: 'List a webhook endpoint’s messages of the last 30 days, newest first',
  params: endpointParams,
  query: z.strictObject({
    state: z.enum(WEBHOOK_STATES).optional(),
    ...pageFields(50),
  }),
  list: webhookMessageList,
})

export const webhookMessage = z.object({
  messageId: z.number().int(),
  endpointId: z.number().int(),
  webhookId: z.string(),
  event: z.string(),
  items: countField,
  at: timeField,
  state: z.enum(WEBHOOK_STATES),
  dueAt: timeField.nullable(),
  /** the reader lacks the permit of its event: body and answers are '' */
  isHidden: z.boolean(),
  /** what is sent, to the last character */
  body: z.string(),
  /** the first one first */
  attempts: z.array(
    z.object({
      at: timeField,
      url: z.string(),
      durationMs: countField,
      /** null: no answer came */
      status: z.number().int().nullable(),
      problem: z.enum(['', ...WEBHOOK_PROBLEMS]),
      /** its first 4 KiB */
      answer: z.string(),
    }),
  ),
  canSend: z.boolean(),
})
export type WebhookMessage = z.infer<typeof webhookMessage>

export const getWebhookMessage = defineCall({
  method: 'GET',
  path: '/webhooks/messages/{messageId}',
  access: 'users',
  summary: 'Get a webhook message with every delivery attempt: request, response and time',
  params: messageParams,
  data: webhookMessage,
})

export const resendWebhookMessage = defineCall({
  method: 'POST',
  path: '/webhooks/messages/{messageId}/send',
  access: 'users',
  summary: 'Resend a webhook message with the same webhook-id, so that receivers can deduplicate it',
  params: messageParams,
  body: z.strictObject({}),
  data: sent,
})

const count = z.number().int().nonnegative()

/** What the body of a message says: `{type, timestamp, data: {items: […]}}`, the items by type. */
export const webhookItems = {
  'operation.finished': z.strictObject({
    operationId: z.number().int(),
    companyId: z.number().int(),
    kind: z.string(),
    source: z.string(),
    reason: z.string(),
    user: z.string(),
    total: count,
    succeeded: count,
    failed: count,
    skipped: count,
    cancelled: count,
    createdAt: timeField,
    startedAt: timeField.nullable(),
    finishedAt: timeField,
  }),
  'alarm.fired': z.strictObject({
    noticeId: z.number().int(),
    alarmId: z.number().int(),
    /** '' without one */
    alarmName: z.string(),
    companyId: z.number().int(),
    icc: iccField,
    plan: z.string(),
    limitMb: count,
    usedBytes: count,
    cycleStart: z.iso.date(),
    at: timeField,
  }),
  /** a rule did something to a SIM, or is about to; or a pool or the company reached its figure, or a model of device is out of the ordinary */
  'rule.fired': z.strictObject({
    firingId: z.number().int(),
    ruleId: z.number().int(),
    rule: z.string(),
    companyId: z.number().int(),
    /** '' for a pool, the company and a model */
    icc: z.union([iccField, z.literal('')]),
    /** code of the plan whose pool it is; '' for all others */
    plan: z.string(),
    /** the model of device that is out of the ordinary; '' for all others */
    device: z.string(),
    trigger: z.enum(RULE_TRIGGERS),
    /**
     * bytes, SMS, seconds of voice, hours, sessions, the device, the network, percent, minor units with their currency, a day, or of an anomaly
     * its kind, measure, SIMs, peers, what was observed, what was expected and the device
     */
    value: z.string(),
    at: timeField,
  }),
  'sim.status_changed': z.strictObject({
    icc: iccField,
    companyId: z.number().int(),
    from: z.number().int(),
    to: z.number().int(),
    at: timeField,
    actor: z.string(),
    reason: z.string(),
    operationId: z.number().int().nullable(),
  }),
  'sim.plan_changed': z.strictObject({
    icc: iccField,
    companyId: z.number().int(),
    from: z.string(),
    to: z.string(),
    at: timeField,
    actor: z.string(),
    reason: z.string(),
    operationId: z.number().int().nullable(),
  }),
  /** a lock was broken; the SIM's data is cut */
  'sim.imei_changed': z.strictObject({
    breachId: z.uuid(),
    companyId: z.number().int(),
    icc: iccField,
    /** of the device in which it is now */
    imei: z.string(),
    mode: z.enum(DEVICE_MODES),
    at: timeField,
  }),
  /** the same, of a lock to countries and networks, or to geofences */
  'sim.left_area': z.strictObject({
    breachId: z.uuid(),
    companyId: z.number().int(),
    icc: iccField,
    /** MCC-MNC of the network in which it is now; '' when it has left geofences */
    network: z.string(),
    /** countries by ISO 3166-1 alpha-2 and networks by MCC-MNC in which it may be; none when it has left geofences */
    allowed: z.array(z.string()),
    /** the geofences that it has left: it may be in any of them; none when it is the network */
    geofences: z.array(z.strictObject({ geofenceId: z.uuid(), name: z.string() })),
    /** where it is now, in degrees; null when it is the network */
    location: z.strictObject({ latitude: z.number(), longitude: z.number() }).nullable(),
    at: timeField,
  }),
  'sms.received': z.strictObject({
    messageId: z.number().int(),
    companyId: z.number().int(),
    icc: iccField,
    text: z.string(),
    segments: count,
    isIncomplete: z.boolean(),
    at: timeField,
  }),
  'invoice.issued': z.strictObject({
    documentId: z.number().int(),
    number: z.string(),
    companyId: z.number().int(),
    cycleStart: z.iso.date(),
    cycleEnd: z.iso.date(),
    currency: z.string(),
    totalMinor: z.number().int(),
    sims: count,
    issuedAt: timeField,
  }),
} as const
