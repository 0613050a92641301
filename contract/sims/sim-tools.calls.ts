import { z } from 'zod'
import { DIAGNOSIS_CODES, DIAGNOSIS_VERDICTS, RECOMMENDED_ACTIONS } from '#domain/diagnosis.ts'
import { REPORTED_STATES } from '#domain/sim-lifecycle.ts'
import { MAX_SMS_SEGMENTS, smsSegments } from '#domain/sms-segments.ts'
import { defineCall } from '../call.ts'
import { countField, customTextField, iccField, imeiField, timeField } from '../fields.ts'
import { SMS_STATES } from '../filter-values.ts'

/**
 * What is done with one SIM beside changing its status: its fields, short messages, its APN, and finding out why it is silent.
 * Calls that change or send something take the header Idempotency-Key as those of sim-actions.calls.ts do.
 * A SIM that does not allow it answers HTTP 409: type_not_editable with the sentence of its type, or transition_not_allowed.
 */
const simParams = z.strictObject({ id: iccField })

const editedFields = z.strictObject({
  imei: customTextField,
  device: customTextField,
  customField1: customTextField,
  customField2: customTextField,
  imeiLock: z.boolean(),
})

export const editCustom = defineCall({
  method: 'POST',
  path: '/sim/editCustom',
  access: 'sims',
  inSpec: true,
  summary:
    'Change a SIM’s custom fields; omitted fields keep their value; with `expected` only while it has those values. IMEI, device and `imeiLock` (whether the diagnosis warns of another IMEI) only while the SIM is editable (HTTP 409 type_not_editable); ICC, MSISDN and APN never (HTTP 400)',
  body: z.strictObject({
    icc: iccField,
    imei: imeiField.optional(),
    device: customTextField.optional(),
    customField1: customTextField.optional(),
    customField2: customTextField.optional(),
    /** ours: the SIM is meant for this IMEI alone; the administrative test says when the network sees another one */
    imeiLock: z.boolean().optional(),
    /** read-only: a form may send them along, but not changed */
    msisdn: z.string().trim().max(40).optional(),
    apnId: z.number().int().optional(),
    /** values that these fields must still have: other ones are HTTP 409 conflict, and nothing is changed. An undo sends what it takes back */
    expected: editedFields.partial().optional(),
    /** in the person's words, for the SIM's timeline */
    reason: z.string().trim().max(300).optional(),
  }),
  data: z.object({
    success: z.boolean(),
    result: z.string(),
    icc: z.string(),
    imei: z.string(),
    device: z.string(),
    customField1: z.string(),
    customField2: z.string(),
    imeiLock: z.boolean(),
    /** names of the fields that are different now */
    changed: z.array(z.enum(['imei', 'device', 'customField1', 'customField2', 'imeiLock'])),
    /** what these had before */
    before: editedFields.partial(),
  }),
})

/** SIMs of one edit in the list, such as a column that was pasted into it. */
export const EDITED_SIMS_MAX = 1000

const ownFields = z.strictObject({ customField1: customTextField, customField2: customTextField }).partial()

export const editFields = defineCall({
  method: 'POST',
  path: '/sim/editFields',
  access: 'sims',
  summary: `Change the two custom fields of up to ${EDITED_SIMS_MAX} SIMs, each with its own values, all or none. An edit with \`expected\` is refused (HTTP 409 conflict, at \`edits.N\`) when the SIM has other values`,
  body: z.strictObject({
    edits: z
      .array(ownFields.extend({ icc: iccField, expected: ownFields.optional() }))
      .min(1)
      .max(EDITED_SIMS_MAX),
    /** in the person's words, for the timelines */
    reason: z.string().trim().max(300).optional(),
  }),
  data: z.object({
    /** the SIMs that are different now, with the former values of what is */
    changed: z.array(z.object({ icc: z.string(), customField1: z.string(), customField2: z.string(), before: ownFields })),
  }),
})

const smsMessage = z.object({
  messageId: z.number().int(),
  /** 'in': from the device */
  direction: z.enum(['in', 'out']),
  text: z.string(),
  segments: countField,
  state: z.enum(SMS_STATES),
  /** why it failed, in the reader's language; '' when it did not */
  cause: z.string(),
  at: timeField,
  /** when it was delivered, failed or given up; null while it is on its way */
  settledAt: timeField.nullable(),
  /** who sent it; '' for the device */
  actor: z.string(),
  /** from the device, and not yet marked as read */
  unread: z.boolean(),
})
export type SmsMessageData = z.infer<typeof smsMessage>

/** The rule for a message, one for form and server: domain/sms-segments.ts counts. */
export const smsText = z
  .string()
  .refine((text) => text.trim() !== '', { error: 'required' })
  .refine((text) => smsSegments(text).segments <= MAX_SMS_SEGMENTS, { error: 'smsTooLong' })

export const sendSms = defineCall({
  method: 'POST',
  path: '/sim/sms',
  access: 'sims',
  inSpec: true,
  summary: 'Send an SMS to a SIM; also for the chat of type 6 SIMs. Its delivery result appears in the timeline and the chat',
  body: z.strictObject({
    icc: iccField,
    /** the number that the person saw: another one than the SIM has now is HTTP 409 conflict */
    msisdn: z.string().trim().max(40).optional(),
    /** shown beside the number in the form; they change nothing */
    imei: z.string().max(40).optional(),
    device: z.string().max(200).optional(),
    message: smsText,
  }),
  data: z.object({
    success: z.boolean(),
    result: z.string(),
    icc: z.string(),
    encoding: z.enum(['gsm7', 'ucs2']),
    message: smsMessage,
  }),
})

/** Messages of a chat that one answer brings. */
export const CHAT_PAGE = 100

export const getChatSms = defineCall({
  method: 'GET',
  path: '/sim/getChatSms/{id}',
  access: 'sims',
  inSpec: true,
  summary: `Get the chat of a type 6 SIM, oldest first: the last ${CHAT_PAGE} messages, or those before one. Poll every few seconds to follow it`,
  params: simParams,
  query: z.strictObject({ before: z.coerce.number().int().positive().optional() }),
  data: z.object({
    icc: z.string(),
    msisdn: z.string(),
    messages: z.array(smsMessage),
    /** there are older ones */
    hasOlder: z.boolean(),
    unread: countField,
    /** null: a message can be sent now; else why not, with its sentence */
    code: z.string().nullable(),
    text: z.string(),
  }),
})

export const readChatSms = defineCall({
  method: 'POST',
  path: '/sim/readChatSms/{id}',
  access: 'sims',
  summary: 'Mark the messages of a chat as read, up to one',
  params: simParams,
  body: z.strictObject({ upTo: z.number().int().positive() }),
  data: z.object({ unread: countField }),
})

export const getApn = defineCall({
  method: 'GET',
  path: '/sim/apn/{id}',
  access: 'sims',
  inSpec: true,
  summary: 'Get the APN settings for a SIM’s device',
  params: simParams,
  data: z.object({ apnName: z.string(), apn: z.string(), username: z.string(), password: z.string() }),
})

const testData = <E extends z.ZodType>(evidence: E) =>
  z.object({
    success: z.boolean(),
    /** the text to show, in the reader's language */
    result: z.string(),
    code: z.enum(DIAGNOSIS_CODES),
    /** which icon: 'warning' passes with a doubt, 'unknown' is no verdict about the SIM */
    verdict: z.enum(DIAGNOSIS_VERDICTS),
    checkedAt: timeField,
    evidence,
    /** one proposed action; null when nothing is to be done */
    next: z.object({ action: z.enum(RECOMMENDED_ACTIONS), text: z.string() }).nullable(),
  })

const networkState = z.enum(REPORTED_STATES)

export const testAdministrative = defineCall({
  method: 'GET',
  path: '/sim/testAdministrative/{id}',
  access: 'sims',
  inSpec: true,
  summary: 'Run the administrative test: status, company, plan, APN, limits and IMEI, in this order',
  params: simParams,
  data: testData(
    z.object({
      simAdministrativeStatusId: z.number().int(),
      statusReason: z.string(),
      companyBlocked: z.boolean(),
      planName: z.string(),
      apn: z.string(),
      /** bytes of this cycle, of the SIM or (pooled plans) of its pool */
      usedBytes: countField,
      /** null: none */
      limitBytes: countField.nullable(),
      pooled: z.boolean(),
      imeiLock: z.boolean(),
      imei: z.string(),
      /** what the network sees; asked for only where there is a lock, else null */
      imeiSeen: z.string().nullable(),
    }),
  ),
})

export const testGsm = defineCall({
  method: 'GET',
  path: '/sim/testGsm/{id}',
  access: 'sims',
  inSpec: true,
  summary: 'Run the network test: whether the SIM is registered, queried from the network',
  params: simParams,
  /** null: the network gave no answer */
  data: testData(
    z
      .object({
        networkState,
        registered: z.boolean(),
        mcc: z.string(),
        mnc: z.string(),
        radioTechnology: z.string(),
        lastUpdateAt: timeField.nullable(),
        /** as the network sees it; '' when it does not report it */
        imei: z.string(),
      })
      .nullable(),
  ),
})

export const testGprs = defineCall({
  method: 'GET',
  path: '/sim/testGprs/{id}',
  access: 'sims',
  inSpec: true,
  summary: 'Run the data test: whether the SIM has an open session, queried from the network',
  params: simParams,
  /** null: the network gave no answer. Of the open session, or else of the last one */
  data: testData(
    z
      .object({
        networkState,
        open: z.boolean(),
        ip: z.string(),
        apnUsed: z.string(),
        apnExpected: z.string(),
        startedAt: timeField.nullable(),
        stoppedAt: timeField.nullable(),
        sgsnIp: z.string(),
        ggsnIp: z.string(),
        dataBytes: countField,
        /** why the last one ended, in the network's kinds; '' while it is open or unknown */
        endCause: z.string(),
      })
      .nullable(),
  ),
})
