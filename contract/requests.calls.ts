import { z } from 'zod'
import { ASSIGN_PROBLEMS, REQUEST_ACTIONS, REQUEST_STATES, REQUEST_TYPES } from '#domain/requests.ts'
import { defineCall } from './call.ts'
import { countField, timeField } from './fields.ts'
import { column, defineList } from './list-codec.ts'

const id = z.coerce.number().int().positive().max(2_147_483_647)
const requestParams = z.strictObject({ id })
const minor = z.number().int()

const total = z.object({
  /** ISO 4217 */
  currency: z.string(),
  /** hardware, in minor units */
  onceMinor: minor,
  /** plans of the SIMs, each month, in minor units */
  monthlyMinor: minor,
})

const line = z.object({
  lineNo: z.number().int(),
  kind: z.enum(['sims', 'hardware']),
  /** '' for hardware */
  planCode: z.string(),
  /** null for SIMs */
  hardwareId: z.number().int().nullable(),
  name: z.string(),
  /** origin and type of a plan, brand of hardware; once its name says the brand, its category */
  about: z.string(),
  picture: z.string(),
  quantity: countField,
  currency: z.string(),
  unitMinor: minor,
  totalMinor: minor,
  /** false: it is not offered any more, and the cart can't be submitted with it */
  isOffered: z.boolean(),
  /** SIMs that were assigned */
  assigned: countField,
})
export type RequestLine = z.infer<typeof line>

const cart = z.object({ lines: z.array(line), totals: z.array(total), simQuantity: countField })
export type CartData = z.infer<typeof cart>

export const getCart = defineCall({
  method: 'GET',
  path: '/requests/cart',
  access: 'requests',
  inSpec: false,
  summary: 'The reader’s cart, with the prices of now',
  data: cart,
})

export const emptyCart = defineCall({
  method: 'DELETE',
  path: '/requests/cart',
  access: 'requests',
  inSpec: false,
  summary: 'Empty the cart',
  data: cart,
})

export const setCartLine = defineCall({
  method: 'PUT',
  path: '/requests/cart',
  access: 'requests',
  inSpec: false,
  summary: 'Say how many SIMs on a plan, or pieces of hardware, the cart holds; 0 takes the line out',
  body: z.strictObject({
    planCode: z.string().min(1).max(100).optional(),
    hardwareId: id.optional(),
    quantity: z.number({ error: 'required' }).int().nonnegative(),
    /** beside those that are in the cart already */
    adds: z.boolean().default(false),
  }),
  data: cart,
})

export const submitCart = defineCall({
  method: 'POST',
  path: '/requests/submit',
  access: 'requests',
  inSpec: false,
  summary: 'Submit the cart as a request; its prices are frozen. HTTP 409 conflict when they are not those that were seen',
  body: z.strictObject({
    deliveryAddress: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(500),
    note: z.string().trim().max(1000).default(''),
    totals: z.array(total).max(20),
  }),
  data: z.object({ requestId: z.number().int() }),
})

const requestFilter = {
  company: id.optional(),
  status: z.enum(REQUEST_STATES).optional(),
  type: z.enum(REQUEST_TYPES).optional(),
  /** of creation; both days included, in the time zone of the reader's company */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
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
})

export const getRequests = defineCall({
  method: 'GET',
  path: '/requests/list',
  access: 'requests',
  inSpec: true,
  summary: 'Requests of the companies that the reader sees, newest first',
  query: z.strictObject({
    ...requestFilter,
    limit: z.coerce.number().int().min(1).max(1000).default(100),
    /** where the page before ended, from the header x-next-cursor */
    cursor: z.string().max(40).optional(),
  }),
  list: requestList,
})

export const exportRequests = defineCall({
  method: 'GET',
  path: '/requests/export',
  access: 'requests',
  inSpec: false,
  summary: 'The same as a file: CSV and XLSX for people, TSV with the columns of the list',
  query: z.strictObject({ ...requestFilter, format: z.enum(['csv', 'xlsx', 'tsv']).default('csv') }),
  file: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/tab-separated-values'],
})

export const getRequestCompanies = defineCall({
  method: 'GET',
  path: '/requests/companies',
  access: 'requests',
  inSpec: false,
  summary: 'Companies of the reader’s that have asked for something, by name',
  list: defineList({ companyId: column.number, company: column.text }),
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
})

export const getRequestSims = defineCall({
  method: 'GET',
  path: '/requests/detail/{id}',
  access: 'requests',
  inSpec: true,
  summary: 'The SIMs with which a request was filled, each with the plan that was ordered',
  params: requestParams,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(1000).default(100),
    cursor: z.string().max(40).optional(),
  }),
  list: requestSimList,
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
  lines: z.array(line),
  totals: z.array(total),
  /** since it was submitted, the first one first */
  steps: z.array(step),
  /** what the reader can do now, the usual next step first */
  actions: z.array(z.enum(REQUEST_ACTIONS)),
  /** the reader can assign SIMs now */
  canAssign: z.boolean(),
})
export type RequestData = z.infer<typeof requestData>

export const getRequest = defineCall({
  method: 'GET',
  path: '/requests/{id}',
  access: 'requests',
  inSpec: false,
  summary: 'A request with its lines, its steps and what can be done with it',
  params: requestParams,
  data: requestData,
})

const noteField = z.string().trim().max(1000).default('')

const stepCall = <const A extends string, const B extends z.ZodObject>(
  action: A,
  access: 'requests' | 'admin',
  summary: string,
  body: B,
) =>
  defineCall({
    method: 'POST',
    path: `/requests/{id}/${action}`,
    access,
    inSpec: false,
    summary,
    params: requestParams,
    body,
    data: requestData,
  })

const withNote = z.strictObject({ note: noteField })

export const cancelRequest = stepCall('cancel', 'requests', 'Call a request off, as long as it is not approved', withNote)
export const approveRequest = stepCall('approve', 'admin', 'Approve a request', withNote)
export const rejectRequest = stepCall(
  'reject',
  'admin',
  'Reject a request, with a reason',
  z.strictObject({ note: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(1000) }),
)
export const prepareRequest = stepCall('prepare', 'admin', 'Begin to prepare an approved request', withNote)
export const shipRequest = stepCall(
  'ship',
  'admin',
  'Say that a request is on its way; all of its SIMs have to be assigned',
  z.strictObject({
    note: noteField,
    carrier: z.string().trim().max(120).default(''),
    tracking: z.string().trim().max(120).default(''),
  }),
)
export const deliverRequest = stepCall(
  'deliver',
  'requests',
  'Say that a request has arrived; its hardware is the company’s from then on',
  withNote,
)
export const closeRequest = stepCall('close', 'requests', 'Close a delivered request', withNote)

const assignAnswer = z.object({
  /** 0 when anything is wrong: it is all of them or none */
  assigned: countField,
  /** the first hundred, by their place in the list or file */
  refused: z.array(z.object({ line: countField, value: z.string(), reason: z.enum(ASSIGN_PROBLEMS), sentence: z.string() })),
  refusedCount: countField,
})
export type AssignAnswer = z.infer<typeof assignAnswer>

const apnField = z.coerce.number().int().positive().max(32_767)

export const assignRequestSims = defineCall({
  method: 'POST',
  path: '/requests/{id}/assign',
  access: 'admin',
  inSpec: false,
  summary: 'Assign SIMs to a line of a request: so many from stock, or those of a list. An ICC that is new becomes a SIM',
  params: requestParams,
  body: z.strictObject({
    lineNo: z.number().int().positive().max(1000),
    /** so many of the operator's unused SIMs of the plan's origin and type */
    stock: z.number().int().positive().max(100_000).optional(),
    icc: z.array(z.string().max(60)).min(1).max(100_000).optional(),
    /** of SIMs that are new */
    apnId: apnField,
  }),
  bodyLimit: 4 * 1024 * 1024,
  data: assignAnswer,
})

/** Largest file of SIMs for a request, bytes: a hundred thousand lines with their numbers. */
export const ASSIGN_FILE_MAX_BYTES = 16 * 1024 * 1024

export const assignRequestFile = defineCall({
  method: 'POST',
  path: '/requests/{id}/assignFile',
  access: 'admin',
  inSpec: false,
  summary: 'The same from a file (CSV, TSV or XLSX) with a column of ICCs, and of IMSIs and MSISDNs if it has them',
  params: requestParams,
  query: z.strictObject({ lineNo: z.coerce.number().int().positive().max(1000), apnId: apnField }),
  upload: [
    'application/octet-stream',
    'text/csv',
    'text/tab-separated-values',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  bodyLimit: ASSIGN_FILE_MAX_BYTES,
  data: assignAnswer,
})

export const getAssignChoices = defineCall({
  method: 'GET',
  path: '/requests/{id}/assignChoices',
  access: 'admin',
  inSpec: false,
  summary: 'For each line of SIMs how many are in stock, and the APNs for new ones, those of its origin and type first',
  params: requestParams,
  data: z.object({
    lines: z.array(z.object({ lineNo: z.number().int(), inStock: countField, apnId: z.number().int().nullable() })),
    apns: z.array(z.object({ apnId: z.number().int(), apnName: z.string() })),
  }),
})
