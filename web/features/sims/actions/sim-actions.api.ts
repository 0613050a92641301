import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CallData } from '#contract/call.ts'
import type { OperationData } from '#contract/operations/operations.calls.ts'
import * as calls from '#contract/operations/sim-actions.calls.ts'
import * as statusCalls from '#contract/sims/sim-status.calls.ts'
import { callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { toasts, type Undo } from '#web/lib/toast-store.ts'
import { operationQuery } from '#web/shared/operations/operation.api.ts'
import { FIGURES_INTERVAL_MS } from '#web/shared/sims/sim.api.ts'

export type SimActionsData = CallData<typeof calls.getSimActions>
export type OpenChange = NonNullable<SimActionsData['open']>

/** Polling interval of a change in progress, ms. */
const POLL_INTERVAL_MS = 2000

/** Whether a change is in progress; a termination in its cooling-off period only waits. */
const isInProgress = (open: OpenChange | null | undefined): boolean => open?.dueAt === null

export const simActionsQuery = (icc: string) =>
  callQuery(
    calls.getSimActions,
    ['sims', 'actions', icc],
    { params: { id: icc } },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (isInProgress(state.data?.open) ? POLL_INTERVAL_MS : FIGURES_INTERVAL_MS),
    },
  )

/** Returns a function that invalidates all that a change to a SIM affects: row, counts, panel, timeline, dashboard. */
export function useInvalidateSims(): () => void {
  const client = useQueryClient()
  return () =>
    void client.invalidateQueries({
      predicate: ({ queryKey: [first, second] }) =>
        first === 'dashboard' || (first === 'sims' && second !== 'parameters' && second !== 'views'),
    })
}

/** The available actions of a SIM. When a change in progress has ended, all that shows the SIM is refetched. */
export function useSimActions(icc: string): SimActionsData | undefined {
  const { data } = useQuery(simActionsQuery(icc))
  const invalidate = useInvalidateSims()
  const before = useRef<number>(undefined)
  const now = data?.open?.operationId
  useEffect(() => {
    if (before.current !== undefined && now === undefined) invalidate()
    before.current = now
  }, [now, invalidate])
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
  cutData: statusCalls.cutSimData,
  restoreData: statusCalls.restoreSimData,
} as const
type StatusAction = keyof typeof STATUS_CALLS

const isStatusAction = (action: ConfirmedAction): action is StatusAction => action in STATUS_CALLS

/** Actions that need only a confirmation. */
export type ConfirmedAction = keyof typeof CHANGES | StatusAction | 'restart'

export interface Outcome {
  /** the server's message */
  readonly message: string
  /** the server's own flag: true once it has accepted the action (specification section 8) */
  readonly isSuccess: boolean
  /** false: the action continues after the response */
  readonly isDone: boolean
  /** until when a termination can be withdrawn */
  readonly dueAt: string | null
  /** operation to follow; 0 or absent: none */
  readonly operationId?: number
  readonly undo?: Undo | undefined
}

/** An action that has taken effect, and what takes it back if anything does. */
export const doneAtOnce = (message: string, undo?: Undo): Outcome => ({
  message,
  isSuccess: true,
  isDone: true,
  dueAt: null,
  undo,
})

/**
 * What takes an action back at no cost. Not for a reactivation: it makes the SIM billable in this cycle, and hibernating it again
 * would not change that.
 */
const REVERSE: Readonly<Partial<Record<ConfirmedAction, ConfirmedAction>>> = {
  hibernate: 'reactivate',
  terminate: 'withdrawTermination',
  block: 'unblock',
}

/** The server refuses it once the SIM has another status. */
function undoOf(action: ConfirmedAction, icc: string): Undo | undefined {
  const reverse = REVERSE[action]
  if (!reverse) return undefined
  const idempotencyKey = newIdempotencyKey()
  return async () => (await perform(reverse, icc, { reason: '', idempotencyKey })).message
}

export interface Confirmation {
  readonly reason: string
  /** one key per confirmation: a retry after a broken connection never acts twice */
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
    // the server returns a field error when the reason of a block is missing
    const answer = await callWithMessage(STATUS_CALLS[action], { params, body: { reason } }, { idempotencyKey })
    const isOfNetwork = action === 'cutData' || action === 'restoreData'
    const isDone = !isOfNetwork || !answer.data.networkPending
    return { message: answer.message, isSuccess: true, isDone, dueAt: null, undo: undoOf(action, icc) }
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
    // without a cooling-off period a termination cannot be withdrawn
    undo: action === 'terminate' && data.dueAt === null ? undefined : undoOf(action, icc),
  }
}

/** Shows the result of an action as a popup, which offers to undo it. */
export const showOutcome = ({ message, isSuccess, undo }: Outcome): void =>
  void toasts[isSuccess ? 'success' : 'info'](message, undo)

/** Runs an action on a SIM. If the dialog was closed meanwhile, the result is shown as a popup. */
export function useAction<V>(run: (variables: V) => Promise<Outcome>) {
  const invalidate = useInvalidateSims()
  const isWatched = useRef(false)
  useEffect(() => {
    isWatched.current = true
    return () => {
      isWatched.current = false
    }
  }, [])
  return useMutation({
    mutationFn: async (variables: V) => {
      const outcome = await run(variables)
      const { undo } = outcome
      return undo ? { ...outcome, undo: () => undo().finally(invalidate) } : outcome
    },
    onSuccess: (outcome) => {
      if (!isWatched.current) showOutcome(outcome)
    },
    onError: ({ message }) => {
      if (!isWatched.current) toasts.error(message)
    },
    onSettled: invalidate,
  })
}

/** The end of an operation that continued after its response; undefined until then. */
export function useOperationEnd({ isDone = true, operationId = 0 }: Partial<Outcome> = {}): OperationData | undefined {
  const { data } = useQuery({
    ...operationQuery(operationId),
    enabled: !isDone && operationId > 0,
    refetchInterval: ({ state }) => (state.data?.state === 'finished' ? false : POLL_INTERVAL_MS),
  })
  return data?.state === 'finished' ? data : undefined
}

export function usePerform(action: ConfirmedAction, icc: string) {
  return useAction((confirmation: Confirmation) => perform(action, icc, confirmation))
}
