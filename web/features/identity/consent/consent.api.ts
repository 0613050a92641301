import { useMutation, useQuery } from '@tanstack/react-query'
import * as calls from '#contract/agents/agents.calls.ts'
import type { CallArguments, CallData } from '#contract/call.ts'
import { call } from '#web/lib/call.ts'

export type AgentRequest = CallArguments<typeof calls.readAgentRequest>['body']
export type ShownRequest = CallData<typeof calls.readAgentRequest>

/** Who asks, and for what. A request that is wrong stays so. */
export const useAgentRequest = (body: AgentRequest) =>
  useQuery({
    queryKey: ['agent-request', body],
    queryFn: ({ signal }) => call(calls.readAgentRequest, { body }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The answer has the code, and is removed on unmount. */
export const useDecision = () =>
  useMutation({
    mutationFn: (body: CallArguments<typeof calls.decideAgentRequest>['body']) => call(calls.decideAgentRequest, { body }),
    gcTime: 0,
  })
