import { z } from 'zod'
import { ASSIGN_PROBLEMS } from '#domain/requests.ts'
import { defineCall } from '../call.ts'
import { countField, iccField, XLSX } from '../fields.ts'
import { requestParams } from './request-fields.ts'
import { requestData } from './requests.calls.ts'

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
    summary,
    params: requestParams,
    body,
    data: requestData,
  })

const withNote = z.strictObject({ note: noteField })

export const cancelRequest = stepCall('cancel', 'requests', 'Cancel a request that is not yet approved', withNote)
export const approveRequest = stepCall('approve', 'admin', 'Approve a request', withNote)
export const rejectRequest = stepCall(
  'reject',
  'admin',
  'Reject a request, with a reason',
  z.strictObject({ note: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(1000) }),
)
export const prepareRequest = stepCall('prepare', 'admin', 'Start preparing an approved request', withNote)
export const shipRequest = stepCall(
  'ship',
  'admin',
  'Mark a request as shipped; all its SIMs must be assigned',
  z.strictObject({
    note: noteField,
    carrier: z.string().trim().max(120).default(''),
    tracking: z.string().trim().max(120).default(''),
  }),
)
export const deliverRequest = stepCall(
  'deliver',
  'requests',
  'Mark a request as delivered; its hardware becomes the company’s',
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
  summary: 'Assign SIMs to a request line: a quantity from stock, or a list of ICCs; unknown ICCs are created',
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

export const unassignRequestSim = defineCall({
  method: 'DELETE',
  path: '/requests/{id}/sims/{icc}',
  access: 'admin',
  summary: 'Return an assigned SIM to the operator’s stock, while it is unused and the request not shipped',
  params: requestParams.extend({ icc: iccField }),
  data: requestData,
})

/** Largest file of SIMs for a request, bytes: a hundred thousand lines with their numbers. */
export const ASSIGN_FILE_MAX_BYTES = 16 * 1024 * 1024

export const assignRequestFile = defineCall({
  method: 'POST',
  path: '/requests/{id}/assignFile',
  access: 'admin',
  summary: 'Assign SIMs to a request line from a file (CSV, TSV or XLSX) with a column of ICCs, optionally IMSIs and MSISDNs',
  params: requestParams,
  query: z.strictObject({ lineNo: z.coerce.number().int().positive().max(1000), apnId: apnField }),
  upload: ['application/octet-stream', 'text/csv', 'text/tab-separated-values', XLSX],
  bodyLimit: ASSIGN_FILE_MAX_BYTES,
  data: assignAnswer,
})

export const getAssignChoices = defineCall({
  method: 'GET',
  path: '/requests/{id}/assignChoices',
  access: 'admin',
  summary: 'Get the stock for each SIM line of a request, and the APNs for new SIMs',
  params: requestParams,
  data: z.object({
    lines: z.array(z.object({ lineNo: z.number().int(), inStock: countField, apnId: z.number().int().nullable() })),
    apns: z.array(z.object({ apnId: z.number().int(), apnName: z.string() })),
  }),
})
