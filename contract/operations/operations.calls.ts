import { z } from 'zod'
import { OPERATION_KINDS } from '#domain/eligibility.ts'
import { ITEM_STATES, OPERATION_ACTIONS, OPERATION_STATES, PLAN_STARTS } from '#domain/operations.ts'
import { SILENCE_CAUSES } from '#domain/silence-cause.ts'
import { defineCall } from '../call.ts'
import { countField, iccField, idParam, pageFields, streamSeconds, subsidiariesField, timeField } from '../fields.ts'
import { column, defineList } from '../list-codec.ts'
import { lockedArea, lockedDevice } from '../locks/locks.calls.ts'
import { simFilter } from '../sims/sims.calls.ts'
import { valueCounts } from '../value-counts.ts'
import { massAnswer } from './mass-actions.calls.ts'

// What became of what mass-actions.calls.ts starts: seen, followed and steered.

export const operationParams = z.strictObject({ operationId: idParam })

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
    planCode: z.string().optional(),
    from: z.enum(PLAN_STARTS).optional(),
    /** names of tags */
    add: z.array(z.string()).optional(),
    remove: z.array(z.string()).optional(),
    /** the advice on plans that it follows */
    advice: z.object({ companyId: z.number().int(), adviceId: z.uuid() }).optional(),
    /** the path of a group; '' for none */
    group: z.string().optional(),
    /** the lock that the SIMs get */
    lock: z
      .object({
        device: lockedDevice.optional(),
        area: lockedArea.partial({ geofences: true }).optional(),
        emails: z.array(z.string()).optional(),
        /** they give up locks of their own for those of their groups and companies */
        inherits: z.boolean().optional(),
      })
      .optional(),
  }),
  reason: z.string(),
  user: z.string(),
  companyId: z.number().int(),
  companyName: z.string(),
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
  /** what this reader can do with it now */
  actions: z.array(z.enum(OPERATION_ACTIONS)),
  /**
   * said when all lines are final, '' before: of a single action how it ended, of many 'Proceso realizado exitosamente' when each
   * one succeeded
   */
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
  companyName: column.text,
})

const pageQuery = {
  ...pageFields(),
}

export const operationFilter = {
  state: z.enum(OPERATION_STATES).describe('Only those in this state').optional(),
  kind: z.enum(OPERATION_KINDS).describe('Only those that do this').optional(),
  company: idParam.describe('Only those that users of this company began').optional(),
  subsidiaries: subsidiariesField,
  icc: iccField.describe('Only those with a line for this SIM').optional(),
  mine: z.enum(['true', 'false']).describe('Only the reader’s own').optional(),
  failed: z.enum(['true', 'false']).describe('Only those with lines that failed').optional(),
  single: z.enum(['true', 'false']).describe('Single actions too').optional(),
  from: z.iso.date().describe('Only those created from this day on, in the time zone of the reader’s company').optional(),
  to: z.iso.date().describe('Only those created up to this day').optional(),
}

export const listOperations = defineCall({
  method: 'GET',
  path: '/operations',
  access: 'sims',
  summary: 'List operations of your company, newest first, without drafts; single actions only with `single` or `icc`',
  query: z.strictObject({ ...pageQuery, ...operationFilter }),
  list: operationList,
})

export const countOperations = defineCall({
  method: 'GET',
  path: '/operations/counts',
  access: 'sims',
  summary: 'Count operations by state, as listed',
  query: z.strictObject(operationFilter).omit({ state: true }),
  data: valueCounts,
})

export const getOperation = defineCall({
  method: 'GET',
  path: '/operations/{operationId}',
  access: 'sims',
  summary: 'Get an operation',
  params: operationParams,
  data: operationData,
})

export const operationItemList = defineList({
  line: column.number,
  icc: column.text,
  /** of the SIM as it is now; '' when the reader may not see it any more */
  customField1: column.text,
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
  /** the SIM's administrative status when the line was first sent; null before */
  fromStatus: column.nullable(column.number),
})

export const listOperationItems = defineCall({
  method: 'GET',
  path: '/operations/{operationId}/items',
  access: 'sims',
  summary: 'List the lines of an operation',
  params: operationParams,
  query: z.strictObject({
    ...pageQuery,
    state: z.enum(ITEM_STATES).describe('Only lines in this state').optional(),
    code: z.string().max(40).describe('Only lines with this reason').optional(),
  }),
  list: operationItemList,
})

export const getOperationGroups = defineCall({
  method: 'GET',
  path: '/operations/{operationId}/groups',
  access: 'sims',
  summary: 'Get how many of an operation’s SIMs are in each group now; also of a draft',
  params: operationParams,
  data: z.array(
    z.object({
      /** the path; '' for those in none */
      group: z.string(),
      lines: countField,
    }),
  ),
})

export const getOperationCauses = defineCall({
  method: 'GET',
  path: '/operations/{operationId}/causes',
  access: 'sims',
  summary: 'Get the causes that a diagnosis has found so far, with most SIMs first; no other operation has any',
  params: operationParams,
  data: z.array(
    z.object({
      cause: z.enum(SILENCE_CAUSES),
      lines: countField,
      /** the first of them; all are in listOperationItems with the cause as `code` */
      sims: z.array(z.object({ icc: z.string(), customField1: z.string() })),
    }),
  ),
})

const steering = (verb: string, summary: string, access: 'sims' | 'admin' = 'sims') =>
  defineCall({
    method: 'POST',
    path: `/operations/{operationId}/${verb}`,
    access,
    summary,
    params: operationParams,
    data: operationData,
  })

export const confirmOperation = defineCall({
  method: 'POST',
  path: '/operations/{operationId}/confirm',
  access: 'sims',
  summary: 'Start a draft; its lines are checked again, and a filter is resolved now',
  params: operationParams,
  body: z.strictObject({ scheduledAt: timeField.describe('When to start; at once without it').optional() }),
  data: massAnswer,
})
export const pauseOperation = steering('pause', 'Take up no further line; those at the network go on')
export const resumeOperation = steering('resume', 'Go on after a pause; for who may start such an operation')
export const cancelOperation = steering('cancel', 'Leave out the lines that have not begun; those at the network go on')
export const retryOperation = steering('retry', 'Run the failed lines again; for who may start such an operation')
export const withdrawOperation = steering(
  'withdraw',
  'Withdraw the terminations that are still cooling off: each SIM goes back to the status before',
)
export const approveOperation = steering('approve', 'End the cooling-off of a termination now', 'admin')

export const previewOperation = defineCall({
  method: 'GET',
  path: '/operations/{operationId}/preview',
  access: 'sims',
  summary: 'Judge the lines of a draft again: what would run now, and what would not and why',
  params: operationParams,
  data: massAnswer,
})

export const discardOperation = defineCall({
  method: 'DELETE',
  path: '/operations/{operationId}',
  access: 'sims',
  summary: 'Delete a draft',
  params: operationParams,
  data: z.null(),
})

export const streamOperations = defineCall({
  method: 'GET',
  path: '/operations/events',
  access: 'sims',
  summary:
    'Stream progress as server-sent events: each open operation first, then each change, at most four a second per operation. Requires the header x-api-key, so use fetch, not EventSource',
  query: z.strictObject({
    /** only this one, also when it is over */
    operationId: idParam.optional(),
    seconds: streamSeconds,
  }),
  events: operationProgress,
})
