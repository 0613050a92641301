import { useQueryClient } from '@tanstack/react-query'
import type { CallData } from '#contract/call.ts'
import type { RowOf } from '#contract/list-codec.ts'
import * as stepCalls from '#contract/requests/request-steps.calls.ts'
import * as calls from '#contract/requests/requests.calls.ts'
import type { RequestAction } from '#domain/requests.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { countsQuery } from '#web/lib/counts-query.ts'
import { type FilterOf, pagedQuery } from '#web/lib/paged-query.ts'
import { useInvalidatingMutation } from '#web/lib/use-invalidating-mutation.ts'
import type { FileFormat } from '#web/ui/file-menu.tsx'

export type { RequestData } from '#contract/requests/requests.calls.ts'
export type RequestRow = RowOf<typeof calls.requestList>
export type RequestSim = RowOf<typeof calls.requestSimList>
type RequestsFilter = FilterOf<typeof calls.getRequests>
export type AssignChoices = CallData<typeof stepCalls.getAssignChoices>

/** Polling interval, ms: the other side can take a step at any time. */
const POLL_INTERVAL_MS = 15_000

export const requestsQuery = (filter: RequestsFilter) =>
  pagedQuery(calls.getRequests, ['requests', 'list', filter], filter, { refetchInterval: POLL_INTERVAL_MS })

/** By status, whichever the list is filtered by. */
export const requestCountsQuery = ({ status, ...filter }: RequestsFilter) =>
  countsQuery(calls.countRequests, ['requests', 'counts', filter], filter, { refetchInterval: POLL_INTERVAL_MS })

export const requestDetailQuery = (requestId: number) =>
  callQuery(
    calls.getRequest,
    ['requests', 'one', requestId],
    { params: { id: requestId } },
    { refetchInterval: POLL_INTERVAL_MS },
  )

export const requestSimsQuery = (requestId: number) =>
  pagedQuery(calls.getRequestSims, ['requests', 'sims', requestId], {}, { params: { id: requestId } })

/** The ICC of every SIM assigned to a request. */
export async function fetchRequestIccs(id: number): Promise<string[]> {
  const icc: string[] = []
  let cursor: string | undefined
  do {
    const page = await call(calls.getRequestSims, { params: { id }, query: { limit: 1000, cursor } })
    icc.push(...page.rows.map((row) => row.icc))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return icc
}

/** Exports the SIMs of a request as a file. */
export const fetchRequestSims = (id: number, format: FileFormat) =>
  call(calls.exportRequestSims, { params: { id }, query: { format } })

export const assignChoicesQuery = (requestId: number) =>
  callQuery(stepCalls.getAssignChoices, ['requests', 'choices', requestId], { params: { id: requestId } })

/** What a step can change: requests, SIMs, hardware. */
const SHOWN_IN = ['requests', 'sims', 'dashboard', 'hys']

const STEP_CALLS = {
  cancel: stepCalls.cancelRequest,
  approve: stepCalls.approveRequest,
  reject: stepCalls.rejectRequest,
  prepare: stepCalls.prepareRequest,
  ship: stepCalls.shipRequest,
  deliver: stepCalls.deliverRequest,
  close: stepCalls.closeRequest,
} as const satisfies Record<Exclude<RequestAction, 'submit'>, unknown>
export type RequestStepName = keyof typeof STEP_CALLS
export const isStep = (action: RequestAction): action is RequestStepName => action !== 'submit'

export interface StepRequest {
  readonly step: RequestStepName
  readonly note: string
  readonly carrier?: string
  readonly tracking?: string
}

/** Takes a step of a request. */
export function useStep(requestId: number) {
  const client = useQueryClient()
  return useInvalidatingMutation(
    SHOWN_IN,
    ({ step, ...body }: StepRequest) =>
      // `details` has each step's own fields; the server validates them
      callWithMessage(STEP_CALLS[step] as typeof stepCalls.shipRequest, { params: { id: requestId }, body }),
    { onSuccess: ({ data }) => client.setQueryData(requestDetailQuery(requestId).queryKey, data) },
  )
}

export type AssignSource = { readonly stock: number } | { readonly icc: string[] } | { readonly file: File }

export interface AssignTarget {
  readonly lineNo: number
  readonly apnId: number
}

/** Assigns SIMs to a line of a request, from stock, a list or a file. */
export function useAssign(requestId: number) {
  return useInvalidatingMutation(SHOWN_IN, ({ target, source }: { target: AssignTarget; source: AssignSource }) => {
    const params = { id: requestId }
    if ('file' in source)
      return callWithMessage(stepCalls.assignRequestFile, { params, query: target }, { upload: source.file })
    return callWithMessage(stepCalls.assignRequestSims, { params, body: { ...target, ...source } })
  })
}

/** Unassigns a SIM. */
export function useUnassign(requestId: number) {
  const client = useQueryClient()
  return useInvalidatingMutation(
    SHOWN_IN,
    (icc: string) => callWithMessage(stepCalls.unassignRequestSim, { params: { id: requestId, icc } }),
    { onSuccess: ({ data }) => client.setQueryData(requestDetailQuery(requestId).queryKey, data) },
  )
}

/** Exports the filtered list as a file. */
export const fetchRequests = (filter: RequestsFilter, format: FileFormat) =>
  call(calls.exportRequests, { query: { ...filter, format } })
