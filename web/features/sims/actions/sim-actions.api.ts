import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CallData } from '#contract/call.ts'
import type { OperationData } from '#contract/operations/operations.calls.ts'
import * as calls from '#contract/operations/sim-actions.calls.ts'
import * as statusCalls from '#contract/sims/sim-status.calls.ts'
import { STATUS_ACTIONS, type StatusAction } from '#domain/eligibility.ts'
import { FRESH_MS } from '#web/features/sims/sims.api.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { operationQuery } from '#web/shared/operations/operation.api.ts'

export type SimActionsData = CallData<typeof calls.getSimActions>
export type OpenChange = NonNullable<SimActionsData['open']>

/** While a change is under way, how often it is asked how it stands, ms. */
const FOLLOW_MS = 2000

/** Whether something is being done now; a termination that cools off only waits for its day. */
const isMoving = (open: OpenChange | null | undefined): boolean => open !== null && open !== undefined && open.dueAt === null

export const simActionsQuery = (icc: string) =>
  queryOptions({
    queryKey: ['sims', 'actions', icc],
    queryFn: ({ signal }) => call(calls.getSimActions, { params: { id: icc } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isMoving(state.data?.open) ? FOLLOW_MS : FRESH_MS),
  })

/** Gives a function that asks anew for all that a change to a SIM can show in: row, counts, panel, timeline, dashboard. */
export function useFreshSims(): () => void {
  const client = useQueryClient()
  return () =>
    void client.invalidateQueries({
      predicate: ({ queryKey: [first, second] }) =>
        first === 'dashboard' || (first === 'sims' && second !== 'parameters' && second !== 'views'),
    })
}

/** What can be done to a SIM now. When the change that was under way has ended, everything that shows the SIM is asked for anew. */
export function useSimActions(icc: string): SimActionsData | undefined {
  const { data } = useQuery(simActionsQuery(icc))
  const freshen = useFreshSims()
  const before = useRef<number>(undefined)
  const now = data?.open?.operationId
  useEffect(() => {
    if (before.current !== undefined && now === undefined) freshen()
    before.current = now
  }, [now, freshen])
  return data
}

const CHANGES = {
  activate: calls.activateSim,
  hibernate: calls.hibernateSim,
  reactivate: calls.reactivateSim,
  terminate: calls.terminateSim,
  withdrawTermination: calls.withdrawSimTermination,
} as const

const STATUS_CALLS = {
  block: statusCalls.blockSim,
  unblock: statusCalls.unblockSim,
  restoreData: statusCalls.restoreSimData,
} as const satisfies Record<StatusAction, unknown>

const isStatusAction = (action: ConfirmedAction): action is StatusAction => STATUS_ACTIONS.some((one) => one === action)

/** What is done after a confirmation and nothing else. */
export type ConfirmedAction = keyof typeof CHANGES | StatusAction | 'restart'

export interface Outcome {
  /** the server's sentence */
  readonly message: string
  /** what the server says of itself: true once it has taken the action on (specification section 8) */
  readonly isSuccess: boolean
  /** false: it goes on after the answer */
  readonly isDone: boolean
  /** until when a termination can be withdrawn */
  readonly dueAt: string | null
  /** by which its end can be followed; 0 or none: there is nothing to follow */
  readonly operationId?: number
}

export interface Confirmation {
  readonly reason: string
  /** of this confirmation: sent again after a broken connection, it never acts twice */
  readonly idempotencyKey: string
}

async function perform(action: ConfirmedAction, icc: string, { reason, idempotencyKey }: Confirmation): Promise<Outcome> {
  const params = { id: icc }
  if (action === 'restart') {
    const { data, message } = await callWithMessage(calls.resetSim, { params })
    return {
      message: message || data.result,
      isSuccess: data.success,
      isDone: data.takesEffect !== 'unknown',
      dueAt: null,
      operationId: data.operationId,
    }
  }
  if (isStatusAction(action)) {
    // the server says at the field that a block wants a reason
    const answer = await callWithMessage(STATUS_CALLS[action], { params, body: { reason } }, { idempotencyKey })
    const isDone = action !== 'restoreData' || !answer.data.networkPending
    return { message: answer.message, isSuccess: true, isDone, dueAt: null }
  }
  const body = reason === '' ? {} : { reason }
  const { data, message } = await callWithMessage(CHANGES[action], { params, body }, { idempotencyKey })
  const isDone = data.state !== 'pending' && data.state !== 'running'
  return {
    message,
    isSuccess: true,
    isDone: isDone || data.dueAt !== null,
    dueAt: data.dueAt,
    operationId: data.operationId,
  }
}

/** Does something to a SIM. When the dialog has been left meanwhile, the answer is shown as a popup at the edge. */
export function useAction<V>(run: (variables: V) => Promise<Outcome>) {
  const freshen = useFreshSims()
  const isWatched = useRef(false)
  useEffect(() => {
    isWatched.current = true
    return () => {
      isWatched.current = false
    }
  }, [])
  return useMutation({
    mutationFn: run,
    meta: { showsError: true },
    onSuccess: ({ message, isSuccess }) => {
      if (!isWatched.current) toasts[isSuccess ? 'success' : 'info'](message)
    },
    onError: ({ message }) => {
      if (!isWatched.current) toasts.error(message)
    },
    onSettled: freshen,
  })
}

/** How that ended which went on after its answer; undefined until it has. */
export function useEnding({ isDone, operationId = 0 }: Outcome): OperationData | undefined {
  const { data } = useQuery({
    ...operationQuery(operationId),
    enabled: !isDone && operationId > 0,
    refetchInterval: ({ state }) => (state.data?.state === 'finished' ? false : FOLLOW_MS),
  })
  return data?.state === 'finished' ? data : undefined
}

export function usePerform(action: ConfirmedAction, icc: string) {
  return useAction((confirmation: Confirmation) => perform(action, icc, confirmation))
}
