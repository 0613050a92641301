import { useMutation } from '@tanstack/react-query'
import * as agentCalls from '#contract/agents/agents.calls.ts'
import type { CallArguments } from '#contract/call.ts'
import * as calls from '#contract/identity/security.calls.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { useInvalidatingMutation } from '#web/lib/use-invalidating-mutation.ts'

export type { AgentData } from '#contract/agents/agents.calls.ts'
export type { AppSecret, LoginSession, SecondFactorData } from '#contract/identity/security.calls.ts'
export type Proof = CallArguments<typeof calls.removeSecondFactor>['body']

export const loginSessionsQuery = callQuery(calls.listLoginSessions, ['security', 'sessions'], {})

export const agentsQuery = callQuery(agentCalls.listAgents, ['security', 'agents'], {})

/** The secret of an enrolment at login; each request generates another, so it is fetched once. */
export const loginSecretQuery = callQuery(
  calls.beginLoginEnrolment,
  ['login-secret'],
  { body: {} },
  { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
)

export const useFinishLoginEnrolment = () =>
  useMutation({ mutationFn: (code: string) => call(calls.finishLoginEnrolment, { body: { code } }), gcTime: 0 })

/** A change of login settings. Its response may contain secrets and is removed on unmount. */
const useChange = <In, Out>(change: (input: In) => Promise<Out>) => useInvalidatingMutation(['security'], change, { gcTime: 0 })

export const useBeginFactor = () => useChange((body: Proof) => call(calls.beginSecondFactor, { body }))
export const useConfirmFactor = () =>
  useChange((code: string) => callWithMessage(calls.confirmSecondFactor, { body: { code } }))
export const useRenewCodes = () => useChange((body: Proof) => call(calls.renewRecoveryCodes, { body }))
export const useRemoveFactor = () => useChange((body: Proof) => callWithMessage(calls.removeSecondFactor, { body }))
/** Ends one session, or all others. */
export const useEndSessions = () =>
  useChange(
    async ({ sessionId, proof }: { sessionId: number | 'others'; proof: Proof }): Promise<{ message: string }> =>
      sessionId === 'others'
        ? callWithMessage(calls.endOtherLoginSessions, { body: proof })
        : callWithMessage(calls.endLoginSession, { params: { sessionId }, body: proof }),
  )
/** Takes back what the user allowed a program. */
export const useEndAgent = () => useChange((agentId: number) => callWithMessage(agentCalls.endAgent, { params: { agentId } }))
