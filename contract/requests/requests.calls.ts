import { z } from 'zod'
import { REQUEST_ACTIONS, REQUEST_STATES, REQUEST_TYPES } from '#domain/requests.ts'
import { defineCall } from '../call.ts'
import { countField, idParam, LIST_FILES, listFormat, pageFields, subsidiariesField, timeField } from '../fields.ts'
import { column, defineList } from '../list-codec.ts'
import { valueCounts } from '../value-counts.ts'
import { requestLine, requestParams, requestTotal } from './request-fields.ts'

const requestFilter = {
  company: idParam.describe('Number of the company').optional(),
  subsidiaries: subsidiariesField,
  status: z.enum(REQUEST_STATES).optional(),
  type: z.enum(REQUEST_TYPES).optional(),
  from: z.iso.date().describe('First day of creation, in the time zone of the reader’s company').optional(),
  to: z.iso.date().describe('Last day').optional(),
}

export const requestList = defineList({
  requestId: column.number,
  companyId: column.number,
  company: column.text,
  creationDate: column.time,
  resolutionDate: column.nullable(column.time),
  requestingUser: column.text,
  simQuantity: column.number,
  /** of REQUEST_STATES */
  status: column.text,
  /** of REQUEST_TYPES */
  type: column.text,
  /** what is paid, as JSON: the totals of the request’s page */
  totals: column.text,
  /** what is asked for, as JSON: kind, name and quantity of each line */
  items: column.text,
  /** SIMs that must be assigned before it is shipped; 0 until its approval, and once it is shipped */
  simsToAssign: column.number,
  /** the step that waits for the reader, of REQUEST_ACTIONS; '' when it is another’s turn, or it has ended */
  awaited: column.text,
})

export const getRequests = defineCall({
  method: 'GET',
  path: '/requests/list',
  access: 'requests',
  inSpec: true,
  summary: 'List requests of your companies, newest first',
  query: z.strictObject({
    ...requestFilter,
    order: z
      .enum(['newest', 'waiting'])
      .default('newest')
      .describe('`waiting`: first those whose next step is the reader’s, the oldest first'),
    ...pageFields(),
  }),
  list: requestList,
})

export const countRequests = defineCall({
  method: 'GET',
  path: '/requests/counts',
  access: 'requests',
  summary: 'Count requests by status',
  query: z.strictObject(requestFilter).omit({ status: true }),
  data: valueCounts,
})

export const exportRequests = defineCall({
  method: 'GET',
  path: '/requests/export',
  access: 'requests',
  summary: 'Download requests: CSV or XLSX with headings, or TSV with the list’s columns',
  query: z.strictObject({ ...requestFilter, format: listFormat }),
  file: LIST_FILES,
})

export const requestSimList = defineList({
  requestSimId: column.number,
  icc: column.text,
  /** '' while unknown */
  msisdn: column.text,
  providerId: column.number,
  planTypeName: column.text,
  planName: column.text,
  planCode: column.text,
  activationDate: column.nullable(column.time),
  /** the SIM's administrative status; null once it is another company's */
  status: column.nullable(column.number),
  /** '' without one, or once it is another company's */
  label: column.text,
})

export const getRequestSims = defineCall({
  method: 'GET',
  path: '/requests/detail/{id}',
  access: 'requests',
  inSpec: true,
  summary: 'List the SIMs assigned to a request, with the plan ordered',
  params: requestParams,
  query: z.strictObject({
    ...pageFields(),
  }),
  list: requestSimList,
})

export const exportRequestSims = defineCall({
  method: 'GET',
  path: '/requests/{id}/sims/export',
  access: 'requests',
  summary: 'Download the SIMs assigned to a request: CSV or XLSX with headings, or TSV with the list’s columns; streamed',
  params: requestParams,
  query: z.strictObject({ format: listFormat }),
  file: LIST_FILES,
})

const step = z.object({
  status: z.enum(REQUEST_STATES),
  at: timeField,
  /** who did it: an address */
  actor: z.string(),
  note: z.string(),
})

export const requestData = z.object({
  requestId: z.number().int(),
  companyId: z.number().int(),
  company: z.string(),
  creationDate: timeField,
  resolutionDate: timeField.nullable(),
  requestingUser: z.string(),
  simQuantity: countField,
  status: z.enum(REQUEST_STATES),
  type: z.enum(REQUEST_TYPES),
  deliveryAddress: z.string(),
  note: z.string(),
  carrier: z.string(),
  tracking: z.string(),
  lines: z.array(requestLine),
  totals: z.array(requestTotal),
  /** since it was submitted, the first one first */
  steps: z.array(step),
  /** what the reader can do now, the usual next step first */
  actions: z.array(z.enum(REQUEST_ACTIONS)),
  /** the reader can assign SIMs now */
  canAssign: z.boolean(),
  /** the reader can take SIMs back that were assigned */
  canUnassign: z.boolean(),
})
export type RequestData = z.infer<typeof requestData>

export const getRequest = defineCall({
  method: 'GET',
  path: '/requests/{id}',
  access: 'requests',
  summary: 'Get a request with its lines, history and available actions',
  params: requestParams,
  data: requestData,
})
