import { z } from 'zod'
import { EXCLUSIONS, OPERATION_KINDS } from '#domain/eligibility.ts'
import { ITEM_STATES, OPERATION_ACTIONS, OPERATION_STATES } from '#domain/operations.ts'
import { defineCall } from './call.ts'
import { countField, iccField, streamSeconds, timeField } from './fields.ts'
import { column, defineList } from './list-codec.ts'
import { simFilter } from './sims.calls.ts'

/**
 * What is done to many SIMs. Every call under /sim/massive… and /sim/assignSims takes the same lines and options:
 *
 *   which SIMs, exactly one of
 *     icc       ICCs as they were ticked or pasted; each is a line, also one that does not exist or comes twice
 *     filter    all that match, as in POST /sim/sims; frozen when the operation is confirmed. `except` leaves some out
 *     fileId    an uploaded CSV or XLSX file (uploadOperationFile); each row of it is a line
 *   and
 *     preview      true: judge, start nothing. The operation is a draft that confirmOperation starts; drafts live for a day
 *     scheduledAt  start then instead of now
 *     reason       in the person's words, for the timeline of each SIM
 *
 * The answer is `{operationId, accepted, excluded}` within two seconds; the lines run in the background. Follow them by
 * streamOperations (live) or getOperation, page through them by listOperationItems, download them by downloadOperation.
 * All mutating calls take the header Idempotency-Key: same key and body, same answer for 24 hours, no second effect.
 * Operations belong to the company of whoever started them and are seen by that company and those above it.
 */

/** Lines that one operation can have. */
export const OPERATION_MAX_LINES = 1_000_000
/** Excluded lines that an answer names; all of them are in the download and in listOperationItems?state=skipped. */
export const SHOWN_EXCLUSIONS = 500
/** Bytes of an uploaded file: some three million rows of an ICC and a few columns. */
export const OPERATION_FILE_MAX_BYTES = 256 * 1024 * 1024

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const id = z.number().int().positive().max(2_147_483_647)
const operationParams = z.strictObject({ operationId: z.coerce.number().int().positive().max(2_147_483_647) })

const which = {
  icc: z.array(z.string().max(60)).min(1).max(OPERATION_MAX_LINES).optional(),
  filter: simFilter.optional(),
  except: z.array(iccField).max(100_000).optional(),
  fileId: id.optional(),
}
const how = {
  preview: z.boolean().optional(),
  scheduledAt: timeField.optional(),
  reason: z.string().trim().max(300).optional(),
}

interface Lines {
  icc?: unknown
  filter?: unknown
  except?: unknown
  fileId?: unknown
}

const namesOneSource = ({ icc, filter, except, fileId }: Lines): boolean =>
  [icc, filter, fileId].filter((source) => source !== undefined).length === 1 && (except === undefined || filter !== undefined)

const massBody = <S extends z.ZodRawShape>(more: S) =>
  z.strictObject({ ...which, ...how, ...more }).refine((body) => namesOneSource(body as Lines), {
    error: 'oneSource',
    path: ['icc'],
  })

const excludedLine = z.object({
  /** as it was given */
  icc: z.string(),
  code: z.enum(EXCLUSIONS),
  text: z.string(),
})

export const massAnswer = z.object({
  operationId: z.number().int(),
  /** lines that run */
  accepted: countField,
  /** the first lines that do not, with the reason of each */
  excluded: z.array(excludedLine),
  total: countField,
  excludedTotal: countField,
  /** how many lines each reason keeps out */
  reasons: z.array(z.object({ code: z.enum(EXCLUSIONS), text: z.string(), lines: countField })),
  /** 'draft' for a preview */
  state: z.enum(OPERATION_STATES),
  /** SMS only: segments that all lines together will send */
  segments: countField.nullable(),
  /** of a preview: how long it will take; null once it is started, and where no network is asked for a while (terminations) */
  forecast: z
    .object({
      /** from its start to its last line, at what the networks allow and how fast they answer now; null: nobody can tell */
      seconds: countField.nullable(),
      /** lines that wait for a network which does not answer now; `seconds` is without them */
      held: countField,
    })
    .nullable(),
})
export type MassAnswer = z.infer<typeof massAnswer>

/** JSON of a million ICCs. */
const MASS_BODY_BYTES = 40 * 1024 * 1024

const mass = <S extends z.ZodRawShape>(path: `/sim/${string}`, inSpec: boolean, summary: string, more: S) =>
  defineCall({
    method: 'POST',
    path,
    access: 'sims',
    inSpec,
    summary,
    body: massBody(more),
    bodyLimit: MASS_BODY_BYTES,
    data: massAnswer,
  })

export const massActivation = mass('/sim/massiveActivation', false, 'Activate many SIMs; it can not be undone', {})
export const massHibernation = mass('/sim/massiveHibernation', true, 'Hibernate many SIMs', {})
export const massReactivation = mass('/sim/massiveReactivation', true, 'Reactivate many SIMs', {})
export const massTermination = mass(
  '/sim/massiveTermination',
  true,
  'Ask for the termination of many SIMs; lines can be withdrawn until the cooling-off is over',
  {},
)
export const massReset = mass('/sim/massiveReset', false, 'Restart many SIMs; statuses stay as they are', {})
export const massSms = mass('/sim/massiveSms', true, 'Send one text to many SIMs', {
  message: z.string().min(1, { error: 'required' }).max(1530),
})

const customText = z.string().trim().max(120)
export const massCustom = mass(
  '/sim/massiveCustom',
  true,
  "Set custom fields of many SIMs: one value for all lines, or each line's own from the file's columns of that name",
  {
    customField1: customText.optional(),
    customField2: customText.optional(),
    device: customText.optional(),
  },
)

export const assignSims = mass('/sim/assignSims', true, 'Move SIMs to another company', { companyId: id })

export const listAssignees = defineCall({
  method: 'GET',
  path: '/sim/assignList',
  access: 'sims',
  inSpec: true,
  summary: 'Companies to which SIMs can be moved: the own one and those below',
  data: z.array(z.object({ companyId: z.number().int(), companyName: z.string() })),
})

export const uploadOperationFile = defineCall({
  method: 'POST',
  path: '/operations/files',
  access: 'sims',
  inSpec: false,
  summary: 'Hand in a CSV, TSV or XLSX file whose rows are lines of an operation; the ICC column is found by its header',
  query: z.strictObject({ fileName: z.string().min(1).max(255) }),
  upload: ['application/octet-stream', 'text/csv', 'text/tab-separated-values', XLSX],
  bodyLimit: OPERATION_FILE_MAX_BYTES,
  data: z.object({
    fileId: z.number().int(),
    fileName: z.string(),
    lines: countField,
    columns: z.array(
      z.object({
        header: z.string(),
        samples: z.array(z.string()),
        /** what the column holds: icc, customField1, customField2, device; null: it only comes along into the results */
        field: z.enum(['icc', 'customField1', 'customField2', 'device']).nullable(),
      }),
    ),
  }),
})

export const itemCounts = z.object({
  pending: countField,
  running: countField,
  succeeded: countField,
  failed: countField,
  skipped: countField,
  cancelled: countField,
})

/** How an operation stands: one event of the live stream. */
export const operationProgress = z.object({
  operationId: z.number().int(),
  kind: z.enum(OPERATION_KINDS),
  state: z.enum(OPERATION_STATES),
  total: countField,
  counts: itemCounts,
  /** lines that are final, percent, rounded down */
  percent: z.number().int().min(0).max(100),
})
export type OperationProgress = z.infer<typeof operationProgress>

export const operationData = operationProgress.extend({
  source: z.enum(['single', 'list', 'filter', 'file']),
  /** the frozen filter, for the page to show in words; null for other sources */
  filter: simFilter.nullable(),
  fileName: z.string().nullable(),
  parameters: z.object({
    message: z.string().optional(),
    companyId: z.number().int().optional(),
    customField1: z.string().optional(),
    customField2: z.string().optional(),
    device: z.string().optional(),
  }),
  reason: z.string(),
  user: z.string(),
  companyId: z.number().int(),
  createdAt: timeField,
  scheduledAt: timeField.nullable(),
  startedAt: timeField.nullable(),
  finishedAt: timeField.nullable(),
  /** terminations: until when the first lines can be withdrawn */
  coolingUntil: timeField.nullable(),
  /** lines a second over the last half minute of work, and when it will be done at that rate; null when it is not running, or lines wait */
  rate: z.number().nullable(),
  expectedAt: timeField.nullable(),
  /** why lines did not run or failed, or wait for longer than their turn; most frequent first, `text` in the reader's language */
  reasons: z.array(
    z.object({
      state: z.enum(['pending', 'running', 'failed', 'skipped', 'cancelled']),
      code: z.string(),
      text: z.string(),
      lines: countField,
      /** of lines that are at the network: since when the first of them waits for its answer; else null */
      since: timeField.nullable(),
    }),
  ),
  /** what can be done with it now */
  actions: z.array(z.enum(OPERATION_ACTIONS)),
  /** said when all lines are final: 'Proceso realizado exitosamente' when each one succeeded; '' before */
  summary: z.string(),
})
export type OperationData = z.infer<typeof operationData>

export const operationList = defineList({
  operationId: column.number,
  kind: column.text,
  state: column.text,
  source: column.text,
  total: column.number,
  pending: column.number,
  running: column.number,
  succeeded: column.number,
  failed: column.number,
  skipped: column.number,
  cancelled: column.number,
  /** the only SIM of a single operation; empty otherwise */
  icc: column.text,
  reason: column.text,
  user: column.text,
  companyId: column.number,
  createdAt: column.time,
  scheduledAt: column.nullable(column.time),
  startedAt: column.nullable(column.time),
  finishedAt: column.nullable(column.time),
})

const pageQuery = {
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  /** where the page before ended, from the header x-next-cursor */
  cursor: z.string().max(200).optional(),
}

export const listOperations = defineCall({
  method: 'GET',
  path: '/operations',
  access: 'sims',
  inSpec: false,
  summary:
    "The company's operations, newest first; single actions only when asked for by `single` or `icc`. Drafts are left out",
  query: z.strictObject({
    ...pageQuery,
    state: z.enum(OPERATION_STATES).optional(),
    kind: z.enum(OPERATION_KINDS).optional(),
    /** only those with a line for this SIM */
    icc: iccField.optional(),
    /** 'true': only the reader's own */
    mine: z.enum(['true', 'false']).optional(),
    /** 'true': single actions too */
    single: z.enum(['true', 'false']).optional(),
  }),
  list: operationList,
})

export const getOperation = defineCall({
  method: 'GET',
  path: '/operations/{operationId}',
  access: 'sims',
  inSpec: false,
  summary: 'How an operation stands',
  params: operationParams,
  data: operationData,
})

export const operationItemList = defineList({
  line: column.number,
  icc: column.text,
  state: column.text,
  code: column.text,
  /** the sentence for the code, in the reader's language, with the network's own words */
  text: column.text,
  retryable: column.boolean,
  attempts: column.number,
  /** a line that waits: until when */
  dueAt: column.nullable(column.time),
  /** when it became what it is; of a line that runs: when it was sent to the network */
  updatedAt: column.time,
})

export const listOperationItems = defineCall({
  method: 'GET',
  path: '/operations/{operationId}/items',
  access: 'sims',
  inSpec: false,
  summary: 'The lines of an operation in their order, by page',
  params: operationParams,
  query: z.strictObject({
    ...pageQuery,
    state: z.enum(ITEM_STATES).optional(),
    code: z.string().max(40).optional(),
  }),
  list: operationItemList,
})

export const downloadOperation = defineCall({
  method: 'GET',
  path: '/operations/{operationId}/results',
  access: 'sims',
  inSpec: false,
  summary: 'Every line as it was handed in, with status, code, text and time; of a draft: what would happen to it',
  params: operationParams,
  query: z.strictObject({ format: z.enum(['csv', 'xlsx']).default('csv'), state: z.enum(ITEM_STATES).optional() }),
  file: ['text/csv', XLSX],
})

export const getOperationCost = defineCall({
  method: 'GET',
  path: '/operations/{operationId}/cost',
  access: 'sims',
  inSpec: false,
  summary: 'What the lines of an activation cost in a cycle, by plan; of a draft: what they would',
  params: operationParams,
  data: z.object({
    /** the plan with most lines first */
    plans: z.array(
      z.object({
        planCode: z.string(),
        planName: z.string(),
        lines: countField,
        /** of one line */
        amountMinor: z.number().int(),
        currency: z.string(),
      }),
    ),
    /** of all lines, by currency */
    totals: z.array(z.object({ amountMinor: z.number().int(), currency: z.string() })),
  }),
})

const steering = (verb: string, summary: string, access: 'sims' | 'admin' = 'sims') =>
  defineCall({
    method: 'POST',
    path: `/operations/{operationId}/${verb}`,
    access,
    inSpec: false,
    summary,
    params: operationParams,
    data: operationData,
  })

export const confirmOperation = defineCall({
  method: 'POST',
  path: '/operations/{operationId}/confirm',
  access: 'sims',
  inSpec: false,
  summary: 'Start a draft: lines are judged again, a filter is frozen now',
  params: operationParams,
  body: z.strictObject({ scheduledAt: timeField.optional() }),
  data: massAnswer,
})
export const pauseOperation = steering('pause', 'Take up no further line; those at the network go on')
export const resumeOperation = steering('resume', 'Go on after a pause')
export const cancelOperation = steering('cancel', 'Leave out the lines that have not begun; those at the network go on')
export const retryOperation = steering('retry', 'Run the failed lines again')
export const withdrawOperation = steering(
  'withdraw',
  'Withdraw the terminations that are still cooling off: each SIM goes back to the status before',
)
export const approveOperation = steering('approve', 'End the cooling-off of a termination now', 'admin')

export const discardOperation = defineCall({
  method: 'DELETE',
  path: '/operations/{operationId}',
  access: 'sims',
  inSpec: false,
  summary: 'Forget a draft',
  params: operationParams,
  data: z.null(),
})

export const streamOperations = defineCall({
  method: 'GET',
  path: '/operations/events',
  access: 'sims',
  inSpec: false,
  summary:
    'Live progress as server-sent events. First how each open operation stands, then each change (at most four a second for one operation). The header x-api-key is needed, so read it with fetch, not EventSource',
  query: z.strictObject({
    /** only this one, also when it is over */
    operationId: z.coerce.number().int().positive().max(2_147_483_647).optional(),
    seconds: streamSeconds,
  }),
  events: operationProgress,
})
